#!/usr/bin/env node
// Takes the pictures of the README from the built page: node scripts/screenshots.mjs (writes docs/images).

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, selectors, sharedText, splitGames } from '../tests/browser/support/app.mjs';
import { launchBrowser, openApp, serveApp } from '../tests/browser/support/harness.mjs';
import { ROOT } from '../tests/browser/support/paths.mjs';

const DIR = join(ROOT, 'docs', 'images');
const GAME = splitGames(sharedText('games', 'famous.pgn'))[0];
/** The position shown: so many moves before the end of the game. */
const PLIES_BEFORE_END = 8;
const THINKING_MS = 4000;
const LAB_GAMES = 24;
const WEBP_QUALITY = 0.82;
const SHOTS = [
  ['desktop-light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['desktop-dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
  ['phone-light', { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 }],
];

mkdirSync(DIR, { recursive: true });
const browser = await launchBrowser();
const server = await serveApp();
try {
  await save('lab', await matchInTheLab());
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
} finally {
  await browser.close();
  await server.close();
}

/** A match between the two builds that the app ships, as it stands after some games. */
async function matchInTheLab() {
  const { page, context } = await openApp(browser, server.url, { viewport: { width: 1280, height: 980 }, colorScheme: 'light' });
  await page.evaluate(() => { location.hash = '#/lab'; });
  const start = page.getByRole('button', { name: 'Start', exact: true });
  await start.and(page.locator(':enabled')).waitFor();
  await page.getByRole('button', { name: 'Fixed nodes' }).click();
  await page.getByLabel('Nodes per move').first().fill('3000');
  await page.getByLabel('Games at a time').fill('2');
  await start.click();
  const played = (games) => Number(document.querySelector('.lab-match')?.dataset.games) >= games;
  await page.waitForFunction(played, LAB_GAMES, { timeout: 120_000 });
  const png = await page.screenshot();
  await context.close();
  return png;
}

async function save(name, png) {
  const webp = await toWebp(png);
  writeFileSync(join(DIR, `${name}.webp`), webp);
  console.log(`${name}.webp ${webp.length} bytes`);
}

/** The browser encodes WebP, so no other program is needed. */
async function toWebp(png) {
  const page = await browser.newPage();
  try {
    const url = await page.evaluate(
      async ([source, quality]) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
        canvas.getContext('2d').drawImage(image, 0, 0);
        return canvas.toDataURL('image/webp', quality);
      },
      [`data:image/png;base64,${png.toString('base64')}`, WEBP_QUALITY],
    );
    return Buffer.from(url.split(',')[1], 'base64');
  } finally {
    await page.close();
  }
}
