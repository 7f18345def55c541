// A file of thousands of games is read while the page goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectors, sharedText } from './support/app.mjs';
import { screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';
import { assertNoLongTask, busiestTask, longTaskLimit, observeTasks } from './support/tasks.mjs';

const FILE = sharedText('games', 'gnuchess-book-sample-8k.pgn');
const GAMES = FILE.match(/^\[Event /gm).length;
/** As many games as the board takes; more become a database. */
const LISTED = 2000;
const LIST = FILE.split(/(?=^\[Event )/m).slice(0, LISTED).join('');
/** More rows than this are not in the document at once. */
const MOST_ROWS = 100;

browserSuite('a file of thousands of games', {}, (suite) => {
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

  test('the last move of a long game is gone to while the rest of its list is drawn', async () => {
    const { app, page } = await suite.open({ isEngineOff: true });
    await app.paste(`[Event "long"]\n\n${'Nf3 Nf6 Ng1 Ng8 '.repeat(2_000)}*\n`);
    await page.locator(selectors.moveListMove).first().waitFor();
    await page.keyboard.press('End');
    const last = page.locator(`${selectors.currentMove}[data-move="7999"]`);
    await last.waitFor();
    const [list, cell] = [await page.locator('.moves-scroll').boundingBox(), await last.boundingBox()];
    assert.ok(cell.y >= list.y && cell.y + cell.height <= list.y + list.height, 'it is in view');
    // Playing on leaves the list where it is.
    await app.drag('e2', 'e4');
    await page.locator(`${selectors.currentMove}[data-move="8000"]`).waitFor();
    await page.keyboard.press('Home');
    await page.waitForFunction((list) => document.querySelector(list).scrollTop === 0, '.moves-scroll');
  });

  test('is listed, searched and scrolled', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await app.paste(LIST);
    await page.getByText(`${LISTED} games opened`).waitFor();
    const rows = page.locator('.game-item');
    assert.ok((await rows.count()) <= MOST_ROWS);
    await page.locator('.games-scroll').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    const last = page.locator(`[data-game="${LISTED - 1}"]`);
    await last.waitFor();
    assert.ok((await rows.count()) <= MOST_ROWS);
    await screenshot(page, 'long-file');
    await last.click();
    await page.locator(`[data-game="${LISTED - 1}"].current`).waitFor();
    // The keys go to the games beside it; behind the last there is none.
    await page.keyboard.press('p');
    await page.locator(`[data-game="${LISTED - 2}"].current`).waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    await page.locator(`[data-game="${LISTED - 1}"].current`).waitFor();
    // A search leaves fewer rows, and the list begins at its start again when it ends.
    await page.getByRole('searchbox').fill('1-0 zz-no-such');
    await page.getByRole('heading', { name: `0 of ${LISTED} games` }).waitFor();
    await page.getByRole('searchbox').fill('kasparov');
    const hits = LIST.split(/(?=^\[Event )/m).filter((game) => /^\[.*kasparov/im.test(game)).length;
    await page.getByRole('heading', { name: `${hits} of ${LISTED} games` }).waitFor();
    await page.getByRole('searchbox').fill('no player has this name');
    await page.getByText('No games match.').waitFor();
    await page.getByRole('searchbox').fill('');
    await rows.first().waitFor();
  });

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

  test('goes on being read behind another game, and can be taken back whole', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await app.paste(LIST);
    await page.locator('.game-item').first().waitFor();
    await app.paste('1. e4 e5 2. Nf3 *');
    await page.getByText('Game opened').waitFor();
    assert.deepEqual(await app.moves(), ['e4', 'e5', 'Nf3']);
    await page.locator(selectors.toast).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: new RegExp(`^${LISTED} games$`) }).waitFor();
  });

  test('may be followed by anything that cannot be opened', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await app.paste(LIST);
    await app.paste('8/8/8/8/8/8/8/8 w - - 0 1');
    await page.getByText('This could not be opened').waitFor();
    await page.getByText(`${LISTED} games opened`).waitFor();
  });
});

/**
 * Drops a text as a file, or pastes it where it has no name, waits for what `opened` names, and returns what the page's thread did
 * meanwhile. `first`: when a game was on the board, unless the text is refused.
 */
async function open(suite, { name, text, opened, isRefused = false }) {
  const { app, page, context } = await suite.open();
  await app.stopEngine();
  await page.evaluate(observeTasks);
  // The test's own way into the page is no part of what is measured.
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
  // What is too large for the board becomes a database of the library; its first game is on the board.
  if (!isRefused) await page.locator(selectors.moveListMove).first().waitFor();
  const first = Math.round((await now()) - started);
  await opened({ page }).first().waitFor({ timeout: 60_000 });
  const all = Math.round((await now()) - started);
  const { long } = await page.evaluate(() => window.tasks());
  const { traceEvents } = JSON.parse(await suite.browser.stopTracing());
  await context.close();
  return { long, busiest: busiestTask(traceEvents), first, all };
}
