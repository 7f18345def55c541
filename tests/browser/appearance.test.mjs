// Screenshots of the pages as artefacts of the run: desktop, tablet in portrait and phone, light and dark, empty and in use. Checks
// everything that needs no eye: nothing overflows or is cut off, the board is square, and the colours follow the system.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectors, sharedText, splitGames } from './support/app.mjs';
import { finishAnimations, screenshot } from './support/harness.mjs';
import { PlayPage } from './support/play.mjs';
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

/** Returns the colours of an element as drawn, the most frequent first, each as [red, green, blue]. */
async function coloursOf(page, locator) {
  const picture = (await locator.screenshot()).toString('base64');
  const canvas = await page.context().newPage();
  const colours = await canvas.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data: bytes } = context.getImageData(0, 0, image.width, image.height);
    const counts = new Map();
    for (let at = 0; at < bytes.length; at += 4) {
      const colour = [...bytes.slice(at, at + 3)].join();
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour.split(',').map(Number));
  }, picture);
  await canvas.close();
  return colours;
}

/** Returns the WCAG contrast of two colours, from 1 to 21. */
function contrast(one, other) {
  const luminance = (colour) => {
    const [red, green, blue] = colour.map((value) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the contrast between an element's two most frequent colours. */
async function ownContrast(page, locator) {
  const [ground, ...others] = await coloursOf(page, locator);
  return Math.max(...others.map((colour) => contrast(ground, colour)));
}

/** Asserts that two elements with different meanings differ in their most frequent colour as well. */
async function assertTellApart(page, one, other, what) {
  const [[first], [second]] = [await coloursOf(page, one), await coloursOf(page, other)];
  assert.ok(contrast(first, second) >= 1.5, `${what}: ${first} and ${second}`);
}

/** White has captured a pawn, the only black piece without a white line. */
const PAWN_AHEAD = '4k3/8/8/8/8/8/P7/4K3 w - - 0 1';

async function assertCapturedPawnIsSeen(page, play) {
  const [ground, body] = await coloursOf(page, play.main.locator('.play-captured .piece'));
  assert.ok(contrast(ground, body) >= 3, `the pawn is ${body} on ${ground}`);
}

browserSuite('forced colours', { isEngineOff: true }, (suite) => {
  for (const colorScheme of ['light', 'dark']) {
    test(`the board and what is chosen are seen, on ${colorScheme} ground`, async () => {
      const { app, page } = await suite.open({ forcedColors: 'active', colorScheme });
      await app.paste('1. e4 d5 2. Bb5+ *');
      await page.locator(selectors.moveListMove, { hasText: 'Bb5' }).waitFor();
      await page.keyboard.press('End');
      await page.locator('.move.current', { hasText: 'Bb5' }).waitFor();
      await finishAnimations(page);
      await screenshot(page, `forced-colours-analysis-${colorScheme}`);
      await assertTellApart(page, app.square('a5'), app.square('a4'), 'light and dark squares');
      for (const square of ['a7', 'b7', 'h8', 'a2', 'b2', 'h1']) assert.ok((await ownContrast(page, app.square(square))) >= 3, `the piece on ${square}`);
      for (const square of ['f1', 'b5', 'e8']) assert.notEqual(await app.square(square).evaluate((cell) => getComputedStyle(cell).boxShadow), 'none', square);
      await app.click('c7');
      await page.locator('.cell.selected').waitFor();
      assert.ok((await ownContrast(page, app.square('c6'))) >= 3, 'where the piece can go');
      await assertTellApart(page, page.locator('.page-link[aria-current]'), page.locator('.page-link', { hasText: 'Library' }), 'the page that is seen');
      await assertTellApart(page, page.locator('.move.current'), page.locator('.move', { hasText: 'e4' }), 'the current move');
      const track = (name) => page.getByRole('switch', { name }).locator('.switch-track');
      assert.ok((await ownContrast(page, track(/^Report/))) >= 3, 'the knob of a switch');
      await assertTellApart(page, track(/^Book|Opening book/), track(/^Report/), 'a switch that is on');
      assert.ok((await ownContrast(page, page.locator('.eval-bar'))) >= 3, 'the evaluation bar');
      const draw = page.getByRole('button', { name: 'Draw arrows and circles' });
      const before = await coloursOf(page, draw);
      await draw.click();
      await page.mouse.move(0, 0);
      assert.ok(contrast(before[0], (await coloursOf(page, draw))[0]) >= 1.5, 'a button that is pressed');
    });

    test(`in a game the clock that runs and the side to move are seen, on ${colorScheme} ground`, async () => {
      const { page } = await suite.open({ forcedColors: 'active', colorScheme });
      const play = await PlayPage.open(page);
      const chip = (name) => play.main.locator('.play-chip', { hasText: name }).first();
      await assertTellApart(page, chip('No clock'), chip('Other…'), 'the choice that is made');
      await play.begin({ opponent: 'A person here', clock: '5+3', fen: PAWN_AHEAD });
      await screenshot(page, `forced-colours-play-${colorScheme}`);
      await assertTellApart(page, play.clock('white'), play.clock('black'), 'the clock that runs');
      await assertCapturedPawnIsSeen(page, play);
    });
  }
});

browserSuite('text at 200 %', { isEngineOff: true }, (suite) => {
  for (const [width, height] of [[390, 844], [360, 740], [1280, 800]]) {
    test(`nothing overlaps or has to be scrolled sideways at ${width} x ${height}`, async () => {
      const { page } = await suite.open({ viewport: { width, height }, hasTouch: width < 400, isMobile: width < 400 });
      await page.addStyleTag({ content: 'html { font-size: 200%; }' });
      for (const hash of ['#/', '#/play', '#/library', '#/lab', '#/book', '#/tools/suites']) {
        await goTo(page, hash);
        await page.waitForFunction(() => [...document.querySelectorAll('main')].some((main) => main.checkVisibility() && main.textContent.length > 40));
        await screenshot(page, `letters-200-${width}-${hash.replace(/\W/g, '') || 'analysis'}`);
        const faults = await page.evaluate(() => {
          const links = [...document.querySelectorAll('.page-link > span')].map((label) => ({ name: label.textContent, box: label.getBoundingClientRect() }));
          const covers = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
          const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
          return [
            ...links.flatMap((one, place) => links.slice(place + 1).filter(({ box }) => covers(one.box, box)).map(({ name }) => `${one.name} and ${name}`)),
            ...(wide > 0 ? [`${wide} px too wide`] : []),
          ];
        });
        assert.deepEqual(faults, [], hash);
      }
    });
  }
});

browserSuite('panels next to the board', { isEngineOff: true }, (suite) => {
  test('captured pieces are seen in both themes', async () => {
    for (const colorScheme of ['light', 'dark']) {
      const { page } = await suite.open({ colorScheme });
      const play = await PlayPage.open(page);
      await play.begin({ opponent: 'A person here', fen: PAWN_AHEAD });
      await assertCapturedPawnIsSeen(page, play);
    }
  });

  for (const [width, height] of [[1280, 800], [1280, 720], [1440, 900], [1024, 768]]) {
    test(`messages cover no control at ${width} x ${height}`, async () => {
      const { app, page } = await suite.open({ viewport: { width, height } });
      // A game with a warning, whose message stays longer and takes more room.
      await app.paste('[White "Nepomniachtchi, Ian"]\n[Black "Praggnanandhaa, Rameshbabu"]\n\n1. e4 e5 2. Ke3 Nf6 *');
      const toast = page.locator('.toast.warning, .toast.fault').last();
      await toast.waitFor();
      await finishAnimations(page);
      await screenshot(page, `messages-${width}x${height}`);
      const covered = await page.evaluate(() => {
        const isInSight = (element, x, y) => {
          for (let parent = element.parentElement; parent; parent = parent.parentElement) {
            const { left, right, top, bottom } = parent.getBoundingClientRect();
            if (getComputedStyle(parent).overflow !== 'visible' && (x < left || x > right || y < top || y > bottom)) return false;
          }
          return y < innerHeight;
        };
        return [...document.querySelectorAll('button, a[href], input, select, textarea')].filter((control) => {
          const { left, top, width, height } = control.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          return !control.closest('.toasts') && control.checkVisibility() && isInSight(control, x, y) && document.elementFromPoint(x, y)?.closest('.toasts');
        }).map((control) => control.ariaLabel || control.textContent || control.id);
      });
      assert.deepEqual(covered, []);
      await toast.getByRole('button', { name: 'Close this message' }).click();
      await toast.waitFor({ state: 'detached' });
    });
  }

  test('a message stays while the pointer is on it, and goes afterwards', async () => {
    const { app, page } = await suite.open();
    await page.clock.install();
    await app.paste('1. e4 *');
    const toast = page.locator('.toast').first();
    await toast.hover();
    await page.clock.runFor(30_000);
    assert.equal(await toast.count(), 1);
    await page.mouse.move(640, 2);
    await page.clock.runFor(8_000);
    await toast.waitFor({ state: 'detached' });
  });

  test('long names are not broken within a word', async () => {
    const { app, page } = await suite.open({ viewport: { width: 1280, height: 800 } });
    await app.paste('[White "Nepomniachtchi, Ian"]\n[Black "Praggnanandhaa, Rameshbabu"]\n[Event "Kandidatenturnier"]\n\n1. e4 { [%eval 0.3] } e5 { [%eval 0.2] } 2. Nf3 { [%eval 0.2] } *');
    await page.locator('.game-info').waitFor();
    await page.getByRole('switch', { name: 'Report' }).click();
    await page.locator('.report-numbers').waitFor();
    await screenshot(page, 'long-names');
    const broken = await page.evaluate(() => [...document.querySelectorAll('.player-name, .report-numbers thead th')].flatMap((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const words = [];
      for (let node = text.nextNode(); node; node = text.nextNode()) {
        for (const { index, 0: word } of node.data.matchAll(/[\p{L}\d]+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) words.push(word);
        }
      }
      return words;
    }));
    assert.deepEqual(broken, []);
  });

  test('the example can be opened when a game is on the board', async () => {
    const { app, page } = await suite.open();
    await app.paste(GAME);
    await page.locator('.game-info').waitFor();
    await page.getByRole('button', { name: 'Open game' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Show an example' }).click();
    await page.locator('.game-info', { hasText: 'Morphy' }).waitFor();
    assert.equal(await page.locator('dialog[open]').count(), 0);
  });
});

browserSuite('the columns next to the board', { isEngineOff: true }, (suite) => {
  test('the games of a file can be chosen without scrolling', async () => {
    const { app, page } = await suite.open({ viewport: { width: 1280, height: 800 } });
    await app.paste(splitGames(sharedText('games', 'famous.pgn')).slice(0, 11).join('\n\n'));
    await page.locator('.game-item').nth(4).waitFor();
    const { bottom } = await page.locator('.game-item').nth(4).evaluate((item) => item.getBoundingClientRect().toJSON());
    const list = await page.locator('.games').evaluate((card) => card.getBoundingClientRect().bottom);
    assert.ok(bottom <= list && list <= 800 - 80, `the fifth game ends at ${bottom}, the list at ${list}`);
  });

  for (const [width, height, moves] of [[1280, 720, 1], [1366, 768, 3], [1280, 800, 4]]) {
    test(`at ${width} x ${height} a first visit shows ${moves} of the book's moves next to the whole welcome`, async () => {
      const { page } = await suite.open({ viewport: { width, height } });
      await page.locator('.book .book-move').nth(3).waitFor();
      const places = await page.evaluate(() => {
        const box = (element) => element.getBoundingClientRect();
        const [side, body, card] = ['.side', '.book-body', '.side > .book'].map((part) => box(document.querySelector(part)));
        return {
          moves: [...document.querySelectorAll('.book-move')].filter((move) => box(move).bottom <= body.bottom + 1).length,
          how: box(document.querySelector('.book-how')).bottom <= card.bottom,
          // Including the switched-off panels below: nothing needs scrolling.
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
    test(`at ${width} x ${height} the buttons and the moves are next to the board, and stay there`, async () => {
      const { app, page } = await suite.open({ viewport: { width, height } });
      await app.paste(GAME);
      await page.locator(selectors.moveListMove).nth(9).waitFor();
      // Messages shrink the list.
      await page.waitForFunction(() => document.querySelector('.toast') === null);
      const places = () => page.evaluate(() => ['.controls', '.moves-scroll'].map((part) => Math.round(document.querySelector(part).getBoundingClientRect().top)));
      const before = await places();
      const { bottom } = await page.locator('.controls').evaluate((part) => part.getBoundingClientRect().toJSON());
      assert.ok(bottom <= height, `the buttons end at ${bottom}`);
      await page.locator('.book .book-move, .book .book-note').first().waitFor();
      assert.deepEqual(await places(), before);
      // The column next to the board doesn't cover the buttons below it.
      const edge = await page.locator('.analysis').evaluate((part) => part.getBoundingClientRect().left);
      const covered = await page.locator('.position-bar button').evaluateAll((all, left) => all.filter((button) => button.getBoundingClientRect().right > left).map((button) => button.textContent), edge);
      assert.deepEqual(covered, []);
    });
  }

  test('figures next to the moves are whole or left out', async () => {
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

/** Every page as a first-time visitor sees it, and those that look different in use. */
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

/** Runs in the page: returns the controls that aren't fully visible, because they exceed the window or their labels are cut off. */
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
    // A click on the centre of a control in the bar hits whatever lies on top there.
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
