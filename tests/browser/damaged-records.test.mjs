// Database records written by other software or damaged in any way: every page still opens, and everything stored is still there
// afterwards, unchanged or backed up.
//
//     TABIA_ROUNDS=200 TABIA_SEED=1 node scripts/check/browser-tests.mjs tests/browser/damaged-records.test.mjs

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { screenshot } from './support/harness.mjs';
import { quick, start, waitForState } from './support/lab-page.mjs';
import { SHARED_DATA } from './support/paths.mjs';
import { PlayPage } from './support/play.mjs';
import { randomOf } from './support/random.mjs';
import { ReportPanel } from './support/report.mjs';
import { openStoredData } from './support/stored-data.mjs';
import { browserSuite } from './support/suite.mjs';
import { ToolsPage } from './support/tools.mjs';
import { until } from './support/until.mjs';

const ROUNDS = Number(process.env.TABIA_ROUNDS ?? 4);
const SEED = Number(process.env.TABIA_SEED ?? 20261126);
/** Number of records changed per round. */
const CHANGES = 8;
/** Tables that viewing pages doesn't write to. The engine tables are left out: they record how fast each engine replies. */
const STILL = ['games', 'game_texts', 'files', 'contents', 'matches', 'units', 'databases'];
const SMALL_BOOK = join(SHARED_DATA, 'polyglot', 'cutechess_book_small.bin');

const go = (page, hash) => page.evaluate((to) => { location.hash = to; }, hash);

/** Saves something of every kind. */
async function furnish(page, app) {
  await app.pasteGame('[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *');
  await app.pasteGame('[White "C"]\n\n1. d4 d5 *\n\n[White "D"]\n\n1. c4 *');
  const report = new ReportPanel(page);
  await report.switchOn();
  await report.button('Make a report').waitFor();
  await report.start({ nodes: 50, workers: 1 });
  await report.waitUntilDone();
  const play = await PlayPage.open(page);
  await play.begin({ level: 1, color: 'White' });
  await go(page, '#/book');
  await page.locator('.saved-book-file').setInputFiles(SMALL_BOOK);
  await page.locator('.saved-book', { hasText: 'cutechess_book_small.bin' }).getByText('stored in this browser').waitFor();
  await go(page, '#/library');
  await page.locator('.library-side, .library-file').first().waitFor({ state: 'attached' });
  const text = '[White "W"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n'.repeat(30);
  await page.locator('input.library-file').first().setInputFiles({ name: 'thirty.pgn', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await until(page, async () => {
    const database = await new Promise((done) => { indexedDB.open('tabia').onsuccess = ({ target }) => done(target.result); });
    const records = await new Promise((done) => { database.transaction('databases').objectStore('databases').getAll().onsuccess = ({ target }) => done(target.result); });
    database.close();
    return records.some(({ json }) => JSON.parse(json).is_ready);
  });
  const tools = await ToolsPage.open(page, 'suites');
  await tools.solve('6k1/5ppp/8/8/8/8/8/3RK3 w - - bm Rd8; id "mate";', { 'Nodes a position': 500 });
  await tools.waitForAttempts();
  await go(page, '#/lab');
  await page.getByRole('button', { name: 'Start', exact: true }).and(page.locator(':enabled')).waitFor();
  await quick(page, { games: '4', nodes: '10' });
  await start(page);
  await waitForState(page, 'complete');
}

/** Returns every record by table: key, value without its content, and the content's length. */
function dump(page) {
  return page.evaluate(async () => {
    const database = await new Promise((done, fail) => {
      const opening = indexedDB.open('tabia');
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => fail(opening.error);
    });
    const all = [];
    for (const table of database.objectStoreNames) {
      const store = database.transaction(table).objectStore(table);
      const [keys, values] = [store.getAllKeys(), store.getAll()];
      await new Promise((done) => { store.transaction.oncomplete = done; });
      keys.result.forEach((key, at) => {
        const { json, revision, content } = values.result[at];
        all.push({ table, key, json, revision, bytes: content?.size ?? content?.length ?? null });
      });
    }
    database.close();
    return all;
  });
}

/** Returns a match's id and settings as text; for a record that isn't a match, its own JSON. */
function headerOf(json) {
  try {
    const { id, settings } = JSON.parse(json).header;
    return JSON.stringify([id, settings]);
  } catch {
    return json;
  }
}

/** Writes the JSON of records and leaves their contents. With `others`, deletes the records that are not in `records`. */
function write(page, records, others) {
  return page.evaluate(async ([list, isWhole]) => {
    const database = await new Promise((done, fail) => {
      const opening = indexedDB.open('tabia');
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => fail(opening.error);
    });
    for (const table of database.objectStoreNames) {
      const store = database.transaction(table, 'readwrite').objectStore(table);
      const keys = await new Promise((done) => { store.getAllKeys().onsuccess = ({ target }) => done(target.result); });
      const own = list.filter((record) => record.table === table);
      const texts = new Set(own.map(({ key }) => JSON.stringify(key)));
      if (isWhole) for (const key of keys) if (!texts.has(JSON.stringify(key))) store.delete(key);
      for (const { key, json, revision } of own) {
        store.get(key).onsuccess = ({ target }) => {
          const value = { ...(target.result ?? {}), json };
          if (revision === undefined) delete value.revision;
          else value.revision = revision;
          store.put(value, key);
        };
      }
      await new Promise((done, fail) => {
        store.transaction.oncomplete = done;
        store.transaction.onabort = () => fail(store.transaction.error);
      });
    }
    database.close();
  }, [records, others]);
}

/** Returns a damaged version of the JSON: truncated, with values of other types, or not JSON at all. */
function damaged(json, random) {
  const below = (count) => Math.floor(random() * count);
  const one = (of) => of[below(of.length)];
  if (json === '' || random() < 0.2) return one([json.slice(0, below(json.length)), '', '{}', '[]', 'null', '1e999', '"♜', json + json, '[['.repeat(5000)]);
  let value;
  try {
    value = JSON.parse(json);
  } catch {
    return '{';
  }
  const places = [];
  const visit = (holder) => {
    for (const [name, inside] of Object.entries(holder)) {
      places.push([holder, name]);
      if (inside !== null && typeof inside === 'object') visit(inside);
    }
  };
  if (value !== null && typeof value === 'object') visit(value);
  if (places.length === 0) return one(['{}', '7', 'null']);
  for (let count = 1 + below(3); count > 0; count -= 1) {
    const [holder, name] = one(places);
    const was = holder[name];
    const others = [null, true, -1, 0, 2 ** 53, 1e308, 0.5, '', '../../x', 'e2e4', 'a'.repeat(100_000), [], {}, [was, was], { [name]: was }];
    if (typeof was === 'number') others.push(was + 1, -was, was * 1e6);
    if (typeof was === 'string') others.push(was.slice(1), `${was}x`, was.toUpperCase());
    if (random() < 0.2) Array.isArray(holder) ? holder.splice(Number(name), 1) : delete holder[name];
    else holder[name] = one(others);
  }
  return JSON.stringify(value);
}

browserSuite('records that are not as they were written', { isEngineOff: true }, (suite) => {
  test(`every page is shown, and nothing is lost (${ROUNDS} rounds from seed ${SEED} on)`, async (t) => {
    // The page without a program has no icon.
    const noIcon = /favicon\.ico/;
    const { page, app, problems } = await suite.open({ tolerate: [noIcon] });
    await furnish(page, app);
    const match = await page.evaluate(() => location.hash);
    // A page without a program.
    const still = `${suite.url}manifest.webmanifest`;
    await page.goto(still);
    const whole = await dump(page);
    const count = (all) => [...new Set(all.map(({ table }) => table))].map((name) => `${name} ${all.filter(({ table }) => table === name).length}`).join(', ');
    t.diagnostic(count(whole));
    for (const table of ['games', 'game_texts', 'files', 'contents', 'matches', 'units', 'databases', 'documents']) {
      assert.ok(whole.some((record) => record.table === table), `nothing was kept in ${table}: ${count(whole)}`);
    }
    const settings = await page.evaluate(() => JSON.stringify(localStorage));
    for (let round = 0; round < ROUNDS; round += 1) {
      const seed = SEED + round;
      const random = randomOf(seed);
      const changed = Array.from({ length: CHANGES }, () => whole[Math.floor(random() * whole.length)])
        .filter((record, at, all) => all.indexOf(record) === at)
        .map((record) => ({ ...record, json: damaged(record.json, random) }));
      await write(page, whole, true);
      await write(page, changed, false);
      const before = await dump(page);
      const where = () => `seed ${seed}: ${changed.map(({ table, key, json }) => `${table} ${JSON.stringify(key)} ${json.slice(0, 300)}`).join('\n')}`;
      try {
        await page.goto(suite.url);
        await app.ready();
        await page.getByRole('button', { name: 'Recent games' }).click();
        await page.getByRole('dialog', { name: 'Recent games' }).waitFor();
        await page.keyboard.press('Escape');
        for (const [hash, shown] of [
          ['#/play', 'main.play'],
          ['#/lab', 'main.lab'],
          [match, 'main.lab'],
          ['#/library', 'main.library'],
          ['#/book', 'main.book-page'],
          ['#/tools/suites', 'main.tools-page'],
          ['#/', '.board'],
        ]) {
          await go(page, hash);
          await page.locator(shown).first().waitFor({ timeout: 20_000 });
          // Each page has finished its initial reads.
          await until(page, () => new Promise((done) => { requestIdleCallback(() => done(true), { timeout: 1000 }); }));
        }
        await openStoredData(page);
        await page.goto(still);
      } catch (error) {
        await screenshot(page, `damaged-records-${seed}`);
        throw new Error(`${error.message}\n${where()}`);
      }
      assert.deepEqual(problems.filter((problem) => !noIcon.test(problem)), [], where());
      const after = await dump(page);
      const texts = after.map(({ json }) => json).join('\n');
      for (const { table, key, json, bytes } of before.filter((record) => STILL.includes(record.table))) {
        const now = after.find((record) => record.table === table && JSON.stringify(record.key) === JSON.stringify(key));
        const isSame =
          now?.json === json ||
          // A match's progress is derived from its pairs.
          (table === 'matches' && now !== undefined && headerOf(now.json) === headerOf(json)) ||
          // The JSON of a content holds nothing; the app's engines are rewritten when their records are unreadable.
          (table === 'contents' && now !== undefined);
        const isThere = isSame && now.bytes === bytes;
        const isAside = texts.includes(JSON.stringify(json).slice(1, -1)) || after.some((record) => record.json === json && record.table === table);
        assert.ok(isThere || isAside, `${table} ${JSON.stringify(key)} was ${json.slice(0, 300)} and is ${now?.json?.slice(0, 300)}\n${where()}`);
      }
      // Form settings depend on the stored data.
      await page.evaluate((text) => {
        localStorage.clear();
        for (const [name, value] of Object.entries(JSON.parse(text))) localStorage.setItem(name, value);
      }, settings);
    }
  });
});
