#!/usr/bin/env node
// Kills the browser while a game is played, and checks that the next start shows the same position, clocks and level:
//
//     node scripts/check/play-kill-test.mjs [--kills 50] [--seed N]
//
// Plays against a level on the built page (dist/) as a user does, with clocks.

import { prepareBrowser, runKillTest } from '../arguments.mjs';

prepareBrowser(import.meta.url);
const { killPlayAgainAndAgain } = await import('../../tests/browser/support/play-kill.mjs');

await runKillTest('play-kill-test', async ({ url, kills, seed }) => {
  const onKill = ({ number, moves, lostMs, clockMs }) =>
    console.log(`kill ${number}: ${moves} half-moves, ${lostMs === 0 ? 'nothing lost' : `${lostMs} ms lost`}, clocks differ by ${Math.round(clockMs)} ms`);
  const { results } = await killPlayAgainAndAgain({ url, kills, seed, onKill });
  const nothing = results.filter(({ lostMs }) => lostMs === 0).length;
  const most = (name) => Math.round(Math.max(...results.map((result) => result[name])));
  console.log(`${kills} kills; nothing lost after ${nothing}, at most ${most('lostMs')} ms otherwise; clocks differ by ${most('clockMs')} ms at most`);
});
