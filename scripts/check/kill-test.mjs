#!/usr/bin/env node
// Kills the browser while games are edited, and checks that the next start shows the board of at most a second before:
//
//     node scripts/check/kill-test.mjs [--kills 50] [--seed N]
//
// Edits in the built page (dist/) as a user does: moves, glyphs, comments, arrows and circles, tags, promoted variations, deletions, undo
// and redo, opening, switching games, flipping the board.

import { prepareBrowser, runKillTest } from '../arguments.mjs';

prepareBrowser(import.meta.url);
const { killAgainAndAgain } = await import('../../tests/browser/support/kill.mjs');

await runKillTest('kill-test', async ({ url, kills, seed }) => {
  const onKill = ({ number, actions, lostMs }) => console.log(`kill ${number}: ${actions} actions, ${lostMs === 0 ? 'nothing lost' : `${lostMs} ms lost`}`);
  const { results, kept } = await killAgainAndAgain({ url, kills, seed, onKill });
  const lost = results.map(({ lostMs }) => lostMs);
  const actions = results.reduce((sum, result) => sum + result.actions, 0);
  console.log(`${kills} kills, ${actions} actions, ${kept} games kept; nothing lost after ${lost.filter((ms) => ms === 0).length}, at most ${Math.max(...lost)} ms otherwise`);
});
