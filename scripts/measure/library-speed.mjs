#!/usr/bin/env node
// Indexes 100 MB of games natively, alternating with Debian's pgn-extract on the same file; then looks up positions and filters.
//
//   cargo build --release -p tabia-library --example library_speed
//   node scripts/measure/library-speed.mjs [--mb 100] [--runs 5] [--program PATH] [--sample PGN]
//
// Needs pgn-extract and GNU time (apt-get install pgn-extract time). The games are the sample's openings (shared data),
// continued at random. Medians of the runs count. Exit status 1 if indexing is slower than pgn-extract or takes 300 MB or more, a lookup
// takes 100 ms or more, or a filter over 200,000 headers 50 ms or more.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { needFiles, showHelp } from '../arguments.mjs';

showHelp(import.meta.url);

const MOST_MB = 300;
const LOOKUP_MS = 100;
const FILTER_MS = 50;
const HEADERS = 200_000;
const PGN_EXTRACT = '/usr/games/pgn-extract';
const data = process.env.TABIA_SHARED_DATA ?? '../shared/data';
const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '100' },
    runs: { type: 'string', default: '5' },
    program: { type: 'string', default: 'target/release/examples/library_speed' },
    sample: { type: 'string', default: join(data, 'games/gnuchess-book-sample-8k.pgn') },
  },
});
const runs = Number(values.runs);
needFiles('library-speed', [
  [values.program, 'cargo build --release -p tabia-library --example library_speed'],
  [PGN_EXTRACT, 'apt-get install pgn-extract'],
  ['/usr/bin/time', 'apt-get install time'],
  [values.sample, 'set TABIA_SHARED_DATA or --sample'],
]);

/** Runs a program; what it prints, its seconds of processor time and on the wall, and the most megabytes that it took. */
function run(program, args) {
  const log = join(folder, 'time');
  const timed = ['--quiet', '-o', log, '-f', '%U %S %e %M', program, ...args];
  const { stdout, status, error } = spawnSync('/usr/bin/time', timed, {
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (error || status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error ?? `status ${status}`}`);
  const [user, system, wall, kilobytes] = readFileSync(log, 'utf8').trim().split(' ').map(Number);
  return { stdout, cpu: user + system, wall, megabytes: kilobytes / 1024 };
}

const median = (list, field) => list.map((run) => run[field]).sort((a, b) => a - b)[Math.floor(list.length / 2)];
const folder = mkdtempSync(join(tmpdir(), 'tabia-library-'));
const faults = [];
try {
  const file = join(folder, 'games.pgn');
  run(values.program, ['make', values.sample, values.mb, file]);
  const megabytes = statSync(file).size / 1e6;
  const theirs = [];
  const ours = [];
  for (let index = 0; index < runs; index += 1) {
    theirs.push(run(PGN_EXTRACT, ['-s', file, '--output', '/dev/null']));
    ours.push(run(values.program, ['build', file]));
  }
  const built = JSON.parse(ours[0].stdout);
  console.log(`${megabytes.toFixed(1)} MB, ${built.games} games, ${built.plies} half-moves; index ${(built.index_bytes / 1e6).toFixed(1)} MB`);
  const row = (name, list) => {
    const [cpu, wall] = ['cpu', 'wall'].map((field) => median(list, field));
    const speeds = [cpu, wall].map((seconds) => `${(megabytes / seconds).toFixed(1)} MB/s`);
    console.log(
      `${name.padEnd(12)} ${cpu.toFixed(2)} s of processor (${speeds[0]}), ${wall.toFixed(2)} s on the wall (${speeds[1]}), ${median(list, 'megabytes').toFixed(0)} MB of memory`,
    );
  };
  row('pgn-extract', theirs);
  row('tabia', ours);
  const ratios = ['cpu', 'wall'].map((field) => theirs.map((their, index) => ({ ratio: their[field] / ours[index][field] })));
  const [cpu, wall] = ratios.map((list) => median(list, 'ratio'));
  console.log(`tabia is ${cpu.toFixed(2)} times as fast by processor time, ${wall.toFixed(2)} by the wall (medians of ${runs} pairs)`);
  if (cpu < 1) faults.push('indexing is slower than pgn-extract');
  const peak = median(ours, 'megabytes');
  if (peak >= MOST_MB) faults.push(`indexing took ${peak.toFixed(0)} MB`);

  const search = JSON.parse(run(values.program, ['search', file]).stdout);
  console.log(`opened in ${search.open_ms.toFixed(1)} ms; ${search.games} games sorted in ${search.sort_ms.toFixed(1)} ms, duplicates in ${search.duplicates_ms.toFixed(0)} ms; ${search.peak_mb.toFixed(0)} MB of memory`);
  for (const [name, { games, ms }] of Object.entries(search.explore)) {
    console.log(`explored ${name}: ${games} games in ${ms.toFixed(2)} ms`);
    if (ms >= LOOKUP_MS) faults.push(`${name} took ${ms.toFixed(1)} ms`);
  }
  const { games, first_ms: first, filter_ms: filters } = JSON.parse(run(values.program, ['headers', `${HEADERS}`]).stdout);
  console.log(`filters over ${games} headers; the first of all ${first.toFixed(1)} ms`);
  for (const [name, ms] of Object.entries({ ...filters, 'the first of all': first })) {
    if (name in filters) console.log(`filtered by ${name}: ${ms.toFixed(2)} ms`);
    if (ms >= FILTER_MS) faults.push(`the filter by ${name} took ${ms.toFixed(1)} ms`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(`library-speed: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
