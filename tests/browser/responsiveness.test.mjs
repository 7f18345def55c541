// The page stays quick while the engine works: no long task, and no redrawing of the board.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { selectors, sharedText, splitGames } from './support/app.mjs';
import { artefact } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

/** A task of the page's thread may not take longer, in ms; the browser reports those that do. */
const LONG_TASK_MS = 50;
/** How long the engine is watched at each of the two tests, in ms. */
const WATCH_MS = 6000;

browserSuite('while the engine shows three lines', {}, (suite) => {
  test('no task of the page takes over 50 ms', async (t) => {
    const { app, page } = await suite.open();
    await app.paste(splitGames(sharedText('games', 'famous.pgn'))[0]);
    await page.keyboard.press('Home');
    await app.setLines(3);
    await page.evaluate(observeTasks, WATCH_MS);
    await app.startEngine();
    await app.waitForLines(3);
    // Steps now and then, as a person does: each starts a new search.
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(WATCH_MS / 8);
    }
    const { long, frames, updates } = await page.evaluate(() => window.tasks());

    const report = { long, frames: summary(frames), updates };
    writeFileSync(artefact('long-tasks.json'), JSON.stringify(report, null, 2));
    t.diagnostic(`long tasks: ${long.length === 0 ? 'none' : long.map((ms) => `${ms} ms`).join(', ')}`);
    t.diagnostic(`time between frames: median ${report.frames.median} ms, 99% ${report.frames.p99} ms, longest ${report.frames.max} ms`);
    t.diagnostic(`changes of the lines: ${updates} in ${WATCH_MS / 1000} s`);
    assert.deepEqual(long.filter((ms) => ms > LONG_TASK_MS), []);
    assert.ok(updates > 0, 'the engine showed nothing while it was watched');
  });

  test('the board is not drawn again', async () => {
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

/** Runs in the page: `window.tasks()` tells what was seen since. */
function observeTasks() {
  const long = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) long.push(Math.round(entry.duration));
  }).observe({ type: 'longtask', buffered: false });

  const frames = [];
  let before = performance.now();
  const frame = (now) => {
    frames.push(now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);

  let updates = 0;
  new MutationObserver(() => {
    updates += 1;
  }).observe(document.querySelector('.analysis'), { subtree: true, childList: true, characterData: true });
  window.tasks = () => ({ long, frames, updates });
}

function summary(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]);
  return { count: sorted.length, median: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}
