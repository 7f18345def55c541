// Storage in the browser: the stores on their own, in the engine harness's page.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { scriptedEngine } from '../engines/scripted.mjs';
import { prepareHarness } from './support/engine-harness.mjs';
import { launchBrowser, openApp, serveApp } from './support/harness.mjs';

let browser;
let server;
before(async () => {
  server = await serveApp({ dir: prepareHarness(scriptedEngine('good')) });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens the harness with a separate database; `prepare` runs in the page before everything else. */
async function withPage(body, prepare) {
  const { page, context, problems } = await openApp(browser, server.url, { visit: false });
  if (prepare) await context.addInitScript(prepare);
  const visit = async (page) => {
    await page.goto(server.url);
    await page.waitForFunction(() => window.isReady);
    await page.evaluate(() => {
      window.storage = new window.wasm.StorageHarness();
    });
    return page;
  };
  await visit(page);
  await body(page, { context, visit });
  await context.close();
  assert.deepEqual(problems, []);
}

/** Returns the error with which a call is refused. */
const refusal = (page, call) => page.evaluate(`Promise.resolve(${call}).then(() => 'nothing was refused', String)`);

test('IndexedDB keeps the contract of stores', () =>
  withPage(async (page) => {
    await page.evaluate(() => window.wasm.storage_contract());
  }));

test('IndexedDB behaves like the in-memory store', () =>
  withPage(async (page) => {
    for (const seed of [1, 2, 3]) await page.evaluate((seed) => window.wasm.storage_compare(seed, 60), seed);
  }));

test('a database of an older version is upgraded', () =>
  withPage(async (page) => {
    const records = [0, 1, 2, 3, 4].map((key) => `sha256${key}! 3`).join(', ');
    assert.equal(await page.evaluate(() => window.wasm.storage_upgrade()), `0 units; ${records}`);
  }));

test('a file is there on the next visit and in another tab', () =>
  withPage(async (page, { context, visit }) => {
    const digest = createHash('sha256').update('1. e4 e5').digest('hex');
    assert.equal(await page.evaluate(() => window.storage.add('a.pgn', new Blob(['1. e4 e5']))), digest);
    assert.equal(await page.evaluate(() => window.storage.keeping()), 'browser');
    await visit(page);
    const other = await visit(await context.newPage());
    for (const tab of [page, other]) {
      assert.deepEqual(await tab.evaluate(() => window.storage.list()), ['a.pgn 8']);
      assert.equal(await tab.evaluate((digest) => window.storage.content(digest).then((blob) => blob.text()), digest), '1. e4 e5');
    }
    await other.evaluate((digest) => window.storage.remove(digest), digest);
    assert.deepEqual(await page.evaluate(() => window.storage.list()), []);
    assert.match(await refusal(page, `window.storage.content('${digest}')`), /is not stored in this browser/);
  }));

test('a match is claimed by one tab at a time', () =>
  withPage(async (page, { context, visit }) => {
    const other = await visit(await context.newPage());
    const claim = (tab, id) => tab.evaluate((id) => window.storage.claim(id), id);
    assert.equal(await claim(page, 'a'), true);
    assert.equal(await claim(other, 'a'), false);
    assert.equal(await claim(other, 'b'), true);
    await page.evaluate(() => window.storage.give_back());
    // The browser releases it asynchronously.
    while (!(await claim(other, 'a')));
    assert.equal(await claim(page, 'a'), false);
    // A closed tab releases its claims.
    await other.close();
    while (!(await claim(page, 'a')));
  }));

test('a large file is stored without being copied into memory', () =>
  withPage(async (page) => {
    const piece = Buffer.alloc(1 << 20, 'Tabia');
    const hash = createHash('sha256');
    for (let count = 0; count < 64; count += 1) hash.update(piece);
    const { digest, grown, tail } = await page.evaluate(async () => {
      const piece = new TextEncoder().encode('Tabia'.repeat((1 << 20) / 5 + 1)).slice(0, 1 << 20);
      const before = window.memoryBytes();
      const digest = await window.storage.add('large.bin', new Blob(Array(64).fill(piece)));
      const blob = await window.storage.content(digest);
      return { digest, grown: window.memoryBytes() - before, tail: await blob.slice(-6).text() };
    });
    assert.equal(digest, hash.digest('hex'));
    assert.ok(grown < 8 << 20, `memory grew by ${grown} bytes`);
    assert.equal(tail, piece.subarray(-6).toString());
  }));

test('a full disk is reported, and stored data stays', () =>
  withPage(async (page, { context }) => {
    // Set the quota first: the browser caches the available room for a while.
    const session = await context.newCDPSession(page);
    const { origin } = new URL(server.url);
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_000_000 });
    const kept = await page.evaluate(() => window.storage.add('kept', new Blob(['kept'])));
    // Random bytes, because the database compresses.
    const large = `window.storage.add('large', new Blob(Array.from({ length: 64 }, () => crypto.getRandomValues(new Uint8Array(65536)))))`;
    assert.match(await refusal(page, large), /storage of this page is full/);
    assert.deepEqual(await page.evaluate(() => window.storage.list()), ['kept 4']);
    assert.equal(await page.evaluate((kept) => window.storage.content(kept).then((blob) => blob.text()), kept), 'kept');
    // Chromium doesn't reveal the true quota here, so that pages can't use it to identify users.
    const [used, quota] = await page.evaluate(() => window.storage.room());
    assert.ok(used >= 0 && quota > used);
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await page.evaluate(large);
    assert.deepEqual(await page.evaluate(() => window.storage.list()), ['kept 4', 'large 4194304']);
  }));

test('a browser without IndexedDB stores things until the page is closed, and the page says so', () =>
  withPage(async (page) => {
    assert.match(await page.evaluate(() => window.storage.keeping()), /stores no data for this page .*private windows/);
    const digest = await page.evaluate(() => window.storage.add('a.pgn', new Blob(['1. e4 e5'])));
    assert.deepEqual(await page.evaluate(() => window.storage.list()), ['a.pgn 8']);
    assert.equal(await page.evaluate((digest) => window.storage.content(digest).then((blob) => blob.text()), digest), '1. e4 e5');
  }, () => Object.defineProperty(window, 'indexedDB', { value: undefined })));

test('a browser that refuses to open one is reported, and not shown as empty', () =>
  withPage(async (page) => {
    for (const call of ['window.storage.list()', `window.storage.add('b', new Blob(['b']))`]) {
      assert.match(await refusal(page, call), /could not be opened \(SecurityError: The user denied permission\); nothing was changed/);
    }
  }, () => { IDBFactory.prototype.open = () => { throw new DOMException('The user denied permission', 'SecurityError'); }; }));

/** Opens the page's database in a future version, and closes the connection. */
const openNewer = () =>
  new Promise((done, fail) => {
    const request = indexedDB.open('tabia', 1000);
    request.onblocked = () => fail(new Error('blocked'));
    request.onerror = () => fail(request.error);
    request.onsuccess = () => {
      request.result.close();
      done();
    };
  });

test('a tab with a newer version is let through, and this one asks to be reloaded', () =>
  withPage(async (page, { context, visit }) => {
    await page.evaluate(() => window.storage.add('a.pgn', new Blob(['1. e4 e5'])));
    const other = await visit(await context.newPage());
    await other.evaluate(openNewer);
    for (const call of ['window.storage.list()', `window.storage.add('b', new Blob(['b']))`]) {
      assert.match(await refusal(page, call), /newer version of Tabia.*reload this page/);
    }
    // An older page opened later gets the same error.
    assert.match(await refusal(other, 'window.storage.list()'), /newer version of Tabia.*reload this page/);
  }));

for (const [name, clear] of [
  ['deleted by another tab', ({ other }) => other.evaluate(() => new Promise((done, fail) => {
    const request = indexedDB.deleteDatabase('tabia');
    request.onsuccess = done;
    request.onerror = () => fail(request.error);
    request.onblocked = () => fail(new Error('blocked'));
  }))],
  ['cleared by the browser', async ({ context, page }) => {
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: new URL(server.url).origin, storageTypes: 'indexeddb' });
  }],
]) {
  test(`data that was ${name} is gone, and new data is saved without a reload`, () =>
    withPage(async (page, { context, visit }) => {
      await page.evaluate(() => window.storage.add('a.pgn', new Blob(['1. e4 e5'])));
      const other = await visit(await context.newPage());
      await clear({ page, other, context });
      // The page is notified asynchronously; until then calls may fail, but never because of another version.
      let list;
      while (!list) {
        const found = await page.evaluate(() => window.storage.list().then((all) => ({ all }), (error) => ({ error: String(error) })));
        assert.doesNotMatch(found.error ?? '', /newer version/);
        list = found.all;
      }
      assert.deepEqual(list, []);
      await page.evaluate(() => window.storage.add('b.pgn', new Blob(['1. d4'])));
      assert.deepEqual(await (await visit(await context.newPage())).evaluate(() => window.storage.list()), ['b.pgn 5']);
    }));
}

test('a tab that holds an older version is named', () =>
  withPage(async (page, { context }) => {
    const holder = await context.newPage();
    await holder.goto(server.url);
    await holder.evaluate(
      () =>
        new Promise((done) => {
          const request = indexedDB.open('tabia', 1);
          request.onsuccess = () => {
            window.held = request.result;
            done();
          };
        }),
    );
    // This page's version 1 opens alongside it; an upgrade doesn't.
    assert.match(await refusal(page, 'window.wasm.storage_open_next()'), /older version of Tabia.*close or reload that tab/);
    await holder.evaluate(() => window.held.close());
    assert.equal(await refusal(page, 'window.wasm.storage_open_next()'), 'nothing was refused');
  }));
