// A real game in the browser, end to end: paste it, step through it, analyse it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, positionsOf, selectors, sharedText, splitGames, takeSnapshot } from './support/app.mjs';
import { screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

const OPERA_GAME = splitGames(sharedText('games', 'famous.pgn')).find((game) => game.includes('Opera game'));
const LONG_GAME = splitGames(sharedText('games', 'famous.pgn')).reduce((a, b) => (b.length > a.length ? b : a));
/** Number of steps in the test that steps through a game at full speed. */
const FAST_STEPS = 200;

for (const [kind, options] of [
  ['isolated', {}],
  ['not isolated, under a sub-path', { isolation: false, base: '/games/tabia/' }],
]) {
  browserSuite(`a game, ${kind}`, options, (suite) => {
    test('is pasted, stepped through and analysed', async () => {
      const { app, page } = await suite.open();
      await app.paste(OPERA_GAME);
      const positions = positionsOf(OPERA_GAME);
      await page.locator(selectors.moveListMove).nth(positions.length - 2).waitFor();
      assert.equal((await app.moves()).length, positions.length - 1);

      await page.keyboard.press('Home');
      await app.waitForFen(positions[0]);
      for (const position of positions.slice(1)) {
        await page.keyboard.press('ArrowRight');
        await app.waitForFen(position);
      }
      await page.keyboard.press('ArrowLeft');
      await app.waitForFen(positions.at(-2));

      await app.startEngine();
      await app.waitForLines();
      const { fen, lines } = await app.snapshot();
      assert.ok(fen.startsWith(positions.at(-2)));
      assert.deepEqual(faultsOf({ fen, lines }), []);
      // Morphy's last move is mate: no engine may miss it.
      assert.match(lines[0].moves[0], /^Rd8/);
      assert.match(lines[0].score, /#1|M1/);
      await screenshot(page, `game-${kind}`.replaceAll(' ', '-'));
    });

    test('shows lines of the position on the board, however fast you step', async () => {
      const { app, page } = await suite.open();
      await app.paste(LONG_GAME);
      const positions = positionsOf(LONG_GAME);
      await page.locator(selectors.moveListMove).nth(positions.length - 2).waitFor();
      await page.keyboard.press('Home');
      await app.setLines(3);
      await app.startEngine();
      await app.waitForLines(3);

      // Records every frame: a stale line is a fault even if it shows only for a moment.
      await page.evaluate(`window.takeSnapshot = ${takeSnapshot}`);
      await page.evaluate(recordFrames, selectors);
      await page.evaluate(stepFast, { steps: FAST_STEPS, turn: positions.length - 1 });
      const reached = FAST_STEPS % (2 * (positions.length - 1));
      const ply = reached < positions.length ? reached : 2 * (positions.length - 1) - reached;
      await app.waitForFen(positions[ply]);
      await app.waitForLines(3);
      await page.waitForTimeout(600); // Not for luck: late lines would arrive now.
      const last = await app.snapshot();
      const frames = await page.evaluate(() => window.recordedFrames);

      assert.ok(last.fen.startsWith(positions[ply]));
      assert.ok(last.lines.length >= 3);
      assert.deepEqual(faultsOf(last), []);
      assert.ok(frames.length > 0);
      assert.deepEqual(frames.flatMap(faultsOf), []);
    });
  });
}

browserSuite('a search', {}, (suite) => {
  test('the threat ends with a move', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    await app.waitForLines();
    await page.keyboard.press('x');
    await page.getByText("Opponent's threat").waitFor();
    await app.drag('e2', 'e4');
    await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
    await app.waitForLines();
    await page.getByText("Opponent's threat").waitFor({ state: 'detached' });
    assert.deepEqual(faultsOf(await app.snapshot()), []);
  });

  test('shows the first moves of each line in one row on a small screen', async () => {
    const { app, page } = await suite.open({ viewport: { width: 1280, height: 800 } });
    await app.setLines(3);
    await app.startEngine();
    await page.waitForFunction(() => [...document.querySelectorAll('.lines .line')].every((line) => line.dataset.depth > 9));
    const seen = await page.evaluate(() =>
      [...document.querySelectorAll('.line-moves')].map((row) => {
        const { bottom, right } = row.getBoundingClientRect();
        const moves = [...row.querySelectorAll('.pv-move')];
        return { all: moves.length, seen: moves.filter((move) => {
          const place = move.getBoundingClientRect();
          return place.bottom <= bottom + 1 && place.right <= right + 1;
        }).length };
      }),
    );
    for (const { all, seen: plies } of seen) assert.ok(plies >= Math.min(all, 5), `${plies} of ${all} plies are seen`);
    await screenshot(page, 'lines');
  });

  test('is analysed further after the engine was stopped', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    await app.waitForLines();
    await app.stopEngine();
    assert.equal(await app.isAnalysing(), false);
    const stopped = await app.snapshot();
    assert.ok(stopped.lines.length >= 1, 'the last lines stay after a stop');
    await page.keyboard.press(' ');
    await page.waitForFunction((toggle) => document.querySelector(toggle).getAttribute('aria-checked') === 'true', selectors.engineToggle);
    await app.drag('e2', 'e4');
    await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
    await app.waitForLines();
    assert.deepEqual(faultsOf(await app.snapshot()), []);
  });
});

browserSuite('the evaluation bar', { isEngineOff: true }, (suite) => {
  const bar = (page) => page.locator('.eval-bar');

  test('tells nothing of a position that nobody has evaluated', async () => {
    const { app, page } = await suite.open();
    await app.paste('6k1/5ppp/8/8/8/8/5PPP/Q5K1 w - - 0 1');
    await app.startEngine();
    await bar(page).and(page.getByRole('img', { name: /^Evaluation #/ })).waitFor();
    await app.stopEngine();
    await app.paste('6k1/5ppp/8/8/8/q7/5PPP/6K1 b - - 0 1');
    await bar(page).and(page.getByRole('img', { name: 'No evaluation yet' })).waitFor();
    assert.equal(await bar(page).innerText(), '');
    assert.match(await bar(page).getAttribute('style'), /0\.5/);
  });

  test('shows nothing for a new position after the engine has failed', async () => {
    const { app, page } = await suite.open({ tolerate: [/404/] });
    await page.addInitScript(() => {
      globalThis.engineWorkers = [];
      globalThis.Worker = class extends Worker {
        constructor(url, ...values) {
          super(url, ...values);
          if (String(url).includes('engine-worker')) globalThis.engineWorkers.push(this);
        }
      };
    });
    await page.reload();
    await app.ready();
    await app.paste('6k1/5ppp/8/8/8/8/5PPP/Q5K1 w - - 0 1');
    await app.startEngine();
    await bar(page).and(page.getByRole('img', { name: /^Evaluation #/ })).waitFor();
    await page.route('**/engine-worker.js*', (route) => route.fulfill({ status: 404 }));
    await page.evaluate(() => globalThis.engineWorkers.forEach((worker) => worker.dispatchEvent(new ErrorEvent('error', { message: 'gone' }))));
    await page.locator('.analysis .engine-message').waitFor();
    await app.paste('6k1/5ppp/8/8/8/q7/5PPP/6K1 b - - 0 1');
    await bar(page).and(page.getByRole('img', { name: 'No evaluation yet' })).waitFor();
    assert.match(await bar(page).getAttribute('style'), /0\.5/);
  });

  test('shows the evaluations that a game carries', async () => {
    const { app, page } = await suite.open();
    await app.paste('1. e4 { [%eval 0.3] } 1... g5 { [%eval 7] } *');
    await page.locator(selectors.moveListMove).nth(1).waitFor();
    await page.keyboard.press('End');
    await bar(page).filter({ hasText: '7.0' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await bar(page).filter({ hasText: '0.3' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await bar(page).and(page.getByRole('img', { name: 'No evaluation yet' })).waitFor();
  });
});

browserSuite('a game with long names', { isEngineOff: true }, (suite) => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    test(`shows its result, players and opening in full at ${viewport.width} px`, async () => {
      const { app, page } = await suite.open({ viewport });
      const url = `https://example.org/${'a-very-long-address-of-a-broadcast'.repeat(6)}`;
      const [white, black] = ['Chandrasekharan-Wickramasinghe, Anantha', 'Kieseritzky, Lionel Adalbert Bagration Felix'];
      await app.pasteGame(`[Event "${url}"]\n[Site "${url}"]\n[White "${white}"]\n[Black "${black}"]\n[Result "1-0"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 1-0\n`);
      const info = page.getByRole('region', { name: 'Game', exact: true });
      await info.scrollIntoViewIfNeeded();
      const card = await info.boundingBox();
      for (const part of await info.locator('.player-score, .player-name, .game-facts span').all()) {
        const box = await part.boundingBox();
        assert.ok(box.x >= card.x && box.x + box.width <= card.x + card.width, `${await part.innerText()}: ${JSON.stringify(box)} in ${JSON.stringify(card)}`);
      }
      assert.deepEqual(await info.locator('.player-score').allInnerTexts(), ['1', '0']);
      // The names come with the book, which loads when its panel is first seen.
      await page.locator('section.book').scrollIntoViewIfNeeded();
      await page.keyboard.press('End');
      const opening = page.locator('.moves .opening-name');
      await opening.filter({ hasText: /^B\d\d .*Najdorf/ }).waitFor();
      assert.ok(await opening.evaluate((name) => name.scrollWidth <= name.clientWidth && name.scrollHeight <= name.clientHeight), 'the name is cut');
      await screenshot(page, `long-names-${viewport.width}`);
    });
  }
});

/** Runs in the page: records each frame that differs from the previous one. */
function recordFrames(names) {
  window.recordedFrames = [];
  let before = '';
  const frame = () => {
    const shown = window.takeSnapshot(names);
    const text = JSON.stringify(shown);
    if (text !== before && shown.lines.length > 0) window.recordedFrames.push(shown);
    before = text;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Runs in the page: presses the arrow keys as fast as the page accepts them, back and forth through the game. */
async function stepFast({ steps, turn }) {
  for (let step = 0; step < steps; step += 1) {
    const key = Math.floor(step / turn) % 2 === 0 ? 'ArrowRight' : 'ArrowLeft';
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }));
    // One task per step, as real keys arrive; every tenth waits for a frame, so that some are painted too.
    await new Promise((done) => (step % 10 === 9 ? requestAnimationFrame(done) : setTimeout(done, 0)));
  }
}
