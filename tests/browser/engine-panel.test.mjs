// The engine panel: lines and their actions, limits, selected moves, figures, options, several engines side by side.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { scriptedEngine } from '../engines/scripted.mjs';
import { faultsOf, selectors } from './support/app.mjs';
import { screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';
import { clipboard, until, untilKept } from './support/until.mjs';

const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b';
/** The pawn on b5 is worth as much as the weight of passed pawns. */
const PASSED_PAWN = '6k1/5ppp/8/1P6/2N5/8/1r3PPP/6K1 w - - 0 1';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w';

/** A UCI worker that searches one position and prints what the test wants; it can be stopped. */
const foreign = (name, more = '') => `
  let timer;
  let options = {};
  onmessage = ({ data }) => {
    if (data === 'uci') postMessage('id name ${name}\\noption name Hash type spin default 1 min 1 max 9\\noption name Threads type spin default 1 min 1 max 64\\noption name Style type combo default calm var calm var wild\\noption name Book type check default true\\noption name File type string default none\\noption name Clear Hash type button\\noption name UCI_ShowWDL type check default false\\nuciok');
    if (data.startsWith('setoption')) {
      const [, option, value] = /^setoption name (.+?)(?: value (.*))?$/.exec(data);
      options[option] = value ?? 'pressed';
    }
    if (data === 'isready') postMessage('readyok');
    if (data.startsWith('go')) {
      let depth = 0;
      clearInterval(timer);
      timer = setInterval(() => {
        depth += 1;
        const score = options.Style === 'wild' ? 77 : 33;
        const wdl = options.UCI_ShowWDL === 'true' ? ' wdl 500 300 200' : '';
        const bound = { fails: 'cp 90 lowerbound', 'fails low': 'cp -25 upperbound' }[${JSON.stringify(more)}];
        if (bound && depth > 3) postMessage('info depth ' + depth + ' score ' + bound + ' nodes ' + depth * 1000 + ' time 1 pv e2e4 e7e5');
        else postMessage('info depth ' + depth + ' score cp ' + score + wdl + ' nodes ' + depth * 1000 + ' nps 1000 time 1 pv e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6');
        postMessage('info string ' + JSON.stringify(options));
        if (${JSON.stringify(more)} === 'dies' && depth > 3) { clearInterval(timer); throw new Error('out of ideas'); }
      }, 30);
    }
    if (data === 'stop') { clearInterval(timer); postMessage('bestmove e2e4'); }
  };`;

const board = (page) => page.locator('.analysis > .lines');
const menuOf = async (page, entry) => {
  await page.getByRole('button', { name: 'Engines and analysis options' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
const depth = async (page) => Number(await board(page).locator('.line').first().getAttribute('data-depth'));
const untilDepth = (page, least) =>
  page.waitForFunction((least) => Number(document.querySelector('.analysis > .lines .line')?.dataset.depth) >= least, least);

/** Returns the stored depth for 1. e4, if it is at least `found` and the start position is stored as well. */
async function keptDepth(found) {
  const answer = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  const database = await answer(indexedDB.open('tabia'));
  const records = await answer(database.transaction('documents').objectStore('documents').getAll(IDBKeyRange.bound(['evaluation'], ['evaluation', []])));
  database.close();
  const kept = records.map((record) => JSON.parse(record.json));
  const depth = kept.filter(({ moves }) => moves === 'e2e4').map(({ lines }) => Number(/ depth (\d+) /.exec(lines[0])[1]))[0];
  return kept.some(({ moves }) => moves === '') && depth >= found ? depth : undefined;
}

/** Adds an engine from the list next to the board's. */
async function addBeside(page, name) {
  await menuOf(page, 'Engines…');
  await page.getByRole('button', { name: `Alongside: ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await page.getByRole('region', { name: `Analysis by ${name}` }).waitFor();
}

browserSuite('the engine panel', {}, (suite) => {
  test('shows ten lines, and ends at a limit; it can go deeper', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    await app.setLines(10);
    await app.waitForLines(10);
    assert.deepEqual(faultsOf(await app.snapshot()), []);
    await app.setLines(1);
    await menuOf(page, 'Limits and figures…');
    await page.getByLabel('The search ends').selectOption('at a depth');
    await page.getByLabel('Depth in plies').fill('6');
    await page.keyboard.press('Tab');
    await screenshot(page, 'panel-limits');
    await page.getByRole('button', { name: 'Done' }).click();
    await app.drag('e2', 'e4');
    await app.waitForFen(AFTER_E4);
    await page.getByText('Limit reached').waitFor();
    assert.equal(await depth(page), 6);
    await page.getByRole('button', { name: 'Go deeper' }).click();
    await untilDepth(page, 8);
    // The limit applies again at the next position.
    await page.keyboard.press('ArrowLeft');
    await app.waitForFen(START);
    await page.getByText('Limit reached').waitFor();
    await page.reload();
    await app.ready();
    await page.getByText('Limit reached').waitFor();
  });

  test('searches only some moves, and leaves moves out', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    await app.setLines(2);
    await menuOf(page, 'Search only some moves…');
    const chosen = page.getByRole('dialog', { name: 'Moves to search' });
    await chosen.getByRole('button', { name: 'a3', exact: true }).click();
    await chosen.getByRole('button', { name: 'h4', exact: true }).click();
    await screenshot(page, 'panel-moves');
    await page.getByRole('button', { name: 'Done' }).click();
    const firsts = () => board(page).locator('.line .pv-ply:first-child .pv-move').allInnerTexts();
    await page.waitForFunction(() => document.querySelectorAll('.analysis > .lines .line:not(.empty)').length === 2);
    assert.deepEqual((await firsts()).sort(), ['a3', 'h4']);
    await page.getByText('Only some moves are searched:').waitFor();
    // From a line's menu.
    await board(page).getByRole('button', { name: 'Line menu' }).first().click();
    await page.getByRole('menuitem', { name: /^Leave out/ }).click();
    await page.waitForFunction(() => document.querySelectorAll('.analysis > .lines .line:not(.empty)').length === 1);
    assert.equal((await firsts()).length, 1);
    await page.getByRole('button', { name: 'Search all moves' }).click();
    await page.getByText('Only some moves are searched:').waitFor({ state: 'detached' });
    await app.waitForLines(2);
    assert.ok((await firsts()).every((move) => move !== 'a3' && move !== 'h4'));
  });

  test('a line is previewed with pointer, wheel and keys, played, added and copied', async () => {
    const { app, page, context } = await suite.open();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await app.startEngine();
    await app.setLines(1);
    await untilDepth(page, 9);
    await app.stopEngine();
    const line = board(page).locator('.line').first();
    const moves = await line.locator('.pv-move').allInnerTexts();
    assert.ok(moves.length > 5, 'more than five plies are there');

    const preview = page.locator('.line-preview');
    await line.locator('.pv-move').nth(1).hover();
    // The final line of the search may replace the one under the pointer, so move the pointer a little.
    await page.mouse.move(1, 1, { steps: 2 });
    await line.locator('.pv-move').nth(1).hover();
    await page.getByRole('img', { name: `Position after ${moves[1]}` }).waitFor();
    assert.equal(await preview.locator('.piece').count(), 32);
    await page.mouse.wheel(0, 100);
    await page.getByRole('img', { name: `Position after ${moves[2]}` }).waitFor();
    await screenshot(page, 'panel-preview');
    await page.mouse.wheel(0, -100);
    await page.getByRole('img', { name: `Position after ${moves[1]}` }).waitFor();
    await page.mouse.move(5, 5);
    await preview.waitFor({ state: 'detached' });
    // By keyboard: the moves are a single tab stop.
    await line.locator('.pv-move').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('img', { name: `Position after ${moves[1]}` }).waitFor();
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });

    // On a separate board.
    await line.getByRole('button', { name: 'Line menu' }).click();
    await page.getByRole('menuitem', { name: /Step through/ }).click();
    const viewer = page.getByRole('dialog', { name: 'Line' });
    await viewer.getByRole('button', { name: 'Next move' }).click();
    await viewer.getByRole('img', { name: `Position after ${moves[1]}` }).waitFor();
    await page.keyboard.press('ArrowRight');
    await viewer.getByRole('img', { name: `Position after ${moves[2]}` }).waitFor();
    await screenshot(page, 'panel-viewer');
    await viewer.getByRole('button', { name: 'Copy the line (SAN)' }).click();
    await clipboard(page, /^1\. /);
    await viewer.getByRole('button', { name: 'Add as a variation' }).click();
    await page.waitForFunction((count) => document.querySelectorAll('.move[data-move]').length >= count, moves.length);
    await app.waitForFen(START);

    await line.getByRole('button', { name: 'Line menu' }).click();
    await page.getByRole('menuitem', { name: 'Copy the line (UCI)' }).click();
    await clipboard(page, /^([a-h][1-8]){2}( ([a-h][1-8]){2}[qrbn]?)+$/);
    // Right-click (a long press on a phone) on a move of the line plays up to it.
    await line.locator('.pv-move').nth(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: `Play up to ${moves[1]}` }).click();
    await page.waitForFunction((count) => document.querySelectorAll('.move.current').length === 1, 1);
    assert.equal(await page.locator('.move.current').getAttribute('data-move') !== null, true);
  });

  test('the evaluation of a position is shown at once when it recurs', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    await untilDepth(page, 11);
    const found = await depth(page);
    await app.drag('e2', 'e4');
    await app.waitForFen(AFTER_E4);
    await app.waitForLines();
    await app.stopEngine();
    await page.keyboard.press('ArrowLeft');
    await app.waitForFen(START);
    // The engine is off: the lines come from storage.
    await untilDepth(page, found);
    await app.startEngine();
    await page.keyboard.press('ArrowRight');
    await app.waitForFen(AFTER_E4);
    await page.keyboard.press('ArrowLeft');
    await app.waitForFen(START);
    await untilDepth(page, found);
    const shown = await page.locator('.analysis').innerText();
    await page.waitForFunction((before) => document.querySelector('.analysis').innerText !== before, shown);
    assert.ok((await depth(page)) >= found, 'a search that begins anew does not hide what is deeper');
  });

  test('evaluations are shown at once after a reload, with the engine off', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    await untilDepth(page, 11);
    await app.drag('e2', 'e4');
    await app.waitForFen(AFTER_E4);
    await untilDepth(page, 9);
    await app.stopEngine();
    const found = await depth(page);
    const moves = await board(page).locator('.line .pv-move').allInnerTexts();
    // On a first visit the net may have replaced the terms: then the stored depth can exceed the depth shown.
    const kept = await until(page, keptDepth, found);
    await page.reload();
    await app.ready();
    await app.waitForFen(AFTER_E4);
    assert.equal(await app.isAnalysing(), false);
    await app.waitForLines(1);
    assert.equal(await depth(page), kept);
    if (kept === found) assert.equal((await board(page).locator('.line .pv-move').allInnerTexts())[0], moves[0]);
    await page.keyboard.press('ArrowLeft');
    await app.waitForFen(START);
    await untilDepth(page, 11);
    assert.equal(await app.isAnalysing(), false);
  });

  test('options of an engine are controls, saved for it; results with other options are dropped', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    await app.drop('little.js', Buffer.from(foreign('Little')));
    await page.locator('.line-score', { hasText: '+0.33' }).first().waitFor();
    await menuOf(page, 'Engine options…');
    const dialog = page.getByRole('dialog', { name: 'Options of Little' });
    await dialog.getByLabel('Style').selectOption('wild');
    await page.locator('.line-score', { hasText: '+0.77' }).first().waitFor();
    await dialog.getByLabel('Book').uncheck();
    await dialog.getByLabel('File').fill('a.bin');
    await page.keyboard.press('Tab');
    await dialog.locator('#engine-option-Hash').fill('99');
    await page.keyboard.press('Tab');
    await dialog.getByRole('alert').filter({ hasText: 'Enter a whole number from 1 to 9.' }).waitFor();
    await dialog.getByRole('button', { name: 'Clear Hash' }).click();
    await screenshot(page, 'panel-options');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await app.ready();
    await page.locator('.line-score', { hasText: '+0.77' }).first().waitFor();
    await menuOf(page, 'Engine options…');
    await page.getByRole('button', { name: 'Reset these options' }).click();
    await page.locator('.line-score', { hasText: '+0.33' }).first().waitFor();
    assert.equal(await page.locator('.line-score', { hasText: '+0.77' }).count(), 0);
  });

  test('figures are chosen, expected results shown, and lines hidden below a number of nodes', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    await app.drop('little.js', Buffer.from(foreign('Little')));
    await page.locator('.line-score', { hasText: '+0.33' }).first().waitFor();
    await page.locator('.meter-nps').waitFor();
    await menuOf(page, 'Limits and figures…');
    await page.getByLabel('Nodes per second').uncheck();
    await page.getByLabel('Wins, draws and losses (WDL)').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('.line-wdl', { hasText: '50 30 20' }).waitFor();
    assert.equal(await page.locator('.meter-nps').count(), 0);
    await screenshot(page, 'panel-wdl');
    await menuOf(page, 'Limits and figures…');
    await page.getByLabel('Hide lines below N nodes').fill('90000000');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Done' }).click();
    await app.drag('d2', 'd4');
    await app.waitForFen('rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b');
    await page.getByText('Thinking…').waitFor();
    assert.equal(await page.locator(selectors.line).count(), 0);
  });

  test('a search that fails high is marked, and one that fails low', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    await app.drop('fails.js', Buffer.from(foreign('Fails', 'fails')));
    await page.getByRole('img', { name: /^Depth \d+ failed high: at least \+0\.90$/ }).waitFor();
    await app.drop('low.js', Buffer.from(foreign('Low', 'fails low')));
    await page.getByRole('img', { name: /^Depth \d+ failed low: at most [−-]0\.25$/ }).waitFor();
    // Scores are from White's side: bad for Black is good for White.
    await app.drag('e2', 'e4');
    await app.waitForFen(AFTER_E4);
    await page.getByRole('img', { name: /^Depth \d+ failed .*: at least \+0\.25$/ }).waitFor();
  });

  test('learned positions outlive the page and are given back, exported, imported and forgotten', async () => {
    const { app, page } = await suite.open();
    // What the engine's worker is sent.
    await page.addInitScript(() => {
      window.learned = [];
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...rest) {
        window.learned.push(...(JSON.stringify(message)?.match(/learn (clear|add [^"]*)/g) ?? []));
        return post.call(this, message, ...rest);
      };
    });
    await page.reload();
    await app.ready();
    await menuOf(page, 'Limits and figures…');
    await page.getByLabel('The search ends').selectOption('at a depth');
    await page.getByLabel('Depth in plies').fill('9');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Done' }).click();
    const options = async () => {
      await menuOf(page, 'Engine options…');
      return page.getByRole('dialog', { name: /^Options of Tabia/ });
    };
    let dialog = await options();
    await dialog.locator('#engine-option-Learn').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await untilKept(page, 'learned-positions');

    await page.reload();
    await app.ready();
    await page.getByText('Limit reached').waitFor();
    dialog = await options();
    await dialog.getByText('1 position', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await app.drag('e2', 'e4');
    await page.waitForFunction(() => window.learned.some((line) => /^learn add depth (9|\d\d) .* fen rnbqkbnr\/pppppppp\/8\/8\/8\/8/.test(line)));

    dialog = await options();
    const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export' }).click()]);
    const lines = readFileSync(await file.path(), 'utf8');
    assert.match(lines, /^learn add depth \d+ score cp -?\d+ move \w+ fen rnbqkbnr/);
    await dialog.getByRole('button', { name: 'Forget all' }).click();
    await dialog.getByText('0 positions', { exact: true }).waitFor();
    await dialog.locator('input[type=file]').setInputFiles({ name: 'bad.txt', mimeType: 'text/plain', buffer: Buffer.from(`${lines}learn add depth 9`) });
    await dialog.getByText(/^bad\.txt was not imported: line \d: learn add: invalid/).waitFor();
    await dialog.locator('input[type=file]').setInputFiles({ name: 'learned.txt', mimeType: 'text/plain', buffer: Buffer.from(lines) });
    await dialog.getByText(/^[12] positions? (was|were) imported from learned\.txt\.$/).waitFor();
    await screenshot(page, 'panel-learned');
  });

  test('a personality of the built-in engine takes effect, and is saved', async () => {
    const { app, page } = await suite.open();
    await app.paste(PASSED_PAWN);
    await app.setLines(1);
    await menuOf(page, 'Limits and figures…');
    await page.getByLabel('The search ends').selectOption('at a depth');
    await page.getByLabel('Depth in plies').fill('8');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Done' }).click();
    const options = async () => {
      await menuOf(page, 'Engine options…');
      return page.getByRole('dialog', { name: /^Options of Tabia/ });
    };
    // A single-threaded search is deterministic.
    let dialog = await options();
    await dialog.locator('#engine-option-Threads').fill('1');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await app.startEngine();
    await page.getByText('Limit reached').waitFor();
    const score = async () => Number((await board(page).locator('.line-score').first().innerText()).replace('−', '-'));
    // Not the score of a search that an option has just restarted. A search that was stopped may show an arrow behind it.
    const ended = await page.waitForFunction(() => {
      const line = document.querySelector('.analysis > .lines .line');
      return Number(line?.dataset.depth) >= 8 && line.querySelector('.line-score').textContent.replace('−', '-');
    });
    const usual = Number.parseFloat(await ended.jsonValue());
    assert.ok(Number.isFinite(usual), await ended.jsonValue());
    dialog = await options();
    const field = dialog.locator('#engine-option-Passed-Pawns');
    assert.match(await field.evaluate((element) => document.getElementById(element.getAttribute('aria-describedby')).textContent), /passed pawns/);
    await dialog.getByText('Number of search threads.').waitFor();
    await screenshot(page, 'panel-own-options');
    await field.fill('0');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.waitForFunction((before) => {
      const text = document.querySelector('.analysis > .lines .line-score')?.textContent.replace('−', '-');
      return text && Number(text) < before - 2;
    }, usual);
    await page.getByText('Limit reached').waitFor();
    const changed = await score();
    await page.reload();
    await app.ready();
    await page.getByText('Limit reached').waitFor();
    assert.equal(await score(), changed);
    dialog = await options();
    assert.equal(await dialog.locator('#engine-option-Passed-Pawns').inputValue(), '0');
    await dialog.getByRole('button', { name: 'Reset these options' }).click();
    await page.waitForFunction((before) => Number(document.querySelector('.analysis > .lines .line-score')?.textContent.replace('−', '-')) > before + 2, changed);
  });

  test('engines analyse side by side, and one that fails does not affect the others', async () => {
    const { app, page } = await suite.open({ tolerate: [/out of ideas/] });
    await app.startEngine();
    await app.setLines(1);
    await app.waitForLines();
    await app.drop('little.js', Buffer.from(foreign('Little')));
    await page.locator('.analysis .engine-name').first().filter({ hasText: 'Little' }).waitFor();
    await app.drop('dies.js', Buffer.from(foreign('Mortal', 'dies')));
    await page.locator('.analysis .engine-name').first().filter({ hasText: 'Mortal' }).waitFor();
    // Tabia on the board, the others next to it.
    await menuOf(page, 'Engines…');
    await page.locator('.engine-row').filter({ hasText: 'Tabia' }).first().getByRole('radio').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await page.locator('.analysis .engine-name').first().filter({ hasText: /^Tabia/ }).waitFor();
    await addBeside(page, 'Little');
    await addBeside(page, 'Mortal');
    const little = page.getByRole('region', { name: 'Analysis by Little' });
    const mortal = page.getByRole('region', { name: 'Analysis by Mortal' });
    await little.locator('.line-score', { hasText: '+0.33' }).waitFor();
    await mortal.getByRole('alert').filter({ hasText: /out of ideas/ }).waitFor();
    await untilDepth(page, 6);
    await screenshot(page, 'panel-side-by-side');
    assert.equal(await little.getByRole('alert').count(), 0);

    // All follow the board; each has its own switch and lines.
    await app.drag('e2', 'e4');
    await app.waitForFen(AFTER_E4);
    await app.waitForLines();
    await page.keyboard.press('ArrowLeft');
    await little.locator('.line-score', { hasText: '+0.33' }).waitFor();
    await little.getByRole('switch').click();
    await little.getByText('Engine off').waitFor();
    assert.equal(await app.isAnalysing(), true);
    // The other engines' lines can be inspected too.
    await little.getByRole('button', { name: 'Line menu' }).click();
    await page.getByRole('menuitem', { name: /Step through/ }).click();
    await page.getByRole('dialog', { name: 'Line' }).getByRole('img', { name: 'Position after e4' }).waitFor();
    await page.keyboard.press('Escape');

    await page.reload();
    await app.ready();
    await little.getByText('Engine off').waitFor();
    await little.getByRole('button', { name: 'Stop analysing with Little' }).click();
    await little.waitFor({ state: 'detached' });
  });

  test('two builds of the page\'s own engine follow the board', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    await app.waitForLines();
    await app.drop('mine.wasm', scriptedEngine('good'));
    await page.locator('.analysis .engine-name').first().filter({ hasText: 'Scripted good' }).waitFor();
    await menuOf(page, 'Engines…');
    await page.getByRole('button', { name: /^Alongside: Tabia [^m]*$/ }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    const beside = page.locator('.side-engine');
    await beside.locator('.line .pv-move').first().waitFor();
    await app.drag('e2', 'e4');
    await app.waitForFen(AFTER_E4);
    await beside.locator('.line .pv-number', { hasText: '1…' }).first().waitFor();
  });
});
