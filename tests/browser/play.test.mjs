// Whole games on the play page, as users play them: by mouse, touch, keyboard and typed moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectors } from './support/app.mjs';
import { screenshot } from './support/harness.mjs';
import { MATE_IN_TWO, PlayPage } from './support/play.mjs';
import { browserSuite } from './support/suite.mjs';

const PERSON = 'A person here';
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

browserSuite('games on the play page', { isEngineOff: true }, (suite) => {
  const open = async (options) => {
    const { page, app } = await suite.open(options);
    return { page, app, play: await PlayPage.open(page) };
  };

  test('one click starts a game against a level; a game by mouse ends in mate and opens in the analysis', async () => {
    const { page, app, play } = await open();
    await screenshot(page, 'play-setup');
    await play.begin({ fen: MATE_IN_TWO });
    await play.drag('g1', 'g2');
    await play.waitForMoves(2);
    assert.deepEqual(await play.moves(), ['Rg2', 'Kh7']);
    // By mouse again, with two clicks.
    for (const square of ['g2', 'h2']) {
      const { x, y } = await play.middle(square);
      await page.mouse.click(x, y);
    }
    assert.deepEqual(await play.result(), ['You win 1–0', 'White wins by checkmate.']);
    await play.waitForAnnouncement(/^White rook g2 to h2, checkmate$/);
    await screenshot(page, 'play-result');
    await play.button('Analyse this game').click();
    await page.locator(selectors.moveListMove).nth(2).waitFor();
    assert.deepEqual((await app.moves()).map((move) => move.replace(/\s.*/s, '')), ['Rg2', 'Kh7', 'Rh2#']);
  });

  test('a game by keyboard: the focus stays on the board', async () => {
    const { page, play } = await open();
    await play.begin({ opponent: PERSON });
    const go = async (from, to) => {
      for (const name of [from, to]) {
        const focus = await page.evaluate(() => document.activeElement?.dataset?.square ?? null);
        const start = focus ?? 'e1';
        if (!focus) await play.square('e1').focus();
        const steps = [['ArrowRight', name.charCodeAt(0) - start.charCodeAt(0)], ['ArrowUp', Number(name[1]) - Number(start[1])]];
        for (const [key, count] of steps) {
          const used = count < 0 ? { ArrowRight: 'ArrowLeft', ArrowUp: 'ArrowDown' }[key] : key;
          for (let step = 0; step < Math.abs(count); step += 1) await page.keyboard.press(used);
        }
        await page.keyboard.press('Enter');
      }
    };
    const moves = [['f2', 'f3'], ['e7', 'e5'], ['g2', 'g4'], ['d8', 'h4']];
    for (const [index, [from, to]] of moves.entries()) {
      await go(from, to);
      await play.waitForMoves(index + 1);
    }
    assert.deepEqual(await play.result(), ['Black wins 0–1', 'Black wins by checkmate.']);
    await play.waitForAnnouncement(/Black queen d8 to h4, checkmate/);
  });

  test('a game by touch on a small phone: board, clocks and buttons are on the screen', async () => {
    const { page, play } = await open(PHONE);
    await play.begin({ opponent: PERSON, clock: '5+3' });
    const places = await page.evaluate(() =>
      ['.play .board', '.play-player:first-child .play-clock', '.play-player:last-child .play-clock', '.play-buttons'].map((selector) => document.querySelector(selector).getBoundingClientRect().toJSON()),
    );
    const bar = await page.evaluate(() => document.querySelector('.pages').getBoundingClientRect().top);
    const lowest = bar > 370 ? bar : 740;
    for (const { top, bottom, left, right } of places) assert.ok(top >= 0 && bottom <= lowest && left >= 0 && right <= 360, JSON.stringify(places));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360));
    await screenshot(page, 'play-phone');
    for (const [index, squares] of [['f2', 'f3'], ['e7', 'e5'], ['g2', 'g4'], ['d8', 'h4']].entries()) {
      for (const square of squares) await play.tap(square);
      await play.waitForMoves(index + 1);
    }
    assert.equal((await play.result())[0], 'Black wins 0–1');
    await screenshot(page, 'play-phone-result');
  });

  test('typed moves: SAN, squares and castling of Chess960; invalid moves are reported', async () => {
    const { play } = await open();
    await play.begin({ opponent: PERSON, fen: 'rn3krb/pppppppp/8/8/8/8/PPPPPPPP/RN3KRB w GAga - 0 1' });
    await play.type('Nf6', { enter: true });
    assert.match(await play.main.locator('#play-type-note').innerText(), /not a legal move/);
    for (const [index, text] of ['O-O', 'e7e5', 'Nc3', 'O-O'].entries()) {
      await play.type(text, { enter: text === 'O-O' });
      await play.waitForMoves(index + 1);
    }
    assert.deepEqual(await play.moves(), ['O-O', 'e5', 'Nc3', 'O-O']);
  });

  test('under More the user has a name, and the engine may resign', async () => {
    const { page, play } = await open();
    await play.main.getByText('More', { exact: true }).click();
    await play.main.getByLabel('Your name').fill('Ann');
    await play.main.getByLabel('The engine resigns when it is lost').check();
    assert.ok(await play.main.getByLabel('The engine offers draws').isChecked());
    await play.button('Play').click();
    await play.waitForStage('game');
    assert.equal(await play.main.locator('.play-name strong').last().innerText(), 'Ann');
    // The form lasts.
    await play.menu('Save for later');
    await play.waitForStage('setup');
    await page.reload();
    await play.main.getByText('More', { exact: true }).click();
    assert.ok(await play.main.getByLabel('The engine resigns when it is lost').isChecked());
  });

  test('Chess960 by number, and a named opening by search', async () => {
    const { page, play } = await open();
    await play.choose('Opponent', PERSON);
    await play.choose('Start', 'Chess960');
    await play.main.getByLabel(/Start position number/).fill('960');
    assert.match(await play.main.locator('.field-error').innerText(), /0 to 959/);
    assert.ok(await play.button('Play').isDisabled());
    await play.main.getByLabel(/Start position number/).fill('0');
    await play.button('Play').click();
    await play.waitForStage('game');
    assert.equal(await play.square('a1').getAttribute('aria-label'), 'a1, white bishop');
    await play.menu('Abort');
    await page.getByRole('dialog').getByRole('button', { name: 'Abort' }).click();
    await play.button('New game').click();
    await play.choose('Start', 'Opening');
    await play.main.getByLabel('Search for an opening').fill('sicilian najdorf');
    await play.main.getByRole('list', { name: 'Openings found' }).getByRole('button').first().click();
    await screenshot(page, 'play-opening');
    await play.button('Play').click();
    await play.waitForMoves(10);
    assert.equal((await play.moves()).at(-1), 'a6');
  });

  test('clocks run, tenths are shown, and a fallen flag ends the game', async () => {
    const { page, play } = await open();
    await play.begin({ opponent: PERSON, clock: '0:04' });
    assert.match(await play.clock('black').innerText(), /^0:04\.0$/);
    await page.waitForFunction(() => Number(document.querySelector('.play-player[data-color="white"] .play-clock').dataset.ms) < 3500);
    assert.match(await play.clock('white').innerText(), /^0:0[0-3]\.\d$/);
    assert.match(await play.clock('white').getAttribute('aria-label'), /^White has \d seconds?, low on time$/);
    await play.type('e4');
    await play.waitForMoves(1);
    const white = await play.clock('white').innerText();
    await page.waitForFunction(() => Number(document.querySelector('.play-player[data-color="black"] .play-clock').dataset.ms) < 3000);
    assert.equal(await play.clock('white').innerText(), white);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('t');
    await page.waitForFunction(() => /White has .*Black has/.test(document.querySelector('.play-answer').textContent));
    assert.deepEqual(await play.result(), ['White wins 1–0', 'Black loses on time.']);
  });

  test('every form of a time control is read, and a fault is named', async () => {
    const { play } = await open();
    await play.choose('Clock', 'Other…');
    const field = play.main.getByLabel('Time control', { exact: true });
    for (const text of ['5+3', '40/90+30, 30+30', '60/30/sd/30', 'sd/15', '1:30', '']) {
      await field.fill(text);
      assert.equal(await play.main.locator('.field-error').count(), 0, text);
    }
    // What was typed is read back: minutes, not seconds.
    for (const [text, words] of [['10/5', '10 moves in 5 min, repeated.'], ['3|2', '3 min + 2 s per move.'], ['1:30:00', '1 h 30 min.']]) {
      await field.fill(text);
      await play.main.locator('#play-clock-note', { hasText: words }).waitFor();
      assert.equal(await play.main.locator('.field-error').count(), 0, text);
    }
    await field.fill('soon');
    assert.match(await play.main.locator('.field-error').innerText(), /soon.*not a time control/);
  });

  test("impossible castling rights are reported at the position's field", async () => {
    const { play } = await open();
    await play.choose('Start', 'FEN');
    const field = play.main.getByLabel('Position (FEN)', { exact: true });
    await field.fill('r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2NQBN2/PPPP1PPP/R4RK1 w KQkq - 0 7');
    await play.main.locator('#play-fen-note', { hasText: 'Castling rights without king and rook on their squares were dropped' }).waitFor();
    await field.fill('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    await play.main.locator('#play-fen-note').waitFor({ state: 'detached' });
  });

  test('takeback, hint in two steps, resigning with a question', async () => {
    const { page, play } = await open();
    await play.begin({ level: 1, book: false });
    await play.type('e4');
    await play.waitForMoves(2);
    await play.button('Take back').click();
    await play.waitForMoves(0);
    await play.button('Pause').click();
    assert.ok(await play.button('Hint').isDisabled(), 'there is no help in a game that stands still');
    await play.button('Continue').click();
    await play.button('Hint').click();
    await play.main.getByText(/^Hint: move the /).waitFor();
    await play.button('Show move').click();
    await play.main.getByText(/^Hint: [A-Za-hO]\S*\.$/).waitFor();
    await screenshot(page, 'play-hint');
    await play.button('Resign').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await play.main.getByRole('region', { name: 'Result' }).count(), 0);
    await play.button('Resign').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    assert.deepEqual(await play.result(), ['You lose 0–1', 'White resigns.']);
    await play.button('Rematch').click();
    await play.waitForMoves(1);
    assert.equal(await play.main.locator('.play-player').last().getAttribute('data-color'), 'black');
  });

  test('buttons that change their names keep the focus of the keyboard', async () => {
    const { page, play } = await open();
    await play.begin({ level: 1, book: false, clock: '5+3' });
    await play.type('e4');
    await play.waitForMoves(2);
    for (const [name, next] of [['Pause', 'Continue'], ['Continue', 'Pause'], ['Hint', 'Show move']]) {
      await play.button(name).focus();
      await page.keyboard.press('Enter');
      await play.button(next).waitFor();
      assert.equal(await page.evaluate(() => document.activeElement.textContent), next);
    }
  });

  test('the focus goes to the board, to the result or to the set-up when its button disappears', async () => {
    const { page, play } = await open();
    const focusIs = (selector) => page.waitForFunction((wanted) => document.activeElement.matches(wanted), selector);
    const press = async (name) => {
      await play.button(name).focus();
      await page.keyboard.press('Enter');
    };
    await play.choose('Opponent', PERSON);
    await press('Play');
    await focusIs('main.play .board [data-square]');
    await play.type('e4');
    await play.waitForMoves(1);
    // Back to the start, where the button is disabled.
    await press('Take back');
    await focusIs('main.play .board [data-square]');
    await press('Resign');
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).focus();
    await page.keyboard.press('Enter');
    await focusIs('.play-result h2');
    await press('Rematch');
    await focusIs('main.play .board [data-square]');
    await press('Resign');
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await focusIs('.play-result h2');
    await press('New game');
    await focusIs('.play-form h2');
  });

  test('after a click on Play the board has the focus, and the arrow keys still look at earlier moves', async () => {
    const { page, play } = await open();
    await play.begin({ opponent: PERSON });
    await page.waitForFunction(() => document.activeElement.matches('main.play .board-grid'));
    await play.drag('e2', 'e4');
    await play.waitForMoves(1);
    for (const [key, piece] of [['ArrowLeft', 'e2, white pawn'], ['ArrowRight', 'e2, empty'], ['ArrowLeft', 'e2, white pawn']]) {
      await page.keyboard.press(key);
      await page.waitForFunction((label) => document.querySelector('main.play [data-square="e2"]').ariaLabel.startsWith(label), piece);
    }
    await page.keyboard.press('End');
    // If the user moves the focus away, it stays away.
    await play.main.locator('.play-moves').click({ position: { x: 4, y: 4 } });
    await play.drag('e7', 'e5');
    await play.waitForMoves(2);
    assert.equal(await page.evaluate(() => document.activeElement.closest('.board-grid')), null);
  });

  test('nothing stays selected on the board when a flag falls', async () => {
    const { page, play } = await open();
    await play.begin({ opponent: PERSON, clock: '0:03' });
    const { x, y } = await play.middle('e2');
    await page.mouse.click(x, y);
    await play.main.locator('.cell.selected').waitFor();
    await play.result();
    assert.equal(await play.main.locator('.cell:is(.selected, .dest, .own)').count(), 0);
    await page.mouse.click(x, y);
    assert.equal(await play.main.locator('.cell.selected').count(), 0);
  });

  test('draws: offered and accepted between people, claimed by repetition, declined by the engine', async () => {
    const { page, play } = await open();
    await play.begin({ opponent: PERSON });
    await play.type('e4');
    await play.waitForMoves(1);
    await play.button('Offer draw').click();
    await play.button('Accept').click();
    assert.deepEqual(await play.result(), ['Draw ½–½', 'Draw by agreement.']);
    await play.button('Rematch').click();
    await play.waitForMoves(0);
    for (const [index, text] of 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8'.split(' ').entries()) {
      await play.type(text);
      await play.waitForMoves(index + 1);
    }
    await play.button('Claim draw').click();
    assert.equal((await play.result())[1], 'Draw by threefold repetition.');
    await play.button('New game').click();
    await play.begin({ opponent: 'A level', level: 3 });
    await play.button('Offer draw').click();
    await page.locator('.play-told', { hasText: 'declines the draw' }).waitFor();
    assert.equal(await page.locator('main.play .toast').count(), 0);
  });

  test('a reply is dropped when its moves are taken back, also when other moves reach its ply again', async () => {
    const { page, play } = await open();
    await play.begin({ level: 3, book: false });
    await play.type('e4');
    await play.waitForMoves(2);
    await play.button('Offer draw').click();
    const told = page.locator('.play-told');
    await told.filter({ hasText: 'declines the draw' }).waitFor();
    await play.button('Take back').click();
    await play.waitForMoves(0);
    await told.filter({ hasText: /^$/ }).waitFor({ state: 'attached' });
    await play.type('d4');
    await play.waitForMoves(2);
    await play.button('Take back').and(page.locator(':enabled')).waitFor();
    assert.equal(await told.textContent(), '');
  });

  test('premoves by mouse, keyboard and typing: shown, cancelled, and played at once', async () => {
    const { page, play } = await open();
    // With plenty of time on the clock the level thinks for a while.
    await play.begin({ level: 1, book: false, clock: '90' });
    await play.type('e4');
    await play.drag('d2', 'd4');
    await page.waitForFunction(() => document.querySelectorAll('main.play .cell.premove').length === 2);
    await screenshot(page, 'play-premove');
    await play.square('h6').click({ button: 'right' });
    await page.waitForFunction(() => document.querySelectorAll('main.play .cell.premove').length === 0);
    await play.waitForMoves(2);
    await play.type('Nf3');
    await play.waitForMoves(3);
    await play.type('Be2', { enter: true });
    assert.match(await play.main.locator('.play-told').innerText(), /^Premove: f1–e2/);
    // The premove is played as soon as the engine has moved.
    await page.waitForFunction(() => document.querySelectorAll('main.play .play-move')[4]?.textContent === 'Be2');
  });

  test('several premoves in a row: shown as made, played one by one, and cancelled together', async () => {
    const { page, play } = await open();
    await play.begin({ level: 1, book: false, clock: '90' });
    await play.type('e4');
    await play.drag('g1', 'f3');
    await play.drag('f1', 'e2');
    await play.drag('e1', 'g1');
    await page.locator('.play-told', { hasText: 'Premove: g1–f3, f1–e2, e1–g1.' }).waitFor();
    assert.match(await play.square('f1').getAttribute('aria-label'), /white rook/);
    await screenshot(page, 'play-premoves');
    await play.button('Cancel premove').click();
    assert.match(await play.square('g1').getAttribute('aria-label'), /white knight/);
    await play.waitForMoves(2);
    await play.type('c3');
    await play.type('Be2', { enter: true });
    await play.type('Nf3', { enter: true });
    await page.waitForFunction(() => [4, 6].every((ply, place) => document.querySelectorAll('main.play .play-move')[ply]?.textContent === ['Be2', 'Nf3'][place]));
  });

  test('a premoved pawn becomes the piece that is picked', async () => {
    const { page, play } = await open();
    await play.begin({ level: 1, book: false, clock: '90', fen: '8/P6k/8/8/8/7p/8/K7 w - - 0 1' });
    await play.type('Kb2');
    await play.waitForMoves(1);
    await play.drag('a7', 'a8');
    await page.getByRole('dialog', { name: 'Promote the pawn to' }).getByRole('button', { name: 'rook' }).click();
    await page.waitForFunction(() => /^a8=R/.test(document.querySelectorAll('main.play .play-move')[2]?.textContent));
  });

  test('moves are confirmed if wanted: by a button, or taken back with Escape', async () => {
    const { page, play } = await open();
    await play.begin({ opponent: PERSON });
    await play.menu('Confirm each move');
    await play.drag('e2', 'e4');
    await play.status().getByText('Play e4?').waitFor();
    assert.match(await play.square('e4').getAttribute('aria-label'), /white pawn/);
    await screenshot(page, 'play-confirm');
    await page.waitForFunction(() => document.activeElement.id === 'play-confirm');
    await page.keyboard.press('Escape');
    await play.status().getByText('Play e4?').waitFor({ state: 'detached' });
    assert.deepEqual(await play.moves(), []);
    await play.type('d4');
    await play.button('Play move').click();
    await play.waitForMoves(1);
    // The preference lasts.
    await page.reload();
    await play.waitForMoves(1);
    await play.type('d5');
    await play.button('Play move').click();
    await play.waitForMoves(2);
    await play.menu('Confirm each move');
    await play.type('c4');
    await play.waitForMoves(3);
  });

  test('a move that allows mate in one is warned of', async () => {
    const { page, play } = await open();
    await play.begin({ level: 3, book: false, fen: 'rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2' });
    await play.menu('Warn me of blunders');
    await play.type('g4');
    await play.status().getByText('After g4, Qh4# is checkmate.').waitFor();
    await screenshot(page, 'play-blunder');
    await play.button('Cancel').click();
    await play.type('e4');
    await play.waitForMoves(2);
  });

  test("the engine's move is replaced by another on the board", async () => {
    const { play } = await open();
    await play.begin({ level: 1, book: false });
    await play.type('e4');
    await play.waitForMoves(2);
    await play.menu("Change the engine's move");
    await play.status().getByText(/^Play another move for Tabia/).waitFor();
    // Whatever it was: one of two moves is another one.
    const [, reply] = await play.moves();
    const [from, to] = reply === 'c5' ? ['e7', 'e5'] : ['c7', 'c5'];
    await play.drag(from, to);
    await play.status().getByText(/^Play another move for Tabia/).waitFor({ state: 'detached' });
    assert.deepEqual(await play.moves(), ['e4', to]);
    await play.type('Nf3');
    await play.waitForMoves(4);
  });

  test('the board turns for two people if wanted', async () => {
    const { play } = await open();
    await play.begin({ opponent: PERSON });
    const below = () => play.main.locator('.play-player').last().getAttribute('data-color');
    assert.equal(await below(), 'white');
    await play.menu('Turn the board after each move');
    await play.type('e4');
    await play.main.locator('.play-player[data-color="black"]:last-child').waitFor();
    assert.equal(await below(), 'black');
    await play.type('e5');
    await play.main.locator('.play-player[data-color="white"]:last-child').waitFor();
  });

  test('on a phone the moves are one line below the board, with buttons that step through them', async () => {
    const { page, play } = await open(PHONE);
    await play.begin({ opponent: PERSON, clock: '5+3' });
    const moves = 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3'.split(' ');
    for (const [index, text] of moves.entries()) {
      await play.type(text, { enter: text === 'e1g1' });
      await play.waitForMoves(index + 1);
    }
    const rect = (selector) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON());
    // Typing scrolled to the field.
    await page.evaluate(() => scrollTo(0, 0));
    const line = await rect('.play-moves ol');
    const last = await rect('.play-move[aria-current]');
    assert.ok(line.height <= 44 && line.top >= (await rect('main.play .board')).bottom, JSON.stringify(line));
    assert.ok(last.left >= line.left && last.right <= line.right + 1, 'the last move is in sight');
    for (const name of ['Previous move', 'Previous move']) await play.button(name).tap();
    await play.button('Back to the game').waitFor();
    assert.match(await play.square('d7').getAttribute('aria-label'), /black pawn/);
    const board = await rect('main.play .board');
    assert.ok(board.top >= 0 && (await page.evaluate(() => scrollY)) === 0, 'the board stays in sight');
    await screenshot(page, 'play-phone-moves');
    for (const name of ['Next move', 'Next move']) await play.button(name).tap();
    await play.button('Back to the game').waitFor({ state: 'detached' });
    assert.ok(await play.button('Next move').isDisabled());
  });

  test('the arrow keys show earlier moves while the game continues', async () => {
    const { page, play } = await open();
    await play.begin({ opponent: PERSON });
    for (const [index, text] of ['e4', 'e5', 'Nf3'].entries()) {
      await play.type(text);
      await play.waitForMoves(index + 1);
    }
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('Home');
    await play.button('Back to the game').waitFor();
    assert.equal(await play.square('e2').getAttribute('aria-label'), 'e2, white pawn');
    await play.button('Back to the game').click();
    assert.match(await play.square('f3').getAttribute('aria-label'), /white knight/);
  });

  for (const [width, height] of [[740, 360], [844, 390], [667, 375], [640, 400], [915, 412], [1024, 768], [1280, 800]]) {
    test(`at ${width} x ${height} both clocks and the board are seen whole`, async () => {
      const { page, play } = await open({ viewport: { width, height } });
      await play.begin({ level: 3, color: 'White', clock: '5+3' });
      await play.main.getByRole('timer').nth(1).waitFor();
      const parts = await play.main.locator('[role="timer"], .board').evaluateAll((list) => list.map((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const found = [[left + 3, (top + bottom) / 2], [right - 3, (top + bottom) / 2], [(left + right) / 2, top + 3], [(left + right) / 2, bottom - 3]].map(([x, y]) => document.elementFromPoint(x, y));
        return { name: part.className, left, right, top, bottom, isFree: found.every((element) => part.contains(element)) };
      }));
      assert.equal(parts.length, 3);
      for (const { name, left, right, top, bottom, isFree } of parts) {
        assert.ok(left >= 0 && top >= 0 && right <= width && bottom <= height, `${name}: ${left}-${right}, ${top}-${bottom}`);
        assert.ok(isFree, `${name} is covered`);
      }
      const board = parts.find(({ name }) => name.startsWith('board'));
      assert.ok(board.right - board.left >= Math.min(280, height - 80), `a board of ${board.right - board.left}`);
      await screenshot(page, `play-clocks-${width}x${height}`);
    });
  }

  test('messages cover neither the board nor the buttons', async () => {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 1000, height: 700 }, { width: 844, height: 390 }, { width: 360, height: 740 }, { width: 768, height: 1024 }]) {
      const { page, play } = await open({ viewport });
      await play.begin({ level: 3, color: 'White', clock: '3+2' });
      // Only the position of the messages matters here.
      const covered = await page.evaluate(() => {
        const toasts = document.querySelector('main.play .toasts');
        toasts.innerHTML = '<div class="toast"><span></span><div class="toast-text"><strong>A message</strong></div></div>';
        const message = toasts.getBoundingClientRect();
        const parts = [...document.querySelectorAll('main.play .board, main.play .play-action')];
        return parts.filter((part) => {
          const place = part.getBoundingClientRect();
          return message.left < place.right && place.left < message.right && message.top < place.bottom && place.top < message.bottom;
        }).map((part) => part.className);
      });
      assert.deepEqual(covered, [], `${viewport.width} x ${viewport.height}`);
    }
  });

  test('two engines can be watched, paused and broken off', async () => {
    const { page, play } = await open();
    await play.begin({ opponent: 'Watch two engines' });
    await play.waitForMoves(2);
    await play.button('Pause').click();
    await play.main.getByText('Paused. The clocks are stopped.').waitFor();
    await play.button('Continue').click();
    await play.menu('Abort');
    await page.getByRole('dialog').getByRole('button', { name: 'Abort' }).click();
    assert.equal((await play.result())[0], 'No result *');
  });

  test('play on from a place of a finished game', async () => {
    const { page, play } = await open();
    await play.begin({ opponent: PERSON });
    for (const [index, text] of ['e4', 'e5', 'Nf3', 'Nc6'].entries()) {
      await play.type(text);
      await play.waitForMoves(index + 1);
    }
    await play.menu('Abort');
    await page.getByRole('dialog').getByRole('button', { name: 'Abort' }).click();
    await play.result();
    await page.keyboard.press('ArrowLeft');
    await play.button('Play on from here').click();
    await play.button('Play').click();
    await play.waitForMoves(3);
    assert.equal((await play.moves()).at(-1), 'Nf3');
  });

  test('no sounds before the first user action, or with sounds off', async () => {
    const { page, context } = await suite.open();
    await context.addInitScript(() => {
      window.sounds = { contexts: 0, played: 0 };
      const { AudioContext: Real } = window;
      window.AudioContext = class extends Real {
        constructor() {
          super();
          window.sounds.contexts += 1;
        }

        createBufferSource() {
          window.sounds.played += 1;
          return super.createBufferSource();
        }
      };
    });
    await page.reload();
    await page.locator('.board [data-square="e1"]').first().waitFor();
    const play = await PlayPage.open(page);
    assert.deepEqual(await page.evaluate(() => window.sounds), { contexts: 0, played: 0 });
    await play.begin({ opponent: PERSON });
    await play.openMenu();
    const isOn = (await play.entry('Sounds').getAttribute('aria-checked')) === 'true';
    await page.keyboard.press('Escape');
    if (!isOn) await play.menu('Sounds');
    await play.drag('e2', 'e4');
    await page.waitForFunction(() => window.sounds.played === 1 && window.sounds.contexts === 1);
    await play.menu('Sounds');
    await play.drag('e7', 'e5');
    await play.waitForMoves(2);
    assert.equal(await page.evaluate(() => window.sounds.played), 1);
  });
});
