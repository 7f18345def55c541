// Every page and dialog passes axe-core in both themes; and what axe-core cannot check: focus and announcements.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { sharedText, splitGames } from './support/app.mjs';
import { finishAnimations, screenshot } from './support/harness.mjs';
import { quick, start, waitForState } from './support/lab-page.mjs';
import { PlayPage } from './support/play.mjs';
import { ReportPanel } from './support/report.mjs';
import { browserSuite } from './support/suite.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
/** Rules whose results can differ between themes. */
const COLOURS = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

const GAME = splitGames(sharedText('games', 'famous.pgn'))[0];
/** Variations, comments before and after moves, glyphs, clocks and evaluations. */
const ANNOTATED = `[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n
{ The opening } 1. e4 $1 { [%eval 0.3] [%clk 0:01:00] best by test } 1... e5 (1... c5 $5 { Sicilian } 2. Nf3 (2. c3 $6) 2... d6) 2. Nf3 $220 Nc6 1-0`;

/** Returns axe-core's findings for the current page, one line per element. */
async function violations(page, rules = RULES) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  await finishAnimations(page);
  const { violations: found } = await page.evaluate((rules) => window.axe.run(document, { ...rules, resultTypes: ['violations'] }), rules);
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`));
}

/** Records the announcements of live regions from now on, in order. */
async function listen(page) {
  await page.evaluate(() => {
    window.spoken = [];
    new MutationObserver((changes) => {
      const regions = new Set(changes.map(({ target }) => (target.nodeType === 3 ? target.parentElement : target)?.closest('[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"]')));
      for (const region of regions) if (region && region.textContent.trim() !== '') window.spoken.push(region.textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const spoken = () => page.evaluate(() => window.spoken.splice(0));
  const says = async (pattern) => {
    await page.waitForFunction((source) => window.spoken.some((text) => new RegExp(source).test(text)), pattern.source);
    return spoken();
  };
  return { spoken, says };
}

const goTo = (page, hash) => page.evaluate((value) => { location.hash = value; }, hash);
const button = (page, name) => page.getByRole('button', { name }).first();
const dialogIsOpen = (page) => page.locator('dialog[open]').waitFor();

async function menuOfMove({ app, page }) {
  await app.paste(ANNOTATED);
  await page.locator('.move[data-move]').first().click({ button: 'right' });
  await page.getByRole('menu').waitFor();
}

/** Goes to the first move of a game. */
async function atAMove({ app, page }) {
  await app.paste(ANNOTATED);
  await page.locator('.move[data-move]').first().waitFor();
  await page.keyboard.press('ArrowRight');
  await page.locator('.move.current').waitFor();
}

/** Adds a move to a game and waits until it is saved. */
async function editedGame({ app, page }) {
  await app.paste('1. e4 e5 *');
  await page.locator('.move[data-move]').first().waitFor();
  await page.keyboard.press('End');
  await app.click('g1');
  await app.click('f3');
  await page.locator('.save-sign', { hasText: /^Saved$/ }).waitFor();
}

/** Adds the example games to the library and waits until they are searchable. */
async function exampleInLibrary({ app, page }) {
  await goTo(page, '#/library');
  await page.getByRole('main', { name: 'Library' }).waitFor();
  await app.drop('famous.pgn', sharedText('games', 'famous.pgn'));
  await page.waitForFunction(() => /^#\/library\/./.test(location.hash) && !document.querySelector('.library-progress'));
  await page.locator('.library-rows [data-row="2"] .cell-white').waitFor();
}

/** Adds a database with a duplicated game and a broken one. */
async function oddDatabase({ app, page }) {
  await goTo(page, '#/library');
  await page.getByRole('main', { name: 'Library' }).waitFor();
  const game = (event, moves) => `[Event "${event}"]\n[White "X"]\n[Black "Y"]\n[Result "*"]\n\n${moves} *\n`;
  await app.drop('odd.pgn', [game('One', '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6'), game('Other', '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6'), game('Broken', '1. e4 e5 2. Qxh9')].join('\n'));
  await page.waitForFunction(() => /^#\/library\/./.test(location.hash) && !document.querySelector('.library-progress'));
}

/** Makes a game a repertoire. */
async function repertoire({ app, page }) {
  await app.paste('1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *');
  await page.getByRole('switch', { name: 'Repertoire' }).click();
  await page.getByRole('button', { name: 'Make it a repertoire for White' }).click();
  await page.locator('.repertoire-side').waitFor();
}

/** Saves two games to the user's own games under a label, and selects both. */
async function ownGamesSelected(opened) {
  const { page } = opened;
  await exampleInLibrary(opened);
  for (const row of [1, 2]) await page.locator(`.library-rows [data-row="${row}"]`).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Save to my games' }).click();
  await page.getByLabel('New label').fill('To study');
  await page.getByRole('dialog').getByRole('button', { name: 'Save to my games' }).click();
  await page.getByText('2 games saved to My games').waitFor();
  await page.getByRole('link', { name: /^To study/ }).click();
  await page.waitForFunction(() => document.querySelector('.library-found')?.textContent === '2 games' && document.querySelector('.library-grid')?.ariaBusy === 'false');
  for (const row of [0, 1]) await page.locator(`.library-rows [data-row="${row}"]`).getByRole('checkbox').click();
  await page.getByText('2 selected').waitFor();
}

const selection = (page, name) => page.getByRole('group', { name: 'Selected games' }).getByRole('button', { name });

/** Opens the stored data and checks a backup of it. */
async function checkedBackup({ app, page }) {
  await editedGame({ app, page });
  await button(page, 'Settings').click();
  await page.getByRole('button', { name: 'Stored data' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export chosen' }).click()]);
  const buffer = readFileSync(await file.path());
  await page.locator('.import input[type="file"]').setInputFiles({ name: 'a.tabia', mimeType: 'application/octet-stream', buffer });
  await page.getByText(/complete backup/).waitFor();
}

/** Opens the lesson of a game with a mistake. */
async function lesson({ app, page }) {
  await app.paste('1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0');
  await page.locator('.move[data-move]').first().waitFor();
  const report = new ReportPanel(page);
  await report.switchOn();
  await report.start({ nodes: 5_000, workers: 1 });
  await report.waitUntilDone();
  await page.getByRole('button', { name: 'Learn from mistakes' }).click();
  await report.lesson.dialog.waitFor();
  await report.lesson.button('Hint').click();
}

/** Makes IndexedDB fail from the next start on. */
async function refusedStore({ page, context }) {
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => { throw new DOMException('on purpose', 'UnknownError'); };
  });
  await page.reload();
  await page.getByRole('region', { name: 'Stored data' }).getByRole('alert').waitFor();
}

/** Plays a match of two games to the end. */
async function shortMatch(page) {
  await goTo(page, '#/lab');
  await page.getByRole('button', { name: 'Start', exact: true }).and(page.locator(':enabled')).waitFor();
  await quick(page, { games: '2' });
  await start(page);
  await waitForState(page, 'complete');
}

/** Every page and dialog: its name, and how to reach it. */
const PLACES = [
  ['the empty analysis', async () => {}],
  ['a game with variations', async ({ app, page }) => {
    await app.paste(ANNOTATED);
    await page.locator('.move[data-move]').first().waitFor();
    await page.keyboard.press('ArrowRight');
  }],
  ['the report of a game with evaluations', async ({ app, page }) => {
    await app.paste(ANNOTATED.replace('Nc6', 'Nc6 { [%eval 2.5] }').replace('2. Nf3 $220', '2. Nf3 $220 { [%eval 0.2] }'));
    await page.locator('.move[data-move]').first().waitFor();
    await page.getByRole('switch', { name: 'Report' }).click();
    await page.locator('.report-numbers').waitFor();
    await button(page, 'Analyse with the engine…').click();
    await page.locator('.report-form').waitFor();
  }],
  ['the mistakes of many games', async ({ app, page }) => {
    await app.paste(ANNOTATED);
    await page.getByRole('switch', { name: 'Report' }).click();
    await button(page, 'Mistakes from many games…').click();
    await dialogIsOpen(page);
  }],
  ['several games', async ({ app, page }) => {
    await app.paste(splitGames(sharedText('games', 'famous.pgn')).join('\n'));
    await page.locator('.games').waitFor();
  }],
  ['a fault', async ({ app, page }) => {
    await app.paste('nothing that could be a game, at all');
    await page.locator('.toast').first().waitFor();
  }],
  ['the engine at work', async ({ app }) => {
    await app.startEngine();
    await app.waitForLines(1);
  }],
  ['the dialog Open', async ({ page }) => {
    await button(page, 'Open game').click();
    await page.getByRole('textbox', { name: 'PGN or FEN' }).waitFor();
  }],
  ['the dialog New', async ({ page }) => {
    await button(page, 'New game').click();
    await page.getByRole('button', { name: 'Standard position' }).waitFor();
  }],
  ['the settings', async ({ page }) => {
    await button(page, 'Settings').click();
    await dialogIsOpen(page);
  }],
  ['the menu of the engine panel', async ({ page }) => {
    await button(page, 'Engines and analysis options').click();
    await page.getByRole('menu').waitFor();
  }],
  ['the engines', async ({ page }) => {
    await button(page, 'Engines and analysis options').click();
    await page.getByRole('menuitem', { name: 'Engines…' }).click();
    await page.locator('.engine-row').first().waitFor();
  }],
  ['the options of the engine', async ({ app, page }) => {
    await app.startEngine();
    await app.waitForLines();
    await button(page, 'Engines and analysis options').click();
    await page.getByRole('menuitem', { name: 'Engine options…' }).click();
    await page.locator('.engine-option').first().waitFor();
  }],
  ['limits and figures', async ({ page }) => {
    await button(page, 'Engines and analysis options').click();
    await page.getByRole('menuitem', { name: 'Limits and figures…' }).click();
    await page.getByLabel('The search ends').selectOption('at a depth');
  }],
  ['the moves to search', async ({ page }) => {
    await button(page, 'Engines and analysis options').click();
    await page.getByRole('menuitem', { name: 'Search only some moves…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'e4', exact: true }).click();
  }],
  ['a line on a board of its own', async ({ app, page }) => {
    await app.startEngine();
    await app.waitForLines();
    await app.stopEngine();
    await page.locator('.line-menu').first().click();
    await page.getByRole('menuitem', { name: /Step through/ }).click();
    await page.locator('.viewer-moves').waitFor();
  }],
  ['two engines side by side', async ({ page }) => {
    await button(page, 'Engines and analysis options').click();
    await page.getByRole('menuitem', { name: 'Engines…' }).click();
    await page.getByRole('button', { name: /^Alongside: Tabia .* material$/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await page.locator('.side-engine .line .pv-move').first().waitFor();
  }],
  ['the dialog Share', async ({ app, page }) => {
    await app.paste(ANNOTATED);
    await page.locator('.move[data-move]').first().waitFor();
    await button(page, 'Share').click();
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    await page.getByRole('button', { name: 'Make GIF' }).click();
    await page.getByRole('button', { name: 'Save GIF' }).waitFor();
  }],
  ...[['terms', 'Terms', '.explain-terms'], ['pieces', 'Pieces', '.explain-list'], ['squares', 'Squares', '.heat-square'], ['two moves', 'Compare moves', '.explain-pair']].map(([what, view, shown]) => [`the evaluation explained: ${what}`, async (opened) => {
    await atAMove(opened);
    await opened.page.keyboard.press('e');
    await opened.page.getByRole('button', { name: view, exact: true }).click();
    await opened.page.locator(shown).first().waitFor();
    if (view === 'Compare moves') {
      await opened.page.locator('.explain-pair .primary').click();
      await opened.page.locator('.explain-answer').waitFor();
    }
  }]),
  ['the menu of a move', async (opened) => {
    await menuOfMove(opened);
  }],
  ['the glyphs of a move', async (opened) => {
    await menuOfMove(opened);
    await opened.page.getByRole('menuitem', { name: 'All glyphs…' }).click();
    await dialogIsOpen(opened.page);
  }],
  ['clock and evaluation', async (opened) => {
    await menuOfMove(opened);
    await opened.page.getByRole('menuitem', { name: 'Clock and evaluation…' }).click();
    await opened.page.getByLabel('Time left on the clock').fill('no time');
    await opened.page.getByText('Enter hours, minutes and seconds').waitFor();
  }],
  ['tags and result', async (opened) => {
    await menuOfMove(opened);
    await opened.page.getByRole('menuitem', { name: 'Tags and result of the game…' }).click();
    await opened.page.getByRole('button', { name: 'Add a tag' }).click();
    await opened.page.getByLabel('Name', { exact: true }).fill('FEN');
    await opened.page.getByText(/derived from the game/).waitFor();
  }],
  ['typed moves', async ({ page }) => {
    await page.keyboard.press('/');
    await page.getByLabel('Type a move').fill('n');
    await page.getByRole('group', { name: 'Matching moves' }).waitFor();
  }],
  ['the board editor', async ({ page }) => {
    await button(page, 'Set up a position').click();
    await page.locator('.set-up-grid [data-square="a1"]').focus();
    await page.keyboard.press('p');
    await page.locator('[data-fault="PawnOnBackRank"]').waitFor();
  }],
  ['a comment', async (opened) => {
    await atAMove(opened);
    await opened.page.keyboard.press('d');
    await opened.page.getByRole('textbox', { name: /comment/i }).waitFor();
  }],
  ['the recent games', async (opened) => {
    await atAMove(opened);
    await button(opened.page, 'Recent games').click();
    await dialogIsOpen(opened.page);
  }],
  ['drawing mode', async ({ app, page }) => {
    await page.keyboard.press('w');
    await page.getByRole('group', { name: 'Drawing mode' }).getByRole('button', { name: 'Red' }).click();
    await app.click('e4');
  }],
  ['learning from mistakes', lesson],
  ['the filters of the library', async (opened) => {
    await exampleInLibrary(opened);
    await button(opened.page, /^Filters/).click();
    await opened.page.getByRole('textbox', { name: 'Elo from' }).fill('strong');
    await opened.page.getByText('"strong" is not a number').waitFor();
  }],
  ['games that are there twice', async (opened) => {
    await oddDatabase(opened);
    await opened.page.getByRole('link', { name: 'Duplicates' }).click();
    await opened.page.locator('.library-duplicate').first().waitFor();
  }],
  ['games with errors', async (opened) => {
    await oddDatabase(opened);
    await opened.page.getByRole('link', { name: /^Errors/ }).click();
    await opened.page.getByText('Show the text').click();
    await opened.page.locator('.library-group pre').waitFor();
  }],
  ['own games that are selected', ownGamesSelected],
  ['labels of own games', async (opened) => {
    await ownGamesSelected(opened);
    await selection(opened.page, 'Labels…').click();
    await dialogIsOpen(opened.page);
  }],
  ['removing own games', async (opened) => {
    await ownGamesSelected(opened);
    await selection(opened.page, 'Remove').click();
    await dialogIsOpen(opened.page);
  }],
  ['renaming a database', async (opened) => {
    await exampleInLibrary(opened);
    await button(opened.page, 'Rename').click();
    await dialogIsOpen(opened.page);
  }],
  ['a backup that was checked', checkedBackup],
  ['the guide', async ({ page }) => {
    await page.goto(new URL('guide.html', page.url()).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }],
  ['the page about Tabia', async ({ page }) => {
    await page.goto(new URL('about.html', page.url()).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }],
  ['a store that is refused', refusedStore],
  ['a new version', async ({ page }) => {
    // The event that www/offline.js dispatches.
    await page.evaluate(() => dispatchEvent(new CustomEvent('tabia-update')));
    await page.getByRole('region', { name: 'Update' }).waitFor();
  }],
  ['the keys', async ({ page }) => {
    await page.keyboard.press('?');
    await page.locator('dialog[open] .shortcuts').first().waitFor();
  }],
  ['a promotion', async ({ app, page }) => {
    await app.paste('8/P6k/8/8/8/8/8/K7 w - - 0 1');
    await app.waitForFen('8/P6k');
    await app.click('a7');
    await app.click('a8');
    await page.getByRole('dialog', { name: /promot/i }).waitFor();
  }],
  ['the set-up of a game', async ({ page }) => {
    const play = await PlayPage.open(page);
    await play.choose('Clock', 'Other…');
    await play.main.getByLabel('Time control', { exact: true }).fill('soon');
    await play.main.getByText('More', { exact: true }).click();
    await play.choose('Start', 'Opening');
    await play.main.getByLabel('Search for an opening').fill('najdorf');
    await play.main.getByRole('list', { name: 'Openings found' }).waitFor();
  }],
  ['a game', async ({ page }) => {
    const play = await PlayPage.open(page);
    await play.begin({ opponent: 'A person here', clock: '0:20' });
    for (const [index, move] of ['e4', 'd5', 'exd5', 'Qxd5'].entries()) {
      await play.type(move);
      await play.waitForMoves(index + 1);
    }
    await play.button('Offer draw').click();
    await play.button('Accept').waitFor();
  }],
  ['the rating', async ({ page }) => {
    const play = await PlayPage.open(page);
    for (let game = 0; game < 2; game += 1) {
      await play.begin({ level: 4 });
      await play.type('e4');
      await play.waitForMoves(2);
      await play.button('Resign').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
      await play.result();
      await play.button('New game').click();
      await play.waitForStage('setup');
    }
    await goTo(page, '#/play/rating');
    await play.main.getByRole('table', { name: 'Rated games' }).waitFor();
  }],
  ['setting the clocks of a game', async ({ page }) => {
    const play = await PlayPage.open(page);
    await play.begin({ opponent: 'A person here', clock: '5+3' });
    await play.menu('Set the clocks');
    await dialogIsOpen(page);
    await page.getByLabel("White's time").fill('soon');
  }],
  ['the menu of a game', async ({ page }) => {
    const play = await PlayPage.open(page);
    await play.begin({ level: 3 });
    await play.openMenu();
  }],
  ['a move that waits for its confirmation', async ({ page }) => {
    const play = await PlayPage.open(page);
    await play.begin({ opponent: 'A person here' });
    await play.menu('Confirm each move');
    await play.type('e4');
    await play.button('Play move').waitFor();
  }],
  ['the end of a game', async ({ page }) => {
    const play = await PlayPage.open(page);
    await play.begin({ opponent: 'A person here' });
    await play.button('Resign').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await play.result();
  }],
  ['the set-up of the Lab', async ({ page }) => {
    await goTo(page, '#/lab');
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  }],
  ['the books', async ({ page }) => {
    await goTo(page, '#/book');
    await page.locator('#book main, main#book, #book [role="main"]').first().waitFor();
  }],
  ['the empty library', async ({ page }) => {
    await goTo(page, '#/library');
    await page.getByRole('main', { name: 'Library' }).waitFor();
  }],
  ['a database in the library', async ({ app, page }) => {
    await goTo(page, '#/library');
    await page.getByRole('main', { name: 'Library' }).waitFor();
    await app.drop('famous.pgn', sharedText('games', 'famous.pgn'));
    await page.getByText('Steinitz').first().waitFor();
  }],
  ['stored data', async ({ app, page }) => {
    await editedGame({ app, page });
    await button(page, 'Settings').click();
    await page.getByRole('button', { name: 'Stored data' }).click();
    await page.getByRole('checkbox', { name: 'Games' }).waitFor();
  }],
  ['removing stored data', async ({ app, page }) => {
    await editedGame({ app, page });
    await button(page, 'Settings').click();
    await page.getByRole('button', { name: 'Stored data' }).click();
    await page.getByRole('button', { name: 'Remove Games' }).click();
    await page.locator('.storage-confirm').waitFor();
  }],
  ['name and labels', async ({ app, page }) => {
    await editedGame({ app, page });
    await page.locator('.save-sign').click();
    await page.getByRole('dialog', { name: 'Name and labels' }).getByLabel('Name', { exact: true }).waitFor();
  }],
  ['the explorer', async ({ app, page }) => {
    await exampleInLibrary({ app, page });
    await goTo(page, '#/');
    await page.getByRole('switch', { name: 'Explorer' }).click();
    await page.locator('.explorer-body').waitFor();
  }],
  ['a repertoire compared with games', async ({ app, page }) => {
    await repertoire({ app, page });
    await page.locator('.repertoire-compare summary').click();
    await page.locator('.repertoire-compare button[type="submit"]').click();
    await page.locator('.repertoire-compare [role="status"]').waitFor();
  }],
  ['the training of a repertoire', async ({ app, page }) => {
    await repertoire({ app, page });
    await page.getByRole('button', { name: /^Train \d+ positions?$/ }).click();
    await dialogIsOpen(page);
    await page.getByRole('button', { name: 'Show the solution' }).click();
  }],
  ['the databases of the explorer', async ({ app, page }) => {
    await exampleInLibrary({ app, page });
    await goTo(page, '#/');
    await page.getByRole('switch', { name: 'Explorer' }).click();
    await page.locator('.explorer-choice').click();
    await dialogIsOpen(page);
  }],
  ['a list of the library beside the board', async ({ app, page }) => {
    await exampleInLibrary({ app, page });
    await page.locator('.library-rows [data-row="2"]').dblclick();
    await page.getByRole('region', { name: 'Games of the library' }).locator('[aria-current="true"]').waitFor();
  }],
  ['saving games of a database', async ({ app, page }) => {
    await exampleInLibrary({ app, page });
    await page.locator('.library-rows [data-row="1"]').getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Save to my games' }).click();
    await dialogIsOpen(page);
  }],
  ['removing a database', async ({ app, page }) => {
    await exampleInLibrary({ app, page });
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialogIsOpen(page);
  }],
  ['renaming an engine', async ({ page }) => {
    await goTo(page, '#/lab');
    await page.getByText(/^Engines in this browser/).click();
    await page.getByRole('button', { name: /^Rename/ }).first().click();
    await dialogIsOpen(page);
  }],
  ['a match', async ({ page }) => shortMatch(page)],
  ...[['adding games to a match', /^Games$/], ['renaming a match', /^Rename/], ['deleting a match', /^Delete/]].map(([name, label]) => [name, async ({ page }) => {
    await shortMatch(page);
    await page.locator('.lab-match').getByRole('button', { name: label }).first().click();
    await dialogIsOpen(page);
  }]),
  ['a book that was checked', async ({ page }) => {
    await goTo(page, '#/book');
    await page.getByRole('button', { name: 'Check', exact: true }).first().click();
    await dialogIsOpen(page);
  }],
  ...['make', 'compare', 'learn'].map((subject) => [`books: ${subject}`, async ({ page }) => {
    await goTo(page, `#/book/${subject}`);
    await page.locator('#book main, main#book, #book [role="main"]').first().waitFor();
  }]),
  ...['suites', 'annotate', 'speed', 'console'].map((subject) => [`tools: ${subject}`, async ({ page }) => {
    await goTo(page, `#/tools/${subject}`);
    await page.getByRole('main', { name: 'Tools' }).waitFor();
  }]),
];

/** Places with a different layout on phones. */
const ON_PHONES = new Set([
  'the empty analysis', 'a game with variations', 'several games', 'drawing mode', 'the report of a game with evaluations', 'the dialog Share',
  'the settings', 'the menu of a move', 'the board editor', 'tags and result', 'learning from mistakes', 'a database in the library',
  'the filters of the library', 'games that are there twice', 'games with errors', 'own games that are selected', 'labels of own games',
  'a backup that was checked', 'the guide', 'a store that is refused', 'a new version', 'the keys', 'the set-up of a game', 'a game',
  'the set-up of the Lab', 'a match', 'a repertoire compared with games', 'the training of a repertoire', 'the books', 'books: make', 'tools: suites', 'tools: speed',
]);
/** Gives the page the screen of a phone, as Playwright's devices have it. */
async function becomePhone({ page, context }) {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', { width: 360, height: 800, deviceScaleFactor: 1, mobile: true });
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.waitForFunction(() => innerWidth === 360 && matchMedia('(pointer: coarse)').matches);
}

/** Switches the theme, which follows the system without a reload. */
async function changeTheme(page, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((theme) => matchMedia(`(prefers-color-scheme: ${theme})`).matches, colorScheme);
}

/** The number of dialogs and menus that are open. */
const layers = (page) => page.locator('dialog[open], [role="menu"]').count();

browserSuite('accessibility', { isEngineOff: true }, (suite) => {
  for (const [name, reach] of PLACES) {
    test(`axe-core finds nothing: ${name}`, async () => {
      const opened = await suite.open({ colorScheme: 'light' });
      const { page } = opened;
      await opened.app.stopEngine();
      await reach(opened);
      const picture = `accessibility-${name.replace(/\W+/g, '-')}`;
      const found = {};
      const check = async (how, rules) => {
        await finishAnimations(page);
        await screenshot(page, `${picture}-${how}`);
        found[how] = await violations(page, rules);
      };
      await check('light', RULES);
      await changeTheme(page, 'dark');
      await check('dark', COLOURS);
      if (ON_PHONES.has(name)) {
        const open = await layers(page);
        await becomePhone(opened);
        // A menu closes when the page changes its size.
        if ((await layers(page)) !== open) await reach(opened);
        assert.equal(await layers(page), open);
        await check('phone-dark', RULES);
        await changeTheme(page, 'light');
        await check('phone-light', COLOURS);
      }
      assert.deepEqual(Object.entries(found).filter(([, violations]) => violations.length > 0), []);
    });
  }

  test('each move is announced once, and the evaluation on request', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await app.paste('1. e4 e5 2. -- *');
    await page.locator('.move[data-move]').first().waitFor();
    const { spoken, says } = await listen(page);
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await says(/e2 to e4/), ['White pawn e2 to e4']);
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await says(/e7 to e5/), ['Black pawn e7 to e5']);
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await says(/passes/), ['White passes']);
    await page.keyboard.press('ArrowLeft');
    await says(/e7 to e5/);
    await page.keyboard.press('v');
    await says(/The engine is off/);
    await page.keyboard.press('v');
    await says(/The engine is off/); // the same words again
    await app.startEngine();
    await app.waitForLines(1);
    await spoken();
    // The engine's lines change constantly; none of that is announced unasked.
    const nodes = await page.locator('.analysis').innerText();
    await page.waitForFunction((before) => document.querySelector('.analysis').innerText !== before, nodes);
    assert.deepEqual(await spoken(), []);
    await page.keyboard.press('v');
    const [words] = await says(/depth \d+\. Best move: White /);
    assert.match(words, /ahead|equal|better|winning|\d/i);
  });

  test('in a game moves, takebacks and the end are announced once', async () => {
    const { page } = await suite.open();
    const play = await PlayPage.open(page);
    await play.begin({ opponent: 'A person here' });
    await play.waitForAnnouncement(/^The game begins$/);
    const { spoken, says } = await listen(page);
    for (const [move, words] of [['e4', 'White pawn e2 to e4'], ['d5', 'Black pawn d7 to d5'], ['exd5', 'White pawn e4 takes pawn on d5']]) {
      await play.type(move);
      assert.deepEqual(await says(new RegExp(words)), [words]);
    }
    await play.button('Take back').click();
    assert.deepEqual(await says(/taken back/), ['Move taken back. White to move. Last move: Black pawn d7 to d5']);
    await play.button('Resign').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await play.result();
    assert.deepEqual(await says(/resigns/), ['White resigns']);
    // The focus goes to the result, whose heading is read as well: it says something else.
    await page.waitForFunction(() => document.activeElement?.matches('.play-result > h2'));
    const heading = await page.evaluate(() => document.activeElement.textContent);
    assert.match(heading, /^Black wins 0–1$/);
    // Stepping back doesn't announce the end of the game again.
    await page.keyboard.press('Home');
    await page.waitForFunction(() => document.querySelector('.play [data-square="e2"]').ariaLabel.includes('white pawn'));
    assert.deepEqual(await spoken(), []);
  });

  test('dialogs take the focus and return it', async () => {
    const { page } = await suite.open();
    for (const name of ['Open game', 'New game', 'Settings', 'Keyboard shortcuts', 'Share']) {
      const opener = button(page, new RegExp(`^${name}$`));
      await opener.focus();
      await page.keyboard.press('Enter');
      await dialogIsOpen(page);
      await page.waitForFunction(() => document.querySelector('dialog[open]')?.contains(document.activeElement)).catch(() => assert.fail(`the focus is not in ${name}`));
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
      const isBack = opener.evaluate((element) => new Promise((resolve) => {
        const look = () => (element === document.activeElement ? resolve(true) : requestAnimationFrame(look));
        setTimeout(() => resolve(false), 10_000);
        look();
      }));
      assert.ok(await isBack, `the focus is not back at ${name}`);
    }
  });

  test('the focus can be seen wherever the Tab key brings it, and the first stops lead past the bar', async () => {
    const { app, page } = await suite.open();
    await app.paste(ANNOTATED);
    await page.locator('.move[data-move]').first().waitFor();
    const stops = [];
    for (let count = 0; count < 60; count += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const element = document.activeElement;
        if (element === document.body) return undefined;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        return {
          name: element.ariaLabel ?? element.textContent.trim().slice(0, 40) ?? element.id,
          seen: width > 0 && height > 0 && ((outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'),
        };
      });
      if (stop === undefined) break;
      stops.push(stop);
    }
    assert.ok(stops.length > 12, `only ${stops.length} stops`);
    assert.deepEqual(stops.filter(({ seen }) => !seen).map(({ name }) => name), []);
    assert.match(stops[0].name, /board/i);
    const order = ['board', 'Open game'].map((name) => stops.findIndex((stop) => stop.name.includes(name)));
    assert.deepEqual([...order].sort((a, b) => a - b), order);
  });

  test('the board is a grid of named squares, walked with the arrow keys', async () => {
    const { app, page } = await suite.open();
    const grid = page.getByRole('grid', { name: 'Chess board' });
    assert.equal(await grid.getByRole('row').count(), 8);
    assert.equal(await grid.getByRole('gridcell').count(), 64);
    assert.equal(await page.locator('.board [tabindex="0"]').count(), 1);
    await app.square('e2').focus();
    assert.match(await app.square('e2').getAttribute('aria-label'), /^e2, white pawn, 2 legal moves/);
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), 'e3');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await app.square('e2').getAttribute('aria-selected'), 'true');
    assert.match(await app.square('e4').getAttribute('aria-label'), /can move here/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3');
  });

  test('nothing moves with reduced motion', async () => {
    const { app, page } = await suite.open({ reducedMotion: 'reduce' });
    await app.paste('1. e4 *');
    await page.locator('.toast').first().waitFor();
    const times = await page.evaluate(() => [...document.querySelectorAll('.piece, .toast, .eval-fill')].flatMap((element) => {
      const { animationDuration, transitionDuration } = getComputedStyle(element);
      return [animationDuration, transitionDuration];
    }));
    assert.deepEqual([...new Set(times)], ['0s']);
  });
});
