// Every fault of a foreign engine on the board and in a game: the page reports it and carries on, and so does the next engine.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANALYSIS_FAULTS, analysingEngine, foreignEngine } from '../engines/foreign.mjs';
import { faultsOf } from './support/app.mjs';
import { PlayPage } from './support/play.mjs';
import { browserSuite } from './support/suite.mjs';

/** Engines that fail on every restart, and the messages. */
const FAILS = {
  'analysis-throws': /it failed: .*out of ideas/,
  'analysis-closes': /it called close\(\)/,
  'analysis-flood': /more than 8 MB at once, which is the limit/,
  'analysis-giant-string': /a message of more than 1 MB, which is the limit/,
  'analysis-wasm-memory': /could not allocate memory/,
};

/** Engines that are replaced if they don't stop, or whose invalid output is ignored. */
const GOES_ON = ['analysis-loops', 'analysis-never-stops', 'analysis-wrong-pv', 'analysis-talks-on'];

/** Timeout for engines that hang or flood and are restarted, in ms; only a failing test waits that long. */
const PATIENCE_MS = 90_000;

const panel = (page) => page.locator('.analysis');
const shown = (page, move) => page.locator('.line .pv-move', { hasText: move }).first().waitFor();

/** Drops an engine on the board and waits until it is the analysis engine. */
async function take({ app, page }, fault) {
  await app.drop(`${fault}.js`, Buffer.from(analysingEngine(fault)));
  await page.locator('.analysis .engine-name').first().filter({ hasText: `Foreign ${fault}` }).waitFor({ timeout: PATIENCE_MS });
}

browserSuite('a foreign engine on the board', {}, (suite) => {
  test('that fails is named with the reason; the board and the next engine work', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    for (const [fault, reason] of Object.entries(FAILS)) {
      await take({ app, page }, fault);
      const alert = panel(page).getByRole('alert').filter({ hasText: reason });
      await alert.first().waitFor({ timeout: PATIENCE_MS });
      await panel(page).getByRole('button', { name: 'Try again' }).first().waitFor();
      await app.drag('e2', 'e4');
      await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
      await page.keyboard.press('ArrowLeft');
    }
    await take({ app, page }, 'analysis-good');
    await shown(page, 'e5');
    assert.equal(await panel(page).getByRole('alert').count(), 0);
  });

  test('that does not stop is replaced, and nothing that is illegal is shown of any', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    for (const fault of GOES_ON) {
      await take({ app, page }, fault);
      // An unsolicited `bestmove` ends the search.
      const state = fault === 'analysis-talks-on' ? 'idle' : 'searching';
      const busy = page.locator(`.analysis[data-state=${state}]`);
      await busy.waitFor({ timeout: PATIENCE_MS });
      for (const [from, to, fen] of [['d2', 'd4', '3P4'], ['g1', 'f3', '5N2']]) {
        await app.drag(from, to);
        await page.waitForFunction((wanted) => document.querySelector('.position-bar input').value.includes(wanted), fen);
        await busy.waitFor({ timeout: PATIENCE_MS });
        assert.deepEqual(faultsOf(await app.snapshot()), [], fault);
        await page.keyboard.press('ArrowLeft');
        await app.waitForFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w');
      }
      assert.equal(await panel(page).getByRole('alert').count(), 0, fault);
    }
    // The last of them ended its search on its own.
    await take({ app, page }, 'analysis-good');
    await shown(page, 'e5');
    await page.locator('.analysis[data-state=searching]').waitFor();
  });

  test('every foreign engine that misbehaves in an analysis is used here', () => {
    assert.deepEqual(ANALYSIS_FAULTS.toSorted(), ['analysis-good', ...Object.keys(FAILS), ...GOES_ON].toSorted());
  });

  test('that crashes in a game against a person is restarted, given up in the end, and can be retried', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await app.drop('throws.js', Buffer.from(foreignEngine('throws')));
    await page.locator('.analysis .engine-name').first().filter({ hasText: 'Foreign throws' }).waitFor();
    const play = await PlayPage.open(page);
    await play.main.getByLabel('An engine', { exact: true }).check();
    await play.main.locator('#play-engine').selectOption({ label: 'Foreign throws' });
    // It moves once, and fails on its second move with White.
    await play.begin({ color: 'Black', book: false });
    await play.waitForMoves(1);
    await play.type('Nf6');
    await play.main.getByText(/out of ideas/).first().waitFor();
    await play.main.getByRole('button', { name: 'Try again' }).waitFor();
    assert.deepEqual(await play.moves(), ['Nf3', 'Nf6']);
  });
});
