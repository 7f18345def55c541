// Reading a file of thousands of games while the page stays usable.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectors, sharedText } from './support/app.mjs';
import { screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

const FILE = sharedText('games', 'gnuchess-book-sample-8k.pgn');
/** Maximum number of games on the board; larger files become a database. */
const LISTED = 2000;
const LIST = FILE.split(/(?=^\[Event )/m).slice(0, LISTED).join('');
/** Limit on the number of rows in the document at once. */
const MOST_ROWS = 100;

browserSuite('a file of thousands of games', { isEngineOff: true }, (suite) => {
  test('the last move of a long game can be reached while the rest of its list is rendered', async () => {
    const { app, page } = await suite.open({ isEngineOff: true });
    await app.paste(`[Event "long"]\n\n${'Nf3 Nf6 Ng1 Ng8 '.repeat(2_000)}*\n`);
    await page.locator(selectors.moveListMove).first().waitFor();
    await page.keyboard.press('End');
    const last = page.locator(`${selectors.currentMove}[data-move="7999"]`);
    await last.waitFor();
    const [list, cell] = [await page.locator('.moves-scroll').boundingBox(), await last.boundingBox()];
    assert.ok(cell.y >= list.y && cell.y + cell.height <= list.y + list.height, 'it is in view');
    // Playing on keeps the list's scroll position.
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
    // The keys step through the neighbouring games; after the last there is none.
    await page.keyboard.press('p');
    await page.locator(`[data-game="${LISTED - 2}"].current`).waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    await page.locator(`[data-game="${LISTED - 1}"].current`).waitFor();
    // A search leaves fewer rows, and afterwards the list starts at the top again.
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

  test('is read on after another game is opened, and opening it can be undone', async () => {
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
