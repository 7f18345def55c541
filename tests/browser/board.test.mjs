// The board's input: mouse, touch, keyboard; promotion, flipping, last move and check.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq';
const PROMOTION = '4k3/P6p/8/8/8/8/7P/4K3 w - - 0 1';

browserSuite('the board', { isEngineOff: true }, (suite) => {
  test('takes moves by drag and by two clicks, and refuses illegal ones', async () => {
    const { app, page } = await suite.open();
    await app.drag('e2', 'e4');
    await app.waitForFen(AFTER_E4);
    await app.click('e7');
    await screenshot(page, 'board-selected');
    assert.match(await app.square('e5').getAttribute('aria-label'), /can move here/);
    await app.click('e5');
    await app.waitForFen('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq');
    assert.match(await app.square('e5').getAttribute('aria-label'), /last move/);
    assert.match(await app.square('e7').getAttribute('aria-label'), /last move/);
    await app.drag('e4', 'e6');
    await app.drag('d8', 'd4');
    assert.equal((await app.pieces()).e4, 'white pawn');
    assert.deepEqual(await app.moves(), ['e4', 'e5']);
  });

  test('castles by the king, and shows check', async () => {
    const { app } = await suite.open();
    await app.paste('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    await app.waitForFen('r3k2r/8/8/8/8/8/8/R3K2R w KQkq');
    await app.drag('e1', 'g1');
    await app.waitForFen('r3k2r/8/8/8/8/8/8/R4RK1 b kq');
    await app.click('h8');
    await app.click('h1');
    await app.waitForFen('r3k3/8/8/8/8/8/8/R4RKr w q');
    assert.match(await app.square('g1').getAttribute('aria-label'), /in check/);
  });

  test('asks for the promotion piece', async () => {
    const { app, page } = await suite.open();
    for (const [role, piece, letter] of [['queen', 'white queen', 'Q'], ['knight', 'white knight', 'N']]) {
      await app.paste(PROMOTION);
      await app.waitForFen(PROMOTION);
      await app.drag('a7', 'a8');
      await screenshot(page, 'board-promotion');
      await app.promoteTo(role);
      await app.waitForFen(`${letter}3k3/7p/8/8/8/8/7P/4K3 b`);
      assert.equal((await app.pieces()).a8, piece);
    }
    await app.paste(PROMOTION);
    await app.waitForFen(PROMOTION);
    await app.click('a7');
    await app.click('a8');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal((await app.pieces()).a7, 'white pawn');
  });

  test('turns with f', async () => {
    const { app, page } = await suite.open();
    assert.equal(await app.lowerLeftSquare(), 'a1');
    await page.keyboard.press('f');
    await page.waitForFunction(() => {
      const place = (name) => document.querySelector(`.board [data-square="${name}"]`).getBoundingClientRect();
      return place('h8').top > place('h1').top;
    });
    assert.equal(await app.lowerLeftSquare(), 'h8');
    await app.drag('e2', 'e4');
    await app.waitForFen(AFTER_E4);
  });

  test('can be played with the keyboard alone', async () => {
    const { app, page } = await suite.open();
    await app.square('e1').focus(); // Tab focuses this square first.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await app.waitForFen(AFTER_E4);
  });

  // Screen readers and voice control click without a pointer.
  test('can be played by clicks of a program', async () => {
    const { app } = await suite.open();
    const activate = (name) => app.square(name).evaluate((cell) => cell.click());
    await activate('e2');
    assert.match(await app.square('e4').getAttribute('aria-label'), /can move here/);
    await activate('e2');
    assert.doesNotMatch(await app.square('e4').getAttribute('aria-label'), /can move here/);
    await activate('e2');
    await activate('e4');
    await app.waitForFen(AFTER_E4);
    // A mouse click counts once, not twice.
    await app.click('e7');
    assert.match(await app.square('e5').getAttribute('aria-label'), /can move here/);
    await app.paste(PROMOTION);
    await app.waitForFen(PROMOTION);
    await activate('a7');
    await activate('a8');
    await app.promoteTo('rook');
    await app.waitForFen('R3k3/7p/8/8/8/8/7P/4K3 b');
  });

  test('goes through a game with the keys of lichess', async () => {
    const { app, page } = await suite.open();
    await app.pasteGame('1. e4 e5 2. Nf3 *');
    await page.keyboard.press('End');
    await app.waitForFen('rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b');
    await page.keyboard.press('ArrowLeft');
    await app.waitForFen('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w');
    await page.keyboard.press('Home');
    await app.waitForFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w');
    await page.keyboard.press('ArrowRight');
    await app.waitForFen(AFTER_E4);
  });

  // The end of the tap that moves the pawn to the last rank must not choose the piece that appears under the finger.
  test('asks for the piece after a tap, turned or not', async () => {
    const { app, page } = await suite.open({ hasTouch: true });
    for (const key of ['', 'f']) {
      await app.paste(PROMOTION);
      await app.waitForFen(PROMOTION);
      if (key) await page.keyboard.press(key);
      await app.tap('a7');
      await app.tap('a8');
      await page.getByRole('dialog', { name: /promot/i }).waitFor();
      const knight = await page.getByRole('button', { name: /knight/i }).boundingBox();
      await page.touchscreen.tap(knight.x + knight.width / 2, knight.y + knight.height / 2);
      await app.waitForFen('N3k3/7p/8/8/8/8/7P/4K3 b');
    }
  });

  test('takes moves by touch on a phone', async () => {
    const { app, page } = await suite.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 });
    await app.tap('e2');
    await app.tap('e4');
    await app.waitForFen(AFTER_E4);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} px wider than the phone`);
    await screenshot(page, 'phone');
  });
});
