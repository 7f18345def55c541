// Matches between a foreign engine in its sandbox and an engine build, with the page's own parts: the catalogue and the sandbox
// of the engine harness, the pool and the referee of the Lab's harness, on one page under the app's policy.

import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareHarness } from './engine-harness.mjs';
import { openApp, serveApp } from './harness.mjs';
import { engine, prepareLabHarness } from './lab-harness.mjs';

let prepared;

/** The folder of the engine harness, with what plays matches beside it: the same for all matches of a test file. */
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

/**
 * Plays a match. `build` are the bytes of an engine build, `foreign` the files of a foreign engine ([name, content]).
 *
 * @returns the number of games, wins, losses and draws of the foreign engine, the latency in milliseconds, and `faults`: every
 * fault, warning and game that ended otherwise than by the rules of chess
 */
export async function playForeign(browser, { build, foreign, games = 20, nodes = 2000, isolation = true, limitMs = 600_000 }) {
  const server = await serveApp({ dir: prepare(), isolation });
  const { page, context, problems } = await openApp(browser, server.url);
  try {
    await page.waitForFunction(() => window.isReady);
    const limits = { nodes };
    const settings = {
      engines: [engine('Foreign', limits), { ...engine('Tabia', limits), memory_mb: 256 }],
      games,
      openings: { source: { kind: 'epd', name: 'openings.epd', sha256: '0'.repeat(64) }, order: 'sequential' },
      adjudication: { max_moves: 150 },
    };
    const files = foreign.map(([name, content]) => ({ name, base64: Buffer.from(content).toString('base64') }));
    const latency = await page.evaluate(
      async ([settings, files, build, epd]) => {
        const bytes = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        window.catalogue = new window.wasm.CatalogueHarness('engine-worker.js', []);
        const [added] = await window.catalogue.add(files.map(({ name, base64 }) => new File([bytes(base64)], name)));
        if (!added.startsWith('{')) throw new Error(added);
        const entry = JSON.parse(added);
        // The Lab asks for a port without waiting; each worker wants one.
        const ports = [await window.catalogue.open(entry.id), await window.catalogue.open(entry.id)];
        const port = () => {
          window.catalogue.open(entry.id).then((port) => ports.push(port));
          return ports.shift();
        };
        const { default: init, LabHarness } = await import('./lab-harness.js');
        await init();
        window.labEvents = [];
        const wishes = JSON.stringify({ settings, epd, workers: 1 });
        window.lab = await LabHarness.start(wishes, [port, bytes(build)], (event) => window.labEvents.push(event), null);
        return entry.latency;
      },
      [settings, files, Buffer.from(build).toString('base64'), OPENINGS],
    );
    await page.waitForFunction(() => window.labEvents.some(({ state }) => /^(Complete|Paused|Stopped)/.test(state ?? '')), null, {
      timeout: limitMs,
    });
    const events = await page.evaluate(() => window.labEvents);
    return { latency, ...judge(events, problems) };
  } finally {
    await context.close();
    await server.close();
  }
}

/** Ends that are no fault of an engine. */
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
