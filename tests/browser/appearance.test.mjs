// Screenshots of the page as artefacts of the run: desktop and phone, light and dark. What can be checked
// without looking is checked: nothing overflows, the board is square, and the colours follow the system.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectors, sharedText, splitGames } from './support/app.mjs';
import { screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

const GAME = splitGames(sharedText('games', 'famous.pgn'))[0];
const DEVICES = [
  ['desktop', { viewport: { width: 1440, height: 900 } }],
  ['small-desktop', { viewport: { width: 1024, height: 700 } }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }],
];

browserSuite('the page', {}, (suite) => {
  for (const [device, options] of DEVICES) {
    for (const colorScheme of ['light', 'dark']) {
      test(`on a ${device} in ${colorScheme} colours`, async () => {
        const { app, page } = await suite.open({ ...options, colorScheme });
        await app.paste(GAME);
        await page.locator(selectors.moveListMove).first().waitFor();
        await page.keyboard.press('End');
        for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft');
        await app.setLines(3);
        await app.startEngine();
        await app.waitForLines(3);
        await screenshot(page, `${device}-${colorScheme}`);

        const layout = await page.evaluate((board) => {
          const { width, height, left, right } = document.querySelector(board).getBoundingClientRect();
          const root = document.documentElement;
          return { width, height, left, right, wide: root.scrollWidth - root.clientWidth, window: root.clientWidth };
        }, selectors.board);
        assert.ok(layout.wide <= 0, `the page is ${layout.wide} px too wide`);
        assert.ok(Math.abs(layout.width - layout.height) < 1, 'the board is square');
        assert.ok(layout.left >= 0 && layout.right <= layout.window, 'the whole board is on the screen');

        const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const [red, green, blue] = background.match(/[\d.]+/g).map(Number);
        assert.equal((red + green + blue) / 3 < 128, colorScheme === 'dark', `background ${background}`);
      });
    }
  }
});
