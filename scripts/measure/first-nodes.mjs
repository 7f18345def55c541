#!/usr/bin/env node
// Measures the engine's speed in the first two seconds of the analysis, on a first and a second visit, and compares it with the same
// search later in the visit, when the browser has optimised all of its code:
//
//   node scripts/measure/first-nodes.mjs [--runs 3]
//
// Each run has its own profile on disk, and each visit a browser process. The analysis of the start position starts when the page is
// idle; 15 s later a new game with an empty hash table repeats the same search. The figures are from the engine's lines in the page's
// console. Exit status 1 if a second visit has less than 0.9 of the later speed.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { prepareBrowser } from '../arguments.mjs';

prepareBrowser(import.meta.url);
const { App } = await import('../../tests/browser/support/app.mjs');
const { launchProfile, serveApp } = await import('../../tests/browser/support/harness.mjs');
const { ToolsPage } = await import('../../tests/browser/support/tools.mjs');

const BOUND = 0.9;
const FIRST_MS = 2000;
/** Lines come with depths: that of the last one before the two seconds are over is taken, if it is not older than this. */
const LEAST_MS = 1000;
const REST_MS = 3000;
const WARM_MS = 15_000;
const SLACK_MS = 500;

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } });
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

const served = await serveApp();
const visits = [[], []];
try {
  for (let run = 0; run < Number(values.runs); run += 1) {
    const profile = mkdtempSync(join(tmpdir(), 'tabia-visits-'));
    try {
      for (const samples of visits) samples.push(await visit(profile));
    } finally {
      rmSync(profile, { recursive: true, force: true });
    }
  }
} finally {
  await served.close();
}
const ratios = visits.map((samples) => median(samples.map(({ first, later }) => first / later)));
for (const [index, samples] of visits.entries()) {
  const knps = (key) => `${(median(samples.map((sample) => sample[key])) / 1000).toFixed(0)} kn/s`;
  const each = samples.map(({ first, later }) => (first / later).toFixed(2)).join(' ');
  console.log(`${['first', 'second'][index]} visit: ${knps('first')} in the first ${FIRST_MS / 1000} s, ${knps('later')} later: ${ratios[index].toFixed(2)} (${each})`);
}
if (ratios[1] < BOUND) {
  console.error(`first-nodes: ${ratios[1].toFixed(2)} at a second visit, ${BOUND} is the bound`);
  process.exitCode = 1;
}

/** One visit: the nodes per second of the first search, and of the same search later. */
async function visit(profile) {
  const browser = await launchProfile(profile);
  try {
    const [page] = browser.pages();
    await page.goto(served.url);
    const app = await new App(page).ready();
    await setTimeout(REST_MS);
    await app.startEngine();
    await setTimeout(WARM_MS);
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('button', { name: 'Standard position' }).click();
    await setTimeout(FIRST_MS + SLACK_MS);
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'console');
    const file = page.waitForEvent('download');
    await tools.button('Export').click();
    const speeds = searches(readFileSync(await (await file).path(), 'utf8'));
    if (speeds.length < 2) throw new Error(`${speeds.length} searches of two were found in the console`);
    return { first: speeds[0], later: speeds.at(-1) };
  } finally {
    await browser.close();
  }
}

/** Nodes per second in the first two seconds of each search that lasted so long. */
function searches(text) {
  const speeds = [];
  let last;
  const end = () => {
    if (last?.time >= LEAST_MS) speeds.push((last.nodes * 1000) / last.time);
    last = undefined;
  };
  for (const line of text.split('\n')) {
    if (/ go /.test(line)) end();
    const [, nodes] = / nodes (\d+)/.exec(line) ?? [];
    const [, time] = / time (\d+)/.exec(line) ?? [];
    if (nodes !== undefined && time !== undefined && Number(time) <= FIRST_MS) last = { nodes: Number(nodes), time: Number(time) };
  }
  end();
  return speeds;
}
