#!/usr/bin/env node
// Prints the speed page's report from Chromium: node scripts/measure/speed-page.mjs
//
// The machine's load before is printed: other work makes the figures worse.

import { loadavg } from 'node:os';

import { prepareBrowser } from '../arguments.mjs';

prepareBrowser(import.meta.url);
const { App } = await import('../../tests/browser/support/app.mjs');
const { launchBrowser, openApp, serveApp } = await import('../../tests/browser/support/harness.mjs');
const { ToolsPage } = await import('../../tests/browser/support/tools.mjs');

const browser = await launchBrowser();
const server = await serveApp();
try {
  console.log(`load before: ${loadavg()[0].toFixed(2)}`);
  const { page, context } = await openApp(browser, server.url, { isEngineOff: true });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await new App(page).ready();
  const tools = await ToolsPage.open(page, 'speed');
  await tools.button('Measure everything').click();
  await page.waitForFunction(() => document.querySelector('[aria-label="Speed"]').dataset.busy !== '');
  await page.waitForFunction(() => document.querySelector('[aria-label="Speed"]').dataset.busy === '', undefined, { timeout: 600_000 });
  await tools.button('Copy report').click();
  console.log(await page.evaluate(() => navigator.clipboard.readText()));
} finally {
  await browser.close();
  await server.close();
}
