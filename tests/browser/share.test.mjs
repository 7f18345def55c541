// Exporting a game and getting it back: links, pictures, GIFs, files and print.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { sharedText, splitGames } from './support/app.mjs';
import { artefact, screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

const ANNOTATED = `[Event "Club <evening>"]\n[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n
{ The opening } 1. e4 $1 { best by test [%csl Gd5][%cal Re4d5] } 1... e5 (1... c5 $5 { Sicilian } 2. Nf3 (2. c3 $6) 2... d6) 2. Nf3 $220 Nc6 1-0`;
const POSITION = 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20';

/** Returns the address of a game, made independently of the page. */
const gameLink = (pgn) => `#/?game=1z${deflateSync(pgn).toString('base64url')}`;

async function openShare(page) {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog', { name: 'Share' }).getByRole('heading', { name: 'Link' }).waitFor();
}

async function linkOf(page, choice) {
  await page.getByRole('radio', { name: choice }).check();
  const field = page.getByRole('textbox', { name: 'Link', exact: true });
  await page.waitForFunction((wanted) => document.querySelector('.share-link')?.value.includes(wanted), /position/.test(choice) ? '?fen=' : '?game=');
  return field.inputValue();
}

async function saved(page, name) {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Reads the frames of a GIF, following the format's specification: position and delay of each. */
function gifFrames(bytes) {
  assert.equal(bytes.toString('latin1', 0, 6), 'GIF89a');
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const table = (flags) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + table(bytes[10]);
  const frames = [];
  let delay = 0;
  const skipBlocks = () => {
    while (bytes[at] !== 0) at += bytes[at] + 1;
    at += 1;
  };
  for (;;) {
    const kind = bytes[at];
    if (kind === 0x3b) return { ...size, frames };
    if (kind === 0x21) {
      if (bytes[at + 1] === 0xf9) delay = bytes.readUInt16LE(at + 4);
      at += 2;
      skipBlocks();
    } else {
      assert.equal(kind, 0x2c, `an unknown block at ${at}`);
      frames.push({ left: bytes.readUInt16LE(at + 1), top: bytes.readUInt16LE(at + 3), width: bytes.readUInt16LE(at + 5), height: bytes.readUInt16LE(at + 7), delay });
      at += 10 + table(bytes[at + 9]) + 1;
      skipBlocks();
    }
  }
}

browserSuite('sharing', { isEngineOff: true }, (suite) => {
  test('a link to a game brings it to another browser, with everything in it', async () => {
    const { app, page } = await suite.open();
    await app.pasteGame(ANNOTATED);
    await page.keyboard.press('f');
    await openShare(page);
    const link = await linkOf(page, 'The whole game, with variations and comments');
    assert.match(link, /#\/\?game=1z[\w-]+&side=black$/);
    await screenshot(page, 'share-dialog');
    const other = await suite.open();
    // In a browser without any data of ours.
    await other.page.goto('about:blank');
    await other.page.goto(link);
    await other.page.locator('.move[data-move]').first().waitFor();
    assert.deepEqual(await other.app.moves(), await app.moves());
    for (const words of ['The opening', 'best by test', 'Sicilian']) await other.page.getByText(words).first().waitFor();
    assert.equal(await other.app.lowerLeftSquare(), 'h8');
    // Opened once: the address is reset, so the next start doesn't open it again.
    assert.equal(new URL(other.page.url()).hash, '#/');
  });

  test('a link to a game opens at the move that the sender saw', async () => {
    const { app, page } = await suite.open();
    await app.paste('1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 *');
    await page.locator('.move[data-move]').filter({ hasText: /^f4$/ }).click();
    await app.waitForFen('rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b');
    await openShare(page);
    const link = await linkOf(page, 'The whole game, with variations and comments');
    assert.match(link, /&at=2-1-0$/);
    const other = await suite.open();
    await other.page.evaluate((hash) => { location.hash = hash; }, new URL(link).hash);
    await other.app.waitForFen('rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b');
    assert.deepEqual(await other.app.moves(), await app.moves());
  });

  test('links to positions, ours and those of other programs', async () => {
    const { app, page } = await suite.open();
    await app.paste(POSITION);
    await app.waitForFen(POSITION);
    await openShare(page);
    const link = await linkOf(page, 'This position');
    assert.match(link, /#\/\?fen=r3k2r\/8\/8\/8\/8\/8\/8\/R3K2R_b_KQkq_-_3_20$/);
    const other = await suite.open();
    await other.page.evaluate((hash) => { location.hash = hash; }, new URL(link).hash);
    await other.app.waitForFen(POSITION);
    await other.page.evaluate((fen) => { location.hash = `#/?fen=${encodeURIComponent(fen)}&side=black`; }, '8/8/4k3/8/4P3/4K3/8/8 w - - 0 1');
    await other.app.waitForFen('8/8/4k3/8/4P3/4K3/8/8 w');
    await other.page.waitForFunction(() => document.querySelector('.board .board-row [data-square]').dataset.square === 'h1');
  });

  test('castling rights that a link or a typed position cannot have are dropped with a word about it', async () => {
    const stale = 'r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2NQBN2/PPPP1PPP/R4RK1 w KQkq - 0 7';
    const { app, page } = await suite.open();
    const told = page.locator('.toast', { hasText: 'castling rights' });
    await page.evaluate((fen) => { location.hash = `#/?fen=${encodeURIComponent(fen)}`; }, stale);
    await app.waitForFen(stale.replace('KQkq', '-'));
    await told.first().waitFor();
    const other = await suite.open();
    await other.page.locator('#fen').fill(stale);
    await other.page.keyboard.press('Enter');
    await other.app.waitForFen(stale.replace('KQkq', '-'));
    await other.page.locator('.toast', { hasText: 'castling rights' }).first().waitFor();
  });

  test('a link with the text of a game, as other programs write it', async () => {
    const { app, page } = await suite.open();
    const pgn = '[White "Süß, Anna"]\n[Black "Żak"]\n\n1. e4 e5 2. Nf3 {natürlich} Nc6 3. Bb5 a6 *';
    await page.evaluate((text) => { location.hash = `#/?pgn=${encodeURIComponent(text)}`; }, pgn);
    await page.getByText('natürlich').waitFor();
    assert.deepEqual(await app.moves(), ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6']);
    assert.match(await page.locator('main').innerText(), /Süß, Anna/);
    // As a form encodes it, with plus signs for spaces.
    await page.evaluate((text) => { location.hash = `#/?${new URLSearchParams({ pgn: text })}`; }, '1. d4 d5 2. c4 dxc4 3. Qa4+ *');
    await page.waitForFunction(() => document.querySelectorAll('.move[data-move]').length === 5);
    assert.deepEqual(await app.moves(), ['d4', 'd5', 'c4', 'dxc4', 'Qa4+']);
  });

  test('the board before a link is not lost', async () => {
    const { app, page } = await suite.open();
    await app.paste('1. d4 d5 *');
    await page.locator('.move[data-move]').first().waitFor();
    await page.evaluate((value) => { location.hash = value; }, gameLink(ANNOTATED));
    await page.getByText('best by test').waitFor();
    await page.locator('.toast').filter({ hasText: 'Game opened' }).getByRole('button', { name: /back|undo/i }).last().click();
    await page.waitForFunction(() => document.querySelectorAll('.move[data-move]').length === 2);
    assert.deepEqual(await app.moves(), ['d4', 'd5']);
  });

  test('a pasted link is opened like one in the address', async () => {
    const { app, page } = await suite.open();
    await app.paste(`https://somewhere.example/tabia/${gameLink(ANNOTATED)}`);
    await page.locator('.move[data-move]').first().waitFor();
    assert.equal((await app.moves()).length, 8);
  });

  for (const [name, hash, message] of [
    ['damaged', gameLink(ANNOTATED).slice(0, 60), /damaged or incomplete/],
    ['changed', gameLink(ANNOTATED).replace(/.(.{20})$/, (all, rest) => (all[0] === 'A' ? 'B' : 'A') + rest), /damaged or incomplete/],
    ['of a later version', '#/?game=2zAAAA', /newer version/],
    ['that unpacks to gigabytes', gameLink(Buffer.alloc(300 << 20, 'e4 ')), /larger than 2 MB/],
    ['without a game', gameLink('nothing at all, and no move'), /no game/],
    ['with a bad FEN', '#/?fen=8/8/nothing', /invalid FEN/i],
  ]) {
    test(`a link ${name} is reported, and the board stays`, async () => {
      const { app, page } = await suite.open();
      await app.paste('1. d4 d5 *');
      await page.locator('.move[data-move]').first().waitFor();
      await page.evaluate((value) => { location.hash = value; }, hash);
      const toast = page.getByRole('alert').filter({ hasText: 'This link could not be opened' });
      await toast.waitFor();
      assert.match(await toast.innerText(), message);
      assert.equal((await app.moves()).length, 2);
      await page.keyboard.press('ArrowRight');
      await app.waitForFen('rnbqkbnr/pppppppp/8/8/3P4');
      assert.equal(new URL(page.url()).hash, '#/');
    });
  }

  test('a game too long for a link is reported, and saved as PGN', async () => {
    const { app, page } = await suite.open();
    const long = splitGames(sharedText('games', 'famous.pgn'))[0].replace(/ (?=\d+\.)/g, () => ` {${Array.from({ length: 60 }, () => Math.random().toString(36)).join(' ')}} `);
    await app.paste(long);
    await page.locator('.move[data-move]').first().waitFor();
    await openShare(page);
    await page.getByText(/cut links of more than 8,000/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Copy link' }).count(), 0);
    const { name, bytes } = await saved(page, 'Save PGN');
    assert.match(name, /\.pgn$/);
    assert.match(bytes.toString(), /1\. /);
  });

  test('the board as SVG and PNG', async () => {
    const { app, page } = await suite.open({ colorScheme: 'dark' });
    await app.paste(ANNOTATED);
    await page.locator('.move[data-move]').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await openShare(page);
    await page.getByRole('combobox', { name: 'Size' }).selectOption('1080');
    const svg = await saved(page, 'Save as SVG');
    assert.equal(svg.name, 'Anna-Ben.svg');
    const markup = svg.bytes.toString();
    assert.equal((markup.match(/<use /g) ?? []).length, 32);
    assert.match(markup, /#b3261e/); // the arrow
    const png = await saved(page, 'Save as PNG');
    writeFileSync(artefact('share-board.png'), png.bytes);
    assert.equal(png.bytes.readUInt32BE(16), 1080);
    // The picture uses the colours of the board on the page.
    const [onPage, inPicture] = await page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: 1080, height: 1080 });
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const [r, g, b] = context.getImageData(135 * 4 + 60, 135 * 3 + 100, 1, 1).data;
      return [getComputedStyle(document.querySelector('[data-square="e5"]')).backgroundColor, `rgb(${r}, ${g}, ${b})`];
    }, png.bytes.toString('base64'));
    assert.equal(inPicture, onPage);
  });

  test('the picture goes to the clipboard', async () => {
    const { page } = await suite.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await openShare(page);
    await page.getByRole('button', { name: 'Copy picture' }).click();
    await page.getByText('Picture copied').waitFor();
    const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
    assert.ok(types.includes('image/png'), types.join());
  });

  test('the game as a GIF: a frame for each position, and only what moved in it', async () => {
    const { app, page } = await suite.open();
    await app.paste('[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *');
    await page.locator('.move[data-move]').first().waitFor();
    await openShare(page);
    await page.getByRole('combobox', { name: 'Width' }).selectOption('360');
    await page.getByRole('combobox', { name: 'Per move' }).selectOption('100');
    await page.getByRole('button', { name: 'Make GIF' }).click();
    const { bytes, name } = await saved(page, 'Save GIF');
    writeFileSync(artefact('share-game.gif'), bytes);
    assert.equal(name, 'Anna-Ben.gif');
    const { width, height, frames } = gifFrames(bytes);
    assert.deepEqual([width, height, frames.length], [360, 412, 7]);
    assert.deepEqual(frames.map(({ delay }) => delay), [100, 100, 100, 100, 100, 100, 400]);
    assert.deepEqual([frames[0].width, frames[0].height], [360, 412]);
    // After 1. e4 the difference is the e-file from e2 to e4: 45 pixels per square, 26 above the board.
    const { left, top, width: wide, height: high } = frames[1];
    assert.ok(left >= 180 && left + wide <= 226 && top >= 26 + 180 && top + high <= 26 + 316, JSON.stringify(frames[1]));
    await page.locator('.share-preview[src^="blob:"]').waitFor();
    await screenshot(page, 'share-gif');
  });

  test('the game on paper: heading, moves, variations, comments and the marked diagram, and nothing of the page', async () => {
    const { app, page } = await suite.open({ colorScheme: 'dark' });
    await app.paste(ANNOTATED);
    await page.locator('.move[data-move]').first().waitFor();
    writeFileSync(artefact('share-print.pdf'), await page.pdf({ format: 'A4' }));
    await page.emulateMedia({ media: 'print' });
    const sheet = page.locator('#print-sheet');
    await sheet.waitFor();
    await screenshot(page, 'share-print');
    const text = await sheet.innerText();
    for (const words of ['Anna – Ben', 'Club <evening>', '1-0', '1. e4!', 'best by test', '1… c5!? Sicilian 2. Nf3 (2. c3?!) 2… d6']) {
      assert.ok(text.includes(words), `${words} is missing in: ${text}`);
    }
    assert.doesNotMatch(text, /%c|\$220/);
    assert.equal(await sheet.locator('figure').count(), 1);
    assert.equal(await page.locator('.app').isVisible(), false);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
    await page.emulateMedia({ media: 'screen' });
    await sheet.waitFor({ state: 'detached' });
    assert.equal(await page.locator('.app').isVisible(), true);
  });

  test('a diagram is marked in the dialog, and the mark is in the PGN', async () => {
    const { app, page } = await suite.open();
    await app.paste('1. e4 e5 *');
    await page.locator('.move[data-move]').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await openShare(page);
    const mark = page.getByRole('checkbox', { name: 'Print a diagram of this position' });
    await mark.check();
    const { bytes } = await saved(page, 'Save PGN');
    assert.match(bytes.toString(), /1\. e4 \$220 e5/);
    await page.keyboard.press('Escape');
    await page.emulateMedia({ media: 'print' });
    await page.locator('#print-sheet figure').waitFor();
  });
});
