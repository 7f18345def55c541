#!/usr/bin/env node
// Compares the engine build in Node with the native program, alternating, and fails below the limit.
//
//   node scripts/measure/wasm-speed.mjs [--rounds N] [--terms] [--native FILE] [--wasm FILE]
//
// Both evaluate with the net, or with --terms by the classical terms (tabia.wasm, and the native program without a net).
//
// Each round runs both, in fresh processes, alternating which goes first: one plain `bench`, and three in a row.
// - "first bench" is the processor time of the single `bench`, with the start of the process and V8's compilers.
// - "warmed" is that of the last two of the three, when V8 has compiled the hot code: the speed of an analysis.
// Ratios are wasm to native. Unlike the nodes per second that `bench` prints, processor time ignores other programs.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { showHelp } from '../arguments.mjs';

showHelp(import.meta.url);

/** The least that the warmed build must reach of the native program's speed. */
const LIMIT = 0.75;
/** How many benches are run in a row. */
const IN_A_ROW = 3;

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    native: { type: 'string', default: join(ROOT, 'target', 'release', 'tabia') },
    terms: { type: 'boolean', default: false },
    wasm: { type: 'string' },
  },
});
values.wasm ??= join(ROOT, 'target', 'engine', values.terms ? 'tabia.wasm' : 'tabia-net.wasm');
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) fail(`--rounds ${values.rounds} is not a number of rounds: give 1 or more`);
for (const [file, build] of [[values.native, 'native'], [values.wasm, 'engine']]) {
  if (!statSync(file, { throwIfNoEntry: false })) fail(`${file} is not there: scripts/build.sh ${build} builds it`);
}

const builds = [
  { program: values.native, words: [], settings: values.terms ? ['setoption name EvalFile value <empty>'] : [], samples: [] },
  { program: process.execPath, words: [join(ROOT, 'scripts', 'match', 'uci-wasm.mjs'), values.wasm], settings: [], samples: [] },
];
for (let round = 0; round < rounds; round += 1) {
  for (const build of round % 2 === 0 ? builds : builds.toReversed()) build.samples.push(await sample(build));
  const [native, wasm] = builds.map(({ samples }) => samples[round]);
  if (native.nodes !== wasm.nodes) fail(`native ${native.nodes} nodes, wasm ${wasm.nodes}: build both from the same source`);
  const [a, b] = [native, wasm].map(({ first, warmed }) => `${first.toFixed(2)} and ${warmed.toFixed(2)} s`);
  console.log(`round ${round + 1}: native ${a}, wasm ${b}`);
}
const [native, wasm] = builds.map(({ samples }) => samples);
const ratios = (part) => native.map((sample, round) => sample[part] / wasm[round][part]);
const [first, warmed] = [median(ratios('first')), median(ratios('warmed'))];
const leastOf = (samples, part) => Math.min(...samples.map((sample) => sample[part]));
const least = ['first', 'warmed'].map((part) => leastOf(native, part) / leastOf(wasm, part));
console.log(`engine build: ${statSync(values.wasm).size} bytes`);
console.log(`wasm to native, first bench: ${first.toFixed(3)} (median), ${least[0].toFixed(3)} (least time to least time)`);
console.log(`wasm to native, warmed: ${warmed.toFixed(3)} (median), ${least[1].toFixed(3)} (least time to least time); wanted ${LIMIT}`);
process.exit(warmed < LIMIT ? 1 : 0);

/** The nodes of the benchmark, and the processor seconds of a first bench and of a later one. */
async function sample(build) {
  const one = await run(build, ['bench']);
  const row = await run(build, Array.from({ length: IN_A_ROW }, () => 'bench'));
  return { nodes: one.nodes, first: one.seconds, warmed: (row.seconds - one.seconds) / (IN_A_ROW - 1) };
}

/** Gives commands to a program under bash's `time`: the processor seconds that it took, and the nodes of a bench. */
async function run({ program, words, settings }, commands) {
  const child = spawn('bash', ['-c', 'TIMEFORMAT="seconds %U %S"; time "$@"', 'bash', program, ...words]);
  let [output, times] = ['', ''];
  const rest = [...commands, 'quit'];
  // One after the other: what comes during a bench would end it.
  const next = () => child.stdin.write(`${rest.shift()}\n`);
  const benches = /^(\d+) nodes \d+ nps$/gm;
  child.stdin.on('error', () => {}); // A program that fails does not read; its status says so.
  child.stderr.on('data', (data) => (times += data));
  child.stdout.on('data', (data) => {
    output += data;
    while (rest.length > 0 && output.match(benches)?.length > commands.length - rest.length) next();
  });
  for (const line of settings) child.stdin.write(`${line}\n`);
  next();
  const [code] = await once(child, 'close');
  const seconds = /^seconds ([\d.]+) ([\d.]+)$/m.exec(times);
  const [result] = output.matchAll(benches);
  if (code !== 0 || seconds === null || result === undefined) {
    fail(`${[program, ...words].join(' ')}: status ${code}: ${times}${output}`);
  }
  return { seconds: Number(seconds[1]) + Number(seconds[2]), nodes: Number(result[1]) };
}

function median(list) {
  const sorted = list.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function fail(text) {
  console.error(`wasm-speed: ${text}`);
  process.exit(2);
}
