#!/usr/bin/env node
// Kills the browser during long jobs, and checks that everything reported as saved is there afterwards, once:
//
//     node scripts/check/work-kill-test.mjs [--kills 15] [--seed N] [match report book library]
//
// `--kills` is for each kind of work. `scripts/check/kill-all.sh` also kills while games are edited and played.

import { prepareBrowser, runKillTest } from '../arguments.mjs';

prepareBrowser(import.meta.url);
const { killWorkAgainAndAgain, WORK } = await import('../../tests/browser/support/work-kill.mjs');

await runKillTest('work-kill-test', async ({ url, kills, seed, words }) => {
  for (const kind of words.length > 0 ? words : Object.keys(WORK)) {
    const onKill = ({ number, found }) => console.log(`${kind}, kill ${number}: ${found}`);
    await killWorkAgainAndAgain({ kind, url, kills, seed, onKill });
    console.log(`${kind}: ${kills} kills; nothing lost that was kept, nothing twice`);
  }
});
