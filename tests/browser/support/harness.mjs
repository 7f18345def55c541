// Starts the built page in Debian's Chromium for the tests: server, browser, page, and a record of everything that must not happen (errors
// on the console, requests to other hosts).

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createAppServer, listen } from '../../../scripts/serve.mjs';
import { ARTEFACTS, DIST } from './paths.mjs';

/** Timeout for anything on a page, in ms; only a failing test waits that long. */
export const PATIENCE_MS = 60_000;

/** Chromium without windows: a page of a test costs a fifth less processor time than in the browser with windows. */
export const CHROMIUM = process.env.TABIA_CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** Chromium for a machine without a display and without its vendor's network. */
export const FLAGS = [
  '--no-sandbox', // The tests may run as root.
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Without it, this Chromium ends a page in which an engine reads outside of its memory; the one with windows has it by itself.
  '--enable-crash-reporter',
];

/** Launches a browser with an empty profile; `flags` are added to the usual command line, `without` are removed from it. */
export function launchBrowser({ flags = [], without = [] } = {}) {
  const usual = FLAGS.filter((flag) => !without.includes(flag));
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args: [...usual, ...flags] });
}

/** Launches a browser with a profile on disk, as users have it: in others the origin-private file system is in memory. */
export function launchProfile(folder, options = {}) {
  return chromium.launchPersistentContext(folder, { executablePath: CHROMIUM, headless: true, args: FLAGS, ...options });
}

/** Serves the built page (or `dir`) on a free port. `close` stops it and closes all connections. */
export async function serveApp({ dir = DIST, base = '/', isolation = true } = {}) {
  if (!existsSync(join(dir, 'index.html'))) throw new Error(`${dir} has no index.html: scripts/build.sh all builds it`);
  const server = createAppServer({ dir, base, isolation });
  const url = await listen(server, { base });
  return {
    url,
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

/**
 * Opens the page in a separate context, as a first-time visitor. With `visit: false` the page is left blank, for tests that prepare it
 * first. With `isEngineOff` the user switched the board's analysis off on an earlier visit.
 *
 * @returns the page, its context, and `problems`, which must be empty at the end of the test
 */
export async function openApp(browser, url, { allowServiceWorker = false, visit = true, isEngineOff = false, ...contextOptions } = {}) {
  const context = await browser.newContext({
    serviceWorkers: allowServiceWorker ? 'allow' : 'block',
    viewport: { width: 1280, height: 800 },
    ...contextOptions,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  // A route handler still running when the page closes would fail outside of any test, and fail the whole file.
  const close = context.close.bind(context);
  context.close = async (closeOptions) => {
    for (const routed of [...context.pages(), context]) routed.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {});
    await close(closeOptions);
  };
  const problems = [];
  const { origin } = new URL(url);
  context.on('request', (request) => {
    const target = new URL(request.url());
    if (/^https?:|^wss?:/.test(target.protocol) && target.origin !== origin) problems.push(`request to ${target.href}`);
  });
  if (isEngineOff) await context.addInitScript(switchEngineOff);
  const page = await context.newPage();
  page.on('console', (message) => {
    // Pages without isolation register one; most tests block service workers.
    if (message.text().startsWith('Service Worker registration blocked by Playwright')) return;
    // A timing hint that any start on a busy machine can trigger: the preloaded file was needed only some seconds later.
    if (/was preloaded using link preload but not used within a few seconds/.test(message.text())) return;
    if (message.type() === 'error' || message.type() === 'warning') {
      problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('crash', () => problems.push('the page crashed'));
  if (visit) await page.goto(url);
  return { page, context, problems };
}

/**
 * Routes matching requests of a page or context to `spoil`.
 *
 * Playwright's `unroute` would answer pending requests itself, and the late `spoil` would fail outside of any test.
 *
 * @returns a function that lets all later requests through and waits until the earlier ones are answered
 */
export async function spoilRequests(routed, pattern, spoil) {
  const begun = [];
  let isMended = false;
  await routed.route(pattern, (route) => {
    if (isMended) return route.continue();
    const answered = spoil(route);
    begun.push(answered);
    return answered;
  });
  return async () => {
    isMended = true;
    await Promise.all(begun);
  };
}

/** Returns the path of an artefact of the run; creates the folder. */
export function artefact(name) {
  mkdirSync(ARTEFACTS, { recursive: true });
  return join(ARTEFACTS, name);
}

/** Saves a screenshot as an artefact of a run with TABIA_PICTURES=1; hundreds of them would take a tenth of the time of every run. */
export async function screenshot(page, name) {
  if (process.env.TABIA_PICTURES === '1') await page.screenshot({ path: artefact(`${name}.png`) });
}

/** Finishes animations, because moving elements don't have their final colours and places. Infinite ones are left: they would never end. */
export function finishAnimations(page) {
  return page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
  });
}

/** Saves the settings of a user who has switched the analysis off, unless this browser already has settings. */
function switchEngineOff() {
  if (!/^https?:/.test(location.protocol)) return;
  const key = 'tabia.settings';
  if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify({ 'engine-on': false }));
}
