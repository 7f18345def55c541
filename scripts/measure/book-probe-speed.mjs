#!/usr/bin/env node
// Measures the time of a lookup in a huge book, in Chromium and natively, and the memory that the book takes.
//
//   cargo build --release -p tabia-polyglot --example probe_speed
//   node scripts/measure/book-probe-speed.mjs [--mb 512] [--dist DIR]
//
// Makes a sorted book of that size with random keys in a temporary folder, opens it through the panel's file field, steps
// through a game and prints the figures. Exit status 1 if a warm lookup takes 5 ms or more, or the worker's memory grows
// by 20 MB or more.

import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { prepareBrowser } from '../arguments.mjs';

prepareBrowser(import.meta.url);
const { App, sharedText, splitGames } = await import('../../tests/browser/support/app.mjs');
const { launchBrowser, openApp, serveApp } = await import('../../tests/browser/support/harness.mjs');
const { rendererMemory } = await import('../../tests/browser/support/memory.mjs');

const WARM_MS = 5;
const MEMORY_MB = 20;
const { values } = parseArgs({ options: { mb: { type: 'string', default: '512' }, dist: { type: 'string' } } });
const megabytes = Number(values.mb);
if (!(megabytes >= 1)) {
  console.error('--mb takes a number of megabytes');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'tabia-book-'));
const file = join(folder, 'huge.bin');
let browser;
let server;
try {
  makeBook(file, megabytes);
  console.log(`book of ${(statSync(file).size / 1e6).toFixed(0)} MB`);
  const native = 'target/release/examples/probe_speed';
  if (existsSync(native)) console.log(execFileSync(native, [file], { encoding: 'utf8' }).trim());
  else console.log(`NOT MEASURED natively: there is no ${native}`);
  browser = await launchBrowser();
  server = await serveApp(values.dist ? { dir: values.dist } : {});
  const { page } = await openApp(browser, server.url);
  const app = await new App(page).ready();
  await app.stopEngine();
  await page.locator('.book[data-state="ready"]').waitFor();
  await app.paste(splitGames(sharedText('games', 'famous.pgn'))[0]);
  const session = await browser.newBrowserCDPSession();
  // The same walk with the page's small book: any time beyond this is due to the file.
  await walk(page);
  const before = await rendererMemory(session);
  await page.locator('.book-file').setInputFiles(file);
  await page.locator('.book[data-state="ready"][aria-busy="false"]').waitFor();
  const { looks, back } = await walk(page);
  const after = await rendererMemory(session);
  const grown = (after - before) / 1e6;
  const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
  const row = (name, list) => console.log(`${name.padEnd(28)} median ${median(list).toFixed(2)} ms, longest ${Math.max(...list).toFixed(2)} ms`);
  row('Chromium: new positions', looks);
  row('Chromium: seen before', back);
  console.log(`Chromium: memory of the page's process ${grown.toFixed(1)} MB more`);
  if (median(looks) >= WARM_MS || median(back) >= WARM_MS || grown >= MEMORY_MB) {
    console.error(`FAILED: a look must take under ${WARM_MS} ms, and memory grow by under ${MEMORY_MB} MB`);
    process.exitCode = 1;
  }
} finally {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Steps through the game and back; returns the time of each probe. The previous probe has already requested the positions after it. */
async function walk(page) {
  const steps = async (key) => {
    const times = [];
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press(key);
      // The answer about the new position, not that about the one before.
      await page.locator('.book[aria-busy="false"]').waitFor();
      times.push(Number(await page.locator('.book').getAttribute('data-look-ms')));
    }
    return times;
  };
  await page.keyboard.press('Home');
  await page.locator('.book[aria-busy="false"]').waitFor();
  // A jump to the end and back: positions that nothing was asked about before.
  await page.keyboard.press('End');
  await page.locator('.book[aria-busy="false"]').waitFor();
  await page.keyboard.press('Home');
  await page.locator('.book[aria-busy="false"]').waitFor();
  return { looks: await steps('ArrowRight'), back: await steps('ArrowLeft') };
}

/** A sorted file of entries whose keys are spread evenly, with a little chance. */
function makeBook(path, size) {
  const count = Math.floor((size * 1024 * 1024) / 16);
  const step = (1n << 64n) / BigInt(count);
  const descriptor = openSync(path, 'w');
  const chunk = Buffer.alloc(1 << 20);
  let key = 1n;
  let offset = 0;
  let random = 12345;
  for (let entry = 0; entry < count; entry += 1) {
    random = (Math.imul(random, 1103515245) + 12345) & 0x7fffffff;
    chunk.writeBigUInt64BE(key, offset);
    chunk.writeUInt16BE(0x031c, offset + 8); // e2e4
    chunk.writeUInt16BE(1, offset + 10);
    offset += 16;
    // Between none and nearly two steps.
    key += (step * BigInt(random & 0xffff)) >> 15n;
    if (key >= 1n << 64n) key = (1n << 64n) - 1n;
    if (offset === chunk.length || entry === count - 1) {
      writeSync(descriptor, chunk, 0, offset);
      offset = 0;
    }
  }
  closeSync(descriptor);
}
