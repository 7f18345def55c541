// The built page starts: with isolation, without it, and from a sub-path; and says what it needs where it can't.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launchBrowser, openApp, screenshot, serveApp } from './support/harness.mjs';

describe('the built page starts', () => {
  let browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  for (const [name, options, isolated] of [
    ['with the isolation headers', {}, true],
    ['without them', { isolation: false }, false],
    ['from a sub-path', { base: '/some/where/' }, true],
  ]) {
    test(name, async () => {
      const server = await serveApp(options);
      try {
        const { page, context, problems } = await openApp(browser, server.url);
        // The app replaces the shell drawn by index.html.
        await page.waitForSelector('#app [aria-busy="true"]', { state: 'detached', timeout: 15_000 });
        assert.equal(await page.evaluate(() => crossOriginIsolated), isolated);
        await screenshot(page, `start ${name}`.replaceAll(' ', '-'));
        assert.deepEqual(problems, []);
        await context.close();
      } finally {
        await server.close();
      }
    });
  }

  test('without JavaScript it says what it is, and the links work', async () => {
    const server = await serveApp();
    try {
      const { page, context, problems } = await openApp(browser, server.url, { javaScriptEnabled: false });
      // Playwright's text selectors skip what stands in `noscript`.
      assert.match(await page.locator('body noscript').first().innerText(), /chess workbench/);
      assert.equal(await page.getByText('Loading the board').isVisible(), false);
      await screenshot(page, 'start-without-JavaScript');
      for (const [link, heading] of [['Guide with pictures', 'Guide to Tabia'], ['About', 'About Tabia']]) {
        await page.goto(server.url);
        await page.getByRole('link', { name: link }).click();
        await page.getByRole('heading', { name: heading }).waitFor();
      }
      assert.deepEqual(problems, []);
      await context.close();
    } finally {
      await server.close();
    }
  });
});
