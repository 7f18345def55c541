// Saving the games of a match to the user's own games, and finding them in the library.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chess } from 'chess.js';
import { download, openLab, quick, start, waitForState } from './support/lab-page.mjs';
import { splitGames } from './support/app.mjs';
import { browserSuite } from './support/suite.mjs';

/** Returns the moves of a game's main line, in SAN. */
function movesOf(pgn) {
  const game = new Chess();
  // chess.js accepts one comment after a move; the last move has two.
  game.loadPgn(pgn.replace(/\}\s+\{/g, '; '), { strict: false });
  return game.history();
}

browserSuite('the games of a match', { isEngineOff: true }, (suite) => {
  test('are saved to one\'s own games once, under its name, and opened from there', async () => {
    const { page, app } = await openLab(suite);
    await quick(page, { games: '2' });
    await start(page);
    await waitForState(page, 'complete');
    const played = splitGames((await download(page, 'PGN')).text).map((pgn) => ({ pgn, white: /\[White "(.*)"\]/.exec(pgn)[1] }));
    assert.equal(played.length, 2);
    const save = page.getByRole('button', { name: 'Save to my games' });
    await save.click();
    await page.locator('.toast', { hasText: 'Games saved to My games: 2' }).waitFor();
    // Saving again adds nothing. The newer message replaces the older one.
    await save.click();
    const told = page.locator('.toast', { hasText: 'Games saved to My games: 0' });
    await told.getByRole('button', { name: 'Show' }).click();
    await page.waitForFunction(() => /^#\/library/.test(location.hash) && document.querySelector('.library-found')?.textContent === '2 games' && document.querySelector('.library-grid')?.ariaBusy === 'false');
    const names = await page.locator('.library-rows .cell-white').allInnerTexts();
    assert.deepEqual(names.sort(), played.map(({ white }) => white).sort());
    // They survive a reload, under the label of the match.
    await page.reload();
    await page.waitForFunction(() => document.querySelector('.library-found')?.textContent === '2 games');
    await page.locator('.library-rows [data-row="0"]').dblclick();
    await page.waitForFunction(() => location.hash === '#/' && document.querySelectorAll('.move[data-move]').length > 0);
    const shown = (await app.moves()).map((text) => text.trim());
    assert.ok(played.some(({ pgn }) => movesOf(pgn).join(' ') === shown.join(' ')), `${shown.join(' ')}\nis none of\n${played.map(({ pgn }) => movesOf(pgn).join(' ')).join('\n')}`);
  });
});
