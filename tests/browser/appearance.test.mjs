// Screenshots of the pages as artefacts of the run: desktop, upright tablet and phone, light and dark, empty and in use. What can be checked
// without looking is checked: nothing overflows or is cut off, the board is square, and the colours follow the system.

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

browserSuite('larger letters', { isEngineOff: true }, (suite) => {
  for (const hash of ['#/', '#/play', '#/library', '#/lab', '#/book', '#/tools/suites']) {
    test(`text follows the size of the root on ${hash}`, async () => {
      const { page } = await suite.open({ viewport: { width: 1280, height: 800 } });
      await goTo(page, hash);
      await page.waitForFunction(() => [...document.querySelectorAll('main')].some((main) => main.checkVisibility() && main.textContent.length > 40));
      const sizes = () => page.evaluate(() => [...document.querySelectorAll('.topbar span, main :is(p, h2, label, button, li)')]
        .filter((element) => element.checkVisibility() && element.textContent.trim() !== '' && !element.closest('.board-frame, .eval-bar, svg'))
        .slice(0, 40).map((element) => [element, Number.parseFloat(getComputedStyle(element).fontSize)]).map(([element, size]) => `${element.tagName}.${element.className} ${size}`));
      const before = await sizes();
      await page.addStyleTag({ content: 'html { font-size: 125%; }' });
      const after = await sizes();
      for (const [index, line] of before.entries()) {
        const [name, size] = [line.replace(/ [\d.]+$/, ''), Number(line.split(' ').at(-1))];
        const grown = Number(after[index].split(' ').at(-1)) / size;
        assert.ok(grown > 1.04, `${name} grows by ${grown}`);
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `the page is ${wide} px too wide`);
      await screenshot(page, `letters-125-${hash.replace(/\W/g, '') || 'analysis'}`);
    });
  }
});

browserSuite('the columns beside the board', { isEngineOff: true }, (suite) => {
  test('the games of a file can be chosen without scrolling', async () => {
    const { app, page } = await suite.open({ viewport: { width: 1280, height: 800 } });
    await app.paste(splitGames(sharedText('games', 'famous.pgn')).slice(0, 11).join('\n\n'));
    await page.locator('.game-item').nth(4).waitFor();
    const { bottom } = await page.locator('.game-item').nth(4).evaluate((item) => item.getBoundingClientRect().toJSON());
    const list = await page.locator('.games').evaluate((card) => card.getBoundingClientRect().bottom);
    assert.ok(bottom <= list && list <= 800 - 80, `the fifth game ends at ${bottom}, the list at ${list}`);
  });

  for (const [width, height, moves] of [[1280, 720, 1], [1366, 768, 3], [1280, 800, 4]]) {
    test(`at ${width} x ${height} a first visit shows ${moves} of the book's moves beside the whole welcome`, async () => {
      const { page } = await suite.open({ viewport: { width, height } });
      await page.locator('.book .book-move').nth(3).waitFor();
      const places = await page.evaluate(() => {
        const box = (element) => element.getBoundingClientRect();
        const [side, body, card] = ['.side', '.book-body', '.side > .book'].map((part) => box(document.querySelector(part)));
        return {
          moves: [...document.querySelectorAll('.book-move')].filter((move) => box(move).bottom <= body.bottom + 1).length,
          how: box(document.querySelector('.book-how')).bottom <= card.bottom,
          // Also what is switched off, below: nothing has to be scrolled.
          hidden: [...document.querySelectorAll('.welcome :is(button, a), .side .switch')].filter((part) => box(part).bottom > side.bottom).map((part) => part.textContent),
          cut: [...document.querySelectorAll('.welcome button')].filter((button) => button.scrollWidth > button.clientWidth || button.scrollHeight > button.clientHeight).map((button) => button.textContent),
        };
      });
      assert.ok(places.moves >= moves, `${places.moves} moves`);
      assert.ok(places.how, 'how the book chooses is cut off');
      assert.deepEqual([places.hidden, places.cut], [[], []]);
      await screenshot(page, `welcome-${width}x${height}`);
    });
  }

  for (const [width, height] of [[1024, 768], [900, 700], [844, 390]]) {
    test(`at ${width} x ${height} the buttons and the moves stand beside the board, and stay there`, async () => {
      const { app, page } = await suite.open({ viewport: { width, height } });
      await app.paste(GAME);
      await page.locator(selectors.moveListMove).nth(9).waitFor();
      const places = () => page.evaluate(() => ['.controls', '.moves-scroll'].map((part) => Math.round(document.querySelector(part).getBoundingClientRect().top)));
      const before = await places();
      const { bottom } = await page.locator('.controls').evaluate((part) => part.getBoundingClientRect().toJSON());
      assert.ok(bottom <= height, `the buttons end at ${bottom}`);
      await page.locator('.book .book-move, .book .book-note').first().waitFor();
      assert.deepEqual(await places(), before);
      // The buttons below the board are not under what stands beside it.
      const edge = await page.locator('.analysis').evaluate((part) => part.getBoundingClientRect().left);
      const covered = await page.locator('.position-bar button').evaluateAll((all, left) => all.filter((button) => button.getBoundingClientRect().right > left).map((button) => button.textContent), edge);
      assert.deepEqual(covered, []);
    });
  }

  test('figures beside the moves are whole or left out', async () => {
    const { app, page } = await suite.open({ viewport: { width: 1280, height: 800 } });
    await app.paste('1. e4 { [%eval 0.3] [%clk 1:30:30] } e5 { [%clk 1:28:01] } 2. Nf3?! { [%eval 0.2] [%clk 1:30:30] } Nc6 { [%clk 1:28:01] } 3. Bb5?? { [%eval 5.1] [%clk 1:18:30] } a6?? { [%eval #-12] [%clk 1:28:01] } *');
    await page.locator('.move-facts').nth(5).waitFor();
    const cut = await page.locator('.move-facts > span').evaluateAll((all) => all.filter((figure) => {
      const [own, box] = [figure.getBoundingClientRect(), figure.parentElement.getBoundingClientRect()];
      const isSeen = own.top < box.bottom - 1;
      return isSeen && (own.left < box.left - 1 || own.right > box.right + 1 || own.bottom > box.bottom + 2);
    }).map((figure) => figure.textContent));
    assert.deepEqual(cut, []);
  });
});

const NARROW = [
  ['tablet', { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true }],
  ['small-phone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }],
];

const goTo = (page, hash) => page.evaluate((value) => { location.hash = value; }, hash);
const main = (page, name) => page.getByRole('main', { name }).waitFor();

/** Every page as a first visitor finds it, and those that look different in use. */
const PAGES = [
  ['analysis-empty', async ({ page }) => page.locator('.welcome').waitFor()],
  ['analysis-game', async ({ app, page }) => {
    await app.paste(GAME);
    await page.locator(selectors.moveListMove).first().waitFor();
    await page.keyboard.press('End');
  }],
  ['analysis-drawing', async ({ app, page }) => {
    await page.getByRole('button', { name: 'Draw arrows and circles' }).click();
    await app.click('e4');
    await page.locator('.drawings circle').waitFor();
  }],
  ['play-empty', async ({ page }) => {
    await goTo(page, '#/play');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  }],
  ['library-empty', async ({ page }) => {
    await goTo(page, '#/library');
    await page.getByRole('heading', { name: 'No games yet' }).waitFor();
  }],
  ['library-games', async ({ app, page }) => {
    await goTo(page, '#/library');
    await main(page, 'Library');
    await app.drop('famous.pgn', sharedText('games', 'famous.pgn'));
    await page.locator('.library-rows [data-row="2"] .cell-white').waitFor();
    await page.waitForFunction(() => !document.querySelector('.library-progress'));
  }],
  ['lab-empty', async ({ page }) => {
    await goTo(page, '#/lab');
    await page.getByRole('button', { name: 'Start', exact: true }).and(page.locator(':enabled')).waitFor();
  }],
  ...['', '/make', '/compare', '/learn'].map((part) => [`book${part.replace('/', '-')}`, async ({ page }) => {
    await goTo(page, `#/book${part}`);
    await page.locator('#book main, main#book').first().waitFor();
    await page.locator('.topbar').waitFor();
  }]),
  ...['suites', 'annotate', 'speed', 'console'].map((part) => [`tools-${part}`, async ({ page }) => {
    await goTo(page, `#/tools/${part}`);
    await main(page, 'Tools');
  }]),
];

/** Controls that a person cannot see whole: beyond the window's edges, or with their words cut off. Runs in the page. */
function cutOff() {
  const width = document.documentElement.clientWidth;
  const scrolls = (element) => {
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(parent).overflowX) && parent.scrollWidth > parent.clientWidth) return true;
    }
    return false;
  };
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.visually-hidden, .skip-links, [inert]');
  const faults = [];
  for (const element of document.querySelectorAll('button, a[href], input:not([type="hidden"]), select, textarea, h1, h2, h3')) {
    const box = element.getBoundingClientRect();
    if (!shown(element) || box.width < 2 || box.bottom < 0) continue;
    const name = `${element.tagName.toLowerCase()} "${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}"`;
    if ((box.left < -1 || box.right > width + 1) && !scrolls(element)) faults.push(`${name} lies from ${Math.round(box.left)} to ${Math.round(box.right)}`);
    // What lies over the middle of a control of the bar is what a press would reach.
    const above = element.closest('.topbar') && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (above && !element.contains(above) && !above.contains(element)) faults.push(`${name} is covered`);
    if (element.tagName === 'BUTTON' && element.scrollWidth > element.clientWidth + 1) faults.push(`${name} is ${element.scrollWidth - element.clientWidth} px too narrow for its words`);
  }
  return faults;
}

browserSuite('every page', { isEngineOff: true }, (suite) => {
  for (const [device, options] of NARROW) {
    for (const [name, reach] of PAGES) {
      test(`${name} on a ${device}`, async () => {
        const opened = await suite.open({ ...options, colorScheme: 'light' });
        const { app, page } = opened;
        await app.stopEngine();
        await reach(opened);
        await screenshot(page, `${device}-${name}-light`);
        assert.deepEqual(await page.evaluate(cutOff), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `the page is ${wide} px too wide`);
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.waitForFunction(() => matchMedia('(prefers-color-scheme: dark)').matches);
        await screenshot(page, `${device}-${name}-dark`);
      });
    }
  }
});
