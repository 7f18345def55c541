// Full storage: every page that saves something reports it, nothing stored is lost, and saving works again once there is room. The board,
// the library and the stores have separate tests: nothing-lost, library-storage and storage.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { foreignEngine } from '../engines/foreign.mjs';
import { App } from './support/app.mjs';
import { openApp } from './support/harness.mjs';
import { download, games, quick, start, unitsOf, waitForGames, waitForState } from './support/lab-page.mjs';
import { SHARED_DATA } from './support/paths.mjs';
import { PlayPage } from './support/play.mjs';
import { ReportPanel } from './support/report.mjs';
import { browserSuite } from './support/suite.mjs';
import { ToolsPage } from './support/tools.mjs';
import { until, untilKept } from './support/until.mjs';

const SMALL_BOOK = join(SHARED_DATA, 'polyglot', 'cutechess_book_small.bin');
const PROBLEM = '6k1/5ppp/8/8/8/8/8/3RK3 w - - bm Rd8#;';
const FULL = /storage of this page is full/;
const toast = (page, text) => page.locator('.toast', { hasText: text });

/** Runs in the page before anything else: makes writes fail while `isFull`. */
function fill() {
  window.isFull = false;
  for (const name of ['put', 'add']) {
    const own = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (...all) {
      if (window.isFull) throw new DOMException('no room', 'QuotaExceededError');
      return own.apply(this, all);
    };
  }
}

browserSuite('a browser without room', { isEngineOff: true }, (suite) => {
  /** Opens the page; `setFull` makes storage full or frees it. */
  async function open(hash = '') {
    const { page, context, problems } = await openApp(suite.browser, suite.url, { visit: false });
    await context.addInitScript(fill);
    await page.goto(suite.url + hash);
    const setFull = (is) => page.evaluate((isFull) => { window.isFull = isFull; }, is);
    const close = async () => {
      assert.deepEqual(problems, []);
      await context.close();
    };
    return { page, setFull, close, app: new App(page) };
  }

  test('an engine is added once there is room', async () => {
    const { page, app, setFull, close } = await open();
    await app.ready();
    await app.startEngine();
    await app.waitForLines();
    await setFull(true);
    await app.drop('none.js', Buffer.from(foreignEngine('none')));
    await toast(page, FULL).first().waitFor();
    await app.waitForLines();
    await setFull(false);
    await app.drop('none.js', Buffer.from(foreignEngine('none')));
    await page.locator('.analysis .engine-name').first().filter({ hasText: 'Foreign none' }).waitFor();
    await close();
  });

  test('a book is stored once there is room', async () => {
    const { page, setFull, close } = await open('#/book');
    const book = page.locator('.saved-book', { hasText: 'cutechess_book_small.bin' });
    await page.locator('.saved-book').first().waitFor();
    await setFull(true);
    await page.locator('.saved-book-file').setInputFiles(SMALL_BOOK);
    await page.getByText(FULL).first().waitFor();
    assert.equal(await book.getByText('stored in this browser').count(), 0);
    await setFull(false);
    await page.locator('.saved-book-file').setInputFiles(SMALL_BOOK);
    await book.getByText('stored in this browser').waitFor();
    await close();
  });

  test('a match is paused with the reason, and continues once there is room', async () => {
    const { page, setFull, close } = await open('#/lab');
    await page.getByRole('button', { name: 'Start', exact: true }).and(page.locator(':enabled')).waitFor({ timeout: 60_000 });
    // More games than can finish before storage is full.
    await quick(page, { games: '100' });
    await start(page);
    await waitForGames(page, 2);
    await setFull(true);
    await page.locator('.lab-reason').getByText(FULL).first().waitFor();
    await waitForState(page, 'paused');
    await setFull(false);
    await page.getByRole('button', { name: 'Resume' }).click();
    await waitForState(page, 'complete');
    assert.equal(await games(page), 100);
    assert.deepEqual(unitsOf((await download(page, 'Match file')).text).map(({ unit }) => unit).toSorted((a, b) => a - b), [...Array(50).keys()]);
    await close();
  });

  test('a match whose data the browser has deleted can be saved from the tab that plays it', async () => {
    const { page, close } = await open('#/lab');
    await page.getByRole('button', { name: 'Start', exact: true }).and(page.locator(':enabled')).waitFor({ timeout: 60_000 });
    await quick(page, { games: '12' });
    await start(page);
    await waitForState(page, 'complete');
    assert.equal(await games(page), 12);
    // Browsers do this to a site's data on a full disk.
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: new URL(suite.url).origin, storageTypes: 'indexeddb' });
    const { text } = await download(page, 'Match file');
    assert.deepEqual(unitsOf(text).map(({ unit }) => unit).toSorted((a, b) => a - b), [...Array(6).keys()]);
    await page.getByText(/The browser deleted this site's data/).first().waitFor();
    const pgn = await download(page, 'PGN');
    assert.equal(pgn.text.match(/\[Event /g).length, 12);
    await close();
  });

  test('a run of a suite reports it once, and everything is stored once there is room', async () => {
    const { page, app, setFull, close } = await open();
    await app.ready();
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'suites');
    await tools.prepare(Array(4).fill(PROBLEM).join('\n'), { 'Nodes a position': 20_000, 'Engines at once': 1 });
    await setFull(true);
    await tools.button('Start').click();
    await toast(page, FULL).first().waitFor();
    await tools.waitForAttempts();
    assert.equal(await toast(page, FULL).count(), 1);
    await setFull(false);
    await untilKept(page, 'suite-outcome', 4);
    await page.reload();
    const earlier = tools.main.getByRole('region', { name: 'Earlier runs' });
    await earlier.getByRole('button', { name: /^Pasted suite/ }).click();
    await tools.waitForAttempts();
    assert.equal((await tools.rows()).length, 4);
    await close();
  });

  test('a report starts once there is room', async () => {
    const { page, app, setFull, close } = await open();
    await app.ready();
    await app.paste('1. e4 e5 2. Nf3 Nc6 *');
    const report = new ReportPanel(page);
    await report.switchOn();
    await setFull(true);
    await report.start({ nodes: 2000, workers: 1 });
    await page.getByText(FULL).first().waitFor();
    // The message stays until closed and may cover the button.
    await page.locator('.toast.fault').getByRole('button', { name: 'Close' }).first().click();
    await setFull(false);
    await report.start({ nodes: 2000, workers: 1 });
    await report.waitUntilDone();
    assert.ok((await report.numbers()).Accuracy);
    await close();
  });

  test('the end of a played game waits for room, also when the next game is set up meanwhile', async () => {
    const { page, app, setFull, close } = await open();
    await app.ready();
    const play = await PlayPage.open(page);
    await play.begin({ opponent: 'A person here' });
    for (const [place, move] of ['f3', 'e5', 'g4'].entries()) {
      await play.type(move);
      await play.waitForMoves(place + 1);
    }
    /** Waits until the saved games have `plies` half-moves and `unfinished` games can be resumed. */
    const kept = (plies, unfinished) =>
      until(page, async (wanted) => {
        const answer = (request) => new Promise((done, fail) => Object.assign(request, { onsuccess: () => done(request.result), onerror: () => fail(request.error) }));
        const database = await answer(indexedDB.open('tabia'));
        const stores = database.transaction(['games', 'documents']);
        const games = await answer(stores.objectStore('games').getAll());
        const played = await answer(stores.objectStore('documents').getAllKeys());
        database.close();
        const found = games.map(({ json }) => JSON.parse(json).plies);
        return `${found} ${played.filter(([kind]) => kind === 'played').length}` === wanted;
      }, `${plies} ${unfinished}`);
    await kept(3, 1);
    await setFull(true);
    await play.type('Qh4#');
    await play.result();
    await toast(page, FULL).first().waitFor();
    await page.getByRole('region', { name: 'Result' }).getByRole('button', { name: 'New game' }).click();
    await play.waitForStage('setup');
    await setFull(false);
    // The whole game is among the user's games, and nothing is left to resume.
    await kept(4, 0);
    await close();
  });

  test('a played game that found no room is not lost with the page, and can be saved as a file', async () => {
    const { page, app, setFull, close } = await open();
    await app.ready();
    const play = await PlayPage.open(page);
    await play.begin({ opponent: 'A person here' });
    await setFull(true);
    for (const [place, move] of ['f3', 'e5', 'g4', 'Qh4#'].entries()) {
      await play.type(move);
      await play.waitForMoves(place + 1);
    }
    const result = await play.result();
    const told = page.locator('.play-result .play-failed');
    await told.getByText(FULL).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), told.getByRole('button', { name: 'Download PGN' }).click()]);
    assert.match(readFileSync(await file.path(), 'utf8'), /2\. g4 .*Qh4#/s);
    // There is room after the reload.
    await page.reload();
    assert.deepEqual(await play.result(), result);
    await until(page, () => Object.keys(localStorage).every((name) => !name.startsWith('tabia.unsaved.game.')));
    await told.waitFor({ state: 'detached' });
    await page.reload();
    assert.deepEqual(await play.result(), result);
    await close();
  });
});
