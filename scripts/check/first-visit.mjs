#!/usr/bin/env node
// Counts what a first visit transfers, in Chromium with an empty profile, and fails above the limit.
//
//   node scripts/check/first-visit.mjs [--dir DIR] [--gzip] [--json]     (default: dist; --gzip as from a host without Brotli)
//
// Nothing is clicked. The server counts the bytes that it writes to the browser's connections, headers included: program, engine, workers,
// styles, and the opening book, whose panel is visible.
//
// The offline copy of all files is counted separately. The service worker fetches it when the page has shown its analysis and its book and
// is idle, and not at all with the browser's data saver on. Files that the page has are not fetched again (304).

import { parseArgs } from 'node:util';

import { prepareBrowser } from '../arguments.mjs';

prepareBrowser(import.meta.url);
const { App } = await import('../../tests/browser/support/app.mjs');
const { launchBrowser, openApp } = await import('../../tests/browser/support/harness.mjs');
const { DIST } = await import('../../tests/browser/support/paths.mjs');
const { createAppServer, listen } = await import('../serve.mjs');

/** What the page may transfer without a click, in bytes. */
const LIMIT = 915_000;
/** Longest that the copy for use without a network may take, in milliseconds. */
const PATIENCE_MS = 120_000;

const { values } = parseArgs({ options: { dir: { type: 'string', default: DIST }, gzip: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } } });

const visit = await firstVisit(values.dir, { brotli: !values.gzip });
const of = (kind) => visit.filter((answer) => answer.kind === kind);
const sum = (answers) => answers.reduce((total, { bytes }) => total + bytes, 0);
const page = of('page').sort((a, b) => b.bytes - a.bytes);
const total = sum(page);
const offline = sum(of('offline'));
/** What was sent more than once; that something has not changed (304) costs its headers only. */
const sent = page.filter(({ status }) => status === 200);
const twice = sent.filter(({ path }, index) => sent.findIndex((other) => other.path === path) !== index);

if (values.json) {
  console.log(JSON.stringify({ total, limit: LIMIT, offline, answers: visit }, null, 2));
} else {
  const row = (path, status, bytes) => console.log(`${path.padEnd(56)} ${String(status).padStart(6)} ${String(bytes).padStart(10)}`);
  row('file', 'status', 'bytes');
  for (const { path, status, bytes } of page) row(path, status, bytes);
  row('first visit', '', total);
  row(`later, when idle: for use without a network (${of('offline').length} answers)`, '', offline);
  if (twice.length > 0) console.log(`sent more than once: ${twice.map(({ path }) => path).join(', ')}`);
  console.log(`limit ${LIMIT} bytes: ${total <= LIMIT ? 'kept' : 'EXCEEDED'} (${((100 * total) / LIMIT).toFixed(1)}%)`);
}
process.exitCode = total <= LIMIT ? 0 : 1;

/** The answers of the server to a first visit: path, status, bytes, and whether the page or the copy for later wanted them. */
async function firstVisit(dir, options) {
  const answers = [];
  const server = createAppServer({ dir, ...options });
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    const before = socket.bytesWritten;
    const isOffline = request.headers['service-worker'] === 'script' || /\/sw\.js$/.test(request.headers.referer ?? '');
    const path = request.url.split('?')[0].slice(1) || 'index.html';
    response.on('close', () => {
      answers.push({ path, status: response.statusCode, bytes: socket.bytesWritten - before, kind: isOffline ? 'offline' : 'page' });
    });
  });
  const url = await listen(server);
  const browser = await launchBrowser();
  try {
    const { page, problems } = await openApp(browser, url, { allowServiceWorker: true });
    const app = await new App(page).ready();
    await app.waitForLines(1);
    await page.locator('.book .book-move').first().waitFor();
    await page.waitForFunction(() => document.documentElement.dataset.offline === 'whole', null, { timeout: PATIENCE_MS });
    await page.waitForLoadState('networkidle');
    if (problems.length > 0) throw new Error(`the page reports: ${problems.join('; ')}`);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
  return answers;
}
