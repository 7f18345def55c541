#!/usr/bin/env node
// Takes the pictures of the README and of the guide from the built page: node scripts/screenshots.mjs [readme] [guide]
// (writes docs/images and docs/guide).

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { prepareBrowser } from './arguments.mjs';

prepareBrowser(import.meta.url);
const { App, selectors, sharedText, splitGames } = await import('../tests/browser/support/app.mjs');
const { launchBrowser, openApp, serveApp } = await import('../tests/browser/support/harness.mjs');
const { ROOT } = await import('../tests/browser/support/paths.mjs');
const { PlayPage } = await import('../tests/browser/support/play.mjs');

const DIR = join(ROOT, 'docs', 'images');
/** Those of the guide are shipped with the app: they are small. */
const GUIDE = join(ROOT, 'docs', 'guide');
const GUIDE_VIEW = { viewport: { width: 1120, height: 700 }, colorScheme: 'light' };
const GUIDE_WIDTH = 760;
const GAME = splitGames(sharedText('games', 'famous.pgn'))[0];
/** The position shown, in half-moves before the end of the game. */
const PLIES_BEFORE_END = 8;
const THINKING_MS = 4000;
const LAB_GAMES = 24;
const WEBP_QUALITY = 0.82;
const GUIDE_QUALITY = 0.7;
const SHOTS = [
  ['desktop-light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['desktop-dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
  ['phone-light', { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 }],
];

const wanted = process.argv.length > 2 ? process.argv.slice(2) : ['readme', 'guide'];
mkdirSync(DIR, { recursive: true });
mkdirSync(GUIDE, { recursive: true });
const browser = await launchBrowser();
const server = await serveApp();
try {
  if (wanted.includes('guide')) await guidePictures();
  if (wanted.includes('readme')) await readmePictures();
} finally {
  await browser.close();
  await server.close();
}

async function readmePictures() {
  await save('lab', await matchInTheLab());
  await save('play', await gameOnThePlayPage());
  for (const [name, options] of SHOTS) {
    const { page, context } = await openApp(browser, server.url, options);
    const app = await new App(page).ready();
    await app.paste(GAME);
    await page.locator(selectors.moveListMove).first().waitFor();
    await page.keyboard.press('End');
    for (let ply = 0; ply < PLIES_BEFORE_END; ply += 1) await page.keyboard.press('ArrowLeft');
    await app.setLines(3);
    await app.startEngine();
    await app.waitForLines(3);
    for (const toast of await page.locator(selectors.toast).all()) await toast.getByRole('button').click();
    await page.waitForTimeout(THINKING_MS);
    const png = await page.screenshot();
    await context.close();
    await save(name, png);
  }
}

/** A page as the guide shows it, once `prepare` has brought it there. */
async function guidePicture(name, hash, prepare) {
  const { page, context } = await openApp(browser, server.url, GUIDE_VIEW);
  const app = await new App(page).ready();
  await page.evaluate((value) => { location.hash = value; }, hash);
  await prepare(page, app);
  for (const toast of await page.locator(`${selectors.toast}:visible`).all()) await toast.getByRole('button', { name: /close|dismiss/i }).first().click();
  const png = await page.screenshot();
  await context.close();
  await save(name, png, GUIDE, GUIDE_WIDTH);
}

async function guidePictures() {
  await guidePicture('play', '#/play', beginGame);
  await guidePicture('analysis', '#/', async (page, app) => {
    await app.paste(GAME);
    await page.locator(selectors.moveListMove).first().waitFor();
    await page.keyboard.press('End');
    for (let ply = 0; ply < PLIES_BEFORE_END; ply += 1) await page.keyboard.press('ArrowLeft');
    await app.waitForLines(3);
    await page.waitForTimeout(THINKING_MS);
  });
  await guidePicture('library', '#/library', async (page) => {
    await page.getByRole('button', { name: 'Load an example' }).click();
    await page.getByRole('grid').getByRole('row').nth(12).waitFor();
    await page.getByRole('grid').getByRole('row').nth(4).click();
  });
  await guidePicture('lab', '#/lab', async (page) => {
    await beginMatch(page);
    await playedGames(page, 8);
  });
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

/** A game against a level, some moves on. */
async function gameOnThePlayPage() {
  const { page, context } = await openApp(browser, server.url, { viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  await new App(page).ready();
  await page.evaluate(() => { location.hash = '#/play'; });
  await beginGame(page);
  const png = await page.screenshot();
  await context.close();
  return png;
}

async function beginGame(page) {
  const play = new PlayPage(page);
  await play.waitForStage('setup');
  await play.begin({ level: 6, clock: '10+5', book: false });
  for (const [place, move] of ['e4', 'd4', 'a3', 'h3'].entries()) {
    await play.type(move);
    await play.waitForMoves(2 * place + 2);
  }
  await play.button('Hint').click();
  await play.button('Show move').waitFor();
}

/** A match between the two builds that the app ships, after some games. */
async function matchInTheLab() {
  const { page, context } = await openApp(browser, server.url, { viewport: { width: 1280, height: 980 }, colorScheme: 'light' });
  await page.evaluate(() => { location.hash = '#/lab'; });
  await beginMatch(page);
  await playedGames(page, LAB_GAMES);
  const png = await page.screenshot();
  await context.close();
  return png;
}

async function beginMatch(page) {
  const start = page.getByRole('button', { name: 'Start', exact: true });
  await start.and(page.locator(':enabled')).waitFor();
  await page.getByRole('button', { name: 'Fixed nodes' }).click();
  await page.getByLabel('Nodes per move').first().fill('3000');
  await page.getByLabel('Games at a time').fill('2');
  await start.click();
}

async function playedGames(page, games) {
  const played = (count) => Number(document.querySelector('.lab-match')?.dataset.games) >= count;
  await page.waitForFunction(played, games, { timeout: 120_000 });
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
