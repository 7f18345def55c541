#!/usr/bin/env node
// Runs Lighthouse on each page: performance, accessibility and best practices, for desktop and phone (simulated slow 4G and a slow processor).
//
//   node scripts/measure/lighthouse.mjs [--pages analysis,lab] [--forms desktop,mobile] [--runs N] [--out FOLDER]
//
// Every run is a first visit to dist/ (or $TABIA_DIST). With several runs, the median of each score counts. Lighthouse is installed on first
// use (scripts/measure/lighthouse). Exit status 1 if a score is below its goal.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';

import { prepareBrowser } from '../arguments.mjs';

prepareBrowser(import.meta.url);
const { CHROMIUM, FLAGS, serveApp } = await import('../../tests/browser/support/harness.mjs');
const { ROOT } = await import('../../tests/browser/support/paths.mjs');

const HASHES = { play: '#/play', analysis: '#/', library: '#/library', lab: '#/lab', book: '#/book', tools: '#/tools' };
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
/** The least score of each category. */
const GOALS = { desktop: 95, mobile: 92 };
const AUDITS = [
  ['FCP', 'first-contentful-paint', 'ms'],
  ['LCP', 'largest-contentful-paint', 'ms'],
  ['TBT', 'total-blocking-time', 'ms'],
  ['CLS', 'cumulative-layout-shift', ''],
  ['SI', 'speed-index', 'ms'],
  ['KiB', 'total-byte-weight', 'KiB'],
];

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: Object.keys(HASHES).join() },
    forms: { type: 'string', default: Object.keys(GOALS).join() },
    runs: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});

const { lighthouse, desktopConfig, launch } = await tools();
const server = await serveApp();
const browser = await launch({ chromePath: CHROMIUM, chromeFlags: ['--headless', ...FLAGS] });
let isBelow = false;
try {
  console.log(`${'page'.padEnd(18)}${CATEGORIES.map((name) => name.slice(0, 13).padStart(15)).join('')}  ${AUDITS.map(([name]) => name.padStart(7)).join('')}`);
  for (const form of values.forms.split(',')) {
    for (const page of values.pages.split(',')) {
      const reports = [];
      for (let run = 0; run < Number(values.runs); run += 1) reports.push(await audit(page, form));
      print(page, form, reports);
    }
  }
} finally {
  await browser.kill();
  await server.close();
}
process.exitCode = isBelow ? 1 : 0;

async function audit(page, form) {
  const options = { port: browser.port, onlyCategories: CATEGORIES, logLevel: 'error', output: 'html' };
  const { lhr, report } = await lighthouse(server.url + HASHES[page], options, form === 'desktop' ? desktopConfig : undefined);
  if (lhr.runtimeError) throw new Error(`${page}, ${form}: ${lhr.runtimeError.message}`);
  if (values.out) {
    mkdirSync(values.out, { recursive: true });
    writeFileSync(join(values.out, `${page}-${form}.html`), report);
    writeFileSync(join(values.out, `${page}-${form}.json`), JSON.stringify(lhr));
  }
  return lhr;
}

function print(page, form, reports) {
  const scores = CATEGORIES.map((name) => Math.round(100 * median(reports.map(({ categories }) => categories[name].score))));
  const figures = AUDITS.map(([, id, unit]) => {
    const value = median(reports.map(({ audits }) => audits[id].numericValue));
    return unit === '' ? value.toFixed(3) : (unit === 'KiB' ? value / 1024 : value).toFixed(0);
  });
  isBelow ||= scores.some((score) => score < GOALS[form]);
  console.log(`${`${page}, ${form}`.padEnd(18)}${scores.map((score) => `${score}${score < GOALS[form] ? ' (low)' : ''}`.padStart(15)).join('')}  ${figures.map((figure) => figure.padStart(7)).join('')}`);
  // What costs points, but for the figures above.
  const shown = new Set(AUDITS.map(([, id]) => id));
  for (const name of CATEGORIES.slice(1)) {
    const { categories, audits } = reports.at(-1);
    for (const { id, weight } of categories[name].auditRefs) {
      if (weight > 0 && audits[id].score !== null && audits[id].score < 1 && !shown.has(id)) console.log(`    ${name}: ${audits[id].title}`);
    }
  }
}

function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}

/** Lighthouse and its launcher, installed if they are not there. */
async function tools() {
  const folder = join(ROOT, 'scripts', 'measure', 'lighthouse');
  if (!existsSync(join(folder, 'node_modules', 'lighthouse'))) {
    console.error('Installing Lighthouse (scripts/measure/lighthouse)…');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-save'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const load = (name) => import(pathToFileURL(createRequire(join(folder, 'package.json')).resolve(name)).href);
  const { default: lighthouse, desktopConfig } = await load('lighthouse');
  return { lighthouse, desktopConfig, launch: (await load('chrome-launcher')).launch };
}
