// Editing a game: moves deleted, reordered, judged and commented; drawings; undo and redo of everything.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectors } from './support/app.mjs';
import { screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';
import { clipboard } from './support/until.mjs';

const GAME = '[White "A"]\n[Black "B"]\n\n1. e4 {[%clk 0:10:00] best} e5 2. Nf3 (2. f4 exf4 (2... d5)) 2... Nc6 3. Bc4 Bc5 1-0';
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Finds the move with this text in the list. */
const move = (page, san) => page.locator(selectors.moveListMove).filter({ hasText: new RegExp(`^${san}`) }).first();
const menu = (page) => page.getByRole('menu');
const item = (page, name) => menu(page).getByRole(/Good|Mistake|Brilliant|Blunder|Interesting|Dubious/.test(name) ? 'menuitemcheckbox' : 'menuitem', { name });

async function openGame(suite, options = {}) {
  const opened = await suite.open(options);
  await opened.app.paste(GAME);
  await move(opened.page, 'Bc5').waitFor();
  return opened;
}

/** Waits until the list shows exactly these moves. */
async function waitForMoves(page, wanted) {
  await page.waitForFunction(
    ([selector, text]) => [...document.querySelectorAll(selector)].map((cell) => cell.innerText.trim()).join(' ') === text,
    [selectors.moveListMove, wanted],
  );
}

/** Returns the game as the page copies it. */
async function copiedPgn(page, context) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByTitle('Copy the game as PGN').click();
  return clipboard(page, /./);
}

async function rightDrag(app, from, to) {
  const [start, end] = [await app.middle(from), await app.middle(to)];
  await app.page.mouse.move(start.x, start.y);
  await app.page.mouse.down({ button: 'right' });
  await app.page.mouse.move(end.x, end.y, { steps: 4 });
  await app.page.mouse.up({ button: 'right' });
}

const drawn = (page) => page.locator('.drawings > *').count();

browserSuite('the menu of a move', { isEngineOff: true }, (suite) => {
  test('deletes with the right button, with undo and redo', async () => {
    const { page } = await openGame(suite);
    await move(page, 'f4').click({ button: 'right' });
    await menu(page).waitFor();
    await screenshot(page, 'move-menu');
    await item(page, 'Delete from here').click();
    await waitForMoves(page, 'e4 e5 Nf3 Nc6 Bc4 Bc5');
    await page.keyboard.press('Control+z');
    await waitForMoves(page, 'e4 e5 Nf3 f4 exf4 d5 Nc6 Bc4 Bc5');
    await page.keyboard.press('Control+Shift+z');
    await waitForMoves(page, 'e4 e5 Nf3 Nc6 Bc4 Bc5');
    await page.getByRole('button', { name: 'Undo: deletion' }).click();
    await waitForMoves(page, 'e4 e5 Nf3 f4 exf4 d5 Nc6 Bc4 Bc5');
    await page.keyboard.press('Control+y');
    await waitForMoves(page, 'e4 e5 Nf3 Nc6 Bc4 Bc5');
    assert.equal(await page.getByRole('button', { name: 'Redo', exact: true }).isDisabled(), true);
  });

  test('orders variations and keeps one line', async () => {
    const { page, context } = await openGame(suite);
    await move(page, 'd5').click({ button: 'right' });
    await item(page, 'Make main line').click();
    await waitForMoves(page, 'e4 e5 f4 Nf3 Nc6 Bc4 Bc5 d5 exf4');
    await move(page, 'exf4').click({ button: 'right' });
    await item(page, 'Promote variation').click();
    await waitForMoves(page, 'e4 e5 f4 Nf3 Nc6 Bc4 Bc5 exf4 d5');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await move(page, 'Nc6').click({ button: 'right' });
    await item(page, 'Copy line as PGN').click();
    await clipboard(page, /1\. e4 \{\[%clk 0:10:00\] best\} 1\.\.\. e5 2\. Nf3 Nc6 3\. Bc4 Bc5\s\*/);
    await move(page, 'Nc6').click({ button: 'right' });
    await item(page, 'Delete all other lines').click();
    await waitForMoves(page, 'e4 e5 Nf3 Nc6 Bc4 Bc5');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z');
    await waitForMoves(page, 'e4 e5 Nf3 f4 exf4 d5 Nc6 Bc4 Bc5');
  });

  test('works with the keyboard alone, and gives the focus back', async () => {
    const { page } = await openGame(suite);
    await move(page, 'Nc6').click();
    const current = page.locator(selectors.currentMove);
    await current.focus();
    await page.keyboard.press('Shift+F10');
    await menu(page).waitFor();
    const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent);
    assert.match(await focused(), /Good move/);
    await page.keyboard.press('End');
    assert.match(await focused(), /Delete all other lines/);
    await page.keyboard.press('c');
    assert.match(await focused(), /Comment|Clear|Clock|Copy/);
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'detached' });
    assert.equal(await focused(), 'Nc6');
    await page.keyboard.press('ContextMenu');
    await menu(page).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction((selector) => document.querySelector(selector).innerText === 'Nc6!', selectors.currentMove);
    // Deleting the focused move keeps the focus in the list.
    await page.keyboard.press('Delete');
    await waitForMoves(page, 'e4 e5 Nf3 f4 exf4 d5');
    assert.equal(await focused(), 'Nf3');
  });

  test("opens after a long press, within a phone's screen, and not while scrolling", async () => {
    const { page, context } = await openGame(suite, PHONE);
    const target = move(page, 'Bc5');
    await target.scrollIntoViewIfNeeded();
    const touches = await context.newCDPSession(page);
    const { x, y, width, height } = await target.boundingBox();
    const point = { x: x + width / 2, y: y + height / 2 };
    const touch = (type, touchPoints) => touches.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [point]);
    await touch('touchMove', [{ ...point, y: point.y - 60 }]);
    await page.waitForTimeout(700); // Longer than a long press.
    assert.equal(await menu(page).count(), 0);
    await touch('touchEnd', []);
    await target.scrollIntoViewIfNeeded();
    const place = await target.boundingBox();
    await touch('touchStart', [{ x: place.x + place.width / 2, y: place.y + place.height / 2 }]);
    await menu(page).waitFor();
    await touch('touchEnd', []);
    await screenshot(page, 'move-menu-phone');
    const box = await menu(page).boundingBox();
    assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 360 && box.y + box.height <= 740, JSON.stringify(box));
    await item(page, 'Delete from here').tap();
    await waitForMoves(page, 'e4 e5 Nf3 f4 exf4 d5 Nc6 Bc4');
    // The button for the current move is there for everyone.
    await page.getByRole('button', { name: 'Edit the game' }).tap();
    await menu(page).waitFor();
  });
});

browserSuite('comments on a move', { isEngineOff: true }, (suite) => {
  test('glyphs are given by keys and in the dialog', async () => {
    const { page, context } = await openGame(suite);
    await move(page, 'Nc6').click();
    await page.keyboard.press('2');
    await page.keyboard.press('3');
    await page.keyboard.press('Shift+Digit5');
    await page.waitForFunction((selector) => document.querySelector(selector).innerText === 'Nc6!!±', selectors.currentMove);
    await page.keyboard.press('g');
    const dialog = page.getByRole('dialog', { name: /Glyphs of 2\.\.\. Nc6/ });
    await screenshot(page, 'glyphs');
    assert.equal(await dialog.getByRole('button', { name: '!! Brilliant move' }).getAttribute('aria-pressed'), 'true');
    await dialog.getByRole('button', { name: /Novelty/ }).click();
    await dialog.getByRole('button', { name: '!! Brilliant move' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    assert.match(await copiedPgn(page, context), /2\.\.\. Nc6 \$16\s\$146\s/);
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('Control+z');
    assert.match(await copiedPgn(page, context), /2\.\.\.\sNc6\s3\.\sBc4/);
  });

  test('a comment on a game without moves is shown at once', async () => {
    const { page } = await suite.open();
    const field = page.locator('#move-comment');
    await field.fill('a study to come');
    await field.press('Escape');
    await page.locator('.move-comment', { hasText: 'a study to come' }).waitFor();
  });

  test('comments are written in place, and their commands stay', async () => {
    const { page, context } = await openGame(suite);
    await move(page, 'e4').click();
    await page.keyboard.press('d');
    const field = page.getByLabel('Comment on 1. e4');
    assert.equal(await field.inputValue(), 'best');
    await field.pressSequentially(' {by} test');
    await page.keyboard.press('Enter');
    await field.pressSequentially('and more');
    await page.locator('.move-comment', { hasText: 'best {by} test' }).waitFor();
    await page.keyboard.press('Escape');
    await screenshot(page, 'comment');
    const pgn = await copiedPgn(page, context);
    assert.match(pgn, /\[%clk 0:10:00\] best \{by\} test\s+\{and more\}/);
    await page.keyboard.press('Control+z');
    await page.locator('.move-comment', { hasText: /^best$/ }).waitFor();
    // A comment before a move.
    await move(page, 'f4').click({ button: 'right' });
    await item(page, 'Comment before the move').click();
    await page.getByLabel('Comment before 2. f4').fill('The gambit:');
    await page.locator('.inline-comment', { hasText: 'The gambit:' }).waitFor();
    assert.match(await copiedPgn(page, context), /\(\{The gambit:\} 2\. f4|2\. \{The gambit:\} f4/);
  });

  test("undo in a field is the browser's", async () => {
    const { page } = await openGame(suite);
    await page.keyboard.press('End');
    await page.keyboard.press('1');
    await page.keyboard.press('d');
    const field = page.locator('#move-comment');
    await field.pressSequentially('ab');
    // The browser undoes both letters at once, or one by one.
    for (let key = 0; key < 2 && (await field.inputValue()) !== ''; key += 1) await page.keyboard.press('Control+z');
    await page.waitForFunction(() => document.querySelector('#move-comment').value === '');
    assert.equal(await page.locator(selectors.currentMove).innerText(), 'Bc5!');
  });

  test('clock and evaluation are set, shown, and removed', async () => {
    const { page, context } = await openGame(suite);
    await move(page, 'Nc6').click({ button: 'right' });
    await item(page, 'Clock and evaluation…').click();
    const dialog = page.getByRole('dialog', { name: /Clock and evaluation of 2\.\.\. Nc6/ });
    await dialog.getByLabel('Time left on the clock').fill('9:30x');
    await dialog.getByText('Enter hours, minutes and seconds').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), true);
    await dialog.getByLabel('Time left on the clock').fill('9:30');
    await dialog.getByLabel('Evaluation').fill('-0.35,20');
    await screenshot(page, 'facts');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.locator('.move-facts', { hasText: '9:30' }).waitFor();
    assert.match(await copiedPgn(page, context), /\[%clk 0:09:30\] \[%eval -0\.35,20\]/);
    await move(page, 'Nc6').click({ button: 'right' });
    await item(page, 'Clock and evaluation…').click();
    await dialog.getByLabel('Time left on the clock').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    assert.doesNotMatch(await copiedPgn(page, context), /clk 0:09:30/);
  });

  test('tags and result are edited', async () => {
    const { page, context } = await openGame(suite);
    await page.getByRole('button', { name: 'Edit tags and result' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit tags and result' });
    await dialog.getByLabel('White', { exact: true }).fill('Anderssen, Adolf');
    await dialog.getByLabel('Date', { exact: true }).fill('21.6.1851');
    await dialog.getByLabel('Result', { exact: true }).selectOption('1/2-1/2');
    await dialog.getByRole('button', { name: 'Add a tag' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('FEN');
    await dialog.getByLabel('Value of FEN').fill('x');
    await dialog.getByText(/derived from the game/).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), true);
    await screenshot(page, 'header');
    await dialog.getByLabel('Name', { exact: true }).fill('ECO');
    await dialog.getByLabel('Value of ECO').fill('C33');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const pgn = await copiedPgn(page, context);
    for (const tag of ['[Date "1851.06.21"]', '[White "Anderssen, Adolf"]', '[Result "1/2-1/2"]', '[ECO "C33"]']) assert.ok(pgn.includes(tag), pgn);
    await page.keyboard.press('Control+z');
    assert.ok((await copiedPgn(page, context)).includes('[White "A"]'));
  });
});

browserSuite('drawings', { isEngineOff: true }, (suite) => {
  test('belong to their position, survive a click, and are undone', async () => {
    const { app, page, context } = await openGame(suite);
    await move(page, 'e4').click();
    await rightDrag(app, 'g1', 'f3');
    await rightDrag(app, 'e5', 'e5');
    await page.waitForFunction(() => document.querySelectorAll('.drawings > *').length === 2);
    await app.click('a5');
    assert.equal(await drawn(page), 2);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelectorAll('.drawings > *').length === 0);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelectorAll('.drawings > *').length === 2);
    const pgn = await copiedPgn(page, context);
    assert.match(pgn, /\[%cal Gg1f3\] \[%csl Ge5\] best/);
    await rightDrag(app, 'e5', 'e5');
    await page.waitForFunction(() => document.querySelectorAll('.drawings > *').length === 1);
    await page.keyboard.press('Control+z');
    await page.waitForFunction(() => document.querySelectorAll('.drawings > *').length === 2);
    await move(page, 'e4').click({ button: 'right' });
    await item(page, 'Clear arrows and circles').click();
    await page.waitForFunction(() => document.querySelectorAll('.drawings > *').length === 0);
    // Pasting the copied game restores its drawings.
    await app.paste(pgn);
    await page.waitForFunction(() => document.querySelector('.move.current') === null);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelectorAll('.drawings > *').length === 2);
  });

  test('are made with the keyboard, too', async () => {
    const { app, page } = await openGame(suite);
    await app.square('e1').focus();
    await page.keyboard.press('c');
    await page.waitForFunction(() => document.querySelectorAll('.drawings circle').length === 1);
    await page.keyboard.press('a');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('a');
    await page.waitForFunction(() => document.querySelectorAll('.drawings path').length === 1);
  });
});

/** Returns the drawing commands of the copied game. */
const cslAndCal = async (page, context) => [...(await copiedPgn(page, context)).matchAll(/\[%(csl|cal) ([^\]]*)\]/g)].map(([, name, shapes]) => `${name} ${shapes}`).sort();
const drawingBar = (page) => page.getByRole('group', { name: 'Drawing mode' });
const waitForDrawn = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll('.drawings > *').length === wanted, count);

/** Drags a finger from one square to another. */
async function touchDrag(app, context, from, to) {
  const touches = await context.newCDPSession(app.page);
  const [start, end] = [await app.middle(from), await app.middle(to)];
  const touch = (type, touchPoints) => touches.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [start]);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', [{ x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }]);
  await touch('touchEnd', []);
}

browserSuite('drawing mode', { isEngineOff: true }, (suite) => {
  test('draws with a finger: a tap a circle, a drag an arrow, two taps an arrow, in four colours', async () => {
    const { app, page, context } = await suite.open(PHONE);
    // Tapping a control below the board scrolls to it; this scrolls back.
    const toBoard = () => page.evaluate(() => window.scrollTo(0, 0));
    const choose = async (name) => {
      const button = drawingBar(page).getByRole('button', { name });
      // A tap right after a drag is not a click: the browser takes it as the end of the drag.
      do await button.tap();
      while ((await button.getAttribute('aria-pressed')) !== 'true');
      await toBoard();
    };
    const mode = page.getByRole('button', { name: 'Draw arrows and circles' });
    assert.equal(await mode.getAttribute('aria-pressed'), 'false');
    await mode.tap();
    assert.equal(await mode.getAttribute('aria-pressed'), 'true');
    await drawingBar(page).getByText('Drawing: tap a square for a circle').waitFor();
    await toBoard();
    await app.tap('e4');
    await waitForDrawn(page, 1);
    // A piece that could move stays where it is.
    await choose('Red');
    await touchDrag(app, context, 'g1', 'f3');
    await waitForDrawn(page, 2);
    await choose('Arrows');
    await choose('Blue');
    await app.tap('d2');
    await page.locator('.cell.arrow-from[data-square="d2"]').waitFor();
    await app.tap('d4');
    await waitForDrawn(page, 3);
    await choose('Yellow');
    await touchDrag(app, context, 'a5', 'a3');
    await waitForDrawn(page, 4);
    await screenshot(page, 'drawing-mode-phone');
    assert.deepEqual(await app.moves(), []);
    assert.deepEqual(await cslAndCal(page, context), ['cal Rg1f3,Bd2d4,Ya5a3', 'csl Ge4']);
    // Drawing the same again erases it; a tap on the start square cancels an arrow. Tapping below the board has scrolled the page.
    await toBoard();
    await touchDrag(app, context, 'a5', 'a3');
    await waitForDrawn(page, 3);
    await app.tap('h7');
    await page.locator('.cell.arrow-from[data-square="h7"]').waitFor();
    await app.tap('h7');
    await page.locator('.cell.arrow-from').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Undo: arrows and circles/ }).tap();
    await waitForDrawn(page, 4);
    // Moves on the board work again.
    await drawingBar(page).getByRole('button', { name: 'Done' }).tap();
    await drawingBar(page).waitFor({ state: 'detached' });
    await toBoard();
    await app.tap('e2');
    await app.tap('e4');
    await waitForMoves(page, 'e4');
  });

  test('goes by the keyboard alone, in four colours', async () => {
    const { app, page, context } = await suite.open();
    await app.square('e1').focus();
    await page.keyboard.press('w');
    await drawingBar(page).waitFor();
    await page.keyboard.press('3');
    assert.equal(await drawingBar(page).getByRole('button', { name: 'Blue' }).getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('Enter');
    await waitForDrawn(page, 1);
    await page.keyboard.press('2');
    await page.keyboard.press('a');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('a');
    await waitForDrawn(page, 2);
    await page.keyboard.press('4');
    await page.keyboard.press('c');
    await waitForDrawn(page, 3);
    // With arrows selected in the bar, Enter starts and ends one.
    await drawingBar(page).getByRole('button', { name: 'Arrows' }).focus();
    await page.keyboard.press('Enter');
    await app.square('a1').focus();
    await page.keyboard.press('Enter');
    assert.match(await app.square('a1').getAttribute('aria-label'), /arrow starts here/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await waitForDrawn(page, 4);
    assert.deepEqual(await cslAndCal(page, context), ['cal Re1e3,Ya1b1', 'csl Be1,Ye3']);
    await page.keyboard.press('Control+z');
    await waitForDrawn(page, 3);
    await page.keyboard.press('Control+Shift+z');
    await waitForDrawn(page, 4);
    // Escape cancels an arrow first, then leaves drawing mode.
    await app.square('a1').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.locator('.cell.arrow-from').waitFor({ state: 'detached' });
    await drawingBar(page).waitFor();
    await page.keyboard.press('Escape');
    await drawingBar(page).waitFor({ state: 'detached' });
    // Digits are glyphs again, and Enter selects.
    await app.square('e2').focus();
    await page.keyboard.press('Enter');
    assert.equal(await app.square('e2').getAttribute('aria-selected'), 'true');
  });

  test('goes by the mouse, whose other button still draws in the colours of its keys', async () => {
    const { app, page, context } = await suite.open();
    await page.getByRole('button', { name: 'Draw arrows and circles' }).click();
    await drawingBar(page).getByRole('button', { name: 'Red' }).click();
    await screenshot(page, 'drawing-mode');
    await app.click('d5');
    await waitForDrawn(page, 1);
    await app.drag('e2', 'e4');
    await waitForDrawn(page, 2);
    await rightDrag(app, 'b1', 'c3');
    await waitForDrawn(page, 3);
    await page.keyboard.down('Alt');
    await rightDrag(app, 'g8', 'f6');
    await page.keyboard.up('Alt');
    await waitForDrawn(page, 4);
    // Dragging off the board draws nothing.
    const { x, y } = await app.middle('a8');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y, { steps: 3 });
    await page.mouse.move(x, y - 200, { steps: 3 });
    await page.mouse.up();
    await app.click('d5');
    await waitForDrawn(page, 3);
    assert.deepEqual(await cslAndCal(page, context), ['cal Re2e4,Rb1c3,Bg8f6']);
    assert.deepEqual(await app.moves(), []);
  });

  test('is in the list of keys', async () => {
    const { page } = await suite.open();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText(/Drawing mode on or off/).waitFor();
    await keys.getByText(/green, red, blue, yellow/).waitFor();
  });
});

browserSuite('typed moves', { isEngineOff: true }, (suite) => {
  test('are played as soon as they are clear', async () => {
    const { app, page } = await suite.open();
    await page.keyboard.press('/');
    const field = page.getByLabel('Type a move');
    await page.waitForFunction(() => document.activeElement.id === 'type-move');
    for (const [typed, moves] of [['e4', 'e4'], ['e7e5', 'e4 e5'], ['nf3', 'e4 e5 Nf3'], ['2836', 'e4 e5 Nf3 Nc6'], ['BC4', 'e4 e5 Nf3 Nc6 Bc4'], ['f8c5', 'e4 e5 Nf3 Nc6 Bc4 Bc5']]) {
      await field.pressSequentially(typed);
      await waitForMoves(page, moves);
      assert.equal(await field.inputValue(), '');
    }
    await field.pressSequentially('o-o');
    await waitForMoves(page, 'e4 e5 Nf3 Nc6 Bc4 Bc5 O-O');
    await field.pressSequentially('n');
    await page.getByRole('group', { name: 'Matching moves' }).getByRole('button', { name: 'Nf6' }).waitFor();
    await screenshot(page, 'typed-moves');
    await page.keyboard.press('Enter');
    await page.getByText(/^n can be /i).waitFor();
    await field.fill('Nf5');
    await page.getByText('Nf5 is not a legal move here').waitFor();
    await field.fill('Nf6');
    await waitForMoves(page, 'e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6');
    await field.pressSequentially('--');
    await waitForMoves(page, 'e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 --');
    await page.keyboard.press('Escape');
    await app.paste('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1');
    await app.waitForFen('4k3/8/8/8/8/8/4r3/4K3 w');
    await page.keyboard.press('/');
    await field.pressSequentially('pass');
    await page.getByText('A side in check cannot pass.').waitFor();
  });
});
