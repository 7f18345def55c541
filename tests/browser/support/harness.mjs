// Starts the built page in Debian's Chromium for the tests: server, browser, page, and a record of
// everything that must not happen (errors on the console, requests to other hosts).

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createAppServer, listen } from '../../../scripts/serve.mjs';
import { ARTEFACTS, DIST } from './paths.mjs';

/** Longest that anything on a page may take to happen, in ms; only a failing test waits so long. */
export const PATIENCE_MS = 60_000;

export const CHROMIUM = process.env.TABIA_CHROMIUM ?? '/usr/bin/chromium';

/** Chromium for a machine without a display and without its vendor's network. */
export const FLAGS = [
  '--no-sandbox', // The tests may run as root.
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser with an empty profile; `flags` are more of its command line, `without` are left out of the usual ones. */
export function launchBrowser({ flags = [], without = [] } = {}) {
  const usual = FLAGS.filter((flag) => !without.includes(flag));
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args: [...usual, ...flags] });
}

/** A browser with a profile on the disk, as users have it: in others the origin-private file system is in memory. */
export function launchProfile(folder, options = {}) {
  return chromium.launchPersistentContext(folder, { executablePath: CHROMIUM, headless: true, args: FLAGS, ...options });
}

/** Serves the built page (or `dir`) on a free port. `close` ends it with all its connections. */
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
 * Opens the page in a context of its own, as a first-time visitor. With `visit: false` the page is left
 * blank, for tests that prepare it first. With `isEngineOff` the user has switched the analysis of the board off at an earlier visit.
 *
 * @returns the page, its context, and `problems`: what a test must find empty at its end
 */
export async function openApp(browser, url, { allowServiceWorker = false, visit = true, isEngineOff = false, ...contextOptions } = {}) {
  const context = await browser.newContext({
    serviceWorkers: allowServiceWorker ? 'allow' : 'block',
    viewport: { width: 1280, height: 800 },
    ...contextOptions,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  // What a test is still doing to requests fails when the page is closed, outside of every test: the whole file would fail with it.
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
    // On a page that is not isolated; most tests keep service workers out.
    if (message.text().startsWith('Service Worker registration blocked by Playwright')) return;
    // A hint about time, which a busy machine earns at any start: some seconds went by before the preloaded file was needed.
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
 * Has `spoil` answer the requests of a page or of a context for what fits the pattern.
 *
 * Playwright's `unroute` would answer by itself what is on its way, and `spoil`, which then comes too late, would fail outside of every test.
 *
 * @returns a function that lets all later requests through, and waits until those before are answered
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

/** Where an artefact of the run is kept; the folder is made. */
export function artefact(name) {
  mkdirSync(ARTEFACTS, { recursive: true });
  return join(ARTEFACTS, name);
}

/** Keeps a screenshot as an artefact of the run. */
export function screenshot(page, name) {
  return page.screenshot({ path: artefact(`${name}.png`) });
}

/** Ends animations: colours and places of what still moves are not the ones that are seen. Those of what is not drawn would never end. */
export function finishAnimations(page) {
  return page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
  });
}

/** What a page keeps of a user who has switched the analysis off, unless this browser has settings already. */
function switchEngineOff() {
  if (!/^https?:/.test(location.protocol)) return;
  const key = 'tabia.settings';
  if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify({ 'engine-on': false }));
}
