// Matches between a sandboxed foreign engine and an engine build, using the page's own parts on one page under the app's policy: the engine
// harness's catalogue and sandbox, and the Lab harness's pool and referee.

import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareHarness } from './engine-harness.mjs';
import { openApp, serveApp } from './harness.mjs';
import { engine, prepareLabHarness } from './lab-harness.mjs';

let prepared;

/** Returns the folder of the engine harness, with the files for matches added: one for all matches of a test file. */
const prepare = () => (prepared ??= bothHarnesses());

function bothHarnesses() {
  const lab = prepareLabHarness();
  const folder = prepareHarness(new Uint8Array());
  for (const file of ['lab-harness.js', 'lab-harness_bg.wasm', 'lab-worker.js', 'lab-worker_bg.wasm', 'match-worker.js']) {
    cpSync(join(lab, file), join(folder, file));
  }
  return folder;
}

const OPENINGS = readFileSync(new URL('../../../crates/arena/data/openings.epd', import.meta.url), 'utf8');

/** Timeout for a match of foreign engines, in ms; only a failing test waits that long. */
const PATIENCE_MS = 600_000;

/**
 * Runs `body` with a page that has a catalogue and the Lab. In the page `addEngine(files)` adds a foreign engine and returns its entry, and
 * `playForeign(request, engines)` starts a match: engines are build bytes in base64 or ids of foreign engines.
 *
 * @param body receives the page, `problems`, and `match(request, engines)`, which plays a match to the end and returns its events
 */
export async function withForeign(browser, { isolation = true } = {}, body) {
  const server = await serveApp({ dir: prepare(), isolation });
  const { page, context, problems } = await openApp(browser, server.url);
  const match = async (request, engines, limitMs = PATIENCE_MS) => {
    await page.evaluate(([request, engines]) => window.playForeign(request, engines), [JSON.stringify(request), engines]);
    await page.waitForFunction(() => window.labEvents.some(({ state }) => /^(Complete|Paused|Stopped)/.test(state ?? '')), null, { timeout: limitMs });
    return page.evaluate(() => window.labEvents);
  };
  try {
    await page.waitForFunction(() => window.isReady);
    await page.evaluate(prepareForeign);
    return await body({ page, problems, match });
  } finally {
    await context.close();
    await server.close();
  }
}

/** Runs in the page. */
async function prepareForeign() {
  const bytes = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const { default: init, LabHarness } = await import('./lab-harness.js');
  await init();
  window.catalogue = new window.wasm.CatalogueHarness('engine-worker.js', []);
  window.addEngine = async (files) => {
    const [added] = await window.catalogue.add(files.map(({ name, base64 }) => new File([bytes(base64)], name)));
    if (!added.startsWith('{')) throw new Error(added);
    return JSON.parse(added);
  };
  /** The Lab takes a port synchronously, and each worker needs one, so ports are opened ahead. */
  const ports = async (id) => {
    const ahead = [await window.catalogue.open(id), await window.catalogue.open(id)];
    return () => {
      window.catalogue.open(id).then((port) => ahead.push(port));
      return ahead.shift();
    };
  };
  window.playForeign = async (request, engines) => {
    window.labEvents = [];
    const sources = await Promise.all(engines.map(({ build, id }) => (id === undefined ? bytes(build) : ports(id))));
    window.lab = await LabHarness.start(request, sources, (event) => window.labEvents.push(event), null);
  };
}

/** Adds a foreign engine from these files ([name, content]). @returns its entry in the catalogue */
export function addForeign(page, files) {
  const sent = files.map(([name, content]) => ({ name, base64: Buffer.from(content).toString('base64') }));
  return page.evaluate((files) => window.addEngine(files), sent);
}

/**
 * Plays a match. `build` holds the bytes of an engine build, `foreign` the files of a foreign engine ([name, content]) or a second build.
 * Both get `nodes` per move, or `limits`.
 *
 * @returns the number of games, wins, losses and draws of the foreign engine, its latency in milliseconds, and `faults`: every fault,
 *   warning and game not ended by the rules of chess
 */
export function playForeign(browser, { build, foreign, games = 20, nodes = 2000, limits = { nodes }, isolation = true, limitMs = PATIENCE_MS }) {
  const settings = {
    engines: [engine('Foreign', limits), { ...engine('Tabia', limits), memory_mb: 256 }],
    games,
    openings: { source: { kind: 'epd', name: 'openings.epd', sha256: '0'.repeat(64) }, order: 'sequential' },
    adjudication: { max_moves: 150 },
  };
  return withForeign(browser, { isolation }, async ({ page, problems, match }) => {
    const asBuild = (bytes) => ({ build: Buffer.from(bytes).toString('base64') });
    const isBuild = foreign.length === 1 && foreign[0][0].endsWith('.wasm');
    const { id, latency } = isBuild ? { latency: undefined } : await addForeign(page, foreign);
    const engines = [isBuild ? asBuild(foreign[0][1]) : { id }, asBuild(build)];
    const events = await match({ settings, epd: OPENINGS, workers: 1 }, engines, limitMs);
    return { latency, ...judge(events, problems) };
  });
}

/** Results that are not an engine's fault. */
const BY_THE_RULES = new Set(['checkmate', 'stalemate', 'insufficient_material', 'repetition', 'fifty_moves', 'adjudication']);

function judge(events, problems) {
  const played = events.filter(({ record }) => record).flatMap(({ record }) => JSON.parse(record).games);
  const faults = [...problems];
  for (const { fault, notice, workerFault, state } of events) {
    for (const text of [fault, notice, workerFault]) if (text) faults.push(text);
    if (state?.startsWith('Paused')) faults.push(state);
  }
  const score = { wins: 0, losses: 0, draws: 0 };
  for (const { players, conclusion, warnings = [] } of played) {
    if (!BY_THE_RULES.has(conclusion.reason)) faults.push(`${players.join(' - ')}: ${JSON.stringify(conclusion)}`);
    for (const warning of warnings) faults.push(`${players.join(' - ')}: ${warning.join(' ')}`);
    const winner = conclusion.winner && players[conclusion.winner === 'white' ? 0 : 1];
    score[winner === undefined ? 'draws' : winner === 'Foreign' ? 'wins' : 'losses'] += 1;
  }
  return { games: played.length, ...score, faults };
}
