// The browser is killed during a game against a level: position, clocks and level are restored. The long form is
// scripts/check/play-kill-test.mjs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveApp } from './support/harness.mjs';
import { killPlayAgainAndAgain } from './support/play-kill.mjs';

test('a killed browser loses no move of a game, and no time', async (t) => {
  const seed = Date.now() % 1_000_000;
  t.diagnostic(`seed ${seed}`);
  const server = await serveApp();
  try {
    const { results } = await killPlayAgainAndAgain({ url: server.url, kills: 3, seed });
    assert.equal(results.length, 3);
    t.diagnostic(results.map(({ moves, lostMs, clockMs }) => `${moves} half-moves, ${lostMs} ms lost, clocks differ by ${Math.round(clockMs)} ms`).join('; '));
  } finally {
    await server.close();
  }
});
