#!/usr/bin/env node
// Nodes that the benchmark takes to some depths without each part of the search: a table that is the same on every machine. It can
// be interrupted and goes on where it was.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { mustExist, readCommandLine } from './arguments.mjs';
import { nodesTable, readBench, readSwitches } from './tuning/switch-nodes.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const USAGE = `usage: node scripts/switch-nodes.mjs [options] [NAME...]

Searches the benchmark positions to some depths with each part of the search turned off (those that are off turned on; see
crates/engine/src/switches.rs), and prints how many nodes that takes. Without names: all switches except those of the
clock. Interrupt it at any time; the same command goes on. It takes a build with the feature \`tune\`:

    cargo build --release --bin tabia --features tabia-cli/tune --target-dir target/tune

  --engine PATH    that build                                (target/tune/release/tabia)
  --depths N,...   in plies                                  (12,14,16)
  --cap N          nodes for each position at most           (2000000)
  --jobs N         searches at a time                        (1)
  --out DIR        where results and table are kept          (artefacts/switch-nodes)

A count with ≥ has positions that were cut off by the cap. Fewer nodes to a depth are no better by themselves: what a part is
worth, a match tells (scripts/ablation.mjs).
Exit status: 0 the table is complete, 1 a search failed, 2 wrong usage.`;

const { options, names, usageError } = readArguments();
mkdirSync(options.out, { recursive: true });
const known = readSwitches(await say('uci\nquit\n'));
if (known.length === 0) usageError(`'${options.engine}' has no switches: build it with --features tabia-cli/tune`);
const unknown = names.find((name) => !known.some((one) => one.name === name));
if (unknown !== undefined) usageError(`there is no switch '${unknown}'`);
const switches = known.filter(({ name }) => (names.length > 0 ? names.includes(name) : !name.startsWith('TIME_')));

// The results belong to this very program.
const program = createHash('sha256').update(readFileSync(options.engine)).digest('hex').slice(0, 16);
const file = join(options.out, `${program}-${options.cap}.json`);
const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const tasks = options.depths.flatMap((depth) => [{ name: '' }, ...switches].map((one) => ({ ...one, depth })))
  .filter(({ name, depth }) => results[`${name} ${depth}`] === undefined);
let failed = 0;
let done = 0;
await Promise.all(Array.from({ length: options.jobs }, work));
const table = nodesTable(switches, options.depths, results);
writeFileSync(join(options.out, 'table.md'), `${table}\n`);
console.log(table);
process.exitCode = failed === 0 ? 0 : 1;

function readArguments() {
  const { values, positionals, usageError } = readCommandLine('switch-nodes', USAGE, {
    defaults: {
      engine: join(root, 'target', 'tune', 'release', 'tabia'),
      depths: '12,14,16',
      cap: '2000000',
      jobs: '1',
      out: join(root, 'artefacts', 'switch-nodes'),
    },
  });
  mustExist([values.engine], usageError);
  const depths = values.depths.split(',').map(Number);
  if (!depths.every((depth) => Number.isInteger(depth) && depth >= 1 && depth <= 200)) usageError('--depths must be numbers from 1 to 200');
  const [cap, jobs] = [Number(values.cap), Number(values.jobs)];
  if (!Number.isSafeInteger(cap) || cap < 1) usageError('--cap must be a positive whole number');
  if (!Number.isInteger(jobs) || jobs < 1) usageError('--jobs must be a positive whole number');
  return { options: { engine: resolve(values.engine), depths, cap, jobs, out: resolve(values.out) }, names: positionals, usageError };
}

/** Takes one task after the other, and keeps what came of it. */
async function work() {
  for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
    const { name, isOn, depth } = task;
    const change = name === '' ? '' : `setoption name ${name} value ${!isOn}\n`;
    const result = readBench(await say(`${change}bench depth ${depth} nodes ${options.cap}\n`, / nps$/), options.cap);
    if (result === undefined) {
      failed += 1;
      console.error(`switch-nodes: ${name || 'the build as it is'} to depth ${depth}: no result`);
      continue;
    }
    results[`${name} ${depth}`] = result;
    writeFileSync(`${file}.new`, JSON.stringify(results));
    renameSync(`${file}.new`, file);
    done += 1;
    console.error(`${done} done, ${tasks.length} to go: ${name || 'as built'}, depth ${depth}: ${result.nodes} nodes`);
  }
}

/** What the engine prints when it is told so. The end of the input would end a search: it is held open until a line says `last`. */
function say(input, last) {
  return new Promise((resolvePromise) => {
    const child = spawn(options.engine, [], { stdio: ['pipe', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (last?.test(text.trimEnd())) child.stdin.end('quit\n');
    });
    child.on('error', (error) => usageError(`cannot start '${options.engine}': ${error.message}`));
    child.on('close', () => resolvePromise(text));
    child.stdin.on('error', () => {});
    if (last === undefined) child.stdin.end(input);
    else child.stdin.write(input);
  });
}
