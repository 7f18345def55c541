#!/usr/bin/env node
// Measures the gain from more search threads: time to depth, and nodes per second.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { mustExist, prepareBrowser, readCommandLine } from '../arguments.mjs';

const root = resolve(fileURLToPath(import.meta.url), '..', '..', '..');
const sharedData = process.env.TABIA_SHARED_DATA ?? join(root, '..', 'shared', 'data');
const USAGE = `usage: node scripts/measure/threads-speed.mjs [options]

Searches positions to a fixed depth, alternating between one thread and more, and prints seconds and nodes per second of each.

  --engine PATH     a UCI engine                              (target/release/tabia)
  --chromium        the page's engine in Chromium instead: target/engine/tabia-net-threads.wasm, or an engine build given by --engine
                    (needs scripts/build.sh harness)
  --threads N,...   numbers of threads                        (1,2)
  --depth N         plies                                     (17)
  --positions N     number of positions from the openings     (24)
  --openings FILE   EPD                                       (../shared/data/openings/uho_8mvs_90_99.epd)
  --hash MB         transposition table                       (64)

Each position is searched with an empty table. The load of the machine before and after is printed: other work makes the
figures of more threads worse. Exit status: 0 done, 1 the engine ended, 2 wrong usage.`;

const { values, usageError } = readCommandLine('threads-speed', USAGE, {
  defaults: {
    engine: '',
    threads: '1,2',
    depth: '17',
    positions: '24',
    openings: join(sharedData, 'openings', 'uho_8mvs_90_99.epd'),
    hash: '64',
  },
  flags: ['chromium'],
});
if (values.chromium) prepareBrowser(import.meta.url);
const program = values.engine || join(root, 'target', ...(values.chromium ? ['engine', 'tabia-net-threads.wasm'] : ['release', 'tabia']));
mustExist([program, values.openings], usageError);
const counts = values.threads.split(',').map((text) => positive('threads', text));
const depth = positive('depth', values.depth);
const wanted = positive('positions', values.positions);

const load = () => loadavg()[0].toFixed(2);
const { search, end } = values.chromium ? await inChromium() : native();
console.log(`${wanted} positions to depth ${depth}, ${values.hash} MB, ${availableParallelism()} cores, load ${load()} before`);
const totals = counts.map(() => ({ seconds: 0, nodes: 0, ratios: [] }));
for (const fen of fens()) {
  let first = null;
  for (const [at, threads] of counts.entries()) {
    const { seconds, nodes } = await search(fen, threads);
    first ??= seconds;
    totals[at].seconds += seconds;
    totals[at].nodes += nodes;
    totals[at].ratios.push(first / seconds);
  }
}
await end();
console.log('| threads | seconds | nodes per second | times as fast to the depth (median) |\n| --- | --- | --- | --- |');
for (const [at, { seconds, nodes, ratios }] of totals.entries()) {
  const median = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)];
  const times = totals[0].seconds / seconds;
  console.log(`| ${counts[at]} | ${seconds.toFixed(1)} | ${Math.round(nodes / seconds)} | ${times.toFixed(2)} (${median.toFixed(2)}) |`);
}
console.log(`load ${load()} after`);

function positive(name, text) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) usageError(`--${name}: '${text}' is not a whole number above 0`);
  return number;
}

/** Positions spread over the whole file. */
function fens() {
  const all = readFileSync(values.openings, 'utf8').split('\n').filter((line) => line.trim() !== '');
  const step = Math.max(1, Math.floor(all.length / wanted));
  return all.filter((_, at) => at % step === 0).slice(0, wanted).map((line) => line.split(/\s+/).slice(0, 4).join(' '));
}

/** A UCI program: how it searches a position, and how it is ended. */
function native() {
  const engine = spawn(resolve(program), { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  const send = (line) => engine.stdin.write(`${line}\n`);
  /** The lines up to the first that begins with a word. */
  const until = async (word) => {
    const said = [];
    for (;;) {
      const { value, done } = await lines.next();
      if (done) {
        console.error(`threads-speed: the engine ended before it said ${word}`);
        process.exit(1);
      }
      said.push(value);
      if (value.startsWith(word)) return said;
    }
  };
  send(`setoption name Hash value ${values.hash}`);
  return {
    async search(fen, threads) {
      send(`setoption name Threads value ${threads}`);
      send('ucinewgame');
      send(`position fen ${fen} 0 1`);
      send('isready');
      await until('readyok');
      const start = performance.now();
      send(`go depth ${depth}`);
      const said = await until('bestmove');
      const seconds = (performance.now() - start) / 1000;
      const nodes = Number(/ nodes (\d+)/.exec(said.findLast((line) => / nodes \d/.test(line)) ?? '')?.[1] ?? 0);
      return { seconds, nodes };
    },
    end: () => send('quit'),
  };
}

/** The same for the engine of the page, in the workers that the page gives it. One search goes before those that are measured. */
async function inChromium() {
  const { prepareHarness } = await import('../../tests/browser/support/engine-harness.mjs');
  const { launchBrowser, openApp, serveApp } = await import('../../tests/browser/support/harness.mjs');
  const browser = await launchBrowser();
  const server = await serveApp({ dir: prepareHarness(readFileSync(program)) });
  const { page } = await openApp(browser, server.url);
  await page.waitForFunction(() => window.isReady);
  await page.evaluate(async (hash) => {
    window.start();
    await window.next((event) => event.state === 'Idle');
    window.harness.set_option('Hash', hash);
  }, values.hash);
  const search = (fen, threads) =>
    page.evaluate(
      async ([fen, threads, depth]) => {
        window.harness.set_option('Threads', threads);
        window.harness.new_game();
        window.events.length = 0;
        const start = performance.now();
        window.harness.request(fen, '', 1, 'depth', depth);
        const { at, nodes } = await window.next((event) => event.finished, 600_000);
        return { seconds: (at - start) / 1000, nodes };
      },
      [`${fen} 0 1`, String(threads), depth],
    );
  // Compiled, and with all its threads.
  const [first] = fens();
  for (const threads of counts) await search(first, threads);
  return { search, end: () => browser.close().then(() => server.close()) };
}
