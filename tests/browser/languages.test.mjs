// The page in other languages: chosen from the browser and in the settings, with or without a network. tests/scripts/languages.test.mjs
// checks the catalogues.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { screenshot } from './support/harness.mjs';
import { DIST } from './support/paths.mjs';
import { browserSuite } from './support/suite.mjs';

const PAGES = ['#/', '#/play', '#/library', '#/lab', '#/book', '#/tools', '#/tools/annotate', '#/tools/speed', '#/tools/console'];
const CATALOGUES = readdirSync(join(DIST, 'languages'))
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(DIST, 'languages', name), 'utf8')));
/** The language with the longest texts. */
const LONGEST = CATALOGUES
  .map(({ language, texts }) => ({ language, length: Object.values(texts).join('').length }))
  .sort((a, b) => b.length - a.length)[0].language;

const links = (page) => page.locator('.pages .page-link').allInnerTexts().then((texts) => texts.map((text) => text.trim()));

browserSuite('the language', { isEngineOff: true }, (suite) => {
  test("is the browser's: first of its languages that the page speaks", async () => {
    const { page } = await suite.open({ locale: 'de-AT' });
    assert.deepEqual(await links(page), ['Spielen', 'Analyse', 'Bibliothek', 'Labor', 'Buch', 'Tools']);
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');

    const english = await suite.open({ locale: 'cy-GB' });
    assert.equal((await links(english.page))[1], 'Analysis');
    assert.equal(await english.page.evaluate(() => document.documentElement.lang), 'en');
  });

  test('is chosen in the settings and stays, with the game on the board', async () => {
    const { app, page } = await suite.open();
    await app.pasteGame('1. e4 c5 2. Nf3 *');
    await page.getByRole('button', { name: 'Settings' }).click();
    const language = page.getByRole('dialog').getByLabel('Language');
    await Promise.all([page.waitForEvent('load'), language.selectOption('Français')]);
    await app.ready();
    assert.equal((await links(page))[0], 'Jouer');
    await page.locator('.moves .move').nth(2).waitFor();
    await page.reload();
    await app.ready();
    assert.equal((await links(page))[0], 'Jouer');
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr');
  });

  test('is English where the texts do not arrive', async () => {
    const { page, context, app } = await suite.open({ locale: 'pl-PL', tolerate: [/languages\/pl\.json/, /The page speaks English/] });
    await context.route(/languages\/pl\.json/, (route) => route.abort());
    await page.reload();
    await app.ready();
    assert.equal((await links(page))[0], 'Play');
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
  });

  test('needs no network once the page is saved', async () => {
    const { app, page, context } = await suite.open({ locale: 'ru-RU', allowServiceWorker: true });
    await page.waitForFunction(() => document.documentElement.dataset.offline === 'whole');
    await context.setOffline(true);
    await page.reload();
    await app.ready();
    assert.equal((await links(page))[1], 'Анализ');
    await context.setOffline(false);
  });

  test('has room for the links to the pages, whatever it is', async () => {
    const { page } = await suite.open();
    await page.evaluate(() => (document.documentElement.lang = 'de'));
    const names = await links(page);
    const faults = [];
    for (const width of [360, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const { language, texts } of CATALOGUES) {
        const cut = await page.evaluate((wanted) => {
          const shown = [...document.querySelectorAll('.pages .page-link > span:not(.page-busy)')];
          shown.forEach((span, index) => (span.textContent = wanted[index]));
          const { right } = document.querySelector('.pages').getBoundingClientRect();
          return shown.filter((span) => span.scrollWidth > (span.clientWidth || span.scrollWidth) + 1 || span.getBoundingClientRect().right > right + 1).map((span) => span.textContent);
        }, names.map((name) => texts[`link\u0004${name}`] ?? name));
        if (cut.length > 0) faults.push(`${language}, ${width} px: ${cut.join()}`);
      }
    }
    assert.deepEqual(faults, []);
  });

  test('has room to say that the engine is off, whatever it is', async () => {
    const { page } = await suite.open();
    await page.locator('.verdict-facts').first().waitFor();
    const english = await page.locator('.verdict-facts').first().innerText();
    const faults = [];
    for (const { language, texts } of CATALOGUES) {
      assert.ok(texts[english], `${language} has no "${english}"`);
      const hidden = await page.evaluate((text) => {
        const panel = document.querySelector('.analysis');
        panel.querySelector('.verdict-facts').textContent = text;
        return panel.scrollHeight - panel.clientHeight;
      }, texts[english]);
      if (hidden > 0) faults.push(`${language}: ${hidden} px hidden`);
    }
    assert.deepEqual(faults, []);
  });

  test(`has room on every page in the longest, ${LONGEST}`, async () => {
    const { page } = await suite.open({ locale: LONGEST });
    for (const [size, viewport] of Object.entries({ desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } })) {
      await page.setViewportSize(viewport);
      for (const address of PAGES) {
        await page.evaluate((hash) => (location.hash = hash), address);
        const [, name = 'analysis'] = /^#\/(\w+)/.exec(address) ?? [];
        await page.waitForFunction((id) => document.documentElement.dataset.page === id && (id === 'analysis' || document.getElementById(id)?.checkVisibility()) && !document.querySelector(`#${id} > .page-loading`), name);
        const { scrollWidth, clientWidth } = await page.evaluate(() => ({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth }));
        await screenshot(page, `language-${LONGEST}${address.replaceAll(/\W+/g, '-')}-${size}`);
        assert.ok(scrollWidth <= clientWidth, `${address} is ${scrollWidth} px wide on ${clientWidth} px (${size})`);
      }
    }
  });
});
