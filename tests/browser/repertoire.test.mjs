// Repertoires: a game is marked as one, its moves are trained and come again when they are due, and games are compared with it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { App } from './support/app.mjs';
import { openApp, screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

const ITALIAN = `[Event "Italian"]
[White "Me"]
[Result "*"]

1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bc4 *
`;
const PLAYED = `[Event "Club"]
[White "Me"]
[Black "Ann"]
[Result "1-0"]

1. e4 e6 2. d4 d5 1-0

[Event "Club"]
[White "Me"]
[Black "Bob"]
[Result "0-1"]

1. e4 e5 2. f4 exf4 0-1

[Event "Club"]
[White "Carl"]
[Black "Me"]
[Result "1-0"]

1. d4 d5 1-0
`;
const DAY_MS = 86_400_000;

browserSuite('repertoires', {}, (suite) => {
  const panel = (page) => page.getByRole('region', { name: 'Repertoire', exact: true });
  const dialog = (page) => page.getByRole('dialog', { name: 'Train the repertoire' });
  const state = (page, wanted) => page.waitForFunction((wanted) => document.querySelector('.learn-body')?.dataset.state === wanted, wanted);
  const left = (page, wanted) => page.waitForFunction((wanted) => document.querySelector('.learn-body')?.dataset.left === wanted, `${wanted}`);
  const standing = (page, text) => panel(page).getByText(text, { exact: true }).waitFor();

  /** Opens the page with this game on the board and the panel switched on. */
  async function opened(pgn = ITALIAN, options = {}) {
    const { page, context, problems } = await openApp(suite.browser, suite.url, { isEngineOff: true, ...options });
    const app = new App(page);
    await app.ready();
    await app.paste(pgn);
    await panel(page).getByRole('switch').click();
    return { page, context, problems, app };
  }

  /** Clicks a move on the board of the dialog. */
  async function play(page, from, to) {
    for (const square of [from, to]) {
      const box = await dialog(page).locator('.board').boundingBox();
      const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
      await page.mouse.click(box.x + ((file + 0.5) * box.width) / 8, box.y + ((7.5 - rank) * box.height) / 8);
    }
  }

  test('its moves are trained, what was wrong comes again, and the result is kept', async () => {
    const { page, problems, context } = await opened();
    await panel(page).getByRole('button', { name: 'Make it a repertoire for White' }).click();
    await standing(page, 'Positions due: 0, new: 4, known: 0');
    await screenshot(page, 'repertoire');
    await panel(page).getByRole('button', { name: 'Train 4 positions' }).click();
    await play(page, 'e2', 'e4');
    await left(page, 3);
    await play(page, 'f1', 'c4');
    await state(page, 'wrong');
    await dialog(page).getByText('Bc4 is not in the repertoire. Try again.').waitFor();
    await screenshot(page, 'repertoire-wrong');
    await play(page, 'g1', 'f3');
    // It was wrong at first, so it comes again at the end.
    await state(page, 'right');
    await state(page, 'open');
    await left(page, 3);
    await dialog(page).getByRole('button', { name: 'Hint' }).click();
    await play(page, 'f1', 'c4');
    await left(page, 2);
    await dialog(page).getByRole('button', { name: 'Show the solution' }).click();
    await dialog(page).getByText('The repertoire plays Nf3.').waitFor();
    await dialog(page).getByRole('button', { name: 'Next' }).click();
    for (const remaining of [1, 0]) {
      await play(page, 'g1', 'f3');
      await left(page, remaining);
    }
    await dialog(page).getByText('Done: 1 of 4 known at once.').waitFor();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await standing(page, 'Positions due: 0, new: 0, known: 4');
    await page.reload();
    await standing(page, 'Positions due: 0, new: 0, known: 4');
    await panel(page).getByText(/Nothing is due\. Next repetition: /).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  test('positions are due after some days, from all repertoires', async () => {
    const { page, app, context } = await opened();
    await panel(page).getByRole('button', { name: 'Make it a repertoire for White' }).click();
    await panel(page).getByRole('button', { name: 'Train 4 positions' }).click();
    for (const [from, to, remaining] of [['e2', 'e4', 3], ['g1', 'f3', 2], ['f1', 'c4', 1], ['g1', 'f3', 0]]) {
      await play(page, from, to);
      await left(page, remaining);
    }
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await standing(page, 'Positions due: 0, new: 0, known: 4');
    // Another game on the board: the repertoire is among the user's games.
    await app.paste('1. d4 d5 2. c4 *');
    await panel(page).getByRole('button', { name: 'Make it a repertoire for Black' }).waitFor();
    await page.clock.install({ time: Date.now() + 10 * DAY_MS });
    await page.reload();
    const all = panel(page).getByRole('button', { name: 'Train all repertoires: 4 positions' });
    await all.click();
    await left(page, 4);
    await dialog(page).press('Escape');
    await panel(page).getByRole('button', { name: 'Make it a repertoire for Black' }).click();
    await standing(page, 'Positions due: 0, new: 1, known: 0');
    await panel(page).getByRole('button', { name: 'No longer a repertoire' }).click();
    await panel(page).getByRole('button', { name: 'Make it a repertoire for White' }).waitFor();
    await context.close();
  });

  test('all chapters of a study are marked at once, and undone one by one', async () => {
    const { page, context } = await opened(`${ITALIAN}\n[Event "Scotch"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. d4 *\n`);
    await panel(page).getByRole('button', { name: 'Make all 2 games a repertoire for White' }).click();
    await standing(page, 'Positions due: 0, new: 4, known: 0');
    // Both games allow the third move.
    await panel(page).getByRole('button', { name: 'Train all repertoires: 4 positions' }).click();
    for (const [from, to] of [['e2', 'e4'], ['g1', 'f3']]) {
      await play(page, from, to);
      await state(page, 'right');
      await state(page, 'open');
    }
    await play(page, 'd2', 'd4');
    await dialog(page).getByText('d4 is right. Also in the repertoire: Bc4.').waitFor();
    await dialog(page).press('Escape');
    await page.reload();
    // In the first game, Bc4 and the answer to 1… c5 are still new.
    await standing(page, 'Positions due: 0, new: 2, known: 2');
    await panel(page).getByRole('button', { name: 'Train all repertoires: 1 position' }).waitFor();
    await context.close();
  });

  test('games are compared with it: where the player leaves it, and what it does not expect', async () => {
    const { page, app, problems, context } = await opened();
    await panel(page).getByRole('button', { name: 'Make it a repertoire for White' }).click();
    // The user's own games are compared while the marked one is being saved.
    await panel(page).locator('summary', { hasText: 'Compare with games' }).click();
    await panel(page).getByRole('button', { name: 'Compare', exact: true }).click();
    await panel(page).getByText(/^Games: [01]\. Of these, [01] reach the repertoire/).waitFor();
    await page.evaluate(() => { location.hash = '#/library'; });
    await page.locator('input.library-file').first().setInputFiles({ name: 'club.pgn', mimeType: 'text/plain', buffer: Buffer.from(PLAYED) });
    await page.getByRole('heading', { level: 1, name: 'club.pgn' }).waitFor();
    await page.waitForFunction(() => /^#\/library\/./.test(location.hash) && !document.querySelector('.library-progress'));
    await page.evaluate(() => { location.hash = '#/'; });
    await panel(page).getByLabel('Games from').selectOption({ label: 'club.pgn' });
    const rows = async (name, said) => {
      await panel(page).getByLabel('Player or part of the name; empty: all').fill(name);
      await panel(page).getByRole('button', { name: 'Compare', exact: true }).click();
      await panel(page).getByText(said, { exact: true }).waitFor();
      const texts = await panel(page).locator('.repertoire-gaps tbody tr').all();
      return Promise.all(texts.map(async (row) => (await row.locator('th, td').allInnerTexts()).join(' | ')));
    };
    const me = ['1. d4 | e4 | 1 | 1 0 0', '1… e6 | no reply | 1 | 1 0 0', '2. f4 | Nf3 | 1 | 0 0 1'];
    assert.deepEqual(await rows('Me', 'Games: 2. Of these, 2 reach the repertoire, and 0 follow it to the end of a line.'), me.slice(1));
    assert.deepEqual(await rows('Nobody', 'Games: 0. Of these, 0 reach the repertoire, and 0 follow it to the end of a line.'), []);
    assert.deepEqual(await rows('', 'Games: 3. Of these, 3 reach the repertoire, and 0 follow it to the end of a line.'), me);
    await screenshot(page, 'repertoire-compared');
    await panel(page).getByRole('button', { name: '1… e6' }).click();
    await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1');
    assert.deepEqual(problems, []);
    await context.close();
  });
});
