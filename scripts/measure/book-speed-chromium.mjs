#!/usr/bin/env node
// Makes a book from games on the book page in Chromium and saves it. scripts/measure/book-speed.sh runs it for its last row.
//
//   node scripts/measure/book-speed-chromium.mjs PGN BOOK [--runs 7] [--dist DIR]
//
// Prints for each run the seconds from the request to the finished book (by the worker's clock, including the second
// reading that counts the results of moves), then the maximum growth of the page process's memory in KiB. Writes the
// book of the last run to BOOK.

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { prepareBrowser } from '../arguments.mjs';

prepareBrowser(import.meta.url);
const { App } = await import('../../tests/browser/support/app.mjs');
const { launchBrowser, openApp, serveApp } = await import('../../tests/browser/support/harness.mjs');
const { rendererMemory } = await import('../../tests/browser/support/memory.mjs');

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '7' }, dist: { type: 'string' } },
  allowPositionals: true,
});
const [pgn, out] = positionals;
const runs = Number(values.runs);
if (!pgn || !out || !(runs >= 1)) {
  console.error('usage: book-speed-chromium.mjs PGN BOOK [--runs N] [--dist DIR]');
  process.exit(2);
}
const browser = await launchBrowser();
const server = await serveApp(values.dist ? { dir: values.dist } : {});
try {
  const { page } = await openApp(browser, server.url);
  const app = await new App(page).ready();
  await app.stopEngine();
  await page.evaluate(() => { location.hash = '#/book'; });
  const section = page.getByRole('region', { name: 'Make a book from games' });
  await section.locator('.pgn-files').setInputFiles(pgn);
  const session = await browser.newBrowserCDPSession();
  const before = await rendererMemory(session);
  let most = before;
  for (let run = 0; run < runs; run += 1) {
    await section.getByLabel('Name', { exact: true }).fill(`run ${run}`);
    await section.getByRole('button', { name: 'Make the book' }).click();
    const done = section.locator('.build-done', { hasText: `run ${run}.bin` });
    let finished = false;
    const waiting = done.waitFor({ timeout: 600_000 }).then(() => { finished = true; });
    while (!finished) {
      most = Math.max(most, await rendererMemory(session));
      await Promise.race([waiting, new Promise((resolve) => { setTimeout(resolve, 50); })]);
    }
    console.log((Number(await done.getAttribute('data-ms')) / 1000).toFixed(3));
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  writeFileSync(out, readFileSync(await download.path()));
  console.log(Math.round((most - before) / 1024));
} finally {
  await browser.close();
  await server.close();
}
