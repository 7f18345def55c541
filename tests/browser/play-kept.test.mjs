// A game is never lost: reload, another tab, engine failure.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenshot } from './support/harness.mjs';
import { PlayPage } from './support/play.mjs';
import { browserSuite } from './support/suite.mjs';
import { until } from './support/until.mjs';

browserSuite('saved games of the play page', { isEngineOff: true }, (suite) => {
  test('a reload restores position, clocks and level', async () => {
    const { page } = await suite.open();
    const play = await PlayPage.open(page);
    await play.begin({ level: 4, clock: '10+5', book: false });
    await play.type('e4');
    await play.waitForMoves(2);
    const [moves, name] = [await play.moves(), await play.main.locator('.play-name strong').allInnerTexts()];
    const before = Number(await play.clock('white').getAttribute('data-ms'));
    await page.reload();
    await play.waitForStage('game');
    await play.waitForMoves(2);
    assert.deepEqual(await play.moves(), moves);
    assert.deepEqual(await play.main.locator('.play-name strong').allInnerTexts(), name);
    await play.main.getByText('Paused. The clocks are stopped.').waitFor();
    const after = Number(await play.clock('white').getAttribute('data-ms'));
    assert.ok(after <= before + 5000 && after > before - 10_000, `${before} ms, then ${after}`);
    await screenshot(page, 'play-reloaded');
    await play.type('d4');
    await play.waitForMoves(4);
  });

  test('a move made while the one before it is being stored survives a reload, and the game is saved once', async () => {
    const { page } = await suite.open();
    const play = await PlayPage.open(page);
    await play.begin({ opponent: 'A person here' });
    await play.type('e4');
    await play.waitForMoves(1);
    const untilStored = (plies) => until(page, async (wanted) => {
      const answer = (request) => new Promise((done, fail) => Object.assign(request, { onsuccess: () => done(request.result), onerror: () => fail(request.error) }));
      const database = await answer(indexedDB.open('tabia'));
      const all = await answer(database.transaction('games').objectStore('games').getAll());
      database.close();
      return String(all.map(({ json }) => JSON.parse(json).plies)) === wanted;
    }, plies);
    await untilStored('1');
    // From now on every write is stored, but its reply comes late.
    await page.evaluate(() => {
      window.commits = 0;
      const own = IDBTransaction.prototype.addEventListener;
      IDBTransaction.prototype.addEventListener = function (name, listener, ...rest) {
        const isSlow = name === 'complete' && this.mode === 'readwrite';
        const slow = (event) => {
          window.commits += 1;
          setTimeout(listener, 5000, event);
        };
        return own.call(this, name, isSlow ? slow : listener, ...rest);
      };
    });
    await play.type('e5');
    await page.waitForFunction(() => window.commits > 0);
    await play.type('Nf3');
    await play.waitForMoves(3);
    await page.reload();
    await play.waitForStage('game');
    await play.waitForMoves(3);
    await untilStored('3');
    assert.equal(await play.main.getByText(/copy/).count(), 0);
    await page.waitForFunction(() => Object.keys(localStorage).every((name) => !name.startsWith('tabia.unsaved.')));
  });

  test('a game in two tabs is played by one of them', async () => {
    const { page, context } = await suite.open();
    const first = await PlayPage.open(page);
    await first.begin({ opponent: 'A person here' });
    await first.type('e4');
    await first.waitForMoves(1);
    const other = await context.newPage();
    await other.goto(`${suite.url}#/play`);
    await other.getByText('Your game is open in another tab').waitFor();
    await screenshot(other, 'play-elsewhere');
    await other.getByRole('button', { name: 'Play it here' }).click();
    const second = new PlayPage(other);
    await second.waitForStage('game');
    await second.waitForMoves(1);
    await second.type('e5');
    await second.waitForMoves(2);
    await page.getByText('Your game is open in another tab').waitFor();
  });

  test('the result on the board when the tab was closed is shown again until dismissed', async () => {
    const { page, context } = await suite.open();
    const play = await PlayPage.open(page);
    await play.begin({ opponent: 'A person here' });
    for (const [place, move] of ['f3', 'e5', 'g4', 'Qh4#'].entries()) {
      await play.type(move);
      await play.waitForMoves(place + 1);
    }
    const result = await play.result();
    await page.reload();
    assert.deepEqual(await play.result(), result);
    await page.close();
    const other = await context.newPage();
    await other.goto(`${suite.url}#/play`);
    const later = new PlayPage(other);
    assert.deepEqual(await later.result(), result);
    await other.getByRole('region', { name: 'Result' }).getByRole('button', { name: 'New game' }).click();
    await later.waitForStage('setup');
    await other.reload();
    await later.waitForStage('setup');
  });

  test('a game that was left can be continued from the set-up', async () => {
    const { page } = await suite.open();
    const play = await PlayPage.open(page);
    await play.begin({ opponent: 'A person here' });
    await play.type('d4');
    await play.waitForMoves(1);
    await play.menu('Save for later');
    await play.waitForStage('setup');
    await play.main.getByRole('button', { name: /^Continue: / }).click();
    await play.waitForMoves(1);
    assert.deepEqual(await play.moves(), ['d4']);
  });

  test('the link to the page marks a waiting game, until it is over', async () => {
    const { page } = await suite.open();
    const play = await PlayPage.open(page);
    const link = page.locator('.page-link[data-link="play"]');
    await play.begin({ opponent: 'A person here' });
    await play.type('d4');
    await play.waitForMoves(1);
    assert.equal(await link.getAttribute('title'), null, 'it is on the board');
    await page.evaluate(() => { location.hash = '#/'; });
    await page.reload();
    await page.locator('.page-link[data-link="play"][title="Continue your game"]').click();
    await play.waitForMoves(1);
    await play.button('Resign').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign', exact: true }).click();
    await play.result();
    await page.evaluate(() => { location.hash = '#/'; });
    await page.locator('.page-link[data-link="play"]:not([aria-current])').waitFor();
    assert.equal(await link.getAttribute('title'), null);
  });

  test('a game saved for later while its last move is written stays one game', async () => {
    const { page } = await suite.open();
    const play = await PlayPage.open(page);
    await play.begin({ opponent: 'A person here' });
    await play.type('e4');
    await play.waitForMoves(1);
    /** Waits until the resumable game is saved with `moves` moves, set aside or not; returns the half-moves of the user's games. */
    const games = (moves, isAside) =>
      until(page, async ([wanted, aside]) => {
        const answer = (request) => new Promise((done, fail) => Object.assign(request, { onsuccess: () => done(request.result), onerror: () => fail(request.error) }));
        const database = await answer(indexedDB.open('tabia'));
        const stores = database.transaction(['games', 'documents']);
        const kept = (await answer(stores.objectStore('games').getAll())).map(({ json }) => JSON.parse(json));
        const [keys, documents] = [await answer(stores.objectStore('documents').getAllKeys()), await answer(stores.objectStore('documents').getAll())];
        database.close();
        const played = documents.filter((_, place) => keys[place][0] === 'played').map(({ json }) => JSON.parse(json));
        const isThere = played.length === 1 && played[0].moves.length === wanted && played[0].is_aside === aside;
        return isThere && kept.map(({ plies }) => plies);
      }, [moves, isAside]);
    assert.deepEqual(await games(1, false), [1]);
    // The entry is chosen in the task after the move's: nothing can be written in between.
    await play.openMenu();
    await page.evaluate(() => {
      const field = document.querySelector('#play-type-move');
      field.value = 'e5';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      const entry = [...document.querySelectorAll('main.play .menu-item')].find((one) => one.innerText.trim() === 'Save for later');
      setTimeout(() => entry.click());
    });
    await play.waitForStage('setup');
    assert.deepEqual(await games(2, true), [2]);
    assert.deepEqual(await page.locator('.toast').allInnerTexts(), []);
    await play.main.getByRole('button', { name: /^Continue: / }).click();
    await play.waitForMoves(2);
    await play.type('Nf3');
    assert.deepEqual(await games(3, false), [3]);
  });
});
