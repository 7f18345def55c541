// Opening a game that is already open, and closing a page while a game is being stored: nothing is lost, nothing is stored twice, and the
// writing ends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { App } from './support/app.mjs';
import { openApp } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const AFTER_E4_E5_NF3 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq';
const many = (count) => Array.from({ length: count }, (_, number) => `[White "Player ${number + 1}"]\n[Black "Rival"]\n\n1. d4 d5 *\n\n`).join('');

const play = async (app, ...squares) => {
  for (const square of squares) await app.click(square);
};
const saved = (page) => page.locator('.save-sign', { hasText: /^Saved$/ }).waitFor();
const recent = (page) => page.getByRole('dialog', { name: 'Recent games' });
const reopen = async (page, name) => {
  await page.keyboard.press('r');
  await recent(page).getByRole('button', { name }).first().click();
  await recent(page).waitFor({ state: 'detached' });
};
const begin = async (page) => {
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('button', { name: 'Standard position' }).click();
};

/** Returns the entries of the stored games. */
const storedGames = (page) =>
  page.evaluate(async () => {
    const answer = (request) => new Promise((done, fail) => Object.assign(request, { onsuccess: () => done(request.result), onerror: () => fail(request.error) }));
    const database = await answer(indexedDB.open('tabia'));
    const all = await answer(database.transaction('games').objectStore('games').getAll());
    database.close();
    return all.map(({ json }) => JSON.parse(json));
  });

/** Waits until exactly one game is stored, with `plies` half-moves including variations. */
const untilStored = (page, plies) =>
  until(page, async (wanted) => {
    const answer = (request) => new Promise((done, fail) => Object.assign(request, { onsuccess: () => done(request.result), onerror: () => fail(request.error) }));
    const database = await answer(indexedDB.open('tabia'));
    const all = await answer(database.transaction('games').objectStore('games').getAll());
    database.close();
    const found = all.map(({ json }) => JSON.parse(json)).map((game) => game.plies + game.variation_plies);
    return found.length === 1 && found[0] === wanted;
  }, plies);

/** Waits until the stored games have these numbers of half-moves. */
const untilPlies = (page, plies) =>
  until(page, async (wanted) => {
    const answer = (request) => new Promise((done, fail) => Object.assign(request, { onsuccess: () => done(request.result), onerror: () => fail(request.error) }));
    const database = await answer(indexedDB.open('tabia'));
    const all = await answer(database.transaction('games').objectStore('games').getAll());
    database.close();
    return String(all.map(({ json }) => JSON.parse(json).plies).sort()) === String(wanted);
  }, plies);

/** Runs in the page before anything else: counts the writes to each table, and refuses files while `areFilesRefused`. */
function watchStore() {
  window.puts = {};
  window.areFilesRefused = true;
  for (const name of ['put', 'add']) {
    const own = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (...all) {
      window.puts[this.name] = (window.puts[this.name] ?? 0) + 1;
      if (window.areFilesRefused && this.name === 'files') throw new DOMException('no room', 'QuotaExceededError');
      return own.apply(this, all);
    };
  }
}

/** Runs in the page before anything else: delays the reply to each write by a second. */
function slowReplies() {
  window.commits = 0;
  const own = IDBTransaction.prototype.addEventListener;
  IDBTransaction.prototype.addEventListener = function (name, listener, ...rest) {
    const isSlow = name === 'complete' && this.mode === 'readwrite';
    const slow = (event) => {
      window.commits += 1;
      setTimeout(listener, 1000, event);
    };
    return own.call(this, name, isSlow ? slow : listener, ...rest);
  };
}

browserSuite('games that are opened again', { isEngineOff: true }, (suite) => {
  /** Opens the page and runs `prepare` before anything else. */
  async function open(prepare) {
    const { page, context, problems } = await openApp(suite.browser, suite.url, { visit: false, isEngineOff: true });
    await context.addInitScript(prepare);
    await page.goto(suite.url);
    const close = async () => {
      assert.deepEqual(problems, []);
      await context.close();
    };
    return { page, close, app: await new App(page).ready() };
  }

  test('on a nearly full disk a game of a text that does not fit is opened again and played on', async () => {
    const { page, app, close } = await open(watchStore);
    await app.paste(many(30));
    await page.locator('.toast', { hasText: 'Not saved' }).waitFor();
    await play(app, 'e2', 'e4');
    await untilStored(page, 3);
    await reopen(page, /Player 1 /);
    await play(app, 'e7', 'e5');
    await untilStored(page, 4);
    const moves = await app.moves();
    assert.ok(['e4', 'e5'].every((move) => moves.includes(move)), `${moves}`);
    // The text is retried; the game isn't written again.
    const before = await page.evaluate(() => ({ ...window.puts }));
    await page.waitForFunction((files) => window.puts.files >= files + 2, before.files);
    assert.equal(await page.evaluate(() => window.puts.games), before.games);
    // The data saved when the page is hidden contains the game once.
    await play(app, 'g1', 'f3');
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));
    const left = await page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.startsWith('tabia.unsaved.')).map(([, text]) => JSON.parse(text).games.length));
    assert.ok(left.every((games) => games <= 1), `${left}`);
    await page.reload();
    await untilStored(page, 5);
    await page.waitForFunction(() => Object.keys(localStorage).every((name) => !name.startsWith('tabia.unsaved.')));
    await close();
  });

  test('a game reopened before its last move is stored has that move', async () => {
    for (const isElsewhere of [false, true]) {
      const { page, app, close } = await open(slowReplies);
      await play(app, 'e2', 'e4');
      await saved(page);
      await play(app, 'e7', 'e5');
      if (isElsewhere) {
        // Undo doesn't lead back to it either.
        await begin(page);
        await begin(page);
      }
      await reopen(page, /Untitled analysis/);
      await page.waitForFunction(() => document.querySelectorAll('.move[data-move]').length === 2);
      await page.keyboard.press('End');
      await play(app, 'g1', 'f3');
      await app.waitForFen(AFTER_E4_E5_NF3);
      await untilStored(page, 3);
      await saved(page);
      assert.equal(await page.locator('.toast', { hasText: 'copy' }).count(), 0);
      await close();
    }
  });

  test('a reload while the move before the last is being stored does not double the game', async () => {
    const { page, app, close } = await open(slowReplies);
    await play(app, 'e2', 'e4');
    await saved(page);
    const commits = await page.evaluate(() => window.commits);
    await play(app, 'e7', 'e5');
    await page.waitForFunction((before) => window.commits > before, commits);
    await play(app, 'g1', 'f3');
    await page.reload();
    await app.waitForFen(AFTER_E4_E5_NF3);
    await untilStored(page, 3);
    assert.equal(await page.locator('.toast', { hasText: 'copy' }).count(), 0);
    await close();
  });

  test('the same game pasted twice is one game, unless edited in between', async () => {
    const { page, app } = await suite.open();
    const text = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 *';
    await app.pasteGame(text);
    await untilPlies(page, [2]);
    await app.pasteGame('[White "Carl"]\n[Black "Dora"]\n\n1. d4 d5 2. c4 *');
    await untilPlies(page, [2, 3]);
    await app.pasteGame(text);
    await saved(page);
    const newest = (name) => recent(page).locator('.recent-item').first().locator('.recent-title', { hasText: name }).waitFor();
    await page.keyboard.press('r');
    await newest('Anna');
    // Nor does it matter from where a game is opened again.
    await recent(page).getByRole('button', { name: /^Carl/ }).click();
    await recent(page).waitFor({ state: 'detached' });
    await page.keyboard.press('r');
    await newest('Carl');
    await page.keyboard.press('Escape');
    await recent(page).waitFor({ state: 'detached' });
    // Also on another day.
    await page.reload();
    await begin(page);
    await app.pasteGame(text);
    await saved(page);
    await page.keyboard.press('r');
    await recent(page).locator('.recent-title').first().waitFor();
    const names = await recent(page).locator('.recent-title').allInnerTexts();
    assert.equal(names.filter((name) => name.includes('Anna')).length, 1, names.join());
    await page.keyboard.press('Escape');
    await recent(page).waitFor({ state: 'detached' });
    // An edited game is never replaced by what it once was.
    await page.keyboard.press('End');
    await play(app, 'g1', 'f3', 'b8', 'c6');
    await untilPlies(page, [3, 4]);
    for (let time = 0; time < 2; time += 1) {
      await app.pasteGame(text);
      await untilPlies(page, [2, 3, 4]);
      await begin(page);
    }
    assert.equal(await page.locator('.toast', { hasText: 'copy' }).count(), 0);
  });

  test('backups of an older version, doubled or of a closed tab, are recovered', async () => {
    const { page, app } = await suite.open();
    await play(app, 'e2', 'e4');
    await saved(page);
    const [entry] = await storedGames(page);
    await page.evaluate((stored) => {
      const id = sessionStorage.getItem('tabia.workspace');
      const workspace = { id, games: { 0: stored.id }, path: [0, 0] };
      const games = ['1. e4 e5 *', '1. e4 c5 *'].map((pgn) => [stored, pgn]);
      localStorage.setItem(`tabia.unsaved.${id}`, JSON.stringify({ workspace, games }));
      const closed = { ...stored, id: 'closed', revision: 0 };
      localStorage.setItem('tabia.unsaved.other', JSON.stringify({ workspace: { id: 'other', games: { 0: 'closed' } }, games: [[closed, '1. d4 *']] }));
    }, entry);
    await page.reload();
    await page.waitForFunction(() => Object.keys(localStorage).every((name) => !name.startsWith('tabia.unsaved.')));
    await page.waitForFunction(() => [...document.querySelectorAll('.move[data-move]')].map((cell) => cell.innerText.trim()).join() === 'e4,c5');
    const read = () => page.evaluate(async () => {
      const answer = (request) => new Promise((done, fail) => Object.assign(request, { onsuccess: () => done(request.result), onerror: () => fail(request.error) }));
      const database = await answer(indexedDB.open('tabia'));
      const texts = await answer(database.transaction('game_texts').objectStore('game_texts').getAll());
      database.close();
      return texts.map(({ content }) => new TextDecoder().decode(content));
    });
    const texts = (await read()).map((text) => text.split('\n\n').at(-1).trim());
    assert.deepEqual(texts.toSorted(), ['1. d4 *', '1. e4 c5 *', '1. e4 e5 *']);
  });

  test('the list of recent games shows how many games a long text has', async () => {
    const { page, app } = await suite.open();
    await app.paste(many(331));
    await page.keyboard.press('r');
    await recent(page).getByText(/^331 games/).waitFor();
  });
});
