// Effects of finished games: the user's rating, the adaptive level, and lessons for the book.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenshot } from './support/harness.mjs';
import { MATE_IN_TWO, PlayPage } from './support/play.mjs';
import { browserSuite } from './support/suite.mjs';
import { untilKept } from './support/until.mjs';

/** White can only throw the queen away, or else wins. */
const QUEEN_TO_LOSE = '7k/p6p/8/8/8/8/P6P/K5Q1 w - - 0 1';

browserSuite('traces of played games', { isEngineOff: true }, (suite) => {
  const rating = (play) => play.main.getByRole('region', { name: 'Your rating' });
  const ratingPage = (play) => play.main.locator('.rating-page');
  /** Opens the page of the rating from the link beside it. */
  const showAll = async (play) => {
    await play.main.getByRole('link', { name: 'All results' }).click();
    await ratingPage(play).getByRole('heading', { name: 'Your rating' }).waitFor();
  };
  /** Deletes all results, on the page of the rating. */
  const reset = async (play) => {
    await showAll(play);
    await play.button('Reset').click();
    await play.button('Delete').click();
    await ratingPage(play).getByText('Finish a game against a level').waitFor();
    await ratingPage(play).getByRole('link', { name: 'Back to Play' }).click();
    await play.waitForStage('setup');
  };
  const resign = async (play) => {
    await play.button('Resign').click();
    await play.page.getByRole('dialog').getByRole('button', { name: 'Resign', exact: true }).click();
    await play.result();
  };
  const loseTo = async (play, level) => {
    await play.begin({ level });
    await play.type('e4');
    await play.waitForMoves(2);
    await resign(play);
  };

  test('the rating follows the results of rated games, and starts again on request', async () => {
    const { page } = await suite.open();
    const play = await PlayPage.open(page);
    await rating(play).getByText('Finish a game against a level').waitFor();
    await loseTo(play, 4);
    await play.main.getByText(/^Your rating: \d+ \(first rated game\)\.$/).waitFor();
    await play.button('New game').click();
    await rating(play).getByText('from 1 game').waitFor();
    const elo = () => rating(play).locator('[data-elo]').getAttribute('data-elo').then(Number);
    const first = await elo();
    assert.ok(first > 300 && first < 1000, `${first}`);
    await loseTo(play, 4);
    await play.main.getByText(/^Your rating: \d+ → \d+ \(-\d+\)\.$/).waitFor();
    await play.button('New game').click();
    await rating(play).getByText('from 2 games').waitFor();
    assert.ok(await elo() < first);
    await rating(play).getByRole('img', { name: /^Your rating after each of 2 games/ }).waitFor();
    await screenshot(page, 'play-rating');
    // A game from a position isn't rated; a reload loses nothing either.
    await play.begin({ level: 4, fen: MATE_IN_TWO });
    await resign(play);
    await play.main.getByText('Not rated: it began from a position.').waitFor();
    await page.reload();
    await play.waitForStage('game');
    await play.button('New game').click();
    await rating(play).getByText('from 2 games').waitFor();
    await reset(play);
    await rating(play).getByText('Finish a game against a level').waitFor();
  });

  test('the page of the rating has its history, the results by level and every rated game', async () => {
    const { page: tab } = await suite.open();
    const play = await PlayPage.open(tab);
    for (const level of [4, 2, 4]) {
      await loseTo(play, level);
      await play.button('New game').click();
      await play.waitForStage('setup');
    }
    await showAll(play);
    assert.equal(await tab.evaluate(() => location.hash), '#/play/rating');
    assert.equal(await tab.title(), 'Your rating – Tabia');
    await ratingPage(play).getByRole('img', { name: /^Your rating after each of 3 games/ }).waitFor();
    const cells = (name) => ratingPage(play).getByRole('table', { name }).locator('tbody tr').evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText)));
    assert.deepEqual(await cells('Results by level'), [['2 Beginner', '0', '0', '1'], ['4 Casual player', '0', '0', '2']]);
    const games = await cells('Rated games');
    assert.deepEqual(games.map(([, level, result]) => `${level}: ${result}`), ['4 Casual player: Lost', '2 Beginner: Lost', '4 Casual player: Lost']);
    assert.ok(games.every(([when]) => /\d{1,2}:\d{2}/.test(when)), `${games}`);
    assert.equal(games[0][3], await ratingPage(play).locator('[data-elo]').getAttribute('data-elo'));
    await ratingPage(play).getByText('Wins in a row: 0 now, 0 at most.').waitFor();
    await screenshot(tab, 'play-rating-page');
    // The page has an address, and the game goes on behind it.
    await tab.reload();
    await ratingPage(play).getByRole('table', { name: 'Rated games' }).waitFor();
    await ratingPage(play).getByRole('link', { name: 'Back to Play' }).click();
    await play.begin({ level: 4 });
    await play.type('e4');
    await play.waitForMoves(2);
    await tab.evaluate(() => { location.hash = '#/play/rating'; });
    await ratingPage(play).waitFor();
    await tab.goBack();
    await play.waitForStage('game');
    assert.equal((await play.moves()).length, 2);
  });

  test('a finished game has a quick review: the accuracy of both sides, and the worst moves', async () => {
    const { page: tab } = await suite.open();
    const play = await PlayPage.open(tab);
    await play.begin({ level: 4, fen: QUEEN_TO_LOSE });
    for (const [index, move] of ['Qg7+', 'Kb1', 'Ka1', 'Kb1', 'Ka1'].entries()) {
      await play.type(move);
      await play.waitForMoves(2 * index + 2);
    }
    await resign(play);
    const panel = play.main.getByRole('region', { name: 'Result' });
    await panel.getByText(/^Accuracy at a quick look: you \d+%, opponent \d+%\.$/).waitFor();
    const worst = panel.getByRole('list', { name: 'Worst moves' }).getByRole('button').first();
    assert.match(await worst.innerText(), /^1\. Qg7\+\?\?\s+Blunder\. .* was best/);
    await screenshot(tab, 'play-review');
    await worst.click();
    await play.main.locator('.play-move[aria-current]', { hasText: 'Qg7+' }).waitFor();
    assert.equal(await worst.getAttribute('aria-current'), 'step');
    // Another game begins without it, and one of few moves has none.
    await play.button('Rematch').click();
    await panel.waitFor({ state: 'detached' });
    await resign(play);
    assert.equal(await panel.locator('.play-accuracy').count(), 0);
  });

  test('two losses in a row lower the adaptive level by one', async () => {
    const { page } = await suite.open();
    const play = await PlayPage.open(page);
    await play.main.getByText('More', { exact: true }).click();
    await play.main.getByLabel('Adapt the level to my results').check();
    await loseTo(play, 4);
    assert.match(await play.main.locator('.play-name strong').allInnerTexts().then((names) => names.join()), /level 4/i);
    await play.button('Rematch').click();
    await play.main.getByRole('region', { name: 'Result' }).waitFor({ state: 'detached' });
    await resign(play);
    await play.button('Rematch').click();
    await play.main.getByRole('region', { name: 'Result' }).waitFor({ state: 'detached' });
    assert.match(await play.main.locator('.play-name strong').allInnerTexts().then((names) => names.join()), /level 3/i);
  });

  test('results are known in every tab at once, and so is the adaptive level', async () => {
    const { page, context } = await suite.open();
    const play = await PlayPage.open(page);
    const tab = await context.newPage();
    await tab.goto(suite.url);
    const other = await PlayPage.open(tab);
    await rating(other).getByText('Finish a game against a level').waitFor();
    await play.main.getByText('More', { exact: true }).click();
    await play.main.getByLabel('Adapt the level to my results').check();
    await loseTo(play, 4);
    await rating(other).getByText('from 1 game').waitFor();
    await play.button('New game').click();
    await loseTo(play, 4);
    await rating(other).getByText('from 2 games').waitFor();
    await other.main.getByText('More', { exact: true }).click();
    await other.main.getByLabel('Adapt the level to my results').check();
    await other.begin({ level: 4 });
    assert.match(await other.main.locator('.play-name strong').allInnerTexts().then((names) => names.join()), /level 3/i);
    await play.button('New game').click();
    await reset(play);
    await rating(play).getByText('Finish a game against a level').waitFor();
    await resign(other);
    await other.button('New game').click();
    await rating(other).getByText('from 1 game').waitFor();
  });

  test('a finished game teaches the book that the level opened with', async () => {
    const { page } = await suite.open();
    const play = await PlayPage.open(page);
    await play.begin({ level: 5 });
    // A book move, then a bishop for free: the opening went well for Black.
    await play.type('e4');
    await play.waitForMoves(2);
    await play.type('Ba6');
    await play.waitForMoves(4);
    await play.type('Qe2');
    await play.waitForMoves(6);
    await resign(play);
    // Learning takes a moment: its worker must load first.
    await untilKept(page, 'book-lessons');
    await page.evaluate(() => { location.hash = '#/book/learn'; });
    const lessons = page.locator('.book-learning[data-lessons="1"]');
    await lessons.waitFor({ state: 'attached' });
  });
});
