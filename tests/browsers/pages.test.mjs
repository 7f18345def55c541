// The page in Firefox and WebKitGTK: what works in Chromium works there. Everything else is tested in Chromium (tests/browser).

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { serveApp } from '../browser/support/harness.mjs';
import * as firefox from './support/firefox.mjs';
import { Visitor } from './support/visitor.mjs';
import * as webkit from './support/webkit.mjs';

const GAME = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *';

/** Returns the number of games stored in the browser. */
async function gamesKept() {
  const answer = (request) => new Promise((done, fail) => Object.assign(request, { onsuccess: () => done(request.result), onerror: () => fail(request.error) }));
  const database = await answer(indexedDB.open('tabia'));
  const games = await answer(database.transaction('games').objectStore('games').count());
  database.close();
  return games;
}

for (const [name, browser] of [['Firefox', firefox], ['WebKitGTK', webkit]]) {
  // CI has them; elsewhere ./test installs them.
  const skip = browser.isThere() || process.env.CI === 'true' ? false : `${name} is not installed`;
  describe(name, { skip }, () => {
    let server;
    let visitor;
    before(async () => {
      server = await serveApp();
      visitor = new Visitor(await browser.launch());
      // Each test starts here or where another left the page: a failed one is retried on its own.
      await visitor.goto(server.url);
    });
    after(async () => {
      await visitor?.close();
      await server?.close();
    });

    test('analyses a position, and follows the board', async () => {
      await visitor.until(() => document.querySelector('.lines .line .pv-move') !== null);
      await visitor.click('.board [data-square="e2"]');
      await visitor.click('.board [data-square="e4"]');
      await visitor.until(() => document.querySelector('.position-bar input').value.startsWith('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b'));
      // Now Black's moves.
      await visitor.until(() => /^1\s*(…|\.\.\.)/.test(document.querySelector('.lines .line-moves')?.innerText.trim() ?? ''));
      await visitor.until(() => document.documentElement.dataset.offline === 'whole');
      assert.equal(await visitor.ask(() => document.body.innerText.includes('A new version')), false, 'the first version is not a new one');
      await visitor.picture('analysis');
      assert.deepEqual(await visitor.problems(), []);
    });

    test('keeps a game over a reload', async () => {
      await visitor.open(GAME);
      await visitor.until(() => document.querySelectorAll('.move[data-move]').length === 6);
      await visitor.until(gamesKept);
      await visitor.reload();
      await visitor.until(() => document.querySelectorAll('.move[data-move]').length === 6);
      assert.deepEqual(await visitor.problems(), []);
    });

    // Firefox asks the user for permission to persist storage; nobody replies here, and the match is played all the same.
    test('plays a match in the Lab, and keeps it', async () => {
      await visitor.ask(() => { location.hash = '#/lab'; });
      await visitor.press('Fixed nodes');
      await visitor.fill('Nodes per move', '300');
      await visitor.fill('Maximum games', '8');
      // Two different engines.
      await visitor.until(() => {
        const chosen = [...document.querySelectorAll('.lab-engines select[id^="build-"]')].map((select) => select.selectedOptions[0].text);
        return chosen.length === 2 && chosen.every((name) => name.includes('built in')) && chosen[0] !== chosen[1];
      });
      await visitor.picture('lab-set-up');
      await visitor.press('Start');
      await visitor.until(() => document.querySelector('.lab-match')?.dataset.state === 'complete');
      assert.equal(await visitor.ask(() => document.querySelector('.lab-match').dataset.games), '8');
      await visitor.picture('lab-match');
      await visitor.reload();
      await visitor.until(() => document.querySelector('.lab-match')?.dataset.games === '8');
      assert.deepEqual(await visitor.problems(), []);
    });
  });
}
