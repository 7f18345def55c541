// The folder from which the Lab's harness is served, and helpers for playing matches with it.

import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { launchBrowser, openApp, serveApp } from './harness.mjs';
import { ownCopy } from './own-folder.mjs';
import { ROOT } from './paths.mjs';

/** Completes the folder that scripts/build.sh made; `release` uses the optimised build. */
export function prepareLabHarness({ release = false } = {}) {
  const built = join(ROOT, 'target', release ? 'lab-harness-release' : 'lab-harness');
  if (!existsSync(join(built, 'lab-worker.js'))) {
    throw new Error(`${built} is not there: scripts/build.sh ${release ? 'lab-harness' : 'harness'} builds it`);
  }
  const folder = ownCopy(built);
  cpSync(join(ROOT, 'tests', 'browser', 'lab-harness', 'index.html'), join(folder, 'index.html'));
  for (const file of ['match-worker.js', 'isolation.js', 'sw.js']) cpSync(join(ROOT, 'www', file), join(folder, file));
  return folder;
}

/** Returns the settings of an engine. */
export const engine = (name, limits, options = {}) => ({ name, limits, options: Object.entries(options).map(([key, value]) => [key, String(value)]) });

/** Opens the harness page and runs `body` with it. */
export async function withLab(browser, dir, { isolation = true, tolerate = [] } = {}, body) {
  const server = await serveApp({ dir, isolation });
  try {
    const { page, context, problems } = await openApp(browser, server.url);
    await page.waitForFunction('window.isReady');
    await body(page);
    const unexpected = problems.filter((problem) => !tolerate.some((pattern) => pattern.test(problem)));
    if (unexpected.length > 0) throw new Error(`on the page: ${unexpected.join('\n')}`);
    await context.close();
  } finally {
    await server.close();
  }
}

/**
 * Shared state of a test file: the harness's folder, and one browser for all its tests.
 *
 * @returns `withLab(options, body)`, which runs `body` with the harness page, and `faulty`, the bytes of the engine build that misbehaves
 *   on demand; both are available once the tests run
 */
export function labSuite() {
  let browser;
  let dir;
  let faulty;
  before(async () => {
    dir = prepareLabHarness();
    faulty = readFileSync(join(dir, 'faulty.wasm'));
    browser = await launchBrowser();
  });
  after(() => browser?.close());
  return {
    withLab: (options, body) => withLab(browser, dir, options, body),
    get faulty() {
      return faulty;
    },
  };
}

/** Starts a match on the page as `window.lab`. `engines` are bytes; `request` as in tests/browser/lab-harness/main.rs. */
export function startMatch(page, request, engines) {
  return page.evaluate(
    async ([request, engines]) => {
      window.events = [];
      const sources = engines.map((bytes) => Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)));
      window.lab = await window.LabHarness.start(request, sources, window.listen, window.store ?? null);
    },
    [JSON.stringify(request), engines.map((bytes) => Buffer.from(bytes).toString('base64'))],
  );
}

/** Waits until the match is in a state that begins with `state`; returns the finished units in order. */
export async function playUntil(page, state, limitMs = 60_000) {
  await page.evaluate(([state, limitMs]) => window.next((event) => event.state?.startsWith(state), limitMs), [state, limitMs]);
  return unitsOf(page);
}

/** Returns the units finished so far, ordered by number. */
export async function unitsOf(page) {
  const records = await page.evaluate(() => window.events.filter((event) => event.record).map((event) => event.record));
  return records.map((record) => JSON.parse(record)).toSorted((a, b) => a.unit - b.unit);
}
