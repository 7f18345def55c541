// Stored data that is unreadable, used twice or malicious: nothing is lost, and nothing gets in.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { App } from './support/app.mjs';
import { openApp } from './support/harness.mjs';
import { openLab, quick, start, waitForState } from './support/lab-page.mjs';
import { SHARED_DATA } from './support/paths.mjs';
import { browserSuite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const SMALL_BOOK = join(SHARED_DATA, 'polyglot', 'cutechess_book_small.bin');
const toast = (page, text) => page.locator('.toast', { hasText: text });
const bar = (page) => page.getByRole('region', { name: 'Stored data' });

/** Returns the keys of a table. */
const keys = (page, table) =>
  page.evaluate((name) => new Promise((done, fail) => {
    const opening = indexedDB.open('tabia');
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const all = opening.result.transaction(name).objectStore(name).getAllKeys();
      all.onsuccess = () => { opening.result.close(); done(all.result); };
    };
  }), table);

const go = (page, hash) => page.evaluate((to) => { location.hash = to; }, hash);
const linkTo = (part) => `#/lab?link=${encodeURIComponent(JSON.stringify(part))}`;
const offer = (id, count = 2) => ({
  part: {
    header: { id, created_ms: 1, settings: { engines: Array.from({ length: count }, (_, number) => ({ name: `E${number}`, limits: { nodes: 100 } })), games: 20 } },
    part: 1,
    of: 2,
    from: 0,
  },
});

browserSuite('faults of stored data', { isEngineOff: true }, (suite) => {
  test('a book used for openings in the Lab stays there when it is removed from the book page', async () => {
    const { page } = await openLab(suite);
    const openings = page.getByRole('region', { name: 'Games and openings' });
    await openings.locator('input[type=file]').setInputFiles(SMALL_BOOK);
    await openings.getByText(/openings/).first().waitFor();
    await go(page, '#/book');
    await page.locator('.saved-book-file').setInputFiles(SMALL_BOOK);
    const row = page.locator('.saved-book', { hasText: 'cutechess_book_small.bin' });
    await row.getByText('stored in this browser').waitFor();
    await row.getByRole('button', { name: 'Remove' }).click();
    await until(page, async () => {
      const opening = indexedDB.open('tabia');
      const database = await new Promise((done) => { opening.onsuccess = () => done(opening.result); });
      const all = database.transaction('files').objectStore('files').getAll();
      const records = await new Promise((done) => { all.onsuccess = () => done(all.result); });
      database.close();
      const kinds = records.flatMap(({ json }) => Object.keys(JSON.parse(json).uses));
      return kinds.includes('openings') && kinds.includes('removed-book') && !kinds.includes('book');
    });
    // The next page still finds the openings.
    await go(page, '#/lab');
    await page.reload();
    await page.getByRole('region', { name: 'Games and openings' }).getByText('cutechess_book_small.bin').first().waitFor({ state: 'attached' });
  });

  for (const name of ['UnknownError', 'InvalidStateError', 'AbortError', 'SecurityError', 'NotFoundError']) {
    test(`a store that is refused with ${name} is reported, retried, and not shown as empty`, async () => {
      const { page, context } = await openApp(suite.browser, suite.url, { visit: false });
      await context.addInitScript((error) => {
        window.fails = sessionStorage.getItem('mended') === null;
        const { open } = IDBFactory.prototype;
        IDBFactory.prototype.open = function refused(...from) {
          if (window.fails) throw new DOMException('on purpose', error);
          return open.apply(this, from);
        };
      }, name);
      await page.goto(`${suite.url}#/lab`);
      await bar(page).getByRole('alert').getByText(/could not be opened .*on purpose.*nothing was changed/i).waitFor();
      await page.locator('.lab-unread').waitFor();
      assert.equal(await page.getByText('No matches yet').count(), 0);
      await bar(page).getByRole('button', { name: 'Try again' }).click();
      await bar(page).getByRole('alert').getByText(/on purpose/).waitFor();
      await page.evaluate(() => { window.fails = false; sessionStorage.setItem('mended', '1'); });
      await bar(page).getByRole('button', { name: 'Try again' }).click();
      await bar(page).getByText('is readable again').waitFor();
      await bar(page).getByRole('button', { name: 'Reload this page' }).click();
      await page.locator('.lab-list').waitFor();
      await page.locator('.lab-unread').waitFor({ state: 'detached' });
      assert.equal(await bar(page).count(), 0);
      await context.close();
    });
  }

  test('recipes that cannot be read stay, are set aside, saved as they are, and deleted', async () => {
    const { page } = await suite.open();
    await page.evaluate(() => localStorage.setItem('tabia.recipes', '[{"name":"torn'));
    await go(page, '#/book/make');
    const fault = page.getByRole('alert').filter({ hasText: 'recipes cannot be read' });
    await fault.waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('tabia.recipes')), '[{"name":"torn');
    await page.getByRole('button', { name: 'Set them aside' }).click();
    await fault.waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => localStorage.getItem('tabia.recipes')), null);
    await go(page, '#/');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Stored data' }).click();
    const aside = page.getByRole('list', { name: 'Damaged data' });
    await aside.getByText('the recipes of books', { exact: false }).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), aside.getByRole('button', { name: 'Save raw data' }).click()]);
    assert.equal(readFileSync(await file.path(), 'utf8'), '[{"name":"torn');
    await aside.getByRole('button', { name: 'Delete…' }).click();
    await aside.getByRole('button', { name: 'Delete for good' }).click();
    await aside.waitFor({ state: 'detached' });
  });

  test('whatever cannot be read is listed, saved as it is, and deleted; nothing is written over it', async () => {
    const { page } = await suite.open();
    const torn = '{"torn';
    await page.evaluate((json) => new Promise((done, fail) => {
      const opening = indexedDB.open('tabia');
      opening.onerror = () => fail(opening.error);
      opening.onsuccess = () => {
        const transaction = opening.result.transaction(['games', 'game_texts', 'engines', 'files', 'databases', 'documents'], 'readwrite');
        const put = (table, key, record) => transaction.objectStore(table).put(record, key);
        for (const table of ['games', 'engines', 'files', 'databases']) put(table, ['x'], { json });
        for (const kind of ['workspace', 'suite-run', 'played', 'played-result']) put('documents', [kind, 'x'], { json });
        put('game_texts', ['x'], { json: '', content: new Blob(['1. e4 *']) });
        transaction.oncomplete = () => { opening.result.close(); done(); };
        transaction.onerror = () => fail(transaction.error);
      };
    }), torn);
    // Settings and the board's engines are reset to defaults, and the damaged data is set aside.
    await page.evaluate(() => {
      localStorage.setItem('tabia.settings', '{"theme":');
      localStorage.setItem('tabia.engines', '[{"torn');
    });
    await page.reload();
    await until(page, () => localStorage.getItem('tabia.settings') === null && localStorage.getItem('tabia.engines') === null);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Coordinates').uncheck();
    await page.getByRole('button', { name: 'Stored data' }).click();
    const rows = page.getByRole('list', { name: 'Damaged data' }).getByRole('listitem');
    for (const [what, raw] of [
      [/^The settings$/, '{"theme":'],
      [/^The engines that analyse on the board$/, '[{"torn'],
      [/^A game$/, `${torn}\n1. e4 *`],
      [/^An engine$/, `${torn}\n`],
      [/^A file /, `${torn}\n`],
      [/^A database of the library$/, `${torn}\n`],
      [/^The open games of a tab$/, `${torn}\n`],
      [/^A run of a test suite$/, `${torn}\n`],
      [/^A game against an engine$/, `${torn}\n`],
      [/^The result of a rated game$/, `${torn}\n`],
    ]) {
      const row = rows.filter({ has: page.locator('strong', { hasText: what }) });
      const [file] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: 'Save raw data' }).click()]);
      assert.equal(readFileSync(await file.path(), 'utf8'), raw, `${what}`);
      const before = await rows.count();
      await row.getByRole('button', { name: 'Delete…' }).click();
      await row.getByRole('button', { name: 'Delete for good' }).click();
      await page.waitForFunction((count) => document.querySelectorAll('.storage-aside').length === count, before - 1);
    }
    assert.deepEqual([await keys(page, 'engines'), await keys(page, 'game_texts')].flat().filter(([id]) => id === 'x'), []);
    assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('tabia.settings'))['show-coordinates']), false);
  });

  test('a link to a part of a match asks before it stores, and stores nothing that no match has', async () => {
    const { page } = await openLab(suite);
    for (const [link, told] of [
      [offer('a/../b'), /invalid match id "a\/\.\.\/b"/i],
      [offer('m', 2000), /2000 engines; at most 256/i],
      [{ settings: { engines: [{ name: 'a', options: [['Hash', '1\nsetoption name Debug Log File value x']] }] } }, /control character/i],
    ]) {
      await go(page, linkTo(link));
      await toast(page, told).waitFor();
    }
    await go(page, linkTo(offer('m-1')));
    const dialog = page.getByRole('dialog', { name: 'Play a part of a match?' });
    await dialog.getByText('part 2 of 2 of a match: 20 games').waitFor();
    assert.deepEqual(await keys(page, 'matches'), []);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await keys(page, 'matches'), []);
    await go(page, linkTo(offer('m-1')));
    await dialog.getByRole('button', { name: 'Store the match' }).click();
    await page.locator('.lab-match').waitFor();
    assert.deepEqual(await keys(page, 'matches'), [['m-1']]);
  });

  test('a link with settings asks before it replaces a form that was changed', async () => {
    const { page } = await openLab(suite);
    const settings = (games) => ({ settings: { games, engines: ['One', 'Two'].map((name) => ({ name, limits: { nodes: 100 } })) } });
    const field = page.getByLabel('Maximum games');
    const shows = (games) => until(page, (wanted) => [...document.querySelectorAll('input')].some(({ value }) => value === wanted), games);
    const dialog = page.getByRole('dialog', { name: 'Fill in the form from the link?' });
    // The form is unchanged: there is nothing to ask.
    await go(page, linkTo(settings(222)));
    await shows('222');
    assert.equal(await dialog.count(), 0);
    await go(page, linkTo(settings(444)));
    await dialog.getByText('One', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), '222');
    await go(page, linkTo(settings(666)));
    await dialog.getByRole('button', { name: 'Fill in the form' }).click();
    await shows('666');
    assert.equal(await field.inputValue(), '666');
  });

  test('finished pairs are stored so that a power loss does not undo them', async () => {
    const { page } = await openLab(suite);
    await page.evaluate(() => {
      window.durabilities = [];
      const { transaction } = IDBDatabase.prototype;
      IDBDatabase.prototype.transaction = function begin(...asked) {
        const begun = transaction.apply(this, asked);
        if (begun.mode === 'readwrite') window.durabilities.push([[...begun.objectStoreNames], begun.durability]);
        return begun;
      };
    });
    await quick(page, { games: '4' });
    await start(page);
    await waitForState(page, 'complete');
    const pairs = (await page.evaluate(() => window.durabilities)).filter(([names]) => names.includes('units'));
    assert.ok(pairs.length >= 2, `${pairs.length} transactions with pairs`);
    assert.deepEqual(pairs.filter(([, durability]) => durability !== 'strict'), []);
  });

  test('a match file that no match can come from is refused, and nothing of it is stored', async () => {
    const { page } = await openLab(suite);
    const settings = (change) => ({ engines: ['a', 'b'].map((name) => ({ name, limits: { nodes: 100 } })), ...change });
    const header = (change, id = 'm') => JSON.stringify({ format: 'tabia match 2', id, settings: settings(change) });
    const many = Array.from({ length: 24_000 }, (_, number) => ({ name: `e${number}`, limits: { nodes: 1 } }));
    for (const [text, told] of [
      [`${header({}, '../x')}\n`, /invalid match id/i],
      [`${header({ engines: many.slice(0, 10_000) })}\n`, /10000 engines; at most 256/i],
      [`${header({ engines: many })}\n`, /24000 engines; at most 256/i],
      [`${header({ games: 2 ** 50 })}\n`, /line 1/i],
      [`${header({})}\n{"unit":0,"games":${'['.repeat(5000)}\n`, /line 2/i],
      // The header is valid, but the unit isn't from this match.
      [`${header({})}\n${JSON.stringify({ unit: 900, games: [{ players: ['a', 'b'], moves: 'e2e4', conclusion: { reason: 'stalemate' } }] })}\n`, /unit 900/i],
    ]) {
      await page.locator('input[type=file][aria-label="Open match file…"]').setInputFiles({ name: 'hostile.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text) });
      await toast(page, told).first().waitFor();
      assert.deepEqual(await keys(page, 'matches'), []);
    }
  });

  test('games on the board continue on request where the store is refused', async () => {
    const { page, context } = await openApp(suite.browser, suite.url, { visit: false });
    await context.addInitScript(() => {
      IDBFactory.prototype.open = () => { throw new DOMException('on purpose', 'UnknownError'); };
    });
    await page.goto(suite.url);
    const app = await new App(page).ready();
    await app.click('e2');
    await app.click('e4');
    await bar(page).getByRole('button', { name: 'Continue without it' }).click();
    await bar(page).waitFor({ state: 'detached' });
    assert.deepEqual(await app.moves(), ['e4']);
    await context.close();
  });
});
