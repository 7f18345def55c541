#!/usr/bin/env node
// Kills the browser while games are edited, and checks that the next start shows what was on the board at most a second before:
//
//     node scripts/kill-test.mjs [--kills 50] [--seed N]
//
// The built page (dist/) is worked on as a person would: moves, glyphs, deletions, undo, opening, switching games, turning the board.

import { killAgainAndAgain } from '../tests/browser/support/kill.mjs';
import { serveApp } from '../tests/browser/support/harness.mjs';
import { readCommandLine } from './arguments.mjs';

const USAGE = 'usage: node scripts/kill-test.mjs [--kills 50] [--seed N]';
const { values, usageError } = readCommandLine('kill-test', USAGE, { defaults: { kills: '50', seed: `${Date.now() % 1_000_000}` } });
const [kills, seed] = [Number(values.kills), Number(values.seed)];
if (!Number.isInteger(kills) || kills < 1) usageError('--kills must be a positive number');
if (!Number.isInteger(seed)) usageError('--seed must be a number');

console.log(`seed ${seed}`);
const server = await serveApp();
try {
  const onKill = ({ number, deeds, lostMs }) => console.log(`kill ${number}: ${deeds} deeds, ${lostMs === 0 ? 'nothing lost' : `${lostMs} ms lost`}`);
  const { results, kept } = await killAgainAndAgain({ url: server.url, kills, seed, onKill });
  const lost = results.map(({ lostMs }) => lostMs);
  const deeds = results.reduce((sum, result) => sum + result.deeds, 0);
  console.log(`${kills} kills, ${deeds} deeds, ${kept} games kept; nothing lost after ${lost.filter((ms) => ms === 0).length}, at most ${Math.max(...lost)} ms otherwise`);
} finally {
  await server.close();
}
