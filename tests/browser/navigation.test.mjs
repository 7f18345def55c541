// The app's pages: their addresses, and that nothing is lost in navigation between them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenshot, spoilRequests } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

const isSeen = (page, selector) => page.locator(selector).first().isVisible();

/** Runs in the page: returns the overlapping parts of the top bar. */
function overlaps() {
  const parts = [...document.querySelectorAll('.topbar a, .topbar button')]
    .map((element) => ({ name: element.textContent.trim() || element.ariaLabel, place: element.getBoundingClientRect() }))
    .filter(({ place }) => place.width > 0);
  return parts.flatMap((a, index) =>
    parts
      .slice(index + 1)
      .filter((b) => a.place.left < b.place.right - 1 && b.place.left < a.place.right - 1 && a.place.top < b.place.bottom - 1 && b.place.top < a.place.bottom - 1)
      .map((b) => `${a.name} and ${b.name}`),
  );
}

browserSuite('the pages', { isEngineOff: true }, (suite) => {
  test('Escape closes a dialog as soon as it opens', async () => {
    // Each visit reloads the dialog's part of the program.
    for (let visit = 0; visit < 8; visit += 1) {
      const { page } = await suite.open({ isEngineOff: true });
      const dialog = page.getByRole('dialog', { name: 'Recent games' });
      await page.getByRole('button', { name: 'Recent games' }).click();
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.close();
    }
  });

  test('a dialog goes with its page, when the browser goes back to another one', async () => {
    const { page } = await suite.open({ isEngineOff: true });
    const isFree = async (name) => {
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
      await page.getByRole('link', { name, exact: true }).click();
      await page.waitForFunction((text) => document.title.includes(text), name);
    };
    await page.getByRole('link', { name: 'Book', exact: true }).click();
    await page.getByRole('main', { name: 'Book' }).waitFor();
    await page.getByRole('link', { name: 'Analysis', exact: true }).click();
    await page.locator('[data-page="analysis"] .board').first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.goBack();
    await page.getByRole('main', { name: 'Book' }).waitFor();
    await isFree('Tools');
    // This page is only hidden: its dialog would stay open, invisible, in front of all others.
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).last().click();
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('main', { name: 'Tools' }).waitFor();
    await isFree('Library');
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Resign', exact: true }).waitFor();
    assert.equal(await page.locator('dialog[open]').count(), 0);
  });

  test('keys step through the blunders, mistakes and inaccuracies of the side below', async () => {
    const { app, page } = await suite.open();
    await app.paste('1. e4 f5?? 2. d3? e5? 3. Nf3?! d5? 4. Nc3 *');
    await page.locator('.move[data-move]').nth(6).waitFor();
    const current = (san) => page.locator('.move.current', { hasText: san }).waitFor();
    await page.keyboard.press('m');
    await current('d3');
    await page.keyboard.press('i');
    await current('Nf3');
    await page.keyboard.press('m');
    await current('d3');
    await page.keyboard.press('f');
    for (const [key, san] of [['m', 'e5'], ['m', 'd5'], ['m', 'e5'], ['b', 'f5']]) {
      await page.keyboard.press(key);
      await current(san);
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Next blunder (??) of the side below').waitFor();
  });

  test('on every page ? lists the keys of that page', async () => {
    const { page } = await suite.open({ isEngineOff: true });
    const pages = [['#/play', 'Hint: the piece, then its move'], ['#/library', 'Select all games'], ['#/lab', 'Go to the next button, field or table'], ['#/book', 'On the board: to the next square'], ['#/tools/suites', 'Previous or next problem'], ['#/tools/console', 'In the command field: earlier and later commands'], ['#/', 'Next blunder (??) of the side below']];
    for (const [hash, own] of pages) {
      await page.evaluate((value) => { location.hash = value; }, hash);
      await page.waitForFunction(() => [...document.querySelectorAll('main')].some((main) => main.checkVisibility()));
      await page.keyboard.press('?');
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await dialog.getByText(own, { exact: true }).waitFor();
      // Several pages have a board.
      const others = pages.filter(([other, text]) => other !== hash && !text.startsWith('On the board'));
      for (const [other, text] of others) assert.equal(await dialog.getByText(text, { exact: true }).count(), 0, `${hash} lists keys of ${other}`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    // Check boxes, radio buttons, sliders and lists have no use for the key.
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const [hash, which] of [['#/play', '[type=radio][name=clock]'], ['#/play', '#play-level'], ['#/play', '#play-flag'], ['#/lab', '[id^=switch-]'], ['#/lab', 'select']]) {
      await page.evaluate((value) => { location.hash = value; }, hash);
      const control = page.locator('main:visible').locator(which).first();
      await control.waitFor({ state: 'attached' });
      // Those in a closed section cannot be focused.
      await page.evaluate(() => { for (const section of document.querySelectorAll('main details')) section.open = true; });
      await control.focus();
      await page.keyboard.press('?');
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    // A question mark typed into a field is not a command.
    await page.evaluate(() => { location.hash = '#/tools/console'; });
    await page.locator('#console-search').focus();
    await page.keyboard.press('?');
    assert.equal(await page.locator('#console-search').inputValue(), '?');
    assert.equal(await page.locator('dialog[open]').count(), 0);
  });

  test('a page that fails to load is reported, and retrying loads it', async () => {
    const { page } = await suite.open({ tolerate: [/lab|Failed to (fetch|load)|ERR_/i] });
    const mend = await spoilRequests(page, /split_lab.*\.wasm/, (route) => route.abort());
    await page.evaluate(() => { location.hash = '#/lab'; });
    const message = page.getByRole('alert').filter({ hasText: 'The Lab could not be loaded.' });
    await message.waitFor();
    assert.doesNotMatch(await message.innerText(), /fetch|module|http/i);
    assert.ok((await message.evaluate((line) => Number.parseFloat(getComputedStyle(line).paddingLeft))) >= 16);
    await screenshot(page, 'navigation-not-loaded');
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('main', { name: 'Lab' }).waitFor();
  });

  test('on a phone held sideways the analysis buttons are on the screen, and messages are not over the board', async () => {
    const { app, page } = await suite.open({ viewport: { width: 844, height: 390 } });
    await app.paste('1. e4 e5 2. Nf3 *');
    await page.locator('.toast').first().waitFor();
    const { last, toast, board } = await page.evaluate(() => {
      const place = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
      return { last: place('.controls'), toast: place('.toast'), board: place('.board') };
    });
    assert.ok(last.bottom <= 390, `the buttons end at ${last.bottom}`);
    assert.ok(board.bottom <= 390 && toast.left >= board.right, 'the message lies on the board');
    await screenshot(page, 'navigation-sideways');
  });

  test('the keyboard reaches the moves soon, and each region has a distinct name', async () => {
    const { app, page } = await suite.open();
    await app.paste('1. e4 e5 2. Nf3 *');
    await page.locator('.move[data-move]').nth(2).waitFor();
    await app.startEngine();
    await app.setLines(5);
    await app.waitForLines(5);
    await page.evaluate(() => document.activeElement?.blur());
    const focused = () => page.evaluate(() => document.activeElement.className);
    let stops = 0;
    do {
      await page.keyboard.press('Tab');
      stops += 1;
    } while (stops < 60 && !(await focused()).split(' ').includes('move'));
    assert.ok(stops <= 22, `${stops} tab stops`);
    await page.keyboard.press('Enter');
    await page.locator('.move[aria-current]').waitFor();
    assert.equal(await page.locator('[aria-current="step"]').innerText(), 'e4');
    // The focus follows the moves.
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.activeElement.textContent === 'e5' && document.activeElement.ariaCurrent === 'step');

    const names = await page.evaluate(() =>
      [...document.querySelectorAll('main section[aria-label], main [role="region"], main nav[aria-label]')].map((element) => element.ariaLabel),
    );
    assert.deepEqual([...new Set(names)], names);
  });

  test('a skip link leads past the bar', async () => {
    const { app, page } = await suite.open();
    await app.paste('1. e4 e5 2. Nf3 *');
    await page.locator('.move[data-move]').nth(2).waitFor();
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('Tab');
    assert.ok(await page.getByRole('button', { name: 'To the board' }).isVisible());
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'e4');
  });

  test('going to the Lab and back keeps the game and the analysis', async () => {
    const { page, app } = await suite.open();
    await app.startEngine();
    await app.paste('1. e4 e5 2. Nf3 *');
    await page.waitForFunction(() => document.querySelectorAll('.move[data-move]').length === 3);
    await page.keyboard.press('End');
    await app.waitForLines(1);
    const before = await app.snapshot();

    await page.getByRole('link', { name: 'Lab' }).click();
    await page.getByRole('main', { name: 'Lab' }).waitFor();
    assert.match(page.url(), /#\/lab$/);
    assert.equal(await isSeen(page, '.board'), false);
    assert.equal(await page.title(), 'Lab – Tabia');
    assert.equal(await page.getByRole('link', { name: 'Lab' }).getAttribute('aria-current'), 'page');
    // The analysis keys have no effect here.
    await page.keyboard.press('Home');

    await page.goBack();
    await page.locator('.board').waitFor();
    assert.equal(await isSeen(page, '#lab main'), false);
    assert.deepEqual(await app.moves(), ['e4', 'e5', 'Nf3']);
    const after = await app.snapshot();
    assert.equal(after.fen, before.fen);
    await app.waitForLines(1);
    assert.equal(await app.isAnalysing(), true);
  });

  test('the engine rests while another page is seen', async () => {
    const { page, app } = await suite.open();
    await app.startEngine();
    await app.waitForLines(1);
    await page.evaluate(() => { location.hash = '#/lab'; });
    await page.getByRole('main', { name: 'Lab' }).waitFor();
    const state = () => page.evaluate(() => document.querySelector('.meter')?.textContent);
    // The search has ended when nothing changes for a while; a running search updates eight times a second.
    await page.waitForFunction(
      () => {
        const text = document.querySelector('.meter')?.textContent;
        window.same = window.last === text ? (window.same ?? 0) + 1 : 0;
        window.last = text;
        return window.same >= 5;
      },
      undefined,
      { polling: 250 },
    );
    const rested = await state();
    await page.evaluate(() => { location.hash = '#/'; });
    await page.waitForFunction((text) => document.querySelector('.meter')?.textContent !== text, rested);
  });

  test('the Lab is loaded only when it is wanted, and an address leads straight to it', async () => {
    const { page } = await suite.open();
    const asked = () => page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /split_lab\.wasm/.test(name)).length);
    assert.equal(await asked(), 0);
    await page.goto(`${suite.url}#/lab`);
    await page.reload();
    await page.getByRole('main', { name: 'Lab' }).waitFor();
    assert.equal(await asked(), 1);
    assert.equal(await isSeen(page, '.workbench'), false);
    await page.getByRole('link', { name: 'Analysis' }).click();
    await page.locator('.board [data-square="e1"]').waitFor();
    await page.waitForFunction(() => document.querySelector('.board')?.getBoundingClientRect().width > 100);
  });

  for (const [name, viewport] of [
    ['small-phone', { width: 360, height: 740 }],
    ['phone', { width: 390, height: 844 }],
    ['phone-sideways', { width: 844, height: 390 }],
    ['tablet', { width: 1024, height: 768 }],
    ['zoomed', { width: 640, height: 400 }],
    ['desktop', { width: 1440, height: 900 }],
  ]) {
    test(`the bar fits on a ${name}`, async () => {
      const { page } = await suite.open({ viewport });
      for (const hash of ['#/', '#/play', '#/library', '#/lab', '#/book', '#/tools']) {
        await page.evaluate((value) => { location.hash = value; }, hash);
        await page.locator('.page-link[aria-current]').waitFor();
        const { wide, seen, inside } = await page.evaluate(() => ({
          wide: document.documentElement.scrollWidth,
          seen: document.documentElement.clientWidth,
          inside: [...document.querySelectorAll('.topbar a, .topbar button')].every((element) => {
            const { left, right, width } = element.getBoundingClientRect();
            return width === 0 || (left >= 0 && right <= document.documentElement.clientWidth);
          }),
        }));
        assert.ok(wide <= seen, `${hash} is ${wide} px wide on a window of ${seen}`);
        assert.ok(inside, `a part of the bar lies outside of the window on ${hash}`);
        assert.deepEqual(await page.evaluate(overlaps), [], `on ${hash}`);
        await screenshot(page, `navigation-${name}-${hash.replace(/\W/g, '') || 'analysis'}`);
      }
    });
  }

  for (const [name, hasTouch] of [['mouse', false], ['touch', true]]) {
    test(`at every width the links to the pages can be read and clicked (${name})`, async () => {
      const { page } = await suite.open({ hasTouch, isEngineOff: true });
      await page.locator('.topbar button.primary').waitFor();
      for (const height of [800, 400]) {
        // 320 px: a window of 1280 at 400% zoom. The analysis page has the most buttons.
        for (const width of [320, 427, 519, 520, 600, 640, 667, 699, 700, 740, 799, 800, 844, 899, 900, 960, 999, 1000, 1024, 1100, 1179, 1180, 1280]) {
          await page.setViewportSize({ width, height });
          assert.deepEqual(await page.evaluate(overlaps), [], `at ${width} x ${height}`);
          const hidden = await page.evaluate(() => [...document.querySelectorAll('.topbar .page-link')].filter((link) => {
            const { left, right, top, bottom } = link.getBoundingClientRect();
            return [left + 2, (left + right) / 2, right - 2].some((x) => !link.contains(document.elementFromPoint(x, (top + bottom) / 2)));
          }).map((link) => link.textContent));
          assert.deepEqual(hidden, [], `covered at ${width} x ${height}`);
        }
      }
    });
  }

  test('on a phone the page links are at the bottom, and nothing is below them', async () => {
    const { app, page } = await suite.open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    assert.deepEqual(await links.allInnerTexts(), ['Play', 'Analysis', 'Library', 'Lab', 'Book', 'Tools']);
    for (const place of await links.evaluateAll((list) => list.map((link) => link.getBoundingClientRect().toJSON()))) {
      assert.ok(place.bottom <= 740 && place.top >= 660, `a link from ${place.top} to ${place.bottom}`);
      assert.ok(place.width >= 60 && place.height >= 48, `${place.width} x ${place.height}`);
    }
    for (const [name, hash] of [['Library', '#/library'], ['Lab', '#/lab'], ['Book', '#/book'], ['Tools', '#/tools'], ['Analysis', '#/']]) {
      await links.filter({ hasText: name }).tap();
      await page.locator('.page-link[aria-current="page"]').filter({ hasText: name }).waitFor();
      assert.equal(await page.evaluate(() => location.hash), hash);
      // Once a page has loaded, its end can be scrolled into view above the bar.
      await page.waitForFunction(() => {
        scrollTo(0, document.documentElement.scrollHeight);
        const seen = [...document.querySelectorAll('main')].find((main) => main.checkVisibility());
        return seen && seen.getBoundingClientRect().bottom <= document.querySelector('.pages').getBoundingClientRect().top + 1;
      });
    }
    await app.paste('nonsense');
    const toast = page.locator('.toast').last();
    await toast.waitFor();
    const below = await toast.evaluate((element) => element.getBoundingClientRect().bottom);
    assert.ok(below <= 740 - 56, `the message ends at ${below}`);
    await screenshot(page, 'navigation-bottom-bar');
  });
});
