#!/usr/bin/env node
// Takes the pictures of the README and the guide from the built page, in docs/images and docs/guide:
//
//   node scripts/build/screenshots.mjs [NAME...]      default: all; names such as lab or desktop-light

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { prepareBrowser } from '../arguments.mjs';

prepareBrowser(import.meta.url);
const { App, selectors } = await import('../../tests/browser/support/app.mjs');
const { launchBrowser, openApp, serveApp } = await import('../../tests/browser/support/harness.mjs');
const { ROOT } = await import('../../tests/browser/support/paths.mjs');
const { PlayPage } = await import('../../tests/browser/support/play.mjs');

const DIR = join(ROOT, 'docs', 'images');
/** The guide's pictures ship with the app, so they are small. */
const GUIDE = join(ROOT, 'docs', 'guide');
const GUIDE_VIEW = { viewport: { width: 1120, height: 700 }, colorScheme: 'light' };
/** Wide enough for the library's preview. */
const WIDE_VIEW = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' };
const GUIDE_WIDTH = 760;
/** The Opera game, with variations and comments. */
const GAME = `[Event "Opera game"]
[Site "Paris"]
[Date "1858.11.02"]
[White "Paul Morphy"]
[Black "Duke Karl, Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 $6 { The pin costs the bishop pair. } 4. dxe5 Bxf3 (4... dxe5 5. Qxd8+ Kxd8 6. Nxe5 { wins a pawn. })
5. Qxf3 dxe5 6. Bc4 Nf6 $2 { Overlooks the attack on f7 and b7. } (6... Qf6 7. Qb3 b6) 7. Qb3 Qe7 8. Nc3 $1 (8. Qxb7 Qb4+ { only trades
queens. }) 8... c6 9. Bg5 b5 $2 { [%cal Gc3b5] White gets two pawns and an attack for the knight. } (9... Qc7 10. O-O-O { is slower. })
10. Nxb5 $1 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 $1 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ $3 Nxb8 17. Rd8# 1-0`;
/** The position shown, in half-moves before the end of the game. */
const PLIES_BEFORE_END = 15;
const THINKING_MS = 4000;
/** A test that passes after some hundred games: one engine against itself with fewer nodes. */
const SPRT = { nodes: ['1000', '750'], elo1: '10' };
const SPRT_MS = 600_000;
const WEBP_QUALITY = 0.82;
const GUIDE_QUALITY = 0.7;
const SHOTS = [
  ['desktop-light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['phone-light', { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 }],
];

const names = process.argv.slice(2);
const isWanted = (name) => names.length === 0 || names.includes(name);
mkdirSync(DIR, { recursive: true });
mkdirSync(GUIDE, { recursive: true });
const browser = await launchBrowser();
const server = await serveApp();
try {
  await guidePictures();
  await readmePictures();
} finally {
  await browser.close();
  await server.close();
}

async function readmePictures() {
  for (const [name, options] of SHOTS) {
    if (!isWanted(name)) continue;
    const { page, context } = await openApp(browser, server.url, options);
    const app = await new App(page).ready();
    await showGame(page, app);
    await closeToasts(page);
    // The keys have scrolled to the moves on a phone.
    await page.evaluate(() => scrollTo(0, 0));
    const png = await page.screenshot();
    await context.close();
    await save(name, png);
  }
}

/** Shows the game at the chosen position, with three lines of the engine with the net. */
async function showGame(page, app) {
  await app.pasteGame(GAME);
  await page.keyboard.press('End');
  for (let ply = 0; ply < PLIES_BEFORE_END; ply += 1) await page.keyboard.press('ArrowLeft');
  await app.setLines(3);
  await app.startNet();
  await app.waitForLines(3);
  await page.waitForTimeout(THINKING_MS);
}

async function closeToasts(page) {
  for (const toast of await page.locator(`${selectors.toast}:visible`).all()) await toast.getByRole('button', { name: /close|dismiss/i }).first().click();
}

/** A page as the guide shows it, once `prepare` has brought it there. */
async function guidePicture(name, hash, prepare, options = GUIDE_VIEW) {
  if (!isWanted(name)) return;
  const { page, context } = await openApp(browser, server.url, options);
  const app = await new App(page).ready();
  await page.evaluate((value) => { location.hash = value; }, hash);
  await prepare(page, app);
  await closeToasts(page);
  const png = await page.screenshot();
  await context.close();
  await save(name, png, GUIDE, GUIDE_WIDTH);
}

async function guidePictures() {
  await guidePicture('play', '#/play', beginGame);
  await guidePicture('analysis', '#/', showGame);
  await guidePicture('explain', '#/', async (page, app) => {
    await showGame(page, app);
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByRole('dialog', { name: 'Explain the evaluation' }).locator('.explain-terms tfoot').waitFor();
  });
  await guidePicture('library', '#/library', async (page) => {
    await page.getByRole('button', { name: 'Load an example' }).click();
    await page.getByRole('grid').getByRole('row').nth(12).waitFor();
    await page.getByRole('grid').getByRole('row').nth(6).click();
    await page.locator('.library-preview[data-game]').waitFor();
  }, WIDE_VIEW);
  await guidePicture('lab', '#/lab', passedTest);
  await guidePicture('book', '#/book', async (page) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.locator('.editor-table tbody tr').nth(3).waitFor();
    await page.locator('.book-editor').evaluate((editor) => editor.scrollIntoView());
  });
  await guidePicture('settings', '#/', async (page) => {
    await page.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await dialog.getByLabel('Pieces', { exact: true }).selectOption('Flat');
    await dialog.getByLabel('Squares').selectOption('Brown');
    await page.waitForFunction(() => document.fonts.ready.then(() => true));
  });
}

/** A game against a level, after some moves. */
async function beginGame(page) {
  const play = new PlayPage(page);
  await play.waitForStage('setup');
  await play.begin({ level: 6, clock: '10+5' });
  for (const [place, move] of ['e4', 'Nf3', 'Be2', 'O-O'].entries()) {
    await play.type(move);
    await play.waitForMoves(2 * place + 2);
  }
  await play.button('Hint').click();
  await play.button('Show move').waitFor();
}

/** A match whose SPRT has passed. */
async function passedTest(page) {
  const start = page.getByRole('button', { name: 'Start', exact: true });
  await start.and(page.locator(':enabled')).waitFor();
  await page.getByRole('button', { name: 'Fixed nodes' }).click();
  await page.locator('#build-1').selectOption({ index: await page.locator('#build-0').evaluate((list) => list.selectedIndex) });
  for (const more of await page.locator('.lab-options:not([open]) > summary').all()) await more.click();
  await page.getByLabel('Same limits for all').uncheck();
  for (const [place, nodes] of SPRT.nodes.entries()) {
    await page.getByLabel('Nodes per move').nth(place).fill(nodes);
    await page.getByLabel('Name in results').nth(place).fill(`${nodes} nodes`);
  }
  await page.getByLabel('Games at a time').fill('2');
  await page.getByLabel(/^H1/).fill(SPRT.elo1);
  await start.click();
  await page.locator('.lab-match[data-state="complete"]').waitFor({ timeout: SPRT_MS });
}

async function save(name, png, folder = DIR, width = undefined) {
  const webp = await toWebp(png, width);
  writeFileSync(join(folder, `${name}.webp`), webp);
  console.log(`${name}.webp ${webp.length} bytes`);
}

/** The browser encodes WebP, so no other program is needed. */
async function toWebp(png, wanted) {
  const page = await browser.newPage();
  try {
    const url = await page.evaluate(
      async ([source, quality, width]) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const side = width ?? image.width;
        const canvas = Object.assign(document.createElement('canvas'), { width: side, height: Math.round((image.height * side) / image.width) });
        const context = canvas.getContext('2d');
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        return canvas.toDataURL('image/webp', quality);
      },
      [`data:image/png;base64,${png.toString('base64')}`, wanted ? GUIDE_QUALITY : WEBP_QUALITY, wanted],
    );
    return Buffer.from(url.split(',')[1], 'base64');
  } finally {
    await page.close();
  }
}
