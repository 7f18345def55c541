#!/usr/bin/env node
// Measures the speed-up of reports with more engines, in Chromium: node scripts/measure/report-speed.mjs
//
//   --nodes 1000000   nodes a position
//   --plies 80        half-moves of the game, from the conformance data
//   --workers 1,2     numbers of engines, the first compared with each of the others
//
// Each report is made on a fresh page. The machine's load before each is printed: other work makes the figures worse.

import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';

import { prepareBrowser } from '../arguments.mjs';

prepareBrowser(import.meta.url);
const { Chess } = await import('chess.js');
const { App, selectors, sharedText, splitGames } = await import('../../tests/browser/support/app.mjs');
const { launchBrowser, openApp, serveApp } = await import('../../tests/browser/support/harness.mjs');
const { ReportPanel } = await import('../../tests/browser/support/report.mjs');

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '1000000' },
    plies: { type: 'string', default: '80' },
    workers: { type: 'string', default: '1,2' },
  },
});
const [nodes, plies] = [Number(values.nodes), Number(values.plies)];
const workers = values.workers.split(',').map(Number);
if (![nodes, plies, ...workers].every((number) => Number.isInteger(number) && number > 0)) {
  console.error('--nodes, --plies and --workers are whole numbers above 0');
  process.exit(2);
}

/** The first game that is long enough, cut to its first half-moves. */
function game() {
  for (const text of splitGames(sharedText('games', 'famous.pgn'))) {
    const long = new Chess();
    long.loadPgn(text, { strict: false });
    const moves = long.history();
    if (moves.length < plies || long.getHeaders().FEN) continue;
    const short = new Chess();
    for (const move of moves.slice(0, plies)) short.move(move);
    return short.pgn();
  }
  throw new Error(`no game of ${plies} half-moves in the data`);
}

const browser = await launchBrowser();
const server = await serveApp();
const PGN = game();
const seconds = new Map();
try {
  for (const count of workers) {
    const load = loadavg()[0];
    const { page, context } = await openApp(browser, server.url);
    const app = await new App(page).ready();
    await app.stopEngine();
    await app.paste(PGN);
    await page.waitForFunction(([selector, wanted]) => document.querySelectorAll(selector).length >= wanted, [selectors.moveListMove, plies]);
    const report = new ReportPanel(page);
    await report.switchOn();
    const begun = performance.now();
    await report.start({ nodes, workers: count });
    await report.work.waitFor();
    await report.work.waitFor({ state: 'detached', timeout: 3_600_000 });
    seconds.set(count, (performance.now() - begun) / 1000);
    await context.close();
    console.log(`${count} engine${count === 1 ? '' : 's'}: ${seconds.get(count).toFixed(1)} s (load of the machine before: ${load.toFixed(2)})`);
  }
} finally {
  await browser.close();
  await server.close();
}
const [first, ...others] = workers;
for (const count of others) console.log(`${count} beside ${first}: ${(seconds.get(first) / seconds.get(count)).toFixed(2)} times as fast`);
