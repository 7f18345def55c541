#!/usr/bin/env node
// Measures a visitor's wait: bytes transferred, and the time from navigation to the first analysis line. For
// comparison, in the same Chromium, npm `stockfish` (lite, single-threaded): worker creation to its first `info` line.
//
//   node scripts/measure/start.mjs [--runs N] [--json]
//
// Every run is a first visit: an empty profile, and a server with its files in memory.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { prepareBrowser } from '../arguments.mjs';

prepareBrowser(import.meta.url);
const { selectors } = await import('../../tests/browser/support/app.mjs');
const { launchBrowser, openApp, serveApp } = await import('../../tests/browser/support/harness.mjs');
const { ROOT } = await import('../../tests/browser/support/paths.mjs');

/** Milliseconds from navigation to the first line. What may be transferred, scripts/check/first-visit.mjs checks. */
const FIRST_LINE_LIMIT_MS = 1500;
const STOCKFISH = join(ROOT, 'node_modules', 'stockfish', 'bin');
const STOCKFISH_FILES = ['stockfish-19-lite-single.js', 'stockfish-19-lite-single.wasm'];

const { values } = parseArgs({ options: { runs: { type: 'string', default: '7' }, json: { type: 'boolean', default: false } } });
const runs = Number(values.runs);

const app = await serveApp();
const peer = await serveStockfish();
const samples = { isolated: [], stockfish: [] };
try {
  // One visit that is not counted fills the caches of the operating system and the server.
  for (let run = -1; run < runs; run += 1) {
    const ours = await firstVisit(app.url);
    const theirs = await stockfishStart(peer.url);
    if (run < 0) continue;
    samples.isolated.push(ours);
    samples.stockfish.push(theirs);
  }
} finally {
  await app.close();
  await peer.close();
}

const report = {
  runs,
  transfer: Math.max(...samples.isolated.map((sample) => sample.transfer)),
  firstPaint: median(samples.isolated.map((sample) => sample.firstPaint)),
  firstLine: median(samples.isolated.map((sample) => sample.firstLine)),
  firstLineLimit: FIRST_LINE_LIMIT_MS,
  stockfish: { transfer: samples.stockfish[0].transfer, firstInfo: median(samples.stockfish.map((sample) => sample.firstInfo)) },
  samples,
};
const kept = report.firstLine <= FIRST_LINE_LIMIT_MS;

if (values.json) {
  console.log(JSON.stringify(report, null, 2));
} else {
  const row = (name, ours, theirs) => console.log(`${name.padEnd(44)} ${ours.padStart(14)} ${theirs.padStart(24)}`);
  const ms = (value) => `${value.toFixed(0)} ms`;
  const range = (list) => `${Math.min(...list).toFixed(0)}-${Math.max(...list).toFixed(0)} ms`;
  row(`median of ${runs} first visits`, 'Tabia', 'Stockfish 19 lite single');
  row('transfer', `${report.transfer} B`, `${report.stockfish.transfer} B`);
  row('navigation to first contentful paint', ms(report.firstPaint), '-');
  row('navigation to first analysis line', ms(report.firstLine), '-');
  row('worker creation to first info', '-', ms(report.stockfish.firstInfo));
  row('range', range(samples.isolated.map((s) => s.firstLine)), range(samples.stockfish.map((s) => s.firstInfo)));
  console.log(`limit ${FIRST_LINE_LIMIT_MS} ms: ${kept ? 'kept' : 'EXCEEDED'}`);
}
process.exitCode = kept ? 0 : 1;

/** A first visit, which starts the analysis as soon as the page allows it. */
async function firstVisit(url) {
  const browser = await launchBrowser();
  try {
    const { page, context } = await openApp(browser, url, { visit: false });
    // Bytes as they crossed the wire, of the page and of its workers: DevTools' network events.
    let transfer = 0;
    context.on('requestfinished', async (request) => {
      const sizes = await request.sizes().catch(() => null);
      if (sizes !== null) transfer += sizes.responseBodySize;
    });
    await page.addInitScript(watchFirstLine, { line: selectors.line, toggle: selectors.engineToggle });
    await page.goto(url);
    const timing = await page.waitForFunction(() => window.firstLineAt && { at: window.firstLineAt, paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0 }, null, { timeout: 30_000 });
    const { at, paint } = await timing.jsonValue();
    await page.waitForLoadState('networkidle');
    return { transfer, firstPaint: paint, firstLine: at };
  } finally {
    await browser.close();
  }
}

/** Runs in the page: presses the engine switch once it is there and notes when the first line is drawn. */
function watchFirstLine({ line, toggle }) {
  let pressed = false;
  const look = () => {
    const button = document.querySelector(toggle);
    if (!pressed && button !== null && !button.disabled) {
      pressed = true;
      if (button.getAttribute('aria-checked') !== 'true') button.click();
    }
    if (document.querySelector(line) !== null) {
      observer.disconnect();
      // The line counts once the frame that shows it is on its way.
      requestAnimationFrame(() => {
        window.firstLineAt = performance.now();
      });
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true, attributes: true });
}

async function stockfishStart(url) {
  const browser = await launchBrowser();
  try {
    const { page } = await openApp(browser, url);
    const firstInfo = await page.evaluate(
      (script) =>
        new Promise((done, fail) => {
          const began = performance.now();
          const worker = new Worker(script);
          worker.onerror = (event) => fail(new Error(event.message));
          worker.onmessage = ({ data }) => {
            if (/^info .*\bpv\b/.test(data)) done(performance.now() - began);
          };
          for (const command of ['uci', 'isready', 'position startpos', 'go depth 12']) worker.postMessage(command);
        }),
      STOCKFISH_FILES[0],
    );
    return { firstInfo, transfer: peer.transfer };
  } finally {
    await browser.close();
  }
}

/** Serves the peer's two files as ours are: gzip, from memory. */
async function serveStockfish() {
  const { gzipSync } = await import('node:zlib');
  const types = { js: 'text/javascript', wasm: 'application/wasm' };
  const files = new Map(
    STOCKFISH_FILES.map((name) => [`/${name}`, { type: types[name.split('.').at(-1)], body: gzipSync(readFileSync(join(STOCKFISH, name)), { level: 9 }) }]),
  );
  files.set('/', { type: 'text/html', body: gzipSync('<!doctype html><link rel="icon" href="data:,">') });
  const server = createServer((request, response) => {
    const file = files.get(request.url);
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': file.type, 'Content-Encoding': 'gzip' }).end(file.body);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    transfer: [...files].filter(([path]) => path !== '/').reduce((sum, [, { body }]) => sum + body.length, 0),
    close: () => new Promise((done) => server.close(done)),
  };
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
