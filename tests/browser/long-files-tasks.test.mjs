// No long task on the page while a file of thousands of games is read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectors, sharedText } from './support/app.mjs';
import { screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';
import { assertNoLongTask, busiestTask, longTaskLimit, observeTasks } from './support/tasks.mjs';

const FILE = sharedText('games', 'gnuchess-book-sample-8k.pgn');
const GAMES = FILE.match(/^\[Event /gm).length;
/** Maximum number of games on the board; larger files become a database. */
const LISTED = 2000;
const LIST = FILE.split(/(?=^\[Event )/m).slice(0, LISTED).join('');

browserSuite('the tasks of a file of thousands of games', {}, (suite) => {
  test('is opened without a task over 50 ms', async (t) => {
    const opened = ({ page }) => page.getByText('long.pgn is in the library');
    await assertNoLongTask(t, () => open(suite, { name: 'long.pgn', text: FILE, opened }), ({ first, all }) => {
      t.diagnostic(`the first game after ${first} ms, all ${GAMES} after ${all} ms`);
    });
  });

  for (const [what, file] of Object.entries({
    'a list of 300,000 positions': {
      name: 'positions.epd',
      text: Array.from({ length: 300_000 }, (_, number) => `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id "${number}";`).join('\n'),
      opened: ({ page }) => page.getByText('positions.epd is in the library'),
      isRefused: true,
    },
    'a pasted text of 10 MB': {
      text: FILE.repeat(Math.ceil(10_000_000 / FILE.length)),
      opened: ({ page }) => page.getByText(/ is in the library/),
    },
    'a game with 10,000 variations inside each other': {
      name: 'nested.pgn',
      text: `[Event "nested"]\n\n1. e4 ${'(1. d4 '.repeat(10_000)}${')'.repeat(10_000)} e5 *\n`,
      opened: ({ page }) => page.getByText(/variations are nested more than 200 deep/),
      isRefused: true,
    },
    'a game of nearly 10,000 moves': {
      name: 'shuffle.pgn',
      text: `[Event "long"]\n\n${'Nf3 Nf6 Ng1 Ng8 '.repeat(2_499)}*\n`,
      opened: ({ page }) => page.locator(`${selectors.moveListMove}[data-move="9995"]`),
    },
  })) {
    test(`${what} is opened, or refused with the limit, without a task over 50 ms`, async (t) => {
      await assertNoLongTask(t, () => open(suite, file), ({ all }) => t.diagnostic(`done after ${all} ms`));
    });
  }

  test('shows several games of its list on a small screen, and searches them without a task over 50 ms', async (t) => {
    const { app, page } = await suite.open({ viewport: { width: 1280, height: 800 } });
    await app.stopEngine();
    await app.paste(LIST);
    await page.getByText(`${LISTED} games opened`).waitFor();
    const seen = await page.locator('.games-scroll').evaluate((list) => list.clientHeight / 46);
    assert.ok(seen >= 5, `${seen.toFixed(1)} rows are seen`);
    await screenshot(page, 'long-file-1280');
    await page.evaluate(observeTasks);
    await suite.browser.startTracing(page, { categories: ['toplevel'] });
    await page.getByRole('searchbox').fill('1-0 e');
    await page.getByRole('heading', { name: / of / }).waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('heading', { name: new RegExp(`^${LISTED} games$`) }).waitFor();
    const { traceEvents } = JSON.parse(await suite.browser.stopTracing());
    const busiest = busiestTask(traceEvents);
    t.diagnostic(`most time a task computed: ${busiest.cpu} ms`);
    assert.ok(busiest.cpu <= longTaskLimit(), `a task computed for ${busiest.cpu} ms`);
  });
});

/**
 * Drops the text as a file, or pastes it if it has no name, waits for what `opened` locates, and returns the activity of the main thread.
 * `first`: time until a game was on the board, unless the text is refused.
 */
async function open(suite, { name, text, opened, isRefused = false }) {
  const { app, page, context } = await suite.open();
  await app.stopEngine();
  await page.evaluate(observeTasks);
  // Getting the text into the page isn't part of the measurement.
  await page.evaluate(
    ({ content, file }) => {
      window.data = new DataTransfer();
      if (file) window.data.items.add(new File([content], file));
      else window.data.setData('text/plain', content);
    },
    { content: text, file: name },
  );
  await suite.browser.startTracing(page, { categories: ['toplevel'] });
  const started = await page.evaluate((isFile) => {
    const now = performance.now();
    const event = (type) => (isFile
      ? new DragEvent(type, { dataTransfer: window.data, bubbles: true, cancelable: true })
      : new ClipboardEvent(type, { clipboardData: window.data, bubbles: true, cancelable: true }));
    for (const type of isFile ? ['dragenter', 'dragover', 'drop'] : ['paste']) document.body.dispatchEvent(event(type));
    return now;
  }, name !== undefined);
  const now = () => page.evaluate(() => performance.now());
  // A file too large for the board becomes a database of the library; its first game is on the board.
  if (!isRefused) await page.locator(selectors.moveListMove).first().waitFor();
  const first = Math.round((await now()) - started);
  await opened({ page }).first().waitFor({ timeout: 60_000 });
  const all = Math.round((await now()) - started);
  const { long } = await page.evaluate(() => window.tasks());
  const { traceEvents } = JSON.parse(await suite.browser.stopTracing());
  await context.close();
  return { long, busiest: busiestTask(traceEvents), first, all };
}
