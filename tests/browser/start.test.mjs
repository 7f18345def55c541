// Page start: its frame is there before any program has arrived, and the program replaces it without a jump.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { App, selectors } from './support/app.mjs';
import { openApp, screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const HASHES = ['#/play', '#/', '#/library', '#/lab', '#/book', '#/tools'];
/** Google's limit for a good page is 0.1; a correct frame causes no shift at all. */
const SHIFT_LIMIT = 0.01;

/** Opens the page and runs `prepare` before it loads. */
async function openWith(suite, options, hash, prepare) {
  const opened = await openApp(suite.browser, suite.url, { ...options, visit: false });
  await prepare(opened);
  await opened.page.goto(suite.url + hash);
  return opened;
}

const withoutProgram = ({ page }) => page.route(/\.wasm/, (route) => route.abort());
const kept = (settings) => ({ context }) => context.addInitScript((text) => localStorage.setItem('tabia.settings', text), JSON.stringify(settings));

/** Runs in the page before it loads: records the browser's layout shifts. */
function watchShifts() {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.shifts.push({ value: entry.value, of: entry.sources.map(({ node }) => node?.className || node?.nodeName) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

browserSuite('the start', {}, (suite) => {
  test('shows board, pieces, panels and pages before any program has arrived', async () => {
    const { page, context } = await openWith(suite, {}, '', withoutProgram);
    const board = await page.locator('.board').boundingBox();
    assert.ok(board.width >= 480 && board.width === board.height, JSON.stringify(board));
    assert.equal(await page.locator('.board .piece').count(), 32);
    const squares = await page.locator('.board .cell').evaluateAll((cells) => new Set(cells.map((cell) => getComputedStyle(cell).backgroundColor)).size);
    assert.equal(squares, 2);
    for (const panel of ['.analysis', '.moves', '.controls', '.book', '.welcome']) assert.ok(await page.locator(panel).isVisible(), panel);
    assert.deepEqual(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts(), ['Play', 'Analysis', 'Library', 'Lab', 'Book', 'Tools']);
    assert.equal(await page.locator('link[rel=stylesheet]').count(), 1, 'the first paint waits for one style sheet');
    // Inactive controls don't take the focus.
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), 'Play');
    await page.getByRole('alert').filter({ hasText: 'Tabia could not be loaded.' }).waitFor();
    await screenshot(page, 'start-without-program');
    await context.close();
  });

  test('starts where the browser does not report what it has stored', async () => {
    const silent = ({ context }) => context.addInitScript(() => { CacheStorage.prototype.match = () => new Promise(() => {}); });
    const { page, context } = await openWith(suite, {}, '', silent);
    await page.waitForFunction(() => document.querySelector('.frame') === null);
    await context.close();
  });

  test('starts and analyses where the browser compiles nothing in the background', async () => {
    const compilesNothing = ({ context }) => context.addInitScript(() => {
      for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']) WebAssembly[name] = () => new Promise(() => {});
    });
    const { page, context, problems } = await openWith(suite, {}, '', compilesNothing);
    await new App(page).waitForLines();
    await page.evaluate(() => { location.hash = '#/lab'; });
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  test('starts where the program cannot be compiled while it arrives', async () => {
    const refuses = ({ context }) => context.addInitScript(() => { WebAssembly.compileStreaming = () => Promise.reject(new TypeError('on purpose')); });
    const { page, context } = await openWith(suite, {}, '', refuses);
    await page.waitForFunction(() => document.querySelector('.frame') === null);
    await context.close();
  });

  test('shows the frame of the page in the URL, and of another chosen during loading', async () => {
    for (const hash of ['#/lab', '#/library', '#/book/make', '#/tools/console']) {
      const { page, context } = await openWith(suite, {}, hash, withoutProgram);
      assert.equal(await page.locator('.board').isVisible(), false, hash);
      assert.ok(await page.locator('.frame .page-loading').isVisible(), hash);
      await page.getByRole('link', { name: 'Analysis' }).click();
      await page.locator('.board').waitFor({ state: 'visible' });
      await context.close();
    }
  });

  test('has the colours and the pieces that were chosen', async () => {
    const settings = { theme: 'dark', 'board-theme': 'blue', 'piece-set': 'flat', 'show-coordinates': false };
    const { page, context } = await openWith(suite, {}, '', async (opened) => {
      await kept(settings)(opened);
      await withoutProgram(opened);
    });
    const looks = await page.evaluate(() => ({
      scheme: getComputedStyle(document.documentElement).colorScheme,
      piece: getComputedStyle(document.querySelector('.piece')).backgroundImage,
      square: getComputedStyle(document.querySelector('.cell')).backgroundColor,
      coordinate: getComputedStyle(document.querySelector('.cell[data-rank]'), '::before').content,
    }));
    assert.equal(looks.scheme, 'dark');
    assert.match(looks.piece, /flat\.svg/);
    assert.equal(looks.square, 'rgb(201, 212, 223)');
    assert.equal(looks.coordinate, 'none');
    const sets = await page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /cburnett|letters/.test(name)).length);
    assert.equal(sets, 0, 'a set that was not chosen is fetched');
    await screenshot(page, 'start-chosen');
    await context.close();
  });

  for (const [device, options] of [['desktop', {}], ['phone', PHONE]]) {
    for (const hash of HASHES) {
      test(`moves nothing when the program takes over: ${hash} on a ${device}`, async () => {
        const { page, context, problems } = await openWith(suite, options, hash, async (opened) => {
          await opened.page.addInitScript(watchShifts);
        });
        const app = new App(page);
        if (hash === '#/') {
          await app.ready();
          await app.waitForLines(1);
        } else {
          await page.locator(`#${hash.slice(2)} main`).waitFor();
        }
        await page.waitForFunction(() => document.querySelector('.frame') === null);
        const shifts = await page.evaluate(async () => {
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          return window.shifts;
        });
        const sum = shifts.reduce((total, { value }) => total + value, 0);
        assert.ok(sum <= SHIFT_LIMIT, `${sum}: ${JSON.stringify(shifts)}`);
        await screenshot(page, `start-${device}-${hash.slice(2) || 'analysis'}`);
        assert.deepEqual(problems, []);
        await context.close();
      });
    }
  }

  test('has the same bar and board before and after', async () => {
    const look = (page) =>
      page.evaluate(() => ({
        links: [...document.querySelectorAll('.pages a')].map((link) => [link.textContent.trim(), link.getAttribute('href'), link.querySelector('path').getAttribute('d'), Math.round(link.getBoundingClientRect().left)]),
        board: document.querySelector('.board').getBoundingClientRect().toJSON(),
        pieces: [...document.querySelectorAll('.board .piece')].map((piece) => `${piece.className.replace(' own', '')} ${piece.style.transform.replace(', ', ',')}`).sort(),
        coordinates: [...document.querySelectorAll('.cell')].map((cell) => `${cell.dataset.rank ?? ''}${cell.dataset.file ?? ''}`),
      }));
    const { page: frame, context } = await openWith(suite, {}, '', withoutProgram);
    const before = await look(frame);
    await context.close();
    const { page } = await suite.open();
    const now = await look(page);
    assert.deepEqual(now.links, before.links);
    assert.deepEqual(now.board, before.board);
    assert.deepEqual(now.coordinates, before.coordinates);
    assert.deepEqual(now.pieces, before.pieces);
  });

  test('fetches the book after the first analysis, or on a phone when its panel is visible', async () => {
    const asked = [];
    const { page, context, problems } = await openWith(suite, PHONE, '', ({ context }) => {
      context.on('request', (request) => asked.push(request.url()));
    });
    const books = () => asked.filter((url) => /book\.packed|probe-worker|book-worker/.test(url));
    await new App(page).waitForLines(1);
    // Any later moment would do: the page is idle until the user scrolls.
    await page.waitForFunction(() => document.querySelectorAll('.lines .line .pv-move').length > 3);
    assert.deepEqual(books(), []);
    await page.locator('.book').scrollIntoViewIfNeeded();
    await page.locator('.book .book-move').first().waitFor();
    assert.ok(books().length >= 2, books().join());
    assert.deepEqual(problems, []);
    await context.close();
    const desktop = await suite.open();
    await desktop.app.waitForLines(1);
    await desktop.page.locator('.book .book-move').first().waitFor();
    assert.ok(await desktop.page.locator(selectors.board).isVisible());
  });
});
