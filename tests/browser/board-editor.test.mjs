// The board editor: setting up a position by mouse, touch and keyboard, with every fault named.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

const dialog = (page) => page.getByRole('dialog', { name: 'Set up a position' });
const cell = (page, square) => dialog(page).locator(`[data-square="${square}"]`);
const fen = (page) => dialog(page).getByLabel('FEN');
const use = (page) => dialog(page).getByRole('button', { name: 'Use position' });
const spare = (page, piece) => dialog(page).getByRole('button', { name: `Put a ${piece}`, exact: true });

async function waitForFen(page, wanted) {
  await page.waitForFunction((text) => document.querySelector('#set-up-fen')?.value === text, wanted);
}

/** Waits until these faults are shown, given by their names in the rules crate. */
async function waitForFaults(page, wanted) {
  await page.waitForFunction(
    (names) => [...document.querySelectorAll('[data-fault]')].map((item) => item.dataset.fault).sort().join() === names,
    [...wanted].sort().join(),
  );
}

async function drag(page, from, to) {
  const middle = async (locator) => {
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(to)), { steps: 5 });
  await page.mouse.up();
}

browserSuite('the board editor', { isEngineOff: true }, (suite) => {
  test('sets up a position with the mouse, and starts a game from it', async () => {
    const { app, page } = await suite.open();
    await page.getByRole('button', { name: 'Set up a position' }).click();
    await screenshot(page, 'set-up');
    await dialog(page).getByLabel('Begin with').selectOption({ label: 'Empty board' });
    await waitForFaults(page, ['NoWhiteKing', 'NoBlackKing']);
    assert.equal(await use(page).isDisabled(), true);
    await drag(page, spare(page, 'white king'), cell(page, 'e1'));
    await drag(page, spare(page, 'black king'), cell(page, 'd8'));
    await waitForFaults(page, []);
    await drag(page, cell(page, 'd8'), cell(page, 'e8'));
    await spare(page, 'white rook').click();
    await cell(page, 'a1').click();
    await cell(page, 'h1').click();
    await cell(page, 'h2').click();
    await cell(page, 'h2').click();
    await dialog(page).getByLabel('White O-O', { exact: true }).check();
    await dialog(page).getByLabel('Side to move').selectOption('b');
    await dialog(page).getByLabel('Move number').fill('30');
    await dialog(page).getByLabel('Move number').press('Tab');
    await waitForFen(page, '4k3/8/8/8/8/8/8/R3K2R b K - 0 30');
    await use(page).click();
    await app.waitForFen('4k3/8/8/8/8/8/8/R3K2R b K - 0 30');
  });

  test('reports every fault during editing', async () => {
    const { page } = await suite.open();
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Set up a position' }).click();
    await cell(page, 'e8').focus();
    // A second white king, pawns on the first and last ranks, and a rook off its corner.
    await cell(page, 'a3').focus();
    await page.keyboard.press('K');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Home');
    await waitForFaults(page, ['TooManyWhiteKings', 'TooManyWhitePieces']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('p');
    await waitForFaults(page, ['TooManyWhiteKings', 'TooManyBlackPawns', 'TooManyBlackPieces', 'PawnOnBackRank', 'CastlingRights']);
    await screenshot(page, 'set-up-faults');
    assert.match(await cell(page, 'a1').getAttribute('aria-label'), /black pawn, something is wrong here/);
    await page.keyboard.press('Delete');
    await cell(page, 'a3').focus();
    await page.keyboard.press('Delete');
    await waitForFaults(page, ['CastlingRights']);
    // Castling rights without a rook are dropped: the position is usable.
    assert.equal(await use(page).isDisabled(), false);
    await page.keyboard.press('Control+z');
    await waitForFaults(page, ['TooManyWhiteKings', 'CastlingRights']);
  });

  test('reads and writes the FEN, and limits en passant to possible squares', async () => {
    const { page } = await suite.open();
    await page.getByRole('button', { name: 'Set up a position' }).click();
    await fen(page).fill('4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2');
    const squares = await dialog(page).getByLabel('En passant square').locator('option').allInnerTexts();
    assert.deepEqual(squares, ['None', 'd6']);
    await dialog(page).getByLabel('En passant square').selectOption('d6');
    await waitForFen(page, '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2');
    await fen(page).fill('4k3/8/8 w - - 0 2');
    await dialog(page).getByText('3 ranks').waitFor();
    assert.match(await cell(page, 'd5').getAttribute('aria-label'), /black pawn/, 'the board stays');
    // The board is legal, but it isn't the FEN that was typed.
    await dialog(page).getByRole('status').getByText('Invalid FEN.').waitFor();
    assert.equal(await dialog(page).getByText('This position is legal.').count(), 0);
    assert.equal(await use(page).isDisabled(), true);
    // Going back to the position on the board is the user's choice.
    await dialog(page).getByLabel('En passant square').selectOption('d6');
    await waitForFen(page, '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2');
    assert.equal(await use(page).isDisabled(), false);
    await fen(page).fill('');
    await fen(page).blur();
    await waitForFen(page, '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2');
    assert.equal(await use(page).isDisabled(), false);
    await fen(page).fill('4k3/8/8/8/8/8/4R3/4K3 w - - 0 2');
    await waitForFaults(page, ['OppositeCheck']);
    await dialog(page).getByLabel('Side to move').selectOption('b');
    await waitForFaults(page, []);
  });

  // 640 x 400 is a window of 1280 x 800 at 200% zoom.
  for (const [width, height] of [[1280, 800], [1024, 768], [740, 360], [640, 400], [844, 390]]) {
    test(`at ${width} x ${height} the board can be used, and the reason is next to the buttons`, async () => {
      const { page } = await suite.open({ viewport: { width, height } });
      await page.getByRole('button', { name: 'Set up a position' }).click();
      await dialog(page).getByLabel('Begin with').selectOption({ label: 'Two kings' });
      await dialog(page).getByLabel('Begin with').scrollIntoViewIfNeeded();
      await spare(page, 'white rook').click();
      await cell(page, 'e2').click();
      await dialog(page).getByLabel('Side to move').selectOption('w');
      await waitForFaults(page, ['OppositeCheck']);
      const board = await dialog(page).locator('.set-up-grid').boundingBox();
      assert.ok(board.width >= 240 && board.width === board.height, `a board of ${board.width} x ${board.height}`);
      const spares = await dialog(page).locator('.spare').evaluateAll((list) => list.map((piece) => piece.getBoundingClientRect().width));
      assert.ok(spares.every((wide) => wide >= 36), `spare pieces of ${spares.join(', ')}`);
      const fault = dialog(page).locator('[data-fault="OppositeCheck"]');
      const [{ top, bottom }, button] = await Promise.all([fault.evaluate((item) => item.getBoundingClientRect().toJSON()), use(page).boundingBox()]);
      assert.ok(top >= 0 && bottom <= height, `the reason from ${top} to ${bottom}`);
      assert.ok(button.y < bottom && button.y + button.height > top - 40, 'the reason stands beside the button');
      await screenshot(page, `set-up-${width}x${height}`);
    });
  }

  for (const [width, height] of [[360, 740], [844, 390], [1280, 800]]) {
    test(`at ${width} x ${height} what has the focus is not below the verdict, however much that says`, async () => {
      const { page } = await suite.open({ viewport: { width, height } });
      await page.getByRole('button', { name: 'Set up a position' }).click();
      const covered = () => page.evaluate(() => {
        const focused = document.activeElement;
        const isBelow = focused.closest('.modal-actions') === null && focused.getBoundingClientRect().bottom > document.querySelector('.modal-actions').getBoundingClientRect().top + 1;
        return isBelow ? focused.id || focused.textContent || focused.className : '';
      });
      await fen(page).focus();
      // As when pasting: the verdict grows after the last key that could have scrolled.
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('P7/8/8/8/8/8/8/8 w - - 0 1');
      await waitForFaults(page, ['NoWhiteKing', 'NoBlackKing', 'PawnOnBackRank']);
      await page.waitForFunction(() => document.querySelector('#set-up-fen').getBoundingClientRect().bottom <= document.querySelector('.modal-actions').getBoundingClientRect().top);
      await page.locator('dialog .modal-header button').focus();
      const seen = [];
      for (let key = 0; key < 60 && !(await page.evaluate(() => document.activeElement.closest('.modal-actions') !== null)); key += 1) {
        await page.keyboard.press('Tab');
        seen.push(await covered());
      }
      assert.ok(seen.length > 20, 'not every control was come to');
      assert.deepEqual(seen.filter((name) => name !== ''), []);
      await page.keyboard.press('Escape');
    });
  }

  test('starts Chess960 games by number', async () => {
    const { app, page } = await suite.open();
    await page.getByRole('button', { name: 'Set up a position' }).click();
    await dialog(page).getByLabel('Chess960 position').fill('960');
    await dialog(page).getByText('Enter a number from 0 to 959.').waitFor();
    await dialog(page).getByLabel('Chess960 position').fill('0');
    await dialog(page).getByRole('button', { name: 'Set', exact: true }).click();
    await waitForFen(page, 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1');
    await use(page).click();
    await app.waitForFen('bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf');
  });

  test('reports impossible clocks and move numbers', async () => {
    const { app, page } = await suite.open();
    await page.getByRole('button', { name: 'Set up a position' }).click();
    const clock = dialog(page).getByLabel('Half-move clock');
    const move = dialog(page).getByLabel('Move number');
    await clock.fill('-3');
    await dialog(page).getByText('Enter a whole number from 0 to 9999.').waitFor();
    assert.equal(await clock.getAttribute('aria-invalid'), 'true');
    await move.fill('1.5');
    await dialog(page).getByText('Enter a whole number from 1 to 9999.').waitFor();
    // The invalid number stays in the field to be fixed, and the position is unchanged.
    await clock.focus();
    assert.equal(await move.inputValue(), '1.5');
    await waitForFen(page, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    await clock.fill('7');
    await move.fill('30');
    await use(page).click();
    await app.waitForFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 30');
  });

  test('is used by touch on a phone', async () => {
    const { app, page } = await suite.open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    await page.getByRole('button', { name: 'Set up a position' }).tap();
    await screenshot(page, 'set-up-phone');
    await dialog(page).getByLabel('Begin with').selectOption({ label: 'Two kings' });
    await spare(page, 'black queen').tap();
    await cell(page, 'd8').tap();
    await waitForFen(page, '3qk3/8/8/8/8/8/8/4K3 w - - 0 1');
    await dialog(page).getByRole('button', { name: 'Move pieces' }).tap();
    await cell(page, 'd8').tap();
    await cell(page, 'd7').tap();
    await dialog(page).getByRole('button', { name: 'Erase' }).tap();
    await cell(page, 'd7').tap();
    await waitForFen(page, '4k3/8/8/8/8/8/8/4K3 w - - 0 1');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} px wider than the phone`);
    await use(page).tap();
    await app.waitForFen('4k3/8/8/8/8/8/8/4K3 w');
  });
});
