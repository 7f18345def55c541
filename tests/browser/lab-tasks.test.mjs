// The Lab's page stays responsive while a match is played.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { artefact } from './support/harness.mjs';
import { openLab, quick, start, waitForGames } from './support/lab-page.mjs';
import { browserSuite } from './support/suite.mjs';
import { assertNoLongTask, busiestTask, longTaskLimit, observeTasks, summary } from './support/tasks.mjs';

/** Number of games watched; as many are played before, because lookups at the start aren't part of the match. */
const GAMES = 30;

browserSuite('while a match is played', {}, (suite) => {
  test('no task of the page takes over 50 ms', async (t) => {
    const runs = await assertNoLongTask(t, () => watch(suite), ({ frames, updates }) => {
      t.diagnostic(`between frames: median ${frames.median} ms, 90% ${frames.p90} ms, 99% ${frames.p99} ms, longest ${frames.max} ms`);
      assert.ok(updates > 0, 'the page showed nothing while it was watched');
    });
    writeFileSync(artefact('lab-tasks.json'), JSON.stringify(runs, null, 2));
  });
});

/** Number of pairs in the file that is opened: 14 MB. */
const PAIRS = 2500;

browserSuite('while a long match file is opened', {}, (suite) => {
  test('no task of the page takes over 50 ms, and opening it again adds nothing', async (t) => {
    const { page } = await openLab(suite);
    const open = page.locator('input[type=file][aria-label="Open match file…"]');
    // Passed by path: passing the content would keep the page itself busy.
    const file = artefact('long-match.jsonl');
    writeFileSync(file, longMatch());
    const news = (text) => page.locator('.toast', { hasText: text }).first().waitFor({ timeout: 120_000 });
    await page.evaluate(observeTasks, '.lab');
    await suite.browser.startTracing(page, { categories: ['toplevel'] });
    await open.setInputFiles(file);
    await news(`New pairs: ${PAIRS}. Already here: 0.`);
    await waitForGames(page, 2 * PAIRS);
    const { long } = await page.evaluate(() => window.tasks());
    const { traceEvents } = JSON.parse(await suite.browser.stopTracing());
    const busiest = busiestTask(traceEvents);
    t.diagnostic(`long tasks: ${long.join(', ') || 'none'}; most time a task computed: ${busiest.cpu} ms (of ${busiest.wall} ms)`);
    assert.ok(busiest.cpu <= longTaskLimit(), `a task computed for ${busiest.cpu} ms`);
    await page.evaluate(() => { location.hash = '#/lab'; });
    await open.setInputFiles(file);
    await news(`New pairs: 0. Already here: ${PAIRS}.`);
    await page.reload();
    await waitForGames(page, 2 * PAIRS);
  });
});

/** Returns a finished match as a file: games of 120 plies with evaluations. */
function longMatch() {
  const engines = ['One', 'Two'].map((name) => ({ name, limits: { nodes: 100 } }));
  const header = { format: 'tabia match 2', id: 'long-match', created_ms: 1, settings: { engines, games: 2 * PAIRS } };
  const moves = Array(30).fill('g1f3 g8f6 f3g1 f6g8').join(' ');
  const each = (value) => Array(120).fill(value);
  const game = (players) => ({
    players, moves, scores: each(12), depths: each(9), seldepths: each(14), nodes: each(5000), times_us: each(2500),
    conclusion: { reason: 'repetition' },
  });
  const units = Array.from({ length: PAIRS }, (_, unit) => ({ unit, host: 'elsewhere', finished_ms: unit + 1, games: [game(['One', 'Two']), game(['Two', 'One'])] }));
  return `${[header, ...units].map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** Watches the page while games are played, one of them on its board, and returns the activity of its main thread. */
async function watch(suite) {
  const { page, context } = await openLab(suite);
  await quick(page);
  await start(page);
  await waitForGames(page, GAMES);
  await page.evaluate(observeTasks, '.lab-match');
  await suite.browser.startTracing(page, { categories: ['toplevel'] });
  await waitForGames(page, 2 * GAMES);
  const { long, frames, updates } = await page.evaluate(() => window.tasks());
  const { traceEvents } = JSON.parse(await suite.browser.stopTracing());
  await context.close();
  return { long, busiest: busiestTask(traceEvents), frames: summary(frames), updates };
}
