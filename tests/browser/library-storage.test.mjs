// The library's databases: stored in the browser's file system or, without one, in its database; truncated, full, removed elsewhere; files
// of every kind.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { addLibraryClient, chooseFile } from './support/library-worker.mjs';
import { browserSuite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tabia-library-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const game = (number) =>
  `[Event "Open ${number % 50}"]\n[Site "?"]\n[Date "${1950 + (number % 70)}.01.02"]\n[White "Player ${number % 997}"]\n[Black "Rival ${number % 313}"]\n[Result "1-0"]\n\n` +
  '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 1-0\n\n';

/** Writes a file with `count` games to disk. */
function games(name, count) {
  const path = join(folder, name);
  writeFileSync(path, Array.from({ length: count }, (_, number) => game(number)).join(''));
  return path;
}

/** Finds the database with this name in the side list. */
const database = (page, name) => page.locator('.library-database', { hasText: name });

async function openLibrary(page) {
  await page.evaluate(() => {
    location.hash = '#/library';
  });
  await page.locator('.library-side').waitFor();
}

const addFile = (page, path) => page.locator('input.library-file').setInputFiles(path);

/** Waits until a database is ready with `count` games. */
async function waitForDatabase(page, name, count) {
  const item = page.locator('.library-databases > li', { hasText: name });
  await item.locator('.library-count', { hasText: count }).waitFor();
  await item.locator('progress, [role="progressbar"]').waitFor({ state: 'detached' });
}

/** Returns the names of the files in the browser's file system. */
const filesOnDisk = (page) =>
  page.evaluate(async () => {
    const names = [];
    try {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('library');
      for await (const name of folder.keys()) names.push(name);
    } catch {
      // No database has been added.
    }
    return names;
  });

/** Truncates the saved indexes. */
const damageIndexes = (page) =>
  page.evaluate(async () => {
    const files = await (await navigator.storage.getDirectory()).getDirectoryHandle('library');
    for await (const name of files.keys()) {
      if (!name.endsWith('.index')) continue;
      const file = await (await files.getFileHandle(name)).createWritable({ keepExistingData: true });
      await file.truncate(1000);
      await file.close();
    }
  });

/** Prepends lines to the worker's script. */
const patchWorker = (page, lines) =>
  page.route('**/library-host.js*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${lines}\n${await response.text()}` });
  });

browserSuite('databases of the library', { isEngineOff: true }, (suite) => {
  test('a large file opened on the board becomes a database, its first game is shown, and both survive a reload', async () => {
    const path = games('large.pgn', 20_000);
    const { page } = await suite.open();
    await page.locator('input[type="file"]').first().setInputFiles(path);
    await page.waitForFunction(() => document.querySelectorAll('.move[data-move]').length === 20);
    await page.getByText('large.pgn is in the library').waitFor();
    await page.reload();
    await openLibrary(page);
    await waitForDatabase(page, 'large.pgn', '20,000');
    assert.equal((await filesOnDisk(page)).length, 2);
    await database(page, 'large.pgn').click();
    await page.locator('[role="grid"]').getByText('Player 0').first().waitFor();
  });

  test('without the file system of the browser, the database is stored next to its index', async () => {
    const { page } = await suite.open();
    await patchWorker(page, 'delete StorageManager.prototype.getDirectory;');
    await openLibrary(page);
    await addFile(page, games('kept.pgn', 500));
    await waitForDatabase(page, 'kept.pgn', '500');
    assert.deepEqual(await filesOnDisk(page), []);
    await page.reload();
    await openLibrary(page);
    await waitForDatabase(page, 'kept.pgn', '500');
    await database(page, 'kept.pgn').click();
    await page.locator('[role="grid"]').getByText('Player 0').first().waitFor();
  });

  test('a page closed while a file is read leaves nothing behind, and the next one reports it', async () => {
    const { page, context } = await suite.open();
    // The worker stops halfway.
    await patchWorker(
      page,
      'const write = FileSystemSyncAccessHandle.prototype.write; let written = 0;' +
        'FileSystemSyncAccessHandle.prototype.write = function (...all) { written += all[0].byteLength; if (written > 1e6) for (;;); return write.apply(this, all); };',
    );
    await openLibrary(page);
    await addFile(page, games('cut.pgn', 20_000));
    await database(page, 'cut.pgn').waitFor();
    await page.locator('.library-databases > li', { hasText: 'cut.pgn' }).locator('progress, [role="progressbar"]').waitFor();
    const other = await context.newPage();
    await other.goto(suite.url);
    await until(other, async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('library').catch(() => undefined);
      return folder !== undefined;
    });
    await page.close();
    await openLibrary(other);
    await other.getByText(/cut\.pgn/).first().waitFor();
    await other.locator('.toast', { hasText: 'cut.pgn' }).waitFor();
    await database(other, 'cut.pgn').waitFor({ state: 'detached' });
    assert.deepEqual(await filesOnDisk(other), []);
  });

  test('a full disk is reported, and nothing of the file stays', async () => {
    const { page } = await suite.open();
    await patchWorker(
      page,
      'const write = FileSystemSyncAccessHandle.prototype.write; let written = 0;' +
        'FileSystemSyncAccessHandle.prototype.write = function (...all) { written += all[0].byteLength; if (written > 2e6) throw new DOMException("no room", "QuotaExceededError"); return write.apply(this, all); };',
    );
    await openLibrary(page);
    await addFile(page, games('full.pgn', 20_000));
    await page.locator('.toast', { hasText: /Not enough room/ }).waitFor();
    await database(page, 'full.pgn').waitFor({ state: 'detached' });
    assert.deepEqual(await filesOnDisk(page), []);
  });

  test('two tabs read one database, and a removal is shown in the other', async () => {
    const { page, context } = await suite.open();
    await openLibrary(page);
    await addFile(page, games('shared.pgn', 500));
    await waitForDatabase(page, 'shared.pgn', '500');
    const other = await context.newPage();
    await other.goto(suite.url);
    await openLibrary(other);
    await database(other, 'shared.pgn').click();
    await other.locator('[role="grid"]').getByText('Player 0').first().waitFor();
    await database(page, 'shared.pgn').click();
    await page.locator('[role="grid"]').getByText('Player 0').first().waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await database(page, 'shared.pgn').waitFor({ state: 'detached' });
    await other.locator('.toast', { hasText: 'shared.pgn' }).waitFor();
    await database(other, 'shared.pgn').waitFor({ state: 'detached' });
    assert.deepEqual(await filesOnDisk(page), []);
  });

  test('a database whose index is damaged is indexed again from its own copy', async () => {
    const { page } = await suite.open();
    await openLibrary(page);
    await addFile(page, games('mended.pgn', 500));
    await waitForDatabase(page, 'mended.pgn', '500');
    await damageIndexes(page);
    await page.reload();
    await openLibrary(page);
    await database(page, 'mended.pgn').click();
    await page.locator('[role="grid"]').getByText('Player 0').first().waitFor();
    await waitForDatabase(page, 'mended.pgn', '500');
  });

  test('a database removed during reindexing is deleted with its files', async () => {
    const { page } = await suite.open();
    await openLibrary(page);
    await addFile(page, games('gone.pgn', 500));
    await waitForDatabase(page, 'gone.pgn', '500');
    await damageIndexes(page);
    // The worker reads no file until it is told to.
    await patchWorker(
      page,
      '{ const go = new Promise((done) => { new BroadcastChannel("read on").onmessage = done; }); const { prototype } = ReadableStreamBYOBReader;' +
        'const read = prototype.read; prototype.read = async function (...all) { await go; return read.apply(this, all); }; }',
    );
    await page.reload();
    await openLibrary(page);
    await database(page, 'gone.pgn').click();
    await page.locator('.library-databases > li', { hasText: 'gone.pgn' }).locator('progress, [role="progressbar"]').waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.evaluate(() => new BroadcastChannel('read on').postMessage(''));
    await database(page, 'gone.pgn').waitFor({ state: 'detached' });
    await until(page, async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('library');
      for await (const name of folder.keys()) return !name;
      return true;
    });
    await page.reload();
    await openLibrary(page);
    await page.getByRole('button', { name: 'Load an example' }).waitFor();
    assert.equal(await database(page, 'gone.pgn').count(), 0);
  });
});

browserSuite('files of every kind', { isEngineOff: true }, (suite) => {
  /** Makes the worker index a file; returns its contents, or the error. */
  async function add(page, name, content) {
    const path = join(folder, name);
    writeFileSync(path, content);
    await chooseFile(page, path);
    return page.evaluate(async (id) => {
      try {
        const { Added } = await window.worker.ask({ Add: { id, kind: 'Pgn', file: window.chosen, on_disk: true } });
        const { Text } = await window.worker.ask({ Text: { id, game: 0 } }).catch((error) => ({ Text: { pgn: error.message } }));
        const { Problems } = await window.worker.ask({ Problems: { id, from: 0, count: 5 } });
        return { ...Added.facts, text: Text.pgn.slice(0, 300), reason: Problems.problems[0]?.reason };
      } catch (error) {
        return { refused: error.message };
      }
    }, name);
  }

  test('each is read or refused with its reason, and the worker continues', async () => {
    const { page } = await suite.open();
    await addLibraryClient(page);
    await page.evaluate(() => {
      window.worker = window.library(document.querySelector('meta[name=tabia-library-worker]').content);
    });
    const utf16 = Buffer.from(`\ufeff${game(1)}`, 'utf16le');
    assert.match((await add(page, 'utf16.pgn', utf16)).refused, /UTF-16/);
    assert.match((await add(page, 'empty.pgn', '')).refused, /empty/);
    assert.match((await add(page, 'binary.pgn', Buffer.from(Array.from({ length: 9000 }, (_, at) => (at * 7) % 11)))).refused, /not a text file/);
    assert.match((await add(page, 'blank.pgn', '\n \n')).refused, /no games/);

    const headers = await add(page, 'headers.pgn', '[Event "a"]\n[White "x"]\n\n*\n\n[Event "b"]\n[White "y"]\n\n*\n');
    assert.equal(headers.games, 2);
    const large = await add(page, 'ten-megabytes.pgn', `[Event "large"]\n\n1. e4 {${'words '.repeat(1_700_000)}} e5 *\n\n${game(1)}`);
    assert.equal(large.games, 2);
    assert.match(large.text, /10\.2 MB.*up to 1 MB/);
    const nested = await add(page, 'nested.pgn', `[Event "nested"]\n\n1. e4 ${'(1. d4 '.repeat(10_000)}${')'.repeat(10_000)} e5 *\n`);
    assert.deepEqual([nested.games, nested.errors], [1, 0]);
    const shuffle = Array.from({ length: 25_000 }, () => 'Nf3 Nf6 Ng1 Ng8').join(' ');
    const long = await add(page, 'long.pgn', `[Event "long"]\n\n${shuffle} *\n`);
    assert.equal(long.games, 1);
    assert.match(long.reason, /too long|half-moves|moves/);
    assert.equal((await add(page, 'good.pgn', game(1).repeat(3))).games, 3);
  });
});
