// For any bad input the page reports the error, keeps its state and carries on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedEngine } from '../engines/scripted.mjs';
import { faultsOf, selectors } from './support/app.mjs';
import { distWithEngine } from './support/engines.mjs';
import { screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

const RUY_LOPEZ = '1. e4 e5 2. Nf3 Nc6 3. Bb5 *';
const AFTER_RUY_LOPEZ = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq';

browserSuite('bad input', { isEngineOff: true }, (suite) => {
  for (const [name, text, message] of [
    ['a FEN without kings', '8/8/8/8/8/8/8/8 w - - 0 1', /king/i],
    ['a FEN with pawns on the last rank', 'P3k3/8/8/8/8/8/8/4K2p w - - 0 1', /pawn/i],
    ['a FEN with a rank of nine squares', 'rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', /rank|square|FEN/i],
    ['a FEN with the side not to move in check', '4k3/8/8/8/8/8/4R3/4K3 w - - 0 1', /check/i],
    ['a text that is no chess', 'Lorem ipsum dolor sit amet', /./],
    ['a link to a game', 'https://lichess.org/abcd1234', /link/i],
    ['a FEN with words behind it', '4k3/8/8/8/8/8/8/4K3 w - - 0 1 to move and win', /FEN/],
    ['a letter that names a square', 'Why not put the knight on e4 there?', /no game/i],
    ['a picture', '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR', /./],
  ]) {
    test(`${name} gets a message and leaves the game alone`, async () => {
      const { app, page } = await suite.open();
      await app.pasteGame(RUY_LOPEZ);
      await page.keyboard.press('End');
      await app.waitForFen(AFTER_RUY_LOPEZ);
      const toasts = await app.messages();
      await app.paste(text);
      await page.waitForFunction(([toast, count]) => document.querySelectorAll(toast).length > count, [selectors.toast, toasts.length]);
      assert.match((await app.messages()).join('\n'), message);
      await app.waitForFen(AFTER_RUY_LOPEZ);
      assert.deepEqual(await app.moves(), ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5']);
      // The page still works.
      await app.drag('a7', 'a6');
      await app.waitForFen('r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq');
    });
  }

  test('a game of a variant that is not known names the variant', async () => {
    const { app, page } = await suite.open();
    await app.paste('[Event "House"]\n[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. P@e2 *');
    await page.locator(selectors.moveListMove).nth(5).waitFor();
    await page.locator(selectors.toast).filter({ hasText: /"Crazyhouse" is not known/ }).waitFor();
  });

  test('a broken PGN gives the moves up to the error and names its place', async () => {
    const { app, page } = await suite.open();
    await app.paste('[Event "Broken"]\n[White "A\n\n1. e4 e5 2. Nf3 Nc6 3. Ke3 a6 {never closed');
    await page.locator(selectors.moveListMove).nth(3).waitFor();
    assert.deepEqual((await app.moves()).slice(0, 4), ['e4', 'e5', 'Nf3', 'Nc6']);
    await page.getByText(/Ke3/).first().waitFor();
    await screenshot(page, 'broken-pgn');
  });

  test('a dropped file that is not PGN gets a message', async () => {
    const { app, page } = await suite.open();
    await app.drop('photo.pgn', Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256));
    await page.locator(selectors.toast).first().waitFor();
    assert.ok((await app.fen()).startsWith('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w'));
  });
});

/** Faulty engine builds: how the file is changed, and the message on the page. */
const FAULTY_ENGINES = [
  ['is cut off', (bytes) => bytes.subarray(0, bytes.length >> 1), /damaged|cut off/i],
  ['is no WebAssembly', () => Buffer.from('<!doctype html><title>404</title>'), /not a WebAssembly file/i],
  ['is empty', () => Buffer.alloc(0), /not a WebAssembly file|empty/i],
  ['traps in its search', () => scriptedEngine('traps-in-go'), /engine/i],
  ['never comes back from its search', () => scriptedEngine('deaf'), /engine/i],
];

for (const [kind, isolation] of [['isolated', true], ['not isolated', false]]) {
  for (const [name, change, message] of FAULTY_ENGINES) {
    const options = async () => ({ isolation, ...(await distWithEngine(change)) });
    browserSuite(`an engine that ${name}, ${kind}`, options, (suite) => {
      test('gets a message, and the page continues', async () => {
        const { app, page } = await suite.open({ tolerate: [/RuntimeError|CompileError|wasm|engine|worker/i] });
        await app.startEngine();
        // An endless search is noticed only when another one is requested.
        await app.drag('e2', 'e4');
        await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
        await page.locator(`${selectors.toast}, ${selectors.engineMessage}`).filter({ hasText: message }).first().waitFor();
        await screenshot(page, `engine-${name}-${kind}`.replaceAll(' ', '-'));
        await app.drag('e7', 'e5');
        await app.waitForFen('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w');
        assert.deepEqual(faultsOf(await app.snapshot()), []);
      });
    });
  }
}
