// Opening books: the panel next to the board, and the page that makes, edits and checks them.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { selectors } from './support/app.mjs';
import { artefact, screenshot } from './support/harness.mjs';
import { SHARED_DATA } from './support/paths.mjs';
import { browserSuite } from './support/suite.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const SMALL_BOOK = join(SHARED_DATA, 'polyglot', 'cutechess_book_small.bin');
/** Polyglot key of the start position, from the specification. */
const START_KEY = 0x463b96181691fc9cn;

/** Reads the start position's moves from a book file, independently of the page: `{ weight: [...] }` in file order. */
function startEntries(bytes) {
  const entries = [];
  for (let offset = 0; offset + 16 <= bytes.length; offset += 16) {
    if (bytes.readBigUInt64BE(offset) !== START_KEY) continue;
    const code = bytes.readUInt16BE(offset + 8);
    const square = (bits) => 'abcdefgh'[bits & 7] + (((bits >> 3) & 7) + 1);
    entries.push({ uci: square(code >> 6) + square(code), weight: bytes.readUInt16BE(offset + 10) });
  }
  return entries;
}

const panel = (page) => page.getByRole('region', { name: 'Opening book' });
const rows = (page) => panel(page).locator('.book-move');
const ready = (page) => page.locator('.book[data-state="ready"][aria-busy="false"]').waitFor();

/** Opens a book file through the panel's button. */
async function openBook(page, file) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    panel(page).getByRole('button', { name: 'Open a book file' }).click(),
  ]);
  await chooser.setFiles(file);
}

browserSuite('the book panel', { isEngineOff: true }, (suite) => {
  test('shows the moves of a file with their weights, and plays the clicked one', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await openBook(page, SMALL_BOOK);
    const expected = startEntries(readFileSync(SMALL_BOOK));
    assert.ok(expected.length > 1);
    await page.waitForFunction((count) => document.querySelectorAll('.book-move').length === count, expected.length);
    await ready(page);
    const shown = await rows(page).evaluateAll((list) => list.map((row) => Number(row.dataset.weight)));
    assert.deepEqual(shown, expected.map(({ weight }) => weight));
    const total = expected.reduce((sum, { weight }) => sum + weight, 0);
    const first = await rows(page).first().locator('.book-percent').innerText();
    assert.equal(first, `${Math.round((100 * expected[0].weight) / total)} %`);

    await page.mouse.move(5, 5);
    assert.equal(await page.locator('.arrows .book').count(), 0);
    await rows(page).first().hover();
    await page.locator('.arrows .book').waitFor({ state: 'attached' });
    await rows(page).first().click();
    const { uci } = expected[0];
    await page.waitForFunction(([selector]) => document.querySelectorAll(selector).length === 1, [selectors.moveListMove]);
    assert.ok((await app.pieces())[uci.slice(2)] !== undefined, `${uci} was not played`);
    await page.mouse.move(5, 5);
    await page.waitForFunction(() => document.querySelector('.arrows .book') === null);
    await ready(page);
    await screenshot(page, 'book-panel');
  });

  test('keeps to the file that was opened while the book of the page was still on its way', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    let release;
    const held = new Promise((done) => (release = done));
    await page.route(/book[^/]*\.packed/, async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest(/book[^/]*\.packed/);
    await page.reload();
    await app.ready();
    await asked;
    await openBook(page, SMALL_BOOK);
    const weights = startEntries(readFileSync(SMALL_BOOK)).map(({ weight }) => weight);
    const shown = () => rows(page).evaluateAll((list) => list.map((row) => Number(row.dataset.weight)));
    await page.waitForFunction((count) => document.querySelectorAll('.book-move').length === count, weights.length);
    const arrived = page.waitForEvent('requestfinished', (request) => /book[^/]*\.packed/.test(request.url()));
    release();
    await arrived;
    await page.evaluate(async () => (await fetch('index.html')).text());
    await rows(page).first().click();
    await page.waitForFunction(([selector]) => document.querySelectorAll(selector).length === 1, [selectors.moveListMove]);
    await ready(page);
    await page.keyboard.press('Home');
    await ready(page);
    assert.deepEqual(await shown(), weights);
  });

  test('plays a book move in the way that is chosen, and remembers the way', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await openBook(page, SMALL_BOOK);
    const expected = startEntries(readFileSync(SMALL_BOOK));
    await page.waitForFunction((count) => document.querySelectorAll('.book-move').length === count, expected.length);
    await ready(page);
    const how = panel(page).getByLabel('Move selection');
    const play = panel(page).getByRole('button', { name: 'Play a book move' });
    await panel(page).locator('.book-how summary').click();
    await how.selectOption('best');
    await play.click();
    await page.waitForFunction(([selector]) => document.querySelectorAll(selector).length === 1, [selectors.moveListMove]);
    assert.ok((await app.pieces())[expected[0].uci.slice(2)] !== undefined, 'the greatest weight was not played');
    await page.keyboard.press('Home');
    await ready(page);
    // The engine chooses between the first two moves.
    await how.selectOption('search');
    await panel(page).getByLabel('Best moves').fill('2');
    await page.reload();
    await app.ready();
    await ready(page);
    await panel(page).locator('.book-how summary').click();
    assert.equal(await how.inputValue(), 'search');
    assert.equal(await panel(page).getByLabel('Best moves').inputValue(), '2');
    await play.click();
    // The move played before is still in the game: the board is off the start position.
    await page.locator(selectors.currentMove).waitFor({ timeout: 30_000 });
    const pieces = await app.pieces();
    assert.ok(expected.slice(0, 2).some(({ uci }) => pieces[uci.slice(2)] !== undefined), 'another move was played');
  });

  test('shows where a line left the book, and which moves lead back into it', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await openBook(page, SMALL_BOOK);
    await ready(page);
    await app.pasteGame('1. a4 h5 2. a5 h4 *');
    await page.keyboard.press('End');
    await panel(page).getByText('Out of book since').waitFor();
    assert.match(await panel(page).innerText(), /1\. a4|1… h5/);
    await page.keyboard.press('Home');
    await rows(page).first().waitFor();
  });

  test('names the opening, also when it is switched off, and remembers that', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await app.pasteGame('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *');
    await page.keyboard.press('End');
    const name = page.locator('.opening-name');
    await page.waitForFunction(() => /^C\d\d .*(Ruy Lopez|Spanish)/.test(document.querySelector('.opening-name')?.textContent));
    await page.keyboard.press('Home');
    await page.waitForFunction(() => !/Ruy Lopez|Spanish/.test(document.querySelector('.opening-name')?.textContent ?? ''));
    await panel(page).getByRole('switch').click();
    await page.locator('.book[data-state="off"]').waitFor();
    await page.keyboard.press('End');
    await page.waitForFunction(() => /Ruy Lopez|Spanish/.test(document.querySelector('.opening-name')?.textContent));
    assert.equal(await rows(page).count(), 0);
    await page.reload();
    await app.ready();
    assert.equal(await panel(page).getByRole('switch').getAttribute('aria-checked'), 'false');
    await panel(page).getByRole('switch').click();
    await ready(page);
    assert.equal(await name.count() <= 1, true);
  });

  test('reports what is wrong with a file that is not a book', async () => {
    const { page } = await suite.open();
    await openBook(page, { name: 'games.bin', mimeType: '', buffer: Buffer.from('[Event "A game, not a book"]\n\n1. e4 *\n') });
    await page.getByText('games.bin was not opened').waitFor();
    await page.getByText('not an opening book but text').waitFor();
    await openBook(page, { name: 'short.bin', mimeType: '', buffer: Buffer.from([1, 2, 3]) });
    await page.getByText('it has 3 bytes').waitFor();
    // The previous book is unchanged.
    assert.equal(await panel(page).getByRole('combobox').first().inputValue(), 'default');
    await ready(page);
    assert.ok((await rows(page).count()) > 0);
  });

  test('does not re-render the board', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await openBook(page, SMALL_BOOK);
    await ready(page);
    const board = page.locator(selectors.board);
    const counters = () => board.evaluate(({ dataset }) => ({ renders: dataset.renders, updates: dataset.updates }));
    const before = await counters();
    for (const row of await rows(page).all()) await row.hover();
    await panel(page).getByRole('combobox').selectOption('default');
    await ready(page);
    await panel(page).getByRole('switch').click();
    await page.locator('.book[data-state="off"]').waitFor();
    assert.deepEqual(await counters(), before);
  });

  test('fits on a phone', async () => {
    const { app, page } = await suite.open({ ...PHONE });
    await app.stopEngine();
    await openBook(page, SMALL_BOOK);
    await ready(page);
    await rows(page).first().tap();
    await page.waitForFunction(([selector]) => document.querySelectorAll(selector).length === 1, [selectors.moveListMove]);
    await ready(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await screenshot(page, 'book-panel-phone');
  });
});

const GAMES = join(SHARED_DATA, 'games', 'gnuchess-book-sample-8k.pgn');
const POLYGLOT = '/usr/games/polyglot';

/** Opens the book page, and optionally one of its sections. */
async function bookPage(page, subject) {
  await page.getByRole('link', { name: 'Book', exact: true }).click();
  await page.getByRole('main', { name: 'Opening books' }).waitFor();
  if (subject !== undefined) await about(page, subject);
}

/** Opens a section of the book page. */
async function about(page, subject) {
  await page.getByRole('navigation', { name: 'Opening books' }).getByRole('link', { name: subject, exact: true }).click();
}

/** Drops files on the page, as with the mouse. */
async function drop(page, files) {
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const { name, bytes } of list) data.items.add(new File([new Uint8Array(bytes)], name));
    return data;
  }, files.map(({ name, content }) => ({ name, bytes: [...Buffer.from(content)] })));
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

const savedBook = (page, name) => page.locator('.saved-book', { hasText: name });

/** Makes a book from the middle-sized games with the default recipe. */
async function makeBook(page, name) {
  await about(page, 'Make');
  const section = page.getByRole('region', { name: 'Make a book from games' });
  await section.locator('.pgn-files').setInputFiles(GAMES);
  await section.getByLabel('Name', { exact: true }).fill(name);
  await section.getByRole('button', { name: 'Make the book' }).click();
  await section.locator('.build-done').waitFor();
  return section;
}

async function downloaded(page, action) {
  const [download] = await Promise.all([page.waitForEvent('download'), action()]);
  return readFileSync(await download.path());
}

browserSuite('the book page', { isEngineOff: true }, (suite) => {
  test("shows a recipe's values in the lists of the form, also where they were changed before", async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await bookPage(page, 'Make');
    const section = page.getByRole('region', { name: 'Make a book from games' });
    const [overlap, side] = [section.getByLabel('Where parts and passes overlap'), section.getByLabel('Moves by').first()];
    await overlap.selectOption('priority');
    await side.selectOption('white');
    await page.getByLabel('Recipe').selectOption('default');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    assert.deepEqual([await overlap.inputValue(), await side.inputValue()], ['sum', '']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(() => [...document.querySelectorAll('[data-field="merge"] select')].some(({ value }) => value === 'priority'));
    assert.equal(await side.inputValue(), 'white');
  });

  test('makes the book that polyglot makes, edits it, keeps it, and the board plays from it', async (t) => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await bookPage(page, 'Make');
    assert.equal(await page.getByLabel('Recipe').inputValue(), '');
    const section = await makeBook(page, 'eight thousand');
    await screenshot(page, 'book-page');
    const made = await downloaded(page, () => section.getByRole('button', { name: 'Download', exact: true }).click());
    assert.equal(made.length, 16 * Number(await section.locator('.build-done').getAttribute('data-entries')));
    if (existsSync(POLYGLOT)) {
      const folder = mkdtempSync(join(tmpdir(), 'tabia-polyglot-'));
      try {
        execFileSync(POLYGLOT, ['make-book', '-pgn', GAMES, '-bin', join(folder, 'polyglot.bin')], { stdio: 'ignore', cwd: folder });
        assert.ok(made.equals(readFileSync(join(folder, 'polyglot.bin'))), 'the book is not the one that polyglot makes');
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    } else {
      t.diagnostic('NOT COMPARED: there is no polyglot');
    }

    assert.match(await section.getByRole('list', { name: 'First moves' }).innerText(), /e4\s+\d+ %/);
    await about(page, 'Books');
    await savedBook(page, 'eight thousand.bin').getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('region', { name: 'Edit a book' });
    const weight = editor.getByLabel('Weight of e4');
    await weight.fill('12345');
    await weight.press('Enter');
    await page.locator('.book-editor[data-changed="1"]').waitFor();
    await editor.getByRole('button', { name: 'Delete d4' }).click();
    await page.locator('.book-editor[data-changed="2"]').waitFor();
    assert.equal(await editor.getByLabel('Weight of d4').count(), 0);
    await editor.getByRole('button', { name: 'Undo' }).click();
    await editor.getByLabel('Weight of d4').waitFor();
    await screenshot(page, 'book-editor');
    // Changes survive closing the editor and reloading the page.
    await page.reload();
    await savedBook(page, 'eight thousand.bin').getByText('with changes that are not saved').waitFor();
    await savedBook(page, 'eight thousand.bin').getByRole('button', { name: 'Edit' }).click();
    await page.locator('.book-editor[data-changed="1"]').waitFor();
    assert.equal(await editor.getByLabel('Weight of e4').inputValue(), '12345');
    await editor.getByRole('button', { name: 'Close the editor' }).click();
    await savedBook(page, 'Default book').getByRole('button', { name: 'Edit' }).click();
    await page.locator('.book-editor[data-changed="0"]').waitFor();
    await savedBook(page, 'eight thousand.bin').getByRole('button', { name: 'Edit' }).click();
    await page.locator('.book-editor[data-changed="1"]').waitFor();
    await editor.getByRole('button', { name: 'Save in the browser' }).click();
    await savedBook(page, '(edited)').waitFor();
    await editor.getByRole('heading', { name: 'Edit eight thousand (edited).bin' }).waitFor();
    await page.locator('.book-editor[data-changed="0"]').waitFor();
    assert.equal(await page.getByLabel('Positions in both').inputValue(), 'sum');

    await page.reload();
    await savedBook(page, '(edited)').getByRole('button', { name: 'Use' }).click();
    await page.getByRole('link', { name: 'Analysis' }).click();
    await app.ready();
    await ready(page);
    const shown = await rows(page).evaluateAll((list) => list.map((row) => `${row.querySelector('.book-san').textContent} ${row.dataset.weight}`));
    const expected = startEntries(made);
    assert.equal(shown.length, expected.length);
    assert.equal(shown[0], 'e4 12345');
    // A book made here comes with the results of its games.
    await panel(page).getByRole('combobox').selectOption({ label: 'eight thousand.bin' });
    await page.locator('.book-results').first().waitFor();
  });

  test('imports the marks of games, discards changes and restores them', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await bookPage(page);
    await page.locator('.saved-book-file').setInputFiles(SMALL_BOOK);
    await savedBook(page, 'cutechess_book_small.bin').getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('region', { name: 'Edit a book' });
    await editor.getByLabel('Weight of e4').waitFor();
    await editor.locator('.editor-games').setInputFiles({
      name: 'marks.pgn',
      mimeType: '',
      buffer: Buffer.from('[Event "Marks"]\n\n1. e4 {play 70%} (1. d4?) (1. a3! e5) *\n'),
    });
    await page.locator('.book-editor[data-changed="1"]').waitFor();
    await editor.getByLabel('Weight of a3').waitFor();
    assert.equal(await editor.getByLabel('Play e4 in percent').inputValue(), '70');
    assert.equal(await editor.getByLabel('Never play it: d4').getAttribute('aria-pressed'), 'true');
    assert.equal(await editor.getByLabel('Play only marked moves: a3').getAttribute('aria-pressed'), 'true');
    await editor.getByRole('button', { name: 'Discard the changes' }).click();
    await page.locator('.book-editor[data-changed="0"]').waitFor();
    await editor.getByLabel('Weight of a3').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.locator('.book-editor[data-changed="1"]').waitFor();
    await editor.getByLabel('Weight of a3').waitFor();
  });

  test('learns from games, shows, exports and imports what it learned, and teaches a copy of a book', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await bookPage(page, 'Learn');
    const section = page.getByRole('region', { name: 'Learning' });
    const lessons = (count) => page.locator(`.book-learning[data-lessons="${count}"]`).waitFor();
    await lessons(0);
    const games = [
      '[White "Me"]\n[Black "Stronger"]\n[WhiteElo "1800"]\n[BlackElo "2200"]\n[Result "0-1"]\n',
      '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. h3 {-250/18} e5 7. Nb1 {-300/18} h6 8. Na3 {-400/18} 0-1\n',
    ].join('\n');
    await section.locator('.learning-games').setInputFiles({ name: 'mine.pgn', mimeType: '', buffer: Buffer.from(games) });
    await section.getByRole('button', { name: 'Learn', exact: true }).click();
    await section.getByText('Enter the player').waitFor();
    await section.getByLabel('Player').fill('me');
    await section.getByRole('button', { name: 'Learn', exact: true }).click();
    await section.getByText('1 game by the player gave 2 lessons').waitFor();
    await lessons(2);
    await section.getByText('avoid this choice').waitFor();
    assert.match(await section.locator('table').innerText(), /White: 1\. e4 c5 2\. Nf3 .*-4\.00 at depth 18, -400 Elo/s);
    await screenshot(page, 'book-learning');
    const exported = await downloaded(page, () => section.getByRole('button', { name: 'Export' }).click());
    assert.equal(JSON.parse(exported.toString()).format, 'tabia-book-learning');

    await page.reload();
    await lessons(2);
    await section.getByLabel('From lost games').uncheck();
    // Saved, as the page shows.
    await page.locator('.book-learning[data-switches="true false"]').waitFor();
    await page.reload();
    await lessons(2);
    assert.equal(await section.getByLabel('From lost games').isChecked(), false);
    await section.getByRole('button', { name: 'Delete this lesson' }).first().click();
    await lessons(1);
    await section.locator('.lessons-file').setInputFiles({ name: 'lessons.json', mimeType: '', buffer: exported });
    await page.getByText('1 lesson added, 1 already there').waitFor();
    await lessons(2);
    await section.locator('.lessons-file').setInputFiles({ name: 'other.json', mimeType: '', buffer: Buffer.from('{}') });
    await page.getByText('other.json was not imported').waitFor();
    await section.getByRole('button', { name: 'Delete all' }).click();
    await lessons(0);
    await page.getByRole('button', { name: 'Restore' }).click();
    await lessons(2);
    await section.getByRole('button', { name: 'Save to a copy of the book' }).click();
    await section.getByText('marked. The original book is unchanged').waitFor();
    await about(page, 'Books');
    await savedBook(page, 'default (taught).bin').waitFor();
  });

  test("chooses the board's book, and lists the one opened there", async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await bookPage(page);
    await page.getByRole('link', { name: 'Analysis' }).click();
    await openBook(page, SMALL_BOOK);
    await ready(page);
    await bookPage(page);
    await savedBook(page, 'cutechess_book_small.bin').getByText('On the board').waitFor();
    await savedBook(page, 'Default book').getByRole('button', { name: 'Use' }).click();
    await page.getByRole('link', { name: 'Analysis' }).click();
    await page.waitForFunction(() => document.querySelector('.book-choice')?.value === 'default');
    await ready(page);
  });

  test('sets up a match of two books in the Lab with one click', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await bookPage(page);
    // Two books, each with a single move.
    const book = (code) => {
      const bytes = Buffer.alloc(16);
      bytes.writeBigUInt64BE(START_KEY);
      bytes.writeUInt16BE(code, 8);
      bytes.writeUInt16BE(1, 10);
      return bytes;
    };
    const square = (name) => ('abcdefgh'.indexOf(name[0])) + 8 * (Number(name[1]) - 1);
    const code = (uci) => (square(uci.slice(0, 2)) << 6) | square(uci.slice(2));
    await page.locator('.saved-book-file').setInputFiles([
      { name: 'a.bin', mimeType: '', buffer: book(code('b1a3')) },
      { name: 'b.bin', mimeType: '', buffer: book(code('g1h3')) },
    ]);
    await savedBook(page, 'a.bin').waitFor();
    await savedBook(page, 'b.bin').getByText('stored in this browser').waitFor();
    await savedBook(page, 'a.bin').getByText('stored in this browser').waitFor();
    await about(page, 'Compare');
    await page.getByLabel('Book of the first engine').selectOption({ label: 'a.bin' });
    await page.getByLabel('Book of the second engine').selectOption({ label: 'b.bin' });
    await page.getByRole('button', { name: 'Set up in the Lab' }).click();
    const books = page.locator('.lab-own-book');
    await books.nth(1).waitFor();
    assert.match(await books.first().innerText(), /a\.bin/);
    assert.match(await books.nth(1).innerText(), /b\.bin/);
    await screenshot(page, 'lab-own-books');
    // A title would go on to the next match.
    assert.equal(await page.getByLabel('Match name (Event)').inputValue(), '');
    await page.getByRole('button', { name: 'Fixed nodes' }).click();
    await page.getByLabel('Move selection for the book of engine 2').selectOption('search');
    await page.getByLabel('Number of best moves that the book of engine 2 chooses from').fill('3');
    await page.getByLabel('Nodes per move').first().fill('100');
    await page.getByLabel('Maximum games').fill('4');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForFunction(() => Number(document.querySelector('.lab-match')?.dataset.games) >= 4, undefined, { timeout: 120_000 });
    const pgn = (await downloaded(page, () => page.getByRole('button', { name: 'PGN', exact: true }).click())).toString();
    assert.equal(pgn.match(/^1\. Na3/gm)?.length, 2, pgn);
    assert.equal(pgn.match(/^1\. Nh3/gm)?.length, 2, pgn);
  });

  test('can be cancelled, and names invalid fields', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await bookPage(page, 'Make');
    const section = page.getByRole('region', { name: 'Make a book from games' });
    await section.locator('.pgn-files').setInputFiles(Array(4).fill(GAMES));
    await section.getByLabel('Half-moves').fill('none');
    await section.getByRole('button', { name: 'Make the book' }).click();
    await section.getByText('Half-moves must be a whole number').waitFor();
    await section.getByLabel('Half-moves').fill('60');
    await section.getByLabel('Half-moves').blur();
    await section.getByRole('button', { name: 'Make the book' }).click();
    await section.getByRole('button', { name: 'Cancel' }).click();
    await section.getByText('Cancelled').waitFor();
    assert.equal(await page.locator('.saved-book').count(), 1);
  });

  test('names the games that cannot be read with their lines, and an empty book is none', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await bookPage(page, 'Make');
    const section = page.getByRole('region', { name: 'Make a book from games' });
    const text = '[White "A"]\n[Result "1-0"]\n\n1. e4 Ke4 1-0\n';
    await section.locator('.pgn-files').setInputFiles({ name: 'bad.pgn', mimeType: '', buffer: Buffer.from(text) });
    await section.getByRole('button', { name: 'Make the book' }).click();
    await section.getByText('The book is empty').waitFor();
    assert.match(await section.locator('.book-report').innerText(), /bad\.pgn: line 4.*Ke4/);
    assert.equal(await page.locator('.saved-book').count(), 1);
  });

  test('reports what is wrong with a damaged book', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await bookPage(page);
    const book = readFileSync(SMALL_BOOK);
    const damaged = Buffer.concat([book.subarray(16 * 5000), book.subarray(0, 16 * 5000), Buffer.from([1, 2, 3])]);
    await page.locator('.saved-book-file').setInputFiles({ name: 'damaged.bin', mimeType: '', buffer: damaged });
    await savedBook(page, 'damaged.bin').getByRole('button', { name: 'Check' }).click();
    const report = page.getByRole('dialog');
    await report.getByText('not in ascending order').waitFor();
    await report.getByText('left over after the last entry').waitFor();
  });

  test('tells where games left the book', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await bookPage(page);
    await page.locator('.saved-book-file').setInputFiles(SMALL_BOOK);
    await savedBook(page, 'cutechess_book_small.bin').waitFor();
    await about(page, 'Compare');
    const section = page.getByRole('region', { name: 'Where the book was left' });
    const book = section.getByLabel('Book', { exact: true });
    assert.equal(await book.evaluate((select) => select.selectedOptions[0].textContent), 'cutechess_book_small.bin');
    await section.locator('input[type=file]').setInputFiles({
      name: 'mine.pgn',
      mimeType: '',
      buffer: Buffer.from('[White "Me"]\n[Black "You"]\n[Result "0-1"]\n\n1. a4 e5 0-1\n'),
    });
    await section.getByLabel('Player').fill('me');
    await section.getByRole('button', { name: 'Compare' }).click();
    await section.getByText('1. a4').waitFor();
    await screenshot(page, 'book-leaving');
  });

  test('refuses a file that is not a book wherever it is picked, and claims nothing about it', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await bookPage(page);
    const random = Buffer.from(Array.from({ length: 640 }, (_, index) => (index * 7919 + 31 * index * index) & 255));
    await page.locator('.saved-book-file').setInputFiles([
      { name: 'text.bin', mimeType: '', buffer: Buffer.from('These 33 bytes are text, no book.') },
      { name: 'games.bin', mimeType: '', buffer: Buffer.from('[Event "A game"]\n[White "A"]\n\n1. e4 e5 *\n') },
      { name: 'noise.bin', mimeType: '', buffer: random },
    ]);
    for (const name of ['text.bin', 'games.bin', 'noise.bin']) await page.getByText(`${name} was not opened`).waitFor();
    assert.equal(await page.locator('.saved-book').count(), 1);
    // A book without any position of the games: the page reports only that.
    const late = Buffer.alloc(16);
    late.writeBigUInt64BE(1n);
    late.writeUInt16BE(0x031c, 8);
    late.writeUInt16BE(1, 10);
    await drop(page, [{ name: 'late.bin', content: late }]);
    await savedBook(page, 'late.bin').waitFor();
    await about(page, 'Compare');
    const section = page.getByRole('region', { name: 'Where the book was left' });
    await section.waitFor();
    await drop(page, [{ name: 'mine.pgn', content: '[White "Me"]\n[Result "0-1"]\n\n1. a4 e5 0-1\n' }]);
    await section.getByText('mine.pgn').waitFor();
    await section.getByRole('button', { name: 'Compare' }).click();
    await section.getByText('1 game never reached a position of the book').waitFor();
    assert.doesNotMatch(await section.innerText(), /followed the book|stayed/);
  });

  test('keeps every keystroke: while re-rendered, while a book is made, and over a reload', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await bookPage(page, 'Make');
    const section = page.getByRole('region', { name: 'Make a book from games' });
    await section.getByLabel('Minimum score').fill('');
    await section.getByLabel('Minimum score').pressSequentially('40');
    // Adding a part without leaving the field redraws the page.
    await section.getByRole('button', { name: 'Part', exact: true }).dispatchEvent('click');
    await section.locator('.recipe-part').nth(1).waitFor();
    assert.equal(await section.getByLabel('Minimum score').first().inputValue(), '40');
    await section.getByRole('button', { name: 'Remove this part' }).nth(1).click();
    // The summary below describes the new filter.
    await section.getByText('that scored 40 % or more').waitFor();
    await section.locator('.pgn-files').setInputFiles(GAMES);
    await section.getByRole('button', { name: 'Make the book' }).click();
    await section.getByRole('button', { name: 'Cancel' }).waitFor();
    await section.getByLabel('Minimum games').fill('');
    await section.getByLabel('Minimum games').pressSequentially('1234', { delay: 60 });
    assert.equal(await section.getByLabel('Minimum games').inputValue(), '1234');
    await page.reload();
    await section.getByText('that were played in 1234 games or more').waitFor();
    assert.equal(await section.getByLabel('Minimum score').inputValue(), '40');
  });

  test('restores a removed book, on the board too', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await bookPage(page);
    await page.locator('.saved-book-file').setInputFiles(SMALL_BOOK);
    const row = savedBook(page, 'cutechess_book_small.bin');
    await row.getByText('stored in this browser').waitFor();
    await row.getByText('On the board').waitFor();
    await row.getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    await savedBook(page, 'Default book').getByText('On the board').waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await row.getByText('On the board').waitFor();
    await page.reload();
    await row.getByText('On the board').waitFor();
    // Removed for good, it can be opened again.
    await row.getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    await page.reload();
    await savedBook(page, 'Default book').waitFor();
    assert.equal(await row.count(), 0);
    await page.locator('.saved-book-file').setInputFiles(SMALL_BOOK);
    await row.getByText('stored in this browser').waitFor();
  });

  test('a move marked ? weighs nothing in the editor, and what is typed there stays', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await bookPage(page);
    await page.locator('.saved-book-file').setInputFiles(SMALL_BOOK);
    await savedBook(page, 'cutechess_book_small.bin').getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('region', { name: 'Edit a book' });
    const weight = editor.getByLabel('Weight of d4');
    await weight.waitFor();
    const before = await weight.inputValue();
    await editor.getByLabel('Never play it: d4').click();
    await page.locator('.book-editor[data-changed="1"]').waitFor();
    assert.equal(await weight.inputValue(), '0');
    assert.match(await editor.locator('tr[data-code]', { hasText: 'd4' }).innerText(), /never/);
    await editor.getByLabel('Never play it: d4').click();
    await page.locator('.book-editor[data-changed="2"]').waitFor();
    assert.equal(await weight.inputValue(), before);
    // An update must not overwrite a number being typed.
    await editor.getByLabel('Weight of e4').fill('77');
    await editor.getByRole('button', { name: 'Undo' }).dispatchEvent('click');
    await page.locator('.book-editor[data-changed="1"]').waitFor();
    assert.equal(await editor.getByLabel('Weight of e4').inputValue(), '77');
  });

  test('fits on a phone', async () => {
    const { app, page } = await suite.open({ ...PHONE });
    await app.stopEngine();
    await bookPage(page);
    await page.locator('.saved-book-file').setInputFiles(SMALL_BOOK);
    await savedBook(page, 'cutechess_book_small.bin').getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Weight of e4').waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await page.screenshot({ path: artefact('book-page-phone.png'), fullPage: true });
  });
});
