// The pages of the app: their addresses, and that nothing is lost on the way from one to another.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

const isSeen = (page, selector) => page.locator(selector).first().isVisible();

browserSuite('the pages', {}, (suite) => {
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
    // Keys of the analysis have no effect here.
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
    // The search has ended when nothing changes for a while; a search that goes on changes eight times a second.
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
    const asked = () => page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /lab_bg\.wasm/.test(name)).length);
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

  for (const [name, viewport] of [['phone', { width: 390, height: 844 }], ['desktop', { width: 1440, height: 900 }]]) {
    test(`the bar fits on a ${name}`, async () => {
      const { page } = await suite.open({ viewport });
      for (const hash of ['#/', '#/lab']) {
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
        await screenshot(page, `navigation-${name}-${hash.replace(/\W/g, '') || 'analysis'}`);
      }
    });
  }
});
