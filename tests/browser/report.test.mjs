// Game reports: made by separate engines, saved, written into the game, learned from.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { App, selectors } from './support/app.mjs';
import { UNIFORM_ENGINE } from './support/engines.mjs';
import { screenshot } from './support/harness.mjs';
import { ROOT } from './support/paths.mjs';
import { ReportPanel } from './support/report.mjs';
import { browserSuite } from './support/suite.mjs';

/** The native program, built by `./test` for its bench. */
const NATIVE = process.env.TABIA_NATIVE ?? join(ROOT, 'target', 'release', 'tabia');

const SHORT = `[Event "Club"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 1-0
`;
const SCHOLAR = `[Event "Lesson"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
`;
const WITH_EVALS = `[Event "Rated game"]
[White "Ann"]
[Black "Bob"]
[Result "*"]
[TimeControl "300+3"]

1. e4 { [%eval 0.3] [%clk 0:05:00] } 1... g5 { [%eval 1.4] [%clk 0:04:58] } 2. Ke2 { [%eval 0.25] [%clk 0:04:33] } 2... e5 { [%eval 0.4] [%clk 0:04:50] } *
`;

/** Runs `tabia annotate` on the same games with the same limit; returns the annotated PGN and the numbers. */
function annotateNatively(pgn, nodes) {
  const folder = mkdtempSync(join(tmpdir(), 'tabia-report-'));
  try {
    const [from, to] = [join(folder, 'games.pgn'), join(folder, 'annotated.pgn')];
    writeFileSync(from, pgn);
    const json = execFileSync(NATIVE, ['annotate', from, '--nodes', `${nodes}`, '-o', to, '--json'], { encoding: 'utf8' });
    return { pgn: readFileSync(to, 'utf8'), numbers: json.trim().split('\n').map((line) => JSON.parse(line)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the table rows for numbers as printed by `tabia annotate --json`. */
function rowsOf({ white, black }) {
  const sides = [white, black];
  return {
    Accuracy: sides.map(({ accuracy }) => `${accuracy.toFixed(0)} %`),
    'Average loss': sides.map(({ acpl }) => acpl.toFixed(0)),
    Inaccuracies: sides.map(({ inaccuracies }) => `${inaccuracies}`),
    Mistakes: sides.map(({ mistakes }) => `${mistakes}`),
    Blunders: sides.map(({ blunders }) => `${blunders}`),
  };
}

async function withGame(suite, pgn, options) {
  const opened = await suite.open(options);
  await opened.app.stopEngine();
  await opened.app.paste(pgn);
  await opened.page.locator(selectors.moveListMove).first().waitFor();
  return { ...opened, report: new ReportPanel(opened.page) };
}

browserSuite('reports', { isEngineOff: true }, (suite) => {
  test('a report gives the same numbers and the same annotated game as the native program', { skip: existsSync(NATIVE) ? false : `no ${NATIVE}` }, async () => {
    const { report } = await withGame(suite, SHORT);
    await report.switchOn();
    await report.start({ nodes: 5000, workers: 2 });
    await report.waitUntilDone();
    const native = annotateNatively(SHORT, 5000);
    assert.deepEqual(await report.numbers(), rowsOf(native.numbers[0]));
    assert.equal(await report.savedText('PGN'), native.pgn);
    const page = await report.savedText('HTML');
    assert.match(page, /^<!doctype html>/);
    assert.ok(!/(src|href)="(?!#)/.test(page), 'the page needs no other file');
  });

  test('one click above the moves makes the report, and another shows it', async () => {
    const { page, report } = await withGame(suite, SCHOLAR);
    // The settings of the last report, but for the whole game.
    await page.evaluate(() => localStorage.setItem('tabia.report.wish', JSON.stringify({ limit: { nodes: 2000 }, first: 3, last: 3, workers: 1 })));
    const analyse = page.getByRole('button', { name: 'Analyse game' });
    await analyse.click();
    await report.waitUntilDone();
    assert.match(await report.panel.locator('.report-source').innerText(), /2\D?000 nodes/);
    const numbers = await report.numbers();
    assert.match(numbers.Accuracy.join(), /^\d+ %,\d+ %$/);
    await report.panel.getByRole('switch', { name: 'Report' }).click();
    await report.table.waitFor({ state: 'detached' });
    await analyse.click();
    await report.table.waitFor();
    assert.deepEqual(await report.numbers(), numbers);
    assert.equal(await report.work.count(), 0, 'it is not made again');
    assert.equal(await report.panel.getByRole('switch', { name: 'Report' }).getAttribute('aria-checked'), 'true');
  });

  test('both columns of figures are visible next to the board, however long the names', async () => {
    const long = WITH_EVALS.replace('Ann', 'Chandrasekharan-Wickramasinghe, A').replace('Bob', 'Kieseritzky, Lionel Adalbert Bagration Felix');
    const { page, report } = await withGame(suite, long, { viewport: { width: 1280, height: 800 } });
    await report.switchOn();
    await report.table.waitFor();
    const [table, panel] = [await report.table.boundingBox(), await report.panel.boundingBox()];
    assert.ok(table.x >= panel.x && table.x + table.width <= panel.x + panel.width + 0.5, `${JSON.stringify(table)} in ${JSON.stringify(panel)}`);
    const cut = (cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent);
    assert.deepEqual(await report.table.locator('tbody th, td').evaluateAll(cut), []);
    // A name doesn't break within a word: it ends in an ellipsis, and its title is complete.
    const names = await report.table.locator('thead th').evaluateAll((cells) => cells.map((cell) => ({ text: cell.textContent, title: cell.title, breaks: getComputedStyle(cell).overflowWrap, ends: getComputedStyle(cell).textOverflow })));
    for (const { text, title, breaks, ends } of names) assert.ok(title.includes(text.split(',')[0]) && breaks === 'normal' && ends === 'ellipsis', JSON.stringify({ text, title, breaks, ends }));
    await screenshot(page, 'report-long-names');
  });

  test('a short name is on one line, and nothing touches the edge of the card', async () => {
    const { page, report } = await withGame(suite, WITH_EVALS.replace('"Bob"', '"O\'Neill, Seán"'), { viewport: { width: 1280, height: 800 } });
    await report.switchOn();
    await report.table.waitFor();
    const lines = await report.table.locator('thead th').last().evaluate((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return text.getClientRects().length;
    });
    assert.equal(lines, 1);
    const [source, panel] = [page.locator('.report-source'), await report.panel.boundingBox()];
    const left = await source.evaluate((line) => line.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(line).paddingLeft));
    assert.ok(left >= panel.x + 10, `the source begins ${left - panel.x} px from the edge`);
    // The book next to it shows some moves and its whole button, once the message below the column has gone.
    await page.waitForFunction(() => document.querySelector('.toast') === null);
    const whole = await page.evaluate(() => {
      const { bottom } = document.querySelector('.book-body').getBoundingClientRect();
      const button = document.querySelector('.book-play .button').getBoundingClientRect();
      return { moves: [...document.querySelectorAll('.book-move')].filter((move) => move.getBoundingClientRect().bottom <= bottom + 1).length, isInside: button.bottom <= document.querySelector('.book').getBoundingClientRect().bottom };
    });
    assert.ok(whole.moves >= 3 && whole.isInside, JSON.stringify(whole));
  });

  test('a paused report continues after a reload, and has the figures of an uninterrupted one', async () => {
    const whole = await withGame(suite, SHORT);
    await whole.report.switchOn();
    await whole.report.start({ nodes: 200_000, workers: 3 });
    await whole.report.waitUntilDone();
    const expected = await whole.report.savedText('PGN');

    const { page, report } = await withGame(suite, SHORT);
    await report.switchOn();
    await report.start({ nodes: 200_000, workers: 1 });
    // The last part has two positions, the one before it six.
    await report.waitForPositions(8);
    await report.button('Pause').click();
    await page.getByText(/positions, paused/).waitFor();
    const before = await report.positions();
    await page.reload();
    await page.getByText(/positions, paused/).waitFor();
    const after = await report.positions();
    // Complete parts of six positions are saved.
    assert.ok(after >= 6 && after <= before, `${before} positions, then ${after}`);
    await report.button('Resume').click();
    await report.waitUntilDone();
    assert.equal(await report.savedText('PGN'), expected);
  });

  test('a report continues in another tab when its tab is closed, and is shown again on return', async () => {
    const { page, context, report } = await withGame(suite, SHORT);
    await report.switchOn();
    await report.start({ nodes: 400_000, workers: 1 });
    await report.waitForPositions(7);
    const other = await context.newPage();
    await other.goto(suite.url);
    const later = new ReportPanel(other);
    const app = await new App(other).ready();
    await app.paste(SHORT);
    await later.table.waitFor();
    assert.equal(await later.work.count(), 0, 'one tab makes reports at a time');
    await page.close();
    await later.work.waitFor();
    await later.waitUntilDone();
    const numbers = await later.numbers();
    await other.reload();
    await later.waitUntilDone();
    assert.deepEqual(await later.numbers(), numbers);
  });

  test('reports are made in turn while another game is on the board', async () => {
    const { page, app, report } = await withGame(suite, SHORT);
    await report.switchOn();
    await report.start({ nodes: 300_000, workers: 1 });
    await report.work.waitFor();
    await app.paste(SCHOLAR);
    await page.waitForFunction((selector) => document.querySelectorAll(selector).length === 7, selectors.moveListMove);
    await report.start({ nodes: 2000, workers: 1 });
    await page.getByText('1 more report is queued').waitFor();
    await report.waitUntilDone();
    assert.equal((await report.numbers()).Blunders[1], '1');
    await app.paste(SHORT);
    await page.waitForFunction((selector) => document.querySelectorAll(selector).length === 19, selectors.moveListMove);
    await report.waitUntilDone();
  });

  test('a game with evaluations and clocks has its report without an engine', async () => {
    const { page, report } = await withGame(suite, WITH_EVALS);
    await report.switchOn();
    await report.table.waitFor();
    const numbers = await report.numbers();
    assert.deepEqual([numbers.Inaccuracies, numbers.Mistakes, numbers.Blunders], [['0', '1'], ['1', '0'], ['0', '0']]);
    assert.deepEqual(await report.judged(), ['1… g5?!', '2. Ke2?']);
    assert.equal(await page.getByRole('button', { name: 'Add to game' }).count(), 0);
    await page.getByText('Time used: White 30 s, Black 13 s').waitFor();
    // The graph is a slider: its keys step through the game.
    const graph = page.getByRole('slider', { name: /Winning chances/ });
    await graph.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction((label) => label.ariaValueText.startsWith('2. Ke2'), await graph.elementHandle());
    assert.match(await graph.getAttribute('aria-valuetext'), /^2\. Ke2: \+0\.25, White 52 %, mistake, accuracy 6\d %, opening$/);
    assert.match(await page.locator(selectors.currentMove).innerText(), /Ke2/);
    // Clicking a count goes to the move.
    await page.getByRole('button', { name: /next inaccuracy of Black/ }).click();
    await page.waitForFunction((selector) => /g5/.test(document.querySelector(selector)?.textContent), selectors.currentMove);
  });

  test('the report is written into the game as one edit, which undo takes back', async () => {
    const { page, app, report } = await withGame(suite, SCHOLAR);
    await report.switchOn();
    await report.start({ nodes: 3000, workers: 1 });
    await report.waitUntilDone();
    const before = await app.moves();
    await page.getByRole('button', { name: 'Add to game' }).click();
    await page.getByText(/Blunder\. .* was best/).first().waitFor();
    const written = await app.moves();
    assert.ok(written.length > before.length, 'the best line is a variation');
    await page.getByRole('button', { name: 'Undo: report' }).click();
    await page.waitForFunction(([selector, count]) => document.querySelectorAll(selector).length === count, [selectors.moveListMove, before.length]);
    assert.deepEqual(await app.moves(), before);
  });

  test('mistakes are exercises: a move is judged, hints and the solution can be asked for', async () => {
    const { page, report } = await withGame(suite, SCHOLAR);
    await report.switchOn();
    await report.start({ nodes: 20_000, workers: 1 });
    await report.waitUntilDone();
    await page.getByRole('button', { name: 'Learn from mistakes' }).click();
    const lesson = report.lesson;
    // White's mistakes, if any, come first.
    while (!/Nf6/.test(await lesson.task())) await lesson.button('Next').click();
    await lesson.move('g8', 'f6');
    await page.getByText('Nf6 is not better. Try another move.').waitFor();
    await lesson.button('Hint').click();
    await page.getByText(/^Move the (queen|pawn) on [dg]\d\.$/).waitFor();
    // As good as the best: the engine decides, or it is the best move itself.
    await lesson.move('g7', 'g6');
    await lesson.waitFor('solved');
    assert.equal(await lesson.button('Hint').count(), 0);
    await page.keyboard.press('Escape');
    await lesson.dialog.waitFor({ state: 'detached' });
  });

  test('the mistakes of many games are one lesson', async () => {
    const { page, report } = await withGame(suite, SCHOLAR);
    await report.switchOn();
    await report.start({ nodes: 20_000, workers: 1 });
    await report.waitUntilDone();
    await page.getByRole('button', { name: /^Mistakes from many games/ }).click();
    const ask = page.getByRole('dialog', { name: 'Mistakes from many games' });
    await ask.getByLabel(/^Player/).fill('Nobody');
    await ask.getByRole('button', { name: 'Begin' }).click();
    await ask.getByText('No mistakes by this player in this period.').waitFor();
    await ask.getByLabel(/^Player/).fill('Bob');
    await ask.getByRole('button', { name: 'Begin' }).click();
    await report.lesson.dialog.getByText('Ann – Bob').waitFor();
    assert.match(await report.lesson.task(), /^Black played /);
    await report.lesson.button('Show the solution').click();
    await report.lesson.waitFor('shown');
  });

  test('a report is made by any engine of the list, which the form remembers', async () => {
    const { app, page, report } = await withGame(suite, SCHOLAR);
    await app.startEngine();
    await app.drop('little.js', Buffer.from(UNIFORM_ENGINE));
    await page.locator('.analysis .engine-name').filter({ hasText: 'Little' }).waitFor();
    await app.stopEngine();
    await report.switchOn();
    await report.start({ nodes: 1000, workers: 2, engine: 'Little' });
    await report.waitUntilDone();
    // The engine gives every position the same score, so all moves are equally good.
    const numbers = await report.numbers();
    assert.deepEqual(numbers.Blunders, ['0', '0']);
    const annotated = await report.savedText('PGN');
    assert.equal([...annotated.matchAll(/\[%eval 0\.33/g)].length, 6, annotated);
    await report.button('Again…').click();
    await page.waitForFunction(() => document.querySelector('.report-engine select').selectedOptions[0]?.text === 'Little');
    // Another engine's results aren't part of this engine's report.
    await report.engine.selectOption({ index: 0 });
    await report.start({ nodes: 5000, workers: 1 });
    await report.work.waitFor({ state: 'detached', timeout: 60_000 });
    await page.waitForFunction(() => [...document.querySelectorAll('.report-numbers tbody tr:last-child td')].some((cell) => cell.textContent.trim() !== '0'));
  });

  test('the moves of a report are marked in the list, in the menu and in the graph', async () => {
    const { page, report } = await withGame(suite, SHORT);
    const [from, to] = ['From move', 'To move'].map((name) => report.panel.getByLabel(name));
    const menu = async (move, entry) => {
      await page.locator(selectors.moveListMove, { hasText: move }).first().click({ button: 'right' });
      await page.getByRole('menuitem', { name: entry }).click();
    };
    await menu('Bxf3', 'Report from here');
    assert.equal(await from.inputValue(), '4');
    assert.equal(await to.inputValue(), '');
    await menu('Bc4', 'Report up to here');
    assert.deepEqual([await from.inputValue(), await to.inputValue()], ['4', '6']);
    await page.locator(selectors.moveListMove, { hasText: 'Nc3' }).first().click();
    await page.locator(selectors.moveListMove, { hasText: 'Qxf3' }).first().click({ modifiers: ['Shift'] });
    assert.deepEqual([await from.inputValue(), await to.inputValue()], ['5', '8']);
    assert.match(await page.locator(selectors.currentMove).innerText(), /Nc3/, 'marking leads nowhere');
    await report.start({ nodes: 1000, workers: 1 });
    await report.waitUntilDone();
    const annotated = await report.savedText('PGN');
    // Eight moves, plus the position before the first.
    assert.ok([8, 9].includes([...annotated.matchAll(/%eval/g)].length), annotated);
    const graph = report.panel.getByRole('slider');
    const { width, height } = await graph.boundingBox();
    await graph.click({ position: { x: 1, y: height / 2 } });
    await graph.click({ position: { x: width - 2, y: height / 2 }, modifiers: ['Shift'] });
    assert.deepEqual([await from.inputValue(), await to.inputValue()], ['1', '10']);
    await report.panel.locator('.graph-marked').waitFor();
    await screenshot(page, 'report-marked');
    await to.fill('3');
    await page.waitForFunction(() => Number.parseFloat(document.querySelector('.graph-marked').style.width) < 50);
  });

  test('the graph shows the move below the pointer, and a click goes there', async () => {
    const { page, report } = await withGame(suite, WITH_EVALS);
    await report.switchOn();
    const graph = report.panel.getByRole('slider', { name: /Winning chances/ });
    const { width, height } = await graph.boundingBox();
    const words = report.panel.locator('.graph-words');
    // Four moves: the second is in the middle.
    await graph.hover({ position: { x: width / 2, y: height / 2 } });
    await words.filter({ hasText: '1… g5: +1.40, White 63 %, inaccuracy' }).waitFor();
    assert.equal(await page.locator(selectors.currentMove).count(), 0, 'looking leads nowhere');
    await graph.click({ position: { x: (width * 3) / 4, y: height / 2 } });
    await page.locator(selectors.currentMove, { hasText: 'Ke2' }).waitFor();
    await page.mouse.move(0, 0);
    await words.filter({ hasText: '2. Ke2: +0.25' }).waitFor();
  });

  test('the opening is named, and where the game leaves the book', async () => {
    const { page, report } = await withGame(suite, WITH_EVALS);
    await report.switchOn();
    const opening = report.panel.locator('.report-opening');
    await opening.getByText('Borg Defense').waitFor();
    assert.match(await opening.innerText(), /^B00 Borg Defense/);
    await opening.getByText('Out of book since').getByRole('button', { name: /g5/ }).click();
    await page.locator(selectors.currentMove, { hasText: 'g5' }).waitFor();
  });

  test('time usage is a chart and a list, whose moves can be clicked', async () => {
    const { page, report } = await withGame(suite, WITH_EVALS);
    await report.switchOn();
    const clocks = report.panel.locator('.report-clocks');
    await clocks.getByText('Time used: White 30 s, Black 13 s').click();
    await clocks.getByRole('img').waitFor();
    // From 5:00 to 4:33 with a 3 s increment is 30 s, the longest think of the game.
    await clocks.getByRole('button', { name: /^2\. Ke2\s*30 s$/ }).first().click();
    await page.locator(selectors.currentMove, { hasText: 'Ke2' }).waitFor();
    await screenshot(page, 'report-clocks');
  });

  test('variations are analysed on request, and the time left is shown', async () => {
    const { page, report } = await withGame(suite, '1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 *');
    await report.switchOn();
    assert.equal(await report.panel.getByLabel('Variations too').isChecked(), false);
    await report.start({ nodes: 1000, workers: 1 });
    await report.waitUntilDone();
    const evals = async () => [...(await report.savedText('PGN')).matchAll(/%eval/g)].length;
    assert.equal(await evals(), 4);
    await report.button('Again…').click();
    await report.panel.getByLabel('Variations too').check();
    await report.start({ nodes: 400_000, workers: 1 });
    await report.work.getByText(/^\d of 8 positions, about \d+ (s|min \d\d s) left$/).waitFor();
    await report.waitUntilDone();
    assert.equal(await evals(), 7);
  });

  test('a report that is finished stays when another of the same game is given up', async () => {
    const { page, report } = await withGame(suite, SCHOLAR);
    await report.switchOn();
    await report.start({ nodes: 3000, workers: 1 });
    await report.waitUntilDone();
    const numbers = await report.numbers();
    await report.button('Again…').click();
    await report.start({ nodes: 3_000_000, workers: 1 });
    await report.work.waitFor();
    await report.button('Discard').click();
    await report.waitUntilDone();
    assert.deepEqual(await report.numbers(), numbers);
    await page.reload();
    await report.waitUntilDone();
    assert.deepEqual(await report.numbers(), numbers);
  });

  test('the lesson of many games leaves out games that were played long ago', async () => {
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '.');
    const dated = (date, pgn) => pgn.replace('[Result', `[Date "${date}"]\n[Result`);
    const { app, page, report } = await withGame(suite, dated(today, SCHOLAR));
    await report.switchOn();
    await report.start({ nodes: 20_000, workers: 1 });
    await report.waitUntilDone();
    await app.paste(dated('2001.01.01', '[White "Carl"]\n[Black "Bob"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1'));
    await report.table.waitFor({ state: 'detached' });
    await report.start({ nodes: 20_000, workers: 1 });
    await report.waitUntilDone();
    await page.getByRole('button', { name: /^Mistakes from many games/ }).click();
    const ask = page.getByRole('dialog', { name: 'Mistakes from many games' });
    assert.equal(await ask.getByLabel('Games of').evaluate((element) => element.selectedOptions[0].text), 'the last 30 days');
    await ask.getByLabel(/^Player/).fill('Carl');
    await ask.getByRole('button', { name: 'Begin' }).click();
    await ask.getByText('No mistakes by this player in this period.').waitFor();
    await ask.getByLabel(/^Player/).fill('Bob');
    await ask.getByRole('button', { name: 'Begin' }).click();
    await report.lesson.dialog.getByText('Ann – Bob').waitFor();
  });

  test('mistakes come from evaluated games of any time, too, and the other games can be analysed', async () => {
    const { app, page, report } = await withGame(suite, WITH_EVALS.replace('[Result', '[Date "2001.01.01"]\n[Result'));
    const saved = () => page.locator('.save-sign', { hasText: /^Saved$/ }).waitFor();
    await saved();
    await app.pasteGame('[White "Carl"]\n[Black "Bob"]\n\n1. f3 e5 2. g4 Qh4# 0-1');
    await saved();
    await report.switchOn();
    await page.getByRole('button', { name: /^Mistakes from many games/ }).click();
    const ask = page.getByRole('dialog', { name: 'Mistakes from many games' });
    await ask.locator('datalist option').first().waitFor({ state: 'attached' });
    assert.deepEqual(await ask.locator('datalist option').evaluateAll((names) => names.map(({ value }) => value)), ['Bob', 'Ann', 'Carl']);
    await ask.getByLabel(/^Player/).fill('Bob');
    await ask.getByRole('button', { name: 'Begin' }).click();
    await ask.getByText('No mistakes by this player in this period.').waitFor();
    await ask.getByText('1 game has no evaluations.').waitFor();
    await ask.getByRole('button', { name: 'Analyse 1 game' }).waitFor();
    await ask.getByLabel('Games of').selectOption('other days…');
    await ask.getByLabel('From', { exact: true }).fill('2000-12-31');
    await ask.getByLabel('To', { exact: true }).fill('2001-01-01');
    await ask.getByRole('button', { name: 'Begin' }).click();
    await report.lesson.dialog.getByText('Ann – Bob').waitFor();
    assert.match(await report.lesson.task(), /^Black played 1… g5/);
  });

  test('impossible settings are reported at the form, and nothing starts', async () => {
    const { page, report } = await withGame(suite, SCHOLAR);
    await report.switchOn();
    await page.getByLabel('Engines at once').fill('none');
    await page.getByRole('button', { name: 'Make a report' }).click();
    await page.getByText('Enter 1 to 64 engines.').waitFor();
    await page.getByLabel('Engines at once').fill('1');
    await page.getByLabel('From move').fill('4');
    await page.getByLabel('To move').fill('2');
    await page.getByRole('button', { name: 'Make a report' }).click();
    await page.getByText(/the first not above the last/).waitFor();
    assert.equal(await report.work.count(), 0);
  });
});
