#!/usr/bin/env node
// Measures matches in Chromium with the harness of the Lab's tests (scripts/build.sh lab-harness, engine, native).
//
//   node scripts/measure/lab-speed.mjs overhead   [--games 200]     what the runner costs per move, at 1 node per move
//   node scripts/measure/lab-speed.mjs throughput --runner FASTCHESS [--games 100] [--nodes 5000] [--concurrency 2]
//                                                           games per second, compared with fastchess and the native engine
//   node scripts/measure/lab-speed.mjs soak       [--games 5000]    one tab over many games: memory and processor time must stay flat, and the
//                                                           same settings give the same games
//
//   --not-isolated      on a page that cannot share memory with its workers
//
// overhead: (wall time - the engines' time) / moves, with one worker. The engines' time is the sum over all moves from `go` to
// `bestmove` by the referee's clock. Everything else counts as the runner's: reading `position`, the referee, the shared state, sending
// finished games to the page, starting games.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { prepareBrowser } from '../arguments.mjs';

prepareBrowser(import.meta.url);
const { launchBrowser } = await import('../../tests/browser/support/harness.mjs');
const { engine, prepareLabHarness, withLab } = await import('../../tests/browser/support/lab-harness.mjs');
const { ROOT } = await import('../../tests/browser/support/paths.mjs');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    games: { type: 'string' },
    nodes: { type: 'string', default: '5000' },
    concurrency: { type: 'string', default: '2' },
    runner: { type: 'string' },
    'not-isolated': { type: 'boolean', default: false },
  },
});
const BUILT = join(ROOT, 'target', 'engine', 'tabia.wasm');
const NATIVE = join(ROOT, 'target', 'release', 'tabia');
const OPENINGS = [
  'rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2',
  'rnbqkb1r/pppppp1p/5np1/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3',
  'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3',
  'rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3',
  'rnbqkb1r/ppp1pppp/5n2/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 1 3',
  'rnbqkbnr/pp2pppp/2p5/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3',
  'rnbqk1nr/ppp1ppbp/3p2p1/8/3PP3/2N5/PPP2PPP/R1BQKBNR w KQkq - 2 4',
  'rnbqkbnr/ppppp2p/5pp1/8/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3',
].join('\n');

/** Figures of a soak are taken so often. */
const STEPS = 10;
/** What page and workers may gain between the first step and the last, in MB: the results of games are kept. */
const [SLACK_MB, MB_PER_10_000] = [20, 20];
/** A game of the second half may take so much more of a processor than one of the first. */
const MOST_SLOWER = 1.25;

const number = (name, fallback) => Number(values[name] ?? fallback);
const requestFor = (nodes, games, workers, { adjudication = {}, hash = 1 } = {}) => ({
  settings: { engines: [engine('A', { nodes }, { Hash: hash }), engine('B', { nodes }, { Hash: hash })], games, adjudication, openings: { source: { kind: 'epd', name: 'openings.epd', sha256: '0'.repeat(64) } } },
  epd: OPENINGS,
  workers,
});

/**
 * Plays a match on the page and returns its time and memory; games are added up as they finish and not kept. `every` is called with
 * the number of games after every `step` games.
 */
async function play(page, request, { file = BUILT, step = Infinity, every = async () => {} } = {}) {
  const bytes = readFileSync(file).toString('base64');
  await page.evaluate(
    async ([request, bytes]) => {
      const totals = { games: 0, moves: 0, thinkingMs: 0, from: undefined, to: undefined };
      // What was played in each unit, by its number: units end in any order.
      window.units = new Map();
      const listen = (event) => {
        if (!event.record) return;
        const now = performance.now();
        const { unit, games } = JSON.parse(event.record);
        window.units.set(unit, JSON.stringify(games.map(({ moves, conclusion }) => [moves, conclusion])));
        // The first unit starts the clock: worker and engines are there then.
        if (totals.from === undefined) return (totals.from = now);
        totals.to = now;
        for (const game of games) {
          totals.games += 1;
          totals.moves += game.times_us.length;
          totals.thinkingMs += game.times_us.reduce((sum, time) => sum + time, 0) / 1000;
        }
      };
      window.totals = totals;
      const build = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      window.lab = await window.LabHarness.start(request, [build, build], listen, null);
    },
    [JSON.stringify(request), bytes],
  );
  for (let next = step; ; ) {
    const totals = await page.evaluate(
      (next) => new Promise((done) => {
        const timer = setInterval(() => {
          const state = window.lab.state();
          if (window.totals.games < next && state === 'Playing') return;
          clearInterval(timer);
          done({ ...window.totals, state });
        }, 20);
      }),
      Number.isFinite(next) ? next : 1e9,
    );
    if (totals.state !== 'Playing') {
      if (totals.state !== 'Complete') throw new Error(`the match is ${totals.state}`);
      return { ...totals, ms: totals.to - totals.from };
    }
    await every(totals);
    next = totals.games + step;
  }
}

async function overhead(page) {
  const games = number('games', 200);
  const builds = [["the app's engine, Hash 1", BUILT], ['an engine that moves at once (tests/engines/faulty)', join(dir, 'faulty.wasm')]];
  for (const [name, file] of builds) {
    // Ended workers have no times any more: they are read while games are played.
    const read = [];
    const every = async ({ moves }) => read.push({ moves, seconds: workersSeconds() });
    const { moves, thinkingMs, ms, games: counted } = await play(page, requestFor(1, games, 1), { file, step: games / 10, every });
    const [first, last] = [read[0], read.at(-1)];
    const cost = (1000 * (ms - thinkingMs)) / moves;
    console.log(`${name}: ${counted} games, ${moves} moves at 1 node in ${(ms / 1000).toFixed(2)} s, of which the engines took ${(thinkingMs / 1000).toFixed(2)} s`);
    console.log(`  runner: ${cost.toFixed(1)} µs per move; with the engines ${((1000 * ms) / moves).toFixed(1)} µs`);
    console.log(`  processor time of the worker, engines included: ${((1e6 * (last.seconds - first.seconds)) / (last.moves - first.moves)).toFixed(1)} µs per move`);
  }
}

/** Processor time that the threads of all workers of our browser have used, in seconds; those that are gone left out. */
function workersSeconds() {
  let ticks = 0;
  for (const pid of renderers()) {
    try {
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
        if (!stat.includes('(DedicatedWorker')) continue;
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        ticks += Number(fields[11]) + Number(fields[12]);
      }
    } catch {
      // The process has exited.
    }
  }
  return ticks / 100;
}

async function throughput(page) {
  const [games, nodes, concurrency] = [number('games', 100), number('nodes', 5000), number('concurrency', 2)];
  const runner = values.runner && resolve(values.runner);
  if (!runner || !existsSync(runner)) throw new Error('--runner PATH of fastchess is needed');
  const read = [];
  const every = async ({ games }) => read.push({ games, seconds: workersSeconds() });
  const ours = await play(page, requestFor(nodes, games, concurrency, { hash: 4 }), { step: Math.max(2, games / 10), every });
  const [first, last] = [read[0], read.at(-1)];
  const processor = (last.seconds - first.seconds) / (last.games - first.games);
  const inBrowser = ours.games / (ours.ms / 1000);
  console.log(`Chromium: ${ours.games} games (${ours.moves} moves) in ${(ours.ms / 1000).toFixed(1)} s: ${inBrowser.toFixed(3)} games/s`);
  const folder = mkdtempSync(join(tmpdir(), 'tabia-lab-speed-'));
  try {
    writeFileSync(join(folder, 'openings.epd'), OPENINGS);
    const one = (name) => ['-engine', `cmd=${NATIVE}`, `name=${name}`];
    const began = performance.now();
    execFileSync(
      runner,
      [...one('A'), ...one('B'), '-each', 'tc=inf', `nodes=${nodes}`, 'option.Hash=4', '-games', '2', '-rounds', String(games / 2), '-repeat', '-concurrency', String(concurrency),
        '-openings', 'file=openings.epd', 'format=epd', 'order=sequential', '-ratinginterval', '0', '-pgnout', 'file=games.pgn', 'notation=uci'],
      { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const seconds = (performance.now() - began) / 1000;
    const processorBeside = childrenSeconds() / games;
    const beside = games / seconds;
    const results = readFileSync(join(folder, 'games.pgn'), 'utf8').match(/^\[PlyCount .(\d+)/gm) ?? [];
    const plies = results.reduce((sum, tag) => sum + Number(/\d+/.exec(tag)[0]), 0);
    console.log(`fastchess: ${games} games (${plies} moves) in ${seconds.toFixed(1)} s: ${beside.toFixed(3)} games/s`);
    console.log(`ratio: ${(inBrowser / beside).toFixed(3)}`);
    console.log(
      `processor time per game: ${processor.toFixed(2)} s of the workers, ${processorBeside.toFixed(2)} s of fastchess with its engines: ratio ${(processorBeside / processor).toFixed(3)} (what the machine's load does not change)`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Processor time of all processes that this one has started and that have ended, in seconds. */
function childrenSeconds() {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** The processes in which our browser's pages and workers run. */
function renderers() {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--type=renderer') && isOurs(name);
    } catch {
      return false; // It has exited.
    }
  });
}

/** Megabytes that these processes have to themselves, shared pages divided. */
function residentMb() {
  let kilobytes = 0;
  for (const pid of renderers()) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // The process has exited.
    }
  }
  return kilobytes / 1024;
}

/** Whether a process descends from this one. */
function isOurs(pid) {
  for (let at = Number(pid); at > 1; ) {
    if (at === process.pid) return true;
    at = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${at}/status`, 'utf8'))?.[1] ?? 0);
  }
  return false;
}

async function soak(page) {
  const games = number('games', 5000);
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      window.longest = Math.max(window.longest, now - last - 20);
      last = now;
    }, 20);
  });
  const figures = [];
  let before = { games: 0, seconds: 0 };
  const every = async ({ games }) => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const longest = await page.evaluate(() => {
      const { longest } = window;
      window.longest = 0;
      return longest;
    });
    const seconds = workersSeconds();
    const ms = (1000 * (seconds - before.seconds)) / (games - before.games);
    before = { games, seconds };
    // Garbage doesn't count as growth: each worker frees it between two moves.
    for (const worker of page.workers()) await worker.evaluate(() => globalThis.gc()).catch(() => {});
    const mb = residentMb();
    figures.push({ mb, ms });
    console.log(`${String(games).padStart(6)} games: page and workers ${mb.toFixed(0)} MB, JavaScript of the page ${(usedSize / 2 ** 20).toFixed(1)} MB, ${ms.toFixed(1)} ms of a processor per game, longest wait of the page ${longest.toFixed(0)} ms`);
  };
  const request = (count) => requestFor(1, count, number('concurrency', 2), { adjudication: { max_moves: 60 } });
  const totals = await play(page, request(games), { step: Math.max(2, games / STEPS), every });
  const hash = await hashOfUnits(page);
  const [first, last] = [figures[0], figures.at(-1)];
  console.log(`${totals.games} games in ${(totals.ms / 1000).toFixed(0)} s; memory behind the first step, until the last: changed by ${(last.mb - first.mb).toFixed(1)} MB, at most ${(Math.max(...figures.map(({ mb }) => mb)) - first.mb).toFixed(1)} MB above`);
  await play(page, request(games));
  const again = await hashOfUnits(page);
  console.log(`what was played: ${hash}, played again: ${again}`);
  const mean = (steps) => steps.reduce((sum, { ms }) => sum + ms, 0) / steps.length;
  const half = Math.ceil(figures.length / 2);
  const [early, late] = [mean(figures.slice(1, half)), mean(figures.slice(half))];
  const faults = [];
  if (hash !== again) faults.push('the same settings have other games');
  if (last.mb - first.mb > SLACK_MB + (MB_PER_10_000 * games) / 10_000) faults.push(`memory has grown by ${(last.mb - first.mb).toFixed(1)} MB`);
  if (!(late <= early * MOST_SLOWER)) faults.push(`a game takes ${late.toFixed(1)} ms of a processor in the second half, ${early.toFixed(1)} ms in the first`);
  if (faults.length > 0) throw new Error(`soak: ${faults.join('; ')}`);
}

/** A hash of all that was played on a page, in the order of the units. */
async function hashOfUnits(page) {
  const units = await page.evaluate(() => [...window.units].sort(([one], [other]) => one - other).map(([unit, games]) => `${unit} ${games}`));
  return createHash('sha256').update(units.join('\n')).digest('hex').slice(0, 16);
}

const measures = { overhead, throughput, soak };
const chosen = positionals.length > 0 ? positionals : ['overhead'];
for (const name of chosen) if (!measures[name]) throw new Error(`no measurement is called ${name}`);
const dir = prepareLabHarness({ release: true });
const browser = await launchBrowser({ flags: ['--js-flags=--expose-gc'] });
try {
  for (const name of chosen) {
    console.log(`${name} (load of the machine ${loadavg()[0].toFixed(1)}, ${values['not-isolated'] ? 'not isolated' : 'isolated'})`);
    await withLab(browser, dir, { isolation: !values['not-isolated'] }, measures[name]);
  }
} finally {
  await browser.close();
}
