// The settings dialog: choices apply at once and are remembered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectors } from './support/app.mjs';
import { screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

browserSuite('the settings', { isEngineOff: true }, (suite) => {
  test('of the board apply at once and are remembered', async () => {
    const { app, page } = await suite.open();
    const coordinate = () => app.square('a1').evaluate((cell) => getComputedStyle(cell, '::before').content);
    // In milliseconds: the built styles may say .2s for 200ms.
    const moveTime = () => page.evaluate(() => {
      const text = getComputedStyle(document.documentElement).getPropertyValue('--move-time').trim();
      return text.endsWith('ms') ? parseFloat(text) : parseFloat(text) * 1000;
    });
    assert.equal(await coordinate(), '"1"');
    const dialog = await openSettings(page);
    await dialog.getByLabel('Coordinates').uncheck();
    await dialog.getByLabel('Evaluation bar').uncheck();
    await dialog.getByLabel('Animation').selectOption('Slow');
    assert.equal(await coordinate(), 'none');
    assert.equal(await moveTime(), 400);
    assert.equal(await page.locator('.eval-bar').count(), 0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await page.reload();
    await app.ready();
    assert.equal(await coordinate(), 'none');
    assert.equal(await page.locator('.eval-bar').count(), 0);
    const again = await openSettings(page);
    assert.equal(await again.getByLabel('Coordinates').isChecked(), false);
    await again.getByRole('button', { name: 'Reset all' }).click();
    await page.locator('.eval-bar').waitFor();
    assert.equal(await coordinate(), '"1"');
    assert.equal(await moveTime(), 200);
  });

  test('of the wheel: over the board it steps through the moves, unless switched off, with Ctrl held, or on a phone', async () => {
    const { app, page } = await suite.open({ viewport: { width: 1280, height: 800 } });
    await app.pasteGame('1. e4 e5 2. Nf3 Nc6 *');
    await page.keyboard.press('Home');
    const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w';
    await app.waitForFen(start);
    const { x, y } = await app.middle('e4');
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 100);
    await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
    await page.mouse.wheel(0, 100);
    await app.waitForFen('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w');
    await page.mouse.wheel(0, -100);
    await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
    const stays = async () => {
      await page.mouse.wheel(0, -100);
      await page.evaluate(() => new Promise((done) => { setTimeout(done, 200); }));
      await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
    };
    await page.keyboard.down('Control');
    await stays();
    await page.keyboard.up('Control');
    // Where the board fills the width, the page must scroll.
    await page.setViewportSize({ width: 390, height: 844 });
    const narrow = await app.middle('e4');
    await page.mouse.move(narrow.x, narrow.y);
    await stays();
    await page.setViewportSize({ width: 1280, height: 800 });
    const dialog = await openSettings(page);
    await dialog.getByLabel('Mouse wheel over the board steps through the moves').uncheck();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.mouse.move(x, y);
    await stays();
  });

  test('lead to the version, the commit and the licences', async () => {
    const { page, context } = await suite.open();
    const dialog = await openSettings(page);
    await dialog.getByText(/^Tabia \d+\.\d+\.\d+$/).waitFor();
    const opened = context.waitForEvent('page');
    await dialog.getByRole('link', { name: 'About' }).click();
    const about = await opened;
    await about.getByRole('heading', { name: 'About Tabia' }).waitFor();
    const text = await about.locator('main').innerText();
    assert.match(text, /Version \d+\.\d+\.\d+\nCommit ([0-9a-f]{10}|unknown)/);
    for (const part of ['Colin M.L. Burnett', 'yew ', 'wasm-bindgen ', 'shakmaty-syzygy ', 'The standard library of Rust', 'TERMS AND CONDITIONS']) assert.ok(text.includes(part), part);
    await screenshot(about, 'about');
  });

  test('can promote without asking', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await app.paste('7k/P7/8/8/8/8/8/7K w - - 0 1');
    await (await openSettings(page)).getByLabel('Always promote to queen').check();
    await page.keyboard.press('Escape');
    await app.drag('a7', 'a8');
    await app.waitForFen('Q6k/8/8/8/8/8/8/7K b');
  });

  test('turn the scores to the side to move', async () => {
    const { app, page } = await suite.open();
    // Black is a queen up and to move.
    await app.paste('3qk3/8/8/8/8/8/8/4K3 b - - 0 1');
    await app.startEngine();
    await app.waitForLines(1);
    assert.match((await app.snapshot()).lines[0].score, /^[−#]/);
    await (await openSettings(page)).getByLabel('Show scores for').selectOption('Side to move');
    await page.waitForFunction((score) => /^[≥≤]?(\+|#\d)/.test(document.querySelector(score)?.textContent.trim()), selectors.lineScore);
  });

  test('set the size of the hash table while the engine works', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    await app.waitForLines(1);
    await (await openSettings(page)).getByLabel(/hash table/).selectOption('16 MiB');
    await page.keyboard.press('Escape');
    await app.drag('e2', 'e4');
    await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
    await app.waitForLines(1);
    assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('tabia.settings'))['hash-mib']), 16);
  });

  test('choose squares and pieces, which are fetched when chosen, and saved', async () => {
    const { app, page } = await suite.open();
    const looks = () =>
      page.evaluate(() => ({
        piece: /pieces\/(\w+)\.svg/.exec(getComputedStyle(document.querySelector('.board .piece')).backgroundImage)[1],
        square: getComputedStyle(document.querySelector('.board .cell.dark')).backgroundColor,
      }));
    const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => /pieces\/([\w.]+)/.exec(name)?.[1]).filter(Boolean));
    assert.deepEqual(await looks(), { piece: 'cburnett', square: 'rgb(138, 165, 149)' });
    assert.deepEqual([...new Set(await fetched())], ['cburnett.svg']);
    const dialog = await openSettings(page);
    const squares = new Set();
    for (const name of ['Green', 'Brown', 'Blue', 'Grey']) {
      await dialog.getByLabel('Squares').selectOption(name);
      squares.add((await looks()).square);
    }
    assert.equal(squares.size, 4);
    for (const [name, file] of [['Letters', 'letters'], ['Flat', 'flat']]) {
      await dialog.getByLabel('Pieces', { exact: true }).selectOption(name);
      assert.equal((await looks()).piece, file);
      // The preview shows them, too.
      assert.ok((await dialog.locator('.looks .piece').first().evaluate((piece) => getComputedStyle(piece).backgroundImage)).includes(`${file}.svg`));
      await page.waitForFunction((wanted) => performance.getEntriesByType('resource').some(({ name: url }) => url.includes(wanted)), `${file}.svg`);
    }
    await screenshot(page, 'settings-looks');
    await page.keyboard.press('Escape');
    await page.reload();
    await app.ready();
    assert.deepEqual(await looks(), { piece: 'flat', square: 'rgb(163, 166, 168)' });

    // Exported pictures use the board's pieces and squares.
    await page.getByRole('button', { name: 'Share' }).click();
    const source = await page.getByRole('img', { name: 'Preview of the picture' }).getAttribute('src');
    const svg = decodeURIComponent(source);
    assert.ok(svg.includes('#fbfbf7') && svg.includes('rgb(163, 166, 168)'), svg.slice(0, 300));
    assert.equal(svg.match(/<use /g).length, 32);
    await screenshot(page, 'settings-shared');
  });

  test('write moves with figurines, which stay letters when copied or read aloud', async () => {
    const { app, page } = await suite.open();
    await app.paste('1. Nf3 d5 2. g3 *');
    await page.locator(selectors.moveListMove).nth(2).waitFor();
    const family = () => page.locator(selectors.moveListMove).first().evaluate((move) => getComputedStyle(move).fontFamily);
    assert.doesNotMatch(await family(), /Figurines/);
    await (await openSettings(page)).getByLabel('Move notation').selectOption('Figurines');
    assert.match(await family(), /Tabia Figurines/);
    await page.waitForFunction(() => [...document.fonts].some((font) => font.family.includes('Figurines') && font.status === 'loaded'));
    assert.equal((await app.moves())[0], 'Nf3');
    await page.keyboard.press('Escape');
    await screenshot(page, 'settings-figurines');
  });

  test('choose how pieces are moved; the keyboard works in any case', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    const begin = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w';
    await choose(page, 'Move pieces by', 'Drag only');
    await app.click('e2');
    await app.click('e4');
    assert.equal(await app.square('e2').getAttribute('aria-selected'), 'false');
    await app.waitForFen(begin);
    await app.drag('e2', 'e4');
    await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');

    await choose(page, 'Move pieces by', 'Two clicks only');
    await app.drag('e7', 'e5');
    // The piece hasn't moved and is selected.
    await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
    assert.equal(await app.square('e7').getAttribute('aria-selected'), 'true');
    await app.click('e5');
    await app.waitForFen('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w');

    await choose(page, 'Move pieces by', 'Drag only');
    await app.square('g1').focus();
    await page.keyboard.press('Enter');
    await app.square('f3').focus();
    await page.keyboard.press('Enter');
    await app.waitForFen('rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b');
  });

  test('hide the introductions, and show them again', async () => {
    const { page } = await suite.open();
    await page.evaluate(() => { location.hash = '#/lab'; });
    const introduction = page.getByRole('complementary', { name: 'About this page' });
    await introduction.waitFor();
    await page.getByRole('main', { name: 'Lab' }).waitFor();
    await screenshot(page, 'settings-introduction');
    await introduction.getByRole('button', { name: 'Hide introductions' }).click();
    await introduction.waitFor({ state: 'detached' });
    await page.evaluate(() => { location.hash = '#/book'; });
    await page.locator('#book main').waitFor();
    assert.equal(await introduction.count(), 0);
    await (await openSettings(page)).getByLabel('Page introductions').check();
    await page.keyboard.press('Escape');
    await introduction.waitFor();
  });

  test('keep the focus inside, and give it back', async () => {
    const { page } = await suite.open();
    const dialog = await openSettings(page);
    for (let step = 0; step < 16; step += 1) {
      await page.keyboard.press('Tab');
      assert.ok(await page.evaluate(() => document.activeElement === document.body || document.activeElement.closest('dialog') !== null));
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  for (const [device, options] of [['desktop', {}], ['phone', PHONE]]) {
    for (const colorScheme of ['light', 'dark']) {
      test(`are shown whole on a ${device} in ${colorScheme} colours`, async () => {
        const { page } = await suite.open({ ...options, colorScheme });
        const dialog = await openSettings(page);
        await screenshot(page, `settings-${device}-${colorScheme}`);
        const { left, right, window: width } = await dialog.evaluate((element) => {
          const box = element.getBoundingClientRect();
          return { left: box.left, right: box.right, window: document.documentElement.clientWidth };
        });
        assert.ok(left >= 0 && right <= width);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
      });
    }
  }
});

browserSuite('on a phone', { isEngineOff: true }, (suite) => {
  test('FEN and PGN can be seen and copied', async () => {
    const { app, page, context } = await suite.open(PHONE);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await app.pasteGame('1. e4 e5 *');
    await page.keyboard.press('End');
    await app.waitForFen('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w');
    const bar = page.locator('.position-bar');
    await bar.scrollIntoViewIfNeeded();
    await screenshot(page, 'phone-fen');
    assert.ok(await page.locator(selectors.fen).isVisible());
    for (const [name, text] of [['FEN', /^rnbqkbnr\/pppp1ppp/], ['PGN', /1\. e4 e5/]]) {
      await bar.getByRole('button', { name }).tap();
      await page.getByText(`${name} copied`).waitFor();
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), text);
    }
  });
});

/** Selects an option in the dialog and closes it. */
async function choose(page, label, option) {
  const dialog = await openSettings(page);
  await dialog.getByLabel(label).selectOption(option);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

/** Opens the dialog and returns it. */
async function openSettings(page) {
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  // The dialog is a part of the program that is loaded on first use.
  await dialog.getByLabel('Coordinates').waitFor();
  return dialog;
}
