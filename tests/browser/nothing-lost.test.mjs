// The board is saved automatically: after a reload, a closed tab and a killed browser it is restored.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { App } from './support/app.mjs';
import { openApp, serveApp } from './support/harness.mjs';
import { killAgainAndAgain } from './support/kill.mjs';
import { databaseBackup, exportChosen, openStoredData } from './support/stored-data.mjs';
import { browserSuite } from './support/suite.mjs';

const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq';
const AFTER_E4_E5 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq';
const TWO = '[White "Ann"]\n[Black "Zoe"]\n\n1. d4 d5 *\n\n[White "Ben"]\n[Black "Yve"]\n\n1. c4 (1. b3 e5) e5 *\n';

const play = async (app, ...squares) => {
  for (const square of squares) await app.click(square);
};
const saved = (page) => page.locator('.save-sign', { hasText: /^Saved$/ }).waitFor();
const recent = (page) => page.getByRole('dialog', { name: 'Recent games' });
const begin = async (page) => {
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('button', { name: 'Standard position' }).click();
};
/** Returns the saved records of a table. */
const kept = (page, table) =>
  page.evaluate(
    (name) =>
      new Promise((done, fail) => {
        const request = indexedDB.open('tabia');
        request.onerror = () => fail(request.error);
        request.onsuccess = () => {
          const all = request.result.transaction(name).objectStore(name).getAll();
          all.onsuccess = () => {
            request.result.close();
            done(all.result.map(({ json }) => json));
          };
        };
      }),
    table,
  );

browserSuite('nothing is lost', { isEngineOff: true }, (suite) => {
  test('game, position and orientation are restored at once after a reload', async () => {
    const { page, app } = await suite.open();
    await play(app, 'e2', 'e4', 'e7', 'e5');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('f');
    // Immediately: unwritten changes must not be lost either.
    await page.reload();
    await app.waitForFen(AFTER_E4);
    assert.deepEqual(await app.moves(), ['e4', 'e5']);
    assert.equal(await app.lowerLeftSquare(), 'h8');
    assert.equal((await kept(page, 'games')).length, 1);
  });

  test('an untouched board writes nothing', async () => {
    const { page, app } = await suite.open();
    await app.waitForFen(START);
    await page.keyboard.press('ArrowRight');
    await page.reload();
    await app.ready();
    for (const table of ['games', 'documents', 'files']) assert.deepEqual(await kept(page, table), []);
  });

  test('a reopened tab has its text, the edited game and the position', async () => {
    const { page, context, app } = await suite.open();
    await app.paste(TWO);
    await page.locator('.game-item').nth(1).click();
    await page.keyboard.press('End');
    await play(app, 'g1', 'f3');
    await saved(page);
    assert.equal((await kept(page, 'games')).length, 1);
    assert.equal((await kept(page, 'files')).length, 1);
    const fen = await app.fen();
    await page.close();
    const other = await context.newPage();
    await other.goto(suite.url);
    const again = await new App(other).ready();
    await again.waitForFen(fen);
    assert.equal(await other.locator('.game-item').count(), 2);
    assert.match(await other.locator('.game-item.current').innerText(), /Ben/);
    assert.deepEqual(await again.moves(), ['c4', 'b3', 'e5', 'e5', 'Nf3']);
  });

  test('each tab has its own board, and the same game in two of them becomes a copy', async () => {
    const { page, context, app } = await suite.open();
    await play(app, 'e2', 'e4');
    await saved(page);
    const second = await context.newPage();
    await second.goto(suite.url);
    const other = await new App(second).ready();
    await other.waitForFen(START);
    await second.keyboard.press('r');
    await recent(second).getByRole('button', { name: /Untitled analysis/ }).first().click();
    // The previous board shows the same position, so wait for the moves.
    await second.locator('.move[data-move]', { hasText: 'e4' }).waitFor();
    await recent(second).waitFor({ state: 'detached' });
    await second.keyboard.press('End');
    await other.waitForFen(AFTER_E4);
    await page.bringToFront();
    await play(app, 'e7', 'e5');
    await saved(page);
    await second.bringToFront();
    await play(other, 'c7', 'c5');
    await second.locator('.toast', { hasText: 'This game is now a copy' }).waitFor();
    await saved(second);
    assert.equal((await kept(second, 'games')).length, 2);
    assert.deepEqual(await other.moves(), ['e4', 'c5']);
    assert.deepEqual(await app.moves(), ['e4', 'e5']);
  });

  test('earlier boards are in the list of recent games: searched, opened, named, deleted and restored', async () => {
    const { page, app } = await suite.open();
    await play(app, 'e2', 'e4', 'e7', 'e5');
    await saved(page);
    await page.locator('.save-sign').click();
    await page.getByLabel('Name', { exact: true }).fill('My opening');
    await page.getByRole('combobox', { name: 'Labels' }).fill('work, gambits');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await begin(page);
    await app.paste(TWO);
    await page.locator('.game-item').first().waitFor();
    await page.getByRole('button', { name: 'Recent games' }).click();
    const list = recent(page);
    await list.locator('.recent-item').nth(1).waitFor();
    assert.match(await list.innerText(), /My opening[\s\S]*work/);
    await list.getByRole('searchbox').fill('gambits');
    await page.waitForFunction(() => document.querySelectorAll('.recent-item').length === 1);
    await list.getByRole('button', { name: 'Delete My opening' }).click();
    await list.getByText('No games match').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.toast', { hasText: 'Deleted' }).getByRole('button', { name: 'Undo' }).click();
    await page.keyboard.press('r');
    await recent(page).getByRole('button', { name: /^My opening/ }).click();
    // The previous game has just as many moves, so compare them.
    await page.waitForFunction(() => [...document.querySelectorAll('.move[data-move]')].map((cell) => cell.innerText.trim()).join() === 'e4,e5');
    await page.keyboard.press('End');
    await app.waitForFen(AFTER_E4_E5);
  });

  test('a text with several games joins the list of recent games once it is stored', async () => {
    const { page, app } = await suite.open();
    // The text is hashed before it is saved: hold that until the list is open.
    await page.evaluate(() => {
      const digest = crypto.subtle.digest.bind(crypto.subtle);
      const held = new Promise((done) => { window.release = done; });
      crypto.subtle.digest = async (...values) => {
        await held;
        return digest(...values);
      };
    });
    await app.paste(TWO);
    await page.locator('.game-item').first().waitFor();
    await page.getByRole('button', { name: 'Recent games' }).click();
    await recent(page).getByText('Nothing yet.').waitFor();
    await page.evaluate(() => window.release());
    await recent(page).locator('.recent-item').first().waitFor();
  });

  for (const [how, prepare, told] of [
    ['refuses to keep anything', () => { IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); }; }, /private windows/],
    ['does not answer', () => {
      localStorage.setItem('tabia.has-kept', '1');
      IDBFactory.prototype.open = function open() { return Object.create(IDBOpenDBRequest.prototype, { onsuccess: { writable: true }, onerror: { writable: true }, onblocked: { writable: true }, onupgradeneeded: { writable: true } }); };
    }, /does not respond/],
  ]) {
    test(`a browser that ${how} is reported once, and the games can be downloaded`, async () => {
      const opened = await openApp(suite.browser, suite.url, { visit: false });
      await opened.context.addInitScript(prepare);
      await opened.page.goto(suite.url);
      const other = await new App(opened.page).ready();
      await play(other, 'e2', 'e4');
      const toast = opened.page.locator('.toast', { hasText: 'Not saved' });
      await toast.waitFor();
      assert.match(await toast.innerText(), told);
      await opened.page.locator('.save-sign.fault').waitFor();
      await play(other, 'e7', 'e5');
      const [file] = await Promise.all([opened.page.waitForEvent('download'), toast.getByRole('button', { name: 'Download PGN' }).click()]);
      assert.match(readFileSync(await file.path(), 'utf8'), /1\. e4 e5/);
      assert.equal(await opened.page.locator('.toast', { hasText: 'Not saved' }).count(), 0, 'told once');
      await opened.context.close();
    });
  }

  test('a full disk is reported, and everything is written once there is room', async () => {
    // Set the quota first: the browser caches the available room for a while.
    const { page, context } = await openApp(suite.browser, suite.url, { visit: false });
    const session = await context.newCDPSession(page);
    const { origin } = new URL(suite.url);
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    await page.goto(suite.url);
    const app = await new App(page).ready();
    await play(app, 'e2', 'e4');
    await page.locator('.toast', { hasText: 'Not saved' }).waitFor();
    await page.locator('.save-sign.fault').waitFor();
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await page.locator('.toast', { hasText: 'saved again' }).waitFor({ timeout: 60_000 });
    await saved(page);
    await context.close();
  });

  test('everything is exported as one file, deleted, and imported', async () => {
    const { page, app } = await suite.open();
    await app.paste(TWO);
    await page.locator('.game-item').nth(1).click();
    await page.keyboard.press('End');
    await play(app, 'g1', 'f3');
    await saved(page);
    const before = { games: await kept(page, 'games'), files: await kept(page, 'files') };
    await openStoredData(page);
    const { name: fileName, bytes: backup } = await exportChosen(page);
    assert.match(fileName, /^tabia-\d{4}-\d\d-\d\d\.tabia$/);
    await page.getByRole('button', { name: 'Remove Games' }).click();
    await page.locator('.storage-confirm').getByRole('button', { name: 'Delete' }).click();
    await page.waitForFunction(() => document.querySelector('.storage-item .storage-size')?.innerText === 'none');
    assert.deepEqual(await kept(page, 'games'), []);
    const choose = (name, buffer) => page.locator('.import input[type="file"]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    const damaged = Buffer.from(backup);
    damaged[damaged.length - 3] ^= 1;
    for (const [bytes, reason] of [[damaged, /damaged/], [backup.subarray(0, -7), /7 bytes are missing/], [Buffer.from('1. e4 *'), /Not a Tabia backup/]]) {
      await choose('a.tabia', bytes);
      await page.locator('.import [role="alert"]', { hasText: reason }).waitFor();
      assert.deepEqual(await kept(page, 'games'), []);
    }
    await choose('a.tabia', backup);
    await page.getByText(/complete backup/).waitFor();
    await page.locator('.import').getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText(/^Imported/).waitFor();
    assert.deepEqual({ games: await kept(page, 'games'), files: await kept(page, 'files') }, before);
  });

  test('an import replaces stored data on request', async () => {
    const { page, app } = await suite.open();
    await play(app, 'e2', 'e4', 'e7', 'e5');
    await saved(page);
    const before = await kept(page, 'games');
    await openStoredData(page);
    const { bytes: backup } = await exportChosen(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await begin(page);
    await play(app, 'd2', 'd4');
    await saved(page);
    assert.equal((await kept(page, 'games')).length, 2);
    await openStoredData(page);
    const section = page.getByRole('region', { name: 'Import' });
    await section.locator('input[type="file"]').setInputFiles({ name: 'a.tabia', mimeType: 'application/octet-stream', buffer: backup });
    await page.getByText(/complete backup/).waitFor();
    await section.getByLabel(/is replaced: data not in the backup is deleted/).check();
    await section.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText(/^Imported/).waitFor();
    assert.deepEqual(await kept(page, 'games'), before);
    await section.getByRole('button', { name: 'Reload the page' }).click();
    await app.ready();
    await page.getByRole('button', { name: 'Recent games' }).click();
    await recent(page).locator('.recent-item').first().waitFor();
    assert.equal(await recent(page).locator('.recent-item').count(), 1);
  });

  test('an import ends when its databases are indexed, and fails if one cannot be', async () => {
    const { page, app } = await suite.open();
    const game = (number) => `[Event "Open"]\n[White "Player ${number}"]\n[Black "Rival"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1-0\n\n`;
    const count = 40_000;
    const text = Array.from({ length: count }, (_, number) => game(number)).join('');
    const backup = databaseBackup('large.pgn', text, count);
    const section = page.getByRole('region', { name: 'Import' });
    const begin = async () => {
      await section.locator('input[type="file"]').setInputFiles({ name: 'a.tabia', mimeType: 'application/octet-stream', buffer: backup });
      await page.getByText(/complete backup/).waitFor();
      await section.getByRole('button', { name: 'Import', exact: true }).click();
    };
    await openStoredData(page);
    // There is no room for a copy and its index.
    await page.evaluate(() => {
      window.estimate = StorageManager.prototype.estimate;
      StorageManager.prototype.estimate = async () => ({ usage: 0, quota: 1_000_000 });
    });
    await begin();
    await section.getByRole('alert').filter({ hasText: 'large.pgn' }).waitFor();
    await page.evaluate(() => { StorageManager.prototype.estimate = window.estimate; });
    await begin();
    await page.getByText(/^Imported/).waitFor();
    await section.getByRole('button', { name: 'Reload the page' }).click();
    await app.ready();
    await page.evaluate(() => { location.hash = '#/library'; });
    const database = page.locator('.library-databases > li', { hasText: 'large.pgn' });
    await database.locator('.library-count', { hasText: '40,000' }).waitFor();
    assert.equal(await database.locator('progress, [role="progressbar"]').count(), 0);

    // An export shows its progress and can be cancelled.
    await page.evaluate(() => { location.hash = '#/'; });
    await openStoredData(page);
    await page.evaluate(() => {
      window.arrayBuffer = Blob.prototype.arrayBuffer;
      Blob.prototype.arrayBuffer = () => new Promise(() => {});
    });
    const start = page.getByRole('button', { name: 'Export chosen' });
    await start.click();
    await page.getByText(/^Exporting: Databases… [1-9]\d? %$/).waitFor();
    await page.getByRole('button', { name: 'Cancel export' }).click();
    await page.getByRole('button', { name: 'Cancel export' }).waitFor({ state: 'detached' });
    await page.evaluate(() => { Blob.prototype.arrayBuffer = window.arrayBuffer; });
    assert.ok(await start.isEnabled());
    // Takes seconds, without a read per game, and contains the database byte for byte.
    const began = performance.now();
    const { bytes } = await exportChosen(page);
    assert.ok(bytes.includes(text), `${bytes.length} bytes`);
    assert.ok(performance.now() - began < 20_000, `the export took ${performance.now() - began} ms`);
  });
});

test('the browser is killed again and again, and at most the last second is missing', async (t) => {
  const seed = Number(process.env.TABIA_KILL_SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`seed ${seed}`);
  const server = await serveApp();
  try {
    const { results } = await killAgainAndAgain({ url: server.url, kills: 6, seed });
    assert.equal(results.length, 6);
    t.diagnostic(results.map(({ actions, lostMs }) => `${actions} actions, ${lostMs} ms lost`).join('; '));
  } finally {
    await server.close();
  }
});
