#!/usr/bin/env node
// Indexes 100 MB of games in Chromium with the page's library worker, alternating with Debian's pgn-extract on the same file; then looks up
// positions, filters, and measures the memory for indexing 500 MB. Files above 500 MB (--large 500,1200) need only be opened, or refused
// with the limit, whatever their memory. The part `page` measures the memory of the whole page: 500 MB are added on the library page,
// opened first, or after an analysis on the board.
//
//   cargo build --release -p tabia-library --example library_speed
//   scripts/build.sh library-harness                       the worker as users have it, in target/library-harness
//   node scripts/measure/library-chromium.mjs [--mb 100] [--large 500,1200] [--runs 3] [--only speed,filter,lists,memory] [--dir dist] [--program PATH]
//   node scripts/measure/library-chromium.mjs --only page --dir dist
//
// Speed needs pgn-extract and GNU time (apt-get install pgn-extract time). With --dir dist, the worker runs inside the page. The file is
// copied into the origin-private file system while it is indexed, which counts. Times are from request to reply in the page. Memory is the
// maximum resident anonymous memory (RssAnon, sampled every 100 ms) of the process that holds page and worker. Exit status 1 if a bound is
// exceeded.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { needFiles, prepareBrowser } from '../arguments.mjs';

prepareBrowser(import.meta.url);
const { FLAGS, launchProfile, serveApp } = await import('../../tests/browser/support/harness.mjs');
const { addLibraryClient, chooseFile } = await import('../../tests/browser/support/library-worker.mjs');
const { profileMemory } = await import('../../tests/browser/support/memory.mjs');

/** The bounds: ms, MB, and how many times as fast as pgn-extract. */
const BOUNDS = { ratio: 1, lookup: 100, filter: 30, firstScreen: 1000, memory: 300, firstLookup: 300, task: 50 };
/** The memory limit applies to files of at most this many MB. */
const MEMORY_MB = 500;
const HEADERS = 200_000;
/** In which a page is started, with all that it loads by and by, in ms. */
const REST_MS = 3000;
const PGN_EXTRACT = '/usr/games/pgn-extract';
const data = process.env.TABIA_SHARED_DATA ?? '../shared/data';
const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '100' },
    large: { type: 'string', default: '500' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: 'speed,filter,lists,memory' },
    dir: { type: 'string', default: 'target/library-harness' },
    program: { type: 'string', default: 'target/release/examples/library_speed' },
    sample: { type: 'string', default: join(data, 'games/gnuchess-book-sample-8k.pgn') },
  },
});
const only = values.only.split(',');
needFiles('library-chromium', [
  [values.program, 'cargo build --release -p tabia-library --example library_speed'],
  [join(values.dir, 'library-host.js'), 'scripts/build.sh library-harness'],
  ...(only.includes('speed') ? [[PGN_EXTRACT, 'apt-get install pgn-extract'], ['/usr/bin/time', 'apt-get install time']] : []),
  [values.sample, 'set TABIA_SHARED_DATA or --sample'],
]);
const folder = mkdtempSync(join(tmpdir(), 'tabia-library-'));
const faults = [];
/** The longest task of the page so far, in ms; 0 if none took 50. */
let longest = 0;
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const within = (name, value, bound, unit) => {
  if (value >= bound) faults.push(`${name}: ${value.toFixed(1)} ${unit}, ${bound} is the bound`);
};

/** Seconds that pgn-extract takes for a file: of processor time, and on the wall. */
function pgnExtract(file) {
  const log = join(folder, 'time');
  const { status, error } = spawnSync('/usr/bin/time', ['--quiet', '-o', log, '-f', '%U %S %e', PGN_EXTRACT, '-s', file, '--output', '/dev/null'], { stdio: 'ignore' });
  if (error || status !== 0) throw new Error(`pgn-extract: ${error ?? `status ${status}`}`);
  const [user, system, wall] = readFileSync(log, 'utf8').trim().split(' ').map(Number);
  return { cpu: user + system, wall };
}

function make(megabytes) {
  const file = join(folder, `games-${megabytes}.pgn`);
  const { status } = spawnSync(values.program, ['make', values.sample, String(megabytes), file], { stdio: 'ignore' });
  if (status !== 0) throw new Error('the games were not made');
  return file;
}

/** Runs in the page: indexes the chosen file as `id`. Seconds in all, ms until the first rows, games, and the bytes of the index. */
async function add(id) {
  const began = performance.now();
  let firstMs;
  let asked = false;
  const onPart = async () => {
    if (asked) return;
    asked = true;
    const { Rows } = await window.worker.ask({ Rows: { id, view: 0, from: 0, count: 50 } });
    if (Rows.rows.length > 0) firstMs ??= performance.now() - began;
    else asked = false;
  };
  const { Added } = await window.worker.ask({ Add: { id, kind: 'Pgn', file: window.chosen, on_disk: true } }, onPart);
  return { seconds: (performance.now() - began) / 1000, firstMs, games: Added.facts.games, indexBytes: Added.facts.index_bytes };
}

const remove = (page, id) => page.evaluate((name) => window.worker.ask({ Remove: { id: name } }).then(() => undefined), id);

/** Starts the worker of an idle page, and watches for long tasks from then on. */
async function begin(page) {
  await setTimeout(REST_MS);
  await page.evaluate((longest) => {
    window.longest = longest;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: 'longtask' });
  }, longest);
  await addLibraryClient(page);
  await page.evaluate(() => {
    window.worker = window.library(document.querySelector('meta[name=tabia-library-worker]')?.content ?? 'library-host.js');
  });
}

/** Reloads the page: a tab that has done nothing before. */
async function reload(page) {
  longest = await page.evaluate(() => window.longest);
  await page.reload();
  await begin(page);
}

async function speed(page) {
  const file = make(Number(values.mb));
  const megabytes = statSync(file).size / 1e6;
  await chooseFile(page, file);
  const [theirs, ours] = [[], []];
  for (let run = 0; run < Number(values.runs); run += 1) {
    theirs.push(pgnExtract(file));
    if (run > 0) await remove(page, 'speed');
    ours.push(await page.evaluate(add, 'speed'));
  }
  const { games, indexBytes } = ours[0];
  console.log(`${megabytes.toFixed(1)} MB, ${games} games; index ${(indexBytes / 1e6).toFixed(1)} MB`);
  const wall = median(theirs.map((their) => their.wall));
  const own = median(ours.map((our) => our.seconds));
  console.log(`pgn-extract   ${wall.toFixed(2)} s on the wall (${(megabytes / wall).toFixed(1)} MB/s), ${median(theirs.map((their) => their.cpu)).toFixed(2)} s of processor`);
  console.log(`in Chromium   ${own.toFixed(2)} s on the wall (${(megabytes / own).toFixed(1)} MB/s), copied into the browser's file system meanwhile`);
  const ratio = median(theirs.map((their, index) => their.wall / ours[index].seconds));
  console.log(`in Chromium it is ${ratio.toFixed(2)} times as fast (median of ${theirs.length} pairs)`);
  if (ratio < BOUNDS.ratio) faults.push(`indexing is ${ratio.toFixed(2)} times as fast as pgn-extract`);
  const first = median(ours.map((our) => our.firstMs));
  console.log(`first rows after ${first.toFixed(0)} ms`);
  within('the first rows', first, BOUNDS.firstScreen, 'ms');
  await lookups(page);
}

async function lookups(page) {
  for (const [name, fen] of [
    ['the start', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'],
    ['the Sicilian', 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'],
    ['the Najdorf', 'rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6'],
    ['no game', '8/8/8/3k4/8/3K4/3P4/8 w - - 0 1'],
  ]) {
    const found = await page.evaluate(async (position) => {
      const times = [];
      let games;
      for (let turn = 0; turn < 9; turn += 1) {
        const began = performance.now();
        const { Explored } = await window.worker.ask({ Explore: { id: 'speed', position, among: {}, examples: 5 } });
        times.push(performance.now() - began);
        games = Explored.total.games;
      }
      return { times, games };
    }, fen);
    const ms = median(found.times);
    console.log(`explored ${name}: ${found.games} games in ${ms.toFixed(1)} ms`);
    within(`exploring ${name}`, ms, BOUNDS.lookup, 'ms');
  }
}

async function filter(page) {
  const syllables = ['ka', 'spa', 'rov', 'car', 'lsen', 'tal', 'ke', 'res', 'bot', 'vin', 'nik', 'só', 'Ü'];
  let seed = 1;
  const below = (bound) => {
    seed = (seed * 48271) % 0x7fffffff;
    return seed % bound;
  };
  const names = Array.from({ length: HEADERS / 10 }, () => `${syllables[below(13)]}${syllables[below(13)]}${syllables[below(13)]}, ${String.fromCharCode(65 + below(26))}`);
  const games = Array.from(
    { length: HEADERS },
    (_, game) =>
      `[Event "Open ${Math.floor(game / 100)}"]\n[White "${names[below(names.length)]}"]\n[Black "${names[below(names.length)]}"]\n[Date "${1950 + (game % 75)}.01.02"]\n[WhiteElo "${1800 + (game % 1000)}"]\n[Result "1-0"]\n\n1. e4 c5 1-0\n\n`,
  );
  const file = join(folder, 'headers.pgn');
  writeFileSync(file, games.join(''));
  await chooseFile(page, file);
  await page.evaluate(add, 'headers');
  const times = await page.evaluate(async () => {
    const measured = [];
    const ask = async (name, query, order) => {
      const began = performance.now();
      await window.worker.ask(window.find('headers', 1, query, order));
      await window.worker.ask({ Rows: { id: 'headers', view: 1, from: 0, count: 50 } });
      measured.push([name, performance.now() - began]);
    };
    for (let turn = 0; turn < 5; turn += 1) {
      for (let length = 1; length <= 'kasparov, a'.length; length += 1) {
        const player = 'kasparov, a'.slice(0, length);
        await ask('typed', { player });
      }
      await ask('five conditions', { player: 'kas', results: ['1-0'], from: '1980', elo: { min: 2000 }, eco: ['B20-B99'], elo_of: 'either' });
      await ask('sorted by Black', {}, { column: 'black', descending: true });
    }
    return measured;
  });
  console.log(`filters over ${HEADERS} headers with the first 50 rows of the list, from the request to the answer:`);
  for (const name of ['typed', 'five conditions', 'sorted by Black']) {
    const list = times.filter(([other]) => other === name).map(([, ms]) => ms);
    console.log(`  ${name}: ${median(list).toFixed(1)} ms, the slowest ${Math.max(...list).toFixed(1)} ms`);
    within(`the filter "${name}"`, median(list), BOUNDS.filter, 'ms');
  }
  await remove(page, 'headers');
}

/** A list of 300,000 positions, and material that is looked for by replaying games. */
async function lists(page) {
  const lines = Array.from({ length: 300_000 }, (_, number) => `r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - hmvc ${number % 50}; fmvn ${3 + (number % 200)}; id "position ${number}";\n`);
  const file = join(folder, 'list.epd');
  writeFileSync(file, lines.join(''));
  await chooseFile(page, file);
  const { seconds, games } = await page.evaluate(async () => {
    const began = performance.now();
    const { Added } = await window.worker.ask({ Add: { id: 'list', kind: 'Epd', file: window.chosen, on_disk: true } });
    return { seconds: (performance.now() - began) / 1000, games: Added.facts.games };
  });
  console.log(`a list of ${games} positions (${(statSync(file).size / 1e6).toFixed(0)} MB): ${seconds.toFixed(1)} s`);
  await remove(page, 'list');
  const games100 = make(Number(values.mb));
  await chooseFile(page, games100);
  await page.evaluate(add, 'material');
  const found = await page.evaluate(async () => {
    const began = performance.now();
    const { Found } = await window.worker.ask(window.find('material', 1, { material: { ending: 'rook' }, material_anywhere: true }));
    return { ...Found, seconds: (performance.now() - began) / 1000 };
  });
  console.log(`rook endings at any time of the games: ${found.count} of ${found.total} in ${found.seconds.toFixed(1)} s`);
  await remove(page, 'material');
}

/** Runs in the page: the time of `turns` lookups of a position in the database `large`, in ms. */
async function explore(turns) {
  const times = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const began = performance.now();
    await window.worker.ask({ Explore: { id: 'large', position: 'rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6', among: {}, examples: 5 } });
    times.push(performance.now() - began);
  }
  return times;
}

/** Samples the memory from now on until it is ended: bytes before, and the most so far. */
function watchMemory() {
  const before = profileMemory(profile);
  const watch = { before, most: before, end: () => clearInterval(timer) };
  const timer = setInterval(() => {
    watch.most = Math.max(watch.most, profileMemory(profile));
  }, 100);
  return watch;
}

async function memory(page, size) {
  await reload(page);
  const file = make(size);
  await chooseFile(page, file);
  const watch = watchMemory();
  const mb = (bytes) => (bytes / 1e6).toFixed(0);
  const megabytes = statSync(file).size / 1e6;
  const added = await page.evaluate(add, 'large').catch((error) => error.message.split('\n')[0]);
  if (typeof added === 'string') {
    watch.end();
    console.log(`${mb(statSync(file).size)} MB was refused: ${added}; memory of tab and worker: at most ${mb(watch.most)} MB`);
    if (size <= MEMORY_MB) faults.push(`${size} MB were refused`);
    return;
  }
  const { games, seconds, indexBytes } = added;
  const lookups = await page.evaluate(explore, 9);
  const indexed = profileMemory(profile);
  await reload(page);
  const opening = await page.evaluate(async () => {
    const began = performance.now();
    await window.worker.ask({ Open: { id: 'large', kind: 'Pgn', kept: undefined } });
    return performance.now() - began;
  });
  const [first, ...others] = await page.evaluate(explore, 9);
  watch.end();
  console.log(`${mb(statSync(file).size)} MB, ${games} games: ${(megabytes / seconds).toFixed(1)} MB/s; index ${mb(indexBytes)} MB; a position in ${median(lookups).toFixed(1)} ms, at first ${lookups[0].toFixed(1)} ms`);
  console.log(`opened after a reload in ${opening.toFixed(0)} ms; a position in ${median(others).toFixed(1)} ms, at first ${first.toFixed(1)} ms`);
  console.log(`memory of tab and worker: ${mb(watch.before)} MB before, at most ${mb(watch.most)} MB, ${mb(indexed)} MB when it was indexed, ${mb(profileMemory(profile))} MB after a reload`);
  if (size <= MEMORY_MB) {
    within('memory', watch.most / 1e6, BOUNDS.memory, 'MB');
    within('the first look-up', Math.max(first, lookups[0]), BOUNDS.firstLookup, 'ms');
  }
  await remove(page, 'large');
}

/** Adds a file on the library page of the whole page, by hand as it were; prints the memory. */
async function wholePage(size, afterAnalysis) {
  const file = make(size);
  const mb = (bytes) => (bytes / 1e6).toFixed(0);
  const page = await browser.newPage();
  for (const other of browser.pages()) if (other !== page) await other.close();
  await page.goto(`${served.url}#/${afterAnalysis ? '' : 'library'}`);
  if (afterAnalysis) await page.waitForFunction(() => document.documentElement.dataset.offline === 'whole' || document.querySelector('.analysis')?.dataset.state === 'searching');
  await setTimeout(afterAnalysis ? 10_000 : REST_MS);
  await page.evaluate(() => { location.hash = '#/library'; });
  const input = page.locator('.library-file');
  await input.waitFor({ state: 'attached' });
  const watch = watchMemory();
  const began = performance.now();
  await input.setInputFiles(file);
  await page.waitForFunction(() => /^#\/library\/./.test(location.hash) && !document.querySelector('.library-progress'), undefined, { timeout: 600_000 });
  const seconds = (performance.now() - began) / 1000;
  await setTimeout(REST_MS);
  watch.end();
  const indexed = profileMemory(profile);
  const fresh = await browser.newPage();
  await fresh.goto(page.url());
  await page.close();
  await fresh.locator('.library-row, tbody tr').first().waitFor();
  await setTimeout(REST_MS);
  console.log(`the whole page, ${afterAnalysis ? 'after 10 s of analysis' : 'opened at the library'}, ${mb(statSync(file).size)} MB in ${seconds.toFixed(1)} s: ${mb(watch.before)} MB before, at most ${mb(watch.most)} MB, ${mb(indexed)} MB when it was indexed, ${mb(profileMemory(profile))} MB in another tab`);
  within('memory', watch.most / 1e6, BOUNDS.memory, 'MB');
}

const index = join(values.dir, 'index.html');
if (!existsSync(index)) writeFileSync(index, '<!doctype html><title>Library</title><body>\n');
const served = await serveApp({ dir: values.dir });
const profile = join(folder, 'profile');
// A process that the browser holds ready for the next page is none of this tab's.
const browser = await launchProfile(profile, { args: [...FLAGS, '--disable-features=SpareRendererForSitePerProcess'] });
try {
  if (only.includes('page')) {
    for (const afterAnalysis of [false, true]) await wholePage(MEMORY_MB, afterAnalysis);
  }
  const page = await browser.newPage();
  await page.goto(served.url);
  await begin(page);
  if (only.includes('speed')) await speed(page);
  if (only.includes('filter')) await filter(page);
  if (only.includes('lists')) await lists(page);
  for (const size of only.includes('memory') ? values.large.split(',').map(Number) : []) await memory(page, size);
  longest = Math.max(longest, await page.evaluate(() => window.longest));
  console.log(`longest task of the page meanwhile: ${longest === 0 ? 'none of 50 ms or more' : `${longest.toFixed(0)} ms`}`);
  within('a task of the page', longest, BOUNDS.task, 'ms');
} finally {
  await browser.close();
  await served.close();
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(`library-chromium: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
