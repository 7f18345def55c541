// The library: a page of databases, and the explorer next to the board.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const FIRST = ['Tal', 'Botvinnik', 'Smyslov', 'Kérès', 'Geller', 'Bronstein', 'Petrosian'];
const LINES = [
  ['e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6', 'B90'],
  ['d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O', 'E90'],
  ['e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7', 'C84'],
  ['e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6', 'B34'],
];
const RESULTS = ['1-0', '1/2-1/2', '0-1'];

/** Returns a game whose headers follow from its number. */
function game(number) {
  const white = `${FIRST[number % 7]}, A`;
  const black = `${FIRST[(number * 3 + 1) % 7]}, B`;
  const [line, eco] = LINES[number % 4];
  const result = RESULTS[number % 3];
  const elo = 2000 + (number % 800);
  const year = 1950 + (number % 60);
  const moves = line.split(' ').map((san, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${san}` : san)).join(' ');
  const tags = { Event: `Event ${number % 50}`, Site: '?', Date: `${year}.01.01`, Round: `${number}`, White: white, Black: black, Result: result, WhiteElo: elo, BlackElo: elo - 10, ECO: eco };
  const head = Object.entries(tags).map(([name, value]) => `[${name} "${value}"]`).join('\n');
  return { number, white, black, result, elo, year, eco, line, text: `${head}\n\n${moves} ${result}\n` };
}
const GAMES = Array.from({ length: 3000 }, (_, number) => game(number));
const FILE = { name: 'three thousand.pgn', mimeType: 'text/plain', buffer: Buffer.from(GAMES.map(({ text }) => text).join('\n')) };

const grid = (page) => page.getByRole('grid', { name: 'Games' });
const found = (page) => page.locator('.library-found');
const row = (page, index) => page.locator(`.library-rows [data-row="${index}"]`);
const foundIs = (page, text) => page.waitForFunction((wanted) => document.querySelector('.library-found')?.textContent === wanted && document.querySelector('.library-grid')?.ariaBusy === 'false', text);

/** Opens the library and adds a file to it. */
async function withDatabase(suite, file = FILE, options = {}) {
  const opened = await suite.open(options);
  await opened.app.stopEngine();
  await opened.page.evaluate(() => { location.hash = '#/library'; });
  await add(opened.page, file);
  return opened;
}

async function add(page, file) {
  await page.locator('.library-file').setInputFiles(file);
  await page.getByRole('heading', { level: 1, name: file.name }).waitFor();
  // Being searchable comes last.
  await page.waitForFunction(() => /^#\/library\/./.test(location.hash) && !document.querySelector('.library-progress'));
}

browserSuite('the library page', { isEngineOff: true }, (suite) => {
  test('shows no error while files are added one after the other', async () => {
    const { page, app } = await suite.open();
    await app.stopEngine();
    await page.evaluate(() => {
      window.faults = [];
      new MutationObserver(() => {
        for (const alert of document.querySelectorAll('main.library [role="alert"]')) window.faults.push(alert.textContent);
      }).observe(document.body, { childList: true, subtree: true });
      location.hash = '#/library';
    });
    for (let number = 1; number <= 8; number += 1) await add(page, { ...FILE, name: `file ${number}.pgn` });
    assert.deepEqual(await page.evaluate(() => window.faults), []);
  });

  test('starts empty, and loads an example', async () => {
    const { page } = await suite.open();
    await page.getByRole('link', { name: 'Library', exact: true }).click();
    await page.getByRole('heading', { name: 'No games yet' }).waitFor();
    await page.getByRole('button', { name: 'Load an example' }).click();
    const count = readFileSync(new URL('../../www/examples/famous-games.pgn', import.meta.url), 'utf8').match(/^\[Event /gm).length;
    await foundIs(page, `${count} games`);
    await page.getByText('Anderssen, Adolf').first().waitFor();
  });

  test('own games are listed newest first, with the time when they were added', async () => {
    const { page, app } = await suite.open();
    for (const [place, [name, move]] of [['First', 'e4'], ['Second', 'd4'], ['Third', 'c4']].entries()) {
      await app.pasteGame(`[White "${name}"]\n[Black "Rival"]\n[Date "${2000 - place}.01.01"]\n\n1. ${move} e5 *`);
      await page.locator('.save-sign', { hasText: /^Saved$/ }).waitFor();
    }
    await page.getByRole('link', { name: 'Library', exact: true }).click();
    await foundIs(page, '3 games');
    const names = () => page.locator('.library-rows [data-row]').evaluateAll((rows) => rows.toSorted((a, b) => a.dataset.row - b.dataset.row).map((row) => row.querySelector('.cell-white').textContent));
    const namesAre = (wanted) => page.waitForFunction((list) => list.every((name, index) => document.querySelector(`.library-rows [data-row="${index}"] .cell-white`)?.textContent === name), wanted);
    await namesAre(['Third', 'Second', 'First']);
    assert.equal((await names()).length, 3);
    assert.match(await row(page, 0).locator('.cell-number').innerText(), /\d{1,2}:\d{2}/);
    const added = page.getByRole('columnheader', { name: 'Sort by time when it was added' });
    assert.equal(await added.getAttribute('aria-sort'), 'descending');
    await screenshot(page, 'library-own-games');
    await added.getByRole('button').click();
    await namesAre(['First', 'Second', 'Third']);
    await page.reload();
    await namesAre(['First', 'Second', 'Third']);
  });

  test('a double click opens the game that was clicked, whatever else is shown', async () => {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 1440, height: 900 }]) {
      const { page } = await suite.open({ viewport, isEngineOff: true });
      await page.getByRole('link', { name: 'Library', exact: true }).click();
      await page.getByRole('button', { name: 'Load an example' }).click();
      await page.getByText('Anderssen, Adolf').first().waitFor();
      await page.getByRole('button', { name: /^Filters/ }).click();
      await row(page, 1).waitFor();
      await screenshot(page, `library-filters-${viewport.width}`);
      const height = async () => (await row(page, 1).boundingBox()).y;
      const before = await height();
      await row(page, 1).click();
      await page.locator('.library-preview[data-game]').waitFor();
      assert.equal(await height(), before, 'the rows stay where they are');
      await row(page, 1).dblclick();
      await page.waitForFunction(() => location.hash === '#/');
      await page.context().close();
    }
  });

  test('draws only the rows that can be seen, and keys lead through all of them', async () => {
    const { page, app } = await withDatabase(suite);
    await foundIs(page, '3000 games');
    assert.equal(await grid(page).getAttribute('aria-rowcount'), '3001');
    await grid(page).focus();
    await page.keyboard.press('ArrowDown');
    assert.match(await page.locator('.library-row.active').innerText(), /Tal, A/);
    await page.keyboard.press('End');
    await row(page, 2999).locator('.cell-white').waitFor();
    assert.ok((await page.locator('.library-rows .library-row').count()) < 80);
    assert.equal(await row(page, 2999).getAttribute('aria-rowindex'), '3001');
    assert.equal(await grid(page).getAttribute('aria-activedescendant'), 'library-row-2999');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash === '#/');
    const { line } = GAMES[2999];
    await page.waitForFunction((count) => document.querySelectorAll('.move[data-move]').length === count, line.split(' ').length);
    assert.deepEqual((await app.moves()).map((text) => text.trim()), line.split(' '));
    // The page is as the user left it.
    await page.getByRole('link', { name: 'Library', exact: true }).click();
    await foundIs(page, '3000 games');
  });

  test('shows the list next to the board from which a game was opened, and steps through it, also after a reload', async () => {
    const { page, app, problems } = await withDatabase(suite);
    await foundIs(page, '3000 games');
    const list = page.getByRole('region', { name: 'Games of the library' });
    assert.equal(await list.count(), 0, 'nothing was opened');
    await page.getByRole('searchbox', { name: 'Find games by player' }).pressSequentially('keres');
    const keres = GAMES.filter(({ white, black }) => /Kérès/.test(white + black));
    await foundIs(page, `${keres.length} of 3000 games`);
    await row(page, 2).dblclick();
    await page.waitForFunction(() => location.hash === '#/');
    const heading = (number) => list.getByRole('heading', { name: `Game ${number} of ${keres.length}`, exact: true }).waitFor();
    const onBoard = async (index) => {
      await heading(index + 1);
      await page.waitForFunction((line) => [...document.querySelectorAll('.move[data-move]')].map((move) => move.textContent.trim()).join(' ') === line, keres[index].line);
      assert.equal((await list.locator('[aria-current="true"] .number').innerText()).trim(), String(index + 1));
    };
    await onBoard(2);
    await list.getByRole('button', { name: 'Next game' }).click();
    await onBoard(3);
    await page.keyboard.press('n');
    await onBoard(4);
    await page.keyboard.press('p');
    await page.keyboard.press('p');
    await onBoard(2);
    await list.getByRole('button', { name: 'Previous game' }).click();
    await list.getByRole('button', { name: 'Previous game' }).click();
    await onBoard(0);
    assert.ok(await list.getByRole('button', { name: 'Previous game' }).isDisabled());
    // Far down: only some rows are rendered.
    await list.locator('.games-scroll').evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await list.locator(`[data-game="${keres.length - 1}"]`).click();
    await onBoard(keres.length - 1);
    assert.ok(await list.getByRole('button', { name: 'Next game' }).isDisabled());
    assert.ok((await list.locator('.game-item').count()) < 60);
    await page.reload();
    await app.ready();
    await onBoard(keres.length - 1);
    assert.ok(await list.locator('[aria-current="true"]').isVisible(), 'the list is scrolled to the game');
    await page.keyboard.press('p');
    await onBoard(keres.length - 2);
    assert.ok(!(await page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /split_library/.test(name)))), 'the page of the library is not loaded');
    // Back in the library, with the same list.
    await list.getByRole('link', { name: 'Show this list in the library' }).click();
    await foundIs(page, `${keres.length} of 3000 games`);
    await page.goBack();
    await list.getByRole('button', { name: 'Close this list' }).click();
    await list.waitFor({ state: 'detached' });
    await page.reload();
    await app.ready();
    assert.equal(await list.count(), 0);
    assert.deepEqual(problems, []);
  });

  test('counts as you type, stores the search in the URL, and reports errors at their fields', async () => {
    const { page } = await withDatabase(suite);
    await foundIs(page, '3000 games');
    await page.getByRole('searchbox', { name: 'Find games by player' }).pressSequentially('keres');
    const keres = GAMES.filter(({ white, black }) => /Kérès/.test(white + black));
    await foundIs(page, `${keres.length} of 3000 games`);
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('textbox', { name: 'Elo from' }).fill('2700');
    const strong = keres.filter(({ elo }) => elo - 10 >= 2700);
    await foundIs(page, `${strong.length} of 3000 games`);
    await page.getByRole('button', { name: '0–1', exact: true }).click();
    const lost = strong.filter(({ result }) => result === '0-1');
    await foundIs(page, `${lost.length} of 3000 games`);
    await page.getByLabel('ECO', { exact: true }).fill('B00-B99');
    const sicilian = lost.filter(({ eco }) => eco.startsWith('B'));
    await foundIs(page, `${sicilian.length} of 3000 games`);
    const hash = await page.evaluate(() => location.hash);
    await page.reload();
    await foundIs(page, `${sicilian.length} of 3000 games`);
    assert.equal(await page.evaluate(() => location.hash), hash);
    await page.getByRole('button', { name: 'Remove the filter ECO B00-B99' }).click();
    await foundIs(page, `${lost.length} of 3000 games`);
    await page.goBack();
    await foundIs(page, `${sicilian.length} of 3000 games`);
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('textbox', { name: 'Elo from' }).fill('strong');
    await page.getByText('"strong" is not a number').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Elo from' }).getAttribute('aria-invalid'), 'true');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await foundIs(page, '3000 games');
  });

  test('finds games by colour, date, event, length, material and the position on the board', async () => {
    const { page, app } = await withDatabase(suite);
    await foundIs(page, '3000 games');
    await page.getByRole('link', { name: 'Analysis', exact: true }).click();
    // Pasting has no effect before the page has loaded, nor does a key before the game is there.
    await page.locator('[data-page="analysis"] .board').first().waitFor();
    await app.paste('1. e4 c5 2. Nf3 *');
    await page.locator('.move[data-move]').first().waitFor();
    await page.keyboard.press('End');
    await app.waitForFen('rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq');
    await page.getByRole('link', { name: 'Library', exact: true }).click();
    await foundIs(page, '3000 games');
    await page.getByRole('button', { name: /^Filters/ }).click();
    // The hints are fully visible without scrolling.
    for (const hint of ['B20-B99, C65, or D', 'At any time in the game:', '1960 or 1960.05.17']) await page.getByText(hint).waitFor();
    const filters = await page.locator('.library-filter-panel').evaluate((panel) => panel.scrollHeight - panel.clientHeight);
    assert.ok(filters <= 0, `${filters} px of the filters are out of sight`);
    const field = (name) => page.getByRole('textbox', { name, exact: true });
    const counted = async (keep) => foundIs(page, `${GAMES.filter(keep).length} of 3000 games`);
    for (const [name, text, keep] of [
      ['White', 'tal', ({ white }) => white.startsWith('Tal')],
      ['Black', 'geller', ({ black }) => black.startsWith('Geller')],
      ['Elo to', '2100', ({ elo }) => elo <= 2100],
      ['Date from', '1990', ({ year }) => year >= 1990],
      ['Date to', '1951.01.01', ({ year }) => year <= 1951],
      ['Event', 'event 49', ({ number }) => number % 50 === 49],
      ['Half-moves to', '9', ({ line }) => line.split(' ').length <= 9],
      // A pawn less for each side: only the open Sicilians have exchanges.
      ['Material', 'KQRRBBNNPPPPPPPKQRRBBNNPPPPPPP', ({ line }) => line.includes('Nxd4')],
    ]) {
      await field(name).fill(text);
      await counted(keep);
      await field(name).fill('');
      await foundIs(page, '3000 games');
    }
    await page.getByRole('button', { name: 'Position on the board' }).click();
    await counted(({ line }) => line.startsWith('e4 c5 Nf3'));
    await page.getByRole('button', { name: 'Remove the filter With a position' }).click();
    await foundIs(page, '3000 games');
  });

  test('sorts by every column, in both directions', async () => {
    const { page } = await withDatabase(suite);
    await foundIs(page, '3000 games');
    for (const [name, word, key] of [
      ['date', 'date', ({ year }) => year],
      ["White's Elo", 'white-elo', ({ elo }) => elo],
      ['White', 'white', ({ white }) => white.normalize('NFD').toLowerCase()],
      ["Black's Elo", 'black-elo', ({ elo }) => elo - 10],
      ['Black', 'black', ({ black }) => black.normalize('NFD').toLowerCase()],
      ['ECO code', 'eco', ({ eco }) => eco],
      ['result', 'result', ({ result }) => ['1-0', '0-1', '1/2-1/2'].indexOf(result)],
      ['event', 'event', ({ number }) => number % 50],
      ['plies (half-moves)', 'plies', ({ line }) => line.split(' ').length],
    ]) {
      for (const _ of [0, 1]) {
        const version = await grid(page).getAttribute('data-version');
        await page.getByRole('button', { name: `Sort by ${name}`, exact: true }).click();
        await page.waitForFunction((old) => document.querySelector('.library-grid').dataset.version !== old && document.querySelector('.library-grid').ariaBusy === 'false', version);
        const direction = await page.locator(`.library-grid-head .cell-${word}`).getAttribute('aria-sort');
        const sign = direction === 'descending' ? -1 : 1;
        const first = [...GAMES].sort((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) || a.number - b.number)[0];
        assert.equal(await row(page, 0).getAttribute('data-game'), `${first.number}`, `${name} ${direction}`);
      }
    }
  });

  test('exports what is selected, byte for byte, and copies it to one\'s own games', async () => {
    const { page } = await withDatabase(suite);
    await foundIs(page, '3000 games');
    await row(page, 2).locator('.cell-white').click();
    await row(page, 4).locator('.cell-white').click({ modifiers: ['Shift'] });
    await row(page, 7).getByRole('checkbox').click();
    await page.getByText('4 selected').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('group', { name: 'Selected games' }).getByRole('button', { name: 'Export' }).click()]);
    const text = readFileSync(await download.path(), 'utf8');
    assert.equal(text, [2, 3, 4, 7].map((number) => `${GAMES[number].text.trimEnd()}\n\n`).join(''));
    await page.getByRole('button', { name: 'Save to my games' }).click();
    await page.getByLabel('New label').fill('To study');
    await page.getByRole('dialog').getByRole('button', { name: 'Save to my games' }).click();
    await page.getByText('4 games saved to My games').waitFor();
    await page.getByRole('link', { name: /^To study/ }).click();
    await foundIs(page, '4 games');
    assert.deepEqual(await page.locator('.library-rows .cell-white').allInnerTexts().then((texts) => texts.sort()), [2, 3, 4, 7].map((number) => GAMES[number].white).sort());
    await grid(page).focus();
    await page.keyboard.press('Control+a');
    await page.getByText('4 selected').waitFor();
    await page.getByRole('group', { name: 'Selected games' }).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('4 games removed').waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await foundIs(page, '4 games');
  });

  test('lists duplicate games, and games with errors with line and reason', async () => {
    const broken = '[Event "Broken"]\n[White "X"]\n[Black "Y"]\n[Result "*"]\n\n1. e4 e5 2. Qxh9 *\n';
    const text = [GAMES[1].text, GAMES[2].text, GAMES[1].text.replace('Event 1"', 'Other"'), broken].join('\n');
    const { page } = await withDatabase(suite, { ...FILE, name: 'odd.pgn', buffer: Buffer.from(text) });
    await page.getByRole('link', { name: 'Duplicates' }).click();
    await page.getByText('1 group; 1 game to spare').waitFor();
    await page.getByText('Differs in: event').waitFor();
    assert.equal(await page.locator('.library-duplicate').count(), 2);

    // All games except the duplicate; those with errors stay.
    const [single] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export without duplicates' }).click()]);
    const exported = readFileSync(await single.path(), 'utf8');
    assert.equal(exported.match(/\[Event /g).length, 3);
    assert.ok(!exported.includes('Other') && exported.includes('Qxh9'), exported);

    await page.getByRole('link', { name: /^Errors/ }).click();
    const line = text.split('\n').findIndex((content) => content.includes('Qxh9')) + 1;
    await page.getByText(new RegExp(`Game 4, line ${line}, column \\d+`)).waitFor();
    await page.getByText('Show the text').click();
    await page.locator('.library-group pre', { hasText: 'Qxh9' }).waitFor();

    // The database itself drops the duplicate once the user confirms.
    await page.getByRole('link', { name: 'Duplicates' }).click();
    await page.getByRole('button', { name: 'Remove duplicates…' }).click();
    await page.getByRole('dialog').getByText('1 game will be removed').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('There are no duplicates.').waitFor();
    assert.equal(await page.locator('.library-database', { hasText: 'odd.pgn' }).count(), 1);
    await page.locator('.library-databases > li', { hasText: 'odd.pgn' }).locator('.library-count', { hasText: /^3$/ }).waitFor();
  });

  test('renames and removes a database, which is confirmed', async () => {
    const { page } = await withDatabase(suite);
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Old masters');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { level: 1, name: 'Old masters' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Old masters' }).waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { level: 1, name: 'My games' }).waitFor();
    assert.equal(await page.locator('.library-database').count(), 1);
  });

  test('a name that cannot be saved is not shown', async () => {
    const { page } = await withDatabase(suite);
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function refuse(...given) {
        if (this.name === 'databases') throw new DOMException('There is no room left.', 'QuotaExceededError');
        return put.apply(this, given);
      };
      window.titles = [];
      new MutationObserver(() => window.titles.push(document.querySelector('h1')?.textContent)).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Old masters');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByText('The database was not renamed').waitFor();
    await page.getByRole('heading', { level: 1, name: FILE.name }).waitFor();
    assert.ok(!(await page.evaluate(() => window.titles)).includes('Old masters'));
  });

  test('fits on a phone: the bar, the filters, rows of two lines; a touch opens a game', async () => {
    const { page } = await withDatabase(suite, FILE, PHONE);
    await foundIs(page, '3000 games');
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(await overflow(), 0);
    await page.getByRole('button', { name: /^Filters/ }).click();
    assert.equal(await overflow(), 0);
    await page.getByRole('button', { name: /^Filters/ }).click();
    const height = (await row(page, 0).boundingBox()).height;
    assert.ok(height > 50, `${height}`);
    await row(page, 0).locator('.cell-white').tap();
    await page.waitForFunction(() => location.hash === '#/');
  });
});

browserSuite('the explorer next to the board', { isEngineOff: true }, (suite) => {
  const panel = (page) => page.getByRole('region', { name: 'Explorer' });
  const ready = (page) => page.locator('.explorer[data-state="on"][aria-busy="false"]').waitFor();
  /** Returns the panel's contents: `{ Nf3: 750, ... }`. */
  const moves = (page) =>
    page.locator('.explorer-move').evaluateAll((rows) => Object.fromEntries(rows.map((line) => [line.querySelector('.explorer-san').textContent, Number(line.querySelector('.number').textContent)])));
  const after = (line) => {
    const counts = {};
    for (const each of GAMES.filter((other) => other.line === line || other.line.startsWith(`${line} `) || line === '')) {
      const rest = each.line.slice(line.length).trim().split(' ')[0];
      if (rest) counts[rest] = (counts[rest] ?? 0) + 1;
    }
    return counts;
  };

  test('shows the moves played from the position, follows the board, and plays the clicked one', async () => {
    const { page, app } = await withDatabase(suite);
    await foundIs(page, '3000 games');
    await page.getByRole('link', { name: 'Analysis', exact: true }).click();
    await panel(page).getByRole('switch').click();
    await page.locator('.explorer-move').first().waitFor();
    await ready(page);
    assert.deepEqual(await moves(page), after(''));
    const board = await page.locator('.workbench .board').getAttribute('data-renders');
    await panel(page).getByRole('button', { name: 'e4', exact: true }).hover();
    await page.locator('.arrows .book').waitFor();
    await panel(page).getByRole('button', { name: 'e4', exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll('.move[data-move]').length === 1);
    await page.waitForFunction(() => [...document.querySelectorAll('.explorer-san')].some((san) => san.textContent === 'c5'));
    await ready(page);
    assert.deepEqual(await moves(page), after('e4'));
    const bar = await page.locator('.explorer-move', { hasText: 'c5' }).getByRole('img').getAttribute('aria-label');
    const sicilian = GAMES.filter(({ line }) => line.startsWith('e4 c5'));
    const count = (result) => sicilian.filter((each) => each.result === result).length;
    assert.equal(bar, `White won ${count('1-0')}, drawn ${count('1/2-1/2')}, Black won ${count('0-1')}`);
    // Its results don't re-render the board.
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction((expected) => document.querySelectorAll('.explorer-move').length === expected, Object.keys(after('')).length);
    assert.ok(Number(await page.locator('.workbench .board').getAttribute('data-renders')) - Number(board) <= 4);
    await panel(page).getByText('Games', { exact: true }).last().click();
    await panel(page).locator('.explorer-game').first().click();
    await page.waitForFunction(() => document.querySelectorAll('.move[data-move]').length >= 8);
    assert.ok((await app.moves()).length >= 8);
  });

  test('counts the games of a player with a colour, and of years', async () => {
    const { page } = await withDatabase(suite);
    await foundIs(page, '3000 games');
    await page.getByRole('link', { name: 'Analysis', exact: true }).click();
    await panel(page).getByRole('switch').click();
    await page.locator('.explorer-move').first().waitFor();
    await panel(page).getByRole('button', { name: 'All databases' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Player').fill('tal');
    await dialog.getByLabel('Colour').selectOption('as White');
    await dialog.getByLabel('First year').fill('1990');
    await page.keyboard.press('Escape');
    const wanted = GAMES.filter(({ white, year }) => white.startsWith('Tal') && year >= 1990);
    const total = (count) => page.waitForFunction((expected) => document.querySelector('.explorer-moves tfoot .number')?.textContent === `${expected}`, count);
    await total(wanted.length);
    await panel(page).getByRole('button', { name: 'All databases' }).click();
    await dialog.getByLabel('Minimum Elo').fill('strong');
    await dialog.getByText('Enter the minimum Elo as a whole number, such as 2400').waitFor();
    await dialog.getByLabel('Minimum Elo').fill('2500');
    await page.keyboard.press('Escape');
    // The limit applies to both players.
    const strong = wanted.filter(({ elo }) => elo - 10 >= 2500);
    await total(strong.length);
    await ready(page);
    const e4 = strong.filter(({ line }) => line.startsWith('e4'));
    const average = e4.reduce((sum, { elo }) => sum + elo - 5, 0) / e4.length;
    const shown = Number(await page.locator('.explorer-move', { hasText: 'e4' }).locator('td.number').nth(1).innerText());
    assert.ok(Math.abs(shown - average) <= 0.5, `${shown} is shown, the average of both players is ${average}`);
  });
});
