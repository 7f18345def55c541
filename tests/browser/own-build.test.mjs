// A build dropped on the analysis board is used as it is, and the page reports what it lacks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedEngine } from '../engines/scripted.mjs';
import { selectors } from './support/app.mjs';
import { screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

const MOVES = [['g1', 'f3'], ['g8', 'f6'], ['b1', 'c3'], ['b8', 'c6'], ['a2', 'a3'], ['a7', 'a6']];
const AFTER_MOVES = 'r1bqkb1r/1ppppppp/p1n2n2/8/8/P1N2N2/1PPPPPPP/R1BQKB1R w KQkq';

/** Plays moves. Every engine here knows one move, e2e4, which can be shown only where it is legal for White. */
async function playOn(app) {
  for (const [from, to] of MOVES) await app.drag(from, to);
  await app.waitForFen(AFTER_MOVES);
  await app.waitForLines();
}

for (const [name, isolation] of [['isolated', true], ['not isolated', false]]) {
  browserSuite(`a build of one's own, ${name}`, { isolation }, (suite) => {
    test('without signal and MultiPV it follows the board, and the page names both', async () => {
      const { app, page } = await suite.open();
      await app.startEngine();
      await app.drop('mine.wasm', scriptedEngine('without-signal'));
      const told = page.locator(selectors.toast).filter({ hasText: /mine\.wasm is loaded/ });
      await told.filter({ hasText: /uci\.signal/ }).filter({ hasText: /MultiPV/ }).first().waitFor();
      await screenshot(page, `own-build-${name.replace(' ', '-')}`);
      await playOn(app);
      assert.equal(await page.locator(selectors.engineMessage).count(), 0);
      assert.equal(await page.locator(selectors.toast).filter({ hasText: /stuck|started again|failed/i }).count(), 0);
    });

    test('with both nothing is reported', async () => {
      const { app, page } = await suite.open();
      await app.startEngine();
      await app.drop('mine.wasm', scriptedEngine('good'));
      await page.getByText('Scripted good').first().waitFor();
      await playOn(app);
      assert.equal(await page.locator(selectors.toast).filter({ hasText: /is loaded/ }).count(), 0);
    });
  });
}

browserSuite('a crowd of queens', {}, (suite) => {
  for (const fen of [
    'qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1',
    'rrrrkrrr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RRRRKRRR w - - 0 1',
  ]) {
    test(`gets its lines: ${fen}`, async () => {
      const { app, page } = await suite.open();
      await app.startEngine();
      await app.waitForLines();
      await app.paste(fen);
      await app.waitForFen(fen.split(' ')[0]);
      await app.waitForLines();
      // The lines belong to this position.
      await page.waitForFunction((line) => document.querySelectorAll(line).length > 0, selectors.line);
      await screenshot(page, `crowd-${fen.slice(0, 4)}`);
    });
  }
});
