// The page stays responsive while the engine works: no long tasks, and no redrawing of the board.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { selectors, sharedText, splitGames } from './support/app.mjs';
import { artefact } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';
import { assertNoLongTask, busiestTask, observeTasks, summary } from './support/tasks.mjs';

/** Time for which the engine is watched, in ms, and number of steps to another position in that time. */
const WATCH_MS = 6000;
const STEPS = 8;

browserSuite('while the engine shows three lines', {}, (suite) => {
  test('no task of the page takes over 50 ms', async (t) => {
    const runs = await assertNoLongTask(t, () => watch(suite), ({ frames, updates }) => {
      t.diagnostic(`between frames: median ${frames.median} ms, 90% ${frames.p90} ms, 99% ${frames.p99} ms, longest ${frames.max} ms`);
      t.diagnostic(`changes of the analysis panel: ${updates} in ${WATCH_MS / 1000} s`);
      assert.ok(updates > 0, 'the engine showed nothing while it was watched');
    });
    writeFileSync(artefact('long-tasks.json'), JSON.stringify(runs, null, 2));
  });

  test('the board is not re-rendered', async () => {
    const { app, page } = await suite.open();
    await app.setLines(3);
    await app.startEngine();
    await app.waitForLines(3);
    const board = page.locator(selectors.board);
    const counters = () => board.evaluate(({ dataset }) => ({ renders: dataset.renders, updates: dataset.updates }));
    const before = await counters();
    await board.evaluate((element) => {
      window.boardMutations = 0;
      new MutationObserver((list) => {
        window.boardMutations += list.length;
      }).observe(element, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    const shown = await app.snapshot();
    await page.waitForFunction(
      ([line, old]) => [...document.querySelectorAll(line)].map((row) => row.textContent).join() !== old,
      [selectors.line, shown.lines.map((line) => line.score + line.moves.join('')).join()],
    );
    await page.waitForTimeout(WATCH_MS / 2);
    assert.deepEqual(await counters(), before);
    assert.equal(await page.evaluate(() => window.boardMutations), 0);
  });
});

/** Steps through a game while the engine shows three lines; returns the activity of the main thread. */
async function watch(suite) {
  const { app, page, context } = await suite.open();
  await app.paste(splitGames(sharedText('games', 'famous.pgn'))[0]);
  await page.keyboard.press('Home');
  await app.setLines(3);
  await page.evaluate(observeTasks, undefined);
  await suite.browser.startTracing(page, { categories: ['toplevel'] });
  await app.startEngine();
  await app.waitForLines(3);
  // A step now and then, as a user does: each starts a new search.
  for (let step = 0; step < STEPS; step += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(WATCH_MS / STEPS);
  }
  const { long, frames, updates } = await page.evaluate(() => window.tasks());
  const { traceEvents } = JSON.parse(await suite.browser.stopTracing());
  await context.close();
  return { long, busiest: busiestTask(traceEvents), frames: summary(frames), updates };
}
