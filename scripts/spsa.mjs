#!/usr/bin/env node
// Tunes numbers of the search by SPSA: mini-matches between two perturbed settings of one build. It can be interrupted and goes
// on where it was.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { mustExist, readCommandLine } from './arguments.mjs';
import { readReport } from './match-report.mjs';
import { plot } from './tuning/plot.mjs';
import { after, begin, chosen, options as engineOptions, perturbed, readNumbers, table } from './tuning/spsa.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const sharedData = process.env.TABIA_SHARED_DATA ?? join(root, '..', 'shared', 'data');
const USAGE = `usage: node scripts/spsa.mjs [options] [NAME[=C_END]...]

Tunes numbers of the search (crates/engine/src/params.rs; all without names) by simultaneous perturbation: in every iteration
one side has each number a little higher or lower by lot, the other the opposite, and what wins moves the numbers. Interrupt it
at any time; the same command goes on. For hours in the background, with a build of its own:

    cargo build --release --bin tabia --features tabia-cli/tune --target-dir target/tune
    nice -n 19 node scripts/spsa.mjs --iterations 1250 --concurrency 1

  --engine PATH    that build; it is copied at the start      (target/tune/release/tabia)
  --iterations N   mini-matches in all                        (1250)
  --pairs N        pairs of games in each                     (8: 20,000 games in all)
  --r-end R        the last step of all numbers               (as \`tabia spsa\` says, 0.002; more moves faster and less surely)
  --nodes N        nodes for each move                        (10000)
  --tc TC          a clock instead, seconds+increment
  --hash MB        the hash table of each                     (16)
  --openings FILE  EPD, or builtin                            (../shared/data/openings/uho_8mvs_90_99.epd)
  --concurrency N  games at a time                            (2)
  --seed N         perturbations and openings                 (1)
  --out DIR        where the run is kept                      (artefacts/spsa)

In DIR: state.json (the run, which goes on wherever it is copied to), spsa.svg (its course), table.md (the numbers as docs/tuning.md shows them), options.txt (the
numbers as options). NAME=C_END takes another last perturbation than \`tabia spsa\` says. When it is done, test the result:

    node scripts/sprt.mjs target/tune/release/tabia target/tune/release/tabia --new-option "$(paste -sd, DIR/options.txt)"

Exit status: 0 the run is complete, 1 it was interrupted, 2 something could not be done.`;

const { options, names, usageError } = readArguments();
mkdirSync(options.out, { recursive: true });
const engine = join(options.out, 'tabia');
if (!existsSync(engine)) copyFileSync(options.engine, engine);
let match;
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isInterrupted = true;
    match?.kill('SIGTERM');
  });
}
let state = load();
save(state);
const start = { time: Date.now(), games: state.games };
for (let next = perturbed(state); next !== undefined && !isInterrupted; next = perturbed(state)) {
  const result = await play(next);
  if (isInterrupted) break;
  state = after(state, result);
  save(state);
  tell(state, result);
}
console.log(`\n${table(state)}\n\n${state.iteration} of ${state.iterations} iterations, ${state.games} games; ${options.out}`);
process.exitCode = state.iteration === state.iterations ? 0 : 1;

function readArguments() {
  const { values, positionals, usageError } = readCommandLine('spsa', USAGE, {
    defaults: {
      engine: join(root, 'target', 'tune', 'release', 'tabia'),
      iterations: '1250',
      pairs: '8',
      'r-end': undefined,
      nodes: '10000',
      tc: undefined,
      hash: '16',
      openings: join(sharedData, 'openings', 'uho_8mvs_90_99.epd'),
      concurrency: '2',
      seed: '1',
      out: join(root, 'artefacts', 'spsa'),
    },
  });
  for (const name of ['iterations', 'pairs', 'nodes', 'hash', 'concurrency', 'seed']) {
    const number = Number(values[name]);
    if (!Number.isSafeInteger(number) || number < 1) usageError(`--${name} must be a positive whole number`);
  }
  if (values['r-end'] !== undefined && !(Number(values['r-end']) > 0)) usageError('--r-end must be a positive number');
  mustExist([values.engine], usageError);
  if (values.openings !== 'builtin') mustExist([values.openings], usageError);
  return { options: { ...values, engine: resolve(values.engine), out: resolve(values.out) }, names: positionals, usageError };
}

/** The run in the folder, or a new one. What decides about it must not have changed. */
function load() {
  const path = join(options.out, 'state.json');
  const settings = {
    names: names.join(' '), iterations: options.iterations, pairs: options.pairs, hash: options.hash, openings: openingsInWords(),
    limit: options.tc === undefined ? `nodes=${options.nodes}` : `tc=${options.tc}`, seed: options.seed,
    rEnd: options['r-end'] ?? null,
    engine: signature(),
  };
  if (existsSync(path)) {
    const { settings: before, state } = JSON.parse(readFileSync(path, 'utf8'));
    const changed = Object.keys(settings).filter((name) => settings[name] !== before[name]);
    if (changed.length > 0) {
      usageError(`the run in ${options.out} began with other settings (${changed.join(', ')}); give another --out, or remove that folder`);
    }
    console.log(`going on behind iteration ${state.iteration} of ${state.iterations}`);
    return { ...state, settings };
  }
  const { stdout, status } = spawnSync(engine, ['spsa'], { encoding: 'utf8' });
  if (status !== 0) usageError(`'${options.engine}' has no command \`spsa\`: build it with --features tabia-cli/tune`);
  try {
    const [iterations, pairs, seed] = [options.iterations, options.pairs, options.seed].map(Number);
    const numbers = chosen(readNumbers(stdout), names).map((number) => ({ ...number, rEnd: Number(options['r-end'] ?? number.rEnd) }));
    return { ...begin(numbers, { iterations, pairs, seed }), settings };
  } catch (error) {
    return usageError(error.message);
  }
}

/** What tells the engine from others: another machine may build other bytes that search the same. */
function signature() {
  const { stdout, status } = spawnSync(engine, ['bench'], { encoding: 'utf8' });
  const nodes = /^(\d+) nodes /m.exec(stdout)?.[1];
  if (status !== 0 || nodes === undefined) usageError(`'${options.engine} bench' prints no nodes`);
  return `bench ${nodes}`;
}

/** The openings by what stands in the file, wherever that is. */
function openingsInWords() {
  if (options.openings === 'builtin') return 'builtin';
  return `sha256 ${createHash('sha256').update(readFileSync(options.openings)).digest('hex')}`;
}

/** Writes the run, beside the old one first, so that an interruption loses neither. */
function save({ settings, ...state }) {
  write('state.json', `${JSON.stringify({ settings, state })}\n`);
  write('spsa.svg', plot(state));
  write('table.md', `${table(state)}\n`);
  write('options.txt', `${engineOptions(state).join('\n')}\n`);
}

function write(name, text) {
  const path = join(options.out, name);
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** Plays the mini-match of an iteration: the result from the side of `plus`. */
function play({ openings, sides }) {
  const side = (key) => sides.map((number) => `option.${number.name}=${number[key]}`);
  const file = options.openings === 'builtin' ? [] : [`file=${resolve(options.openings)}`, 'format=epd'];
  const args = [
    'match',
    '-engine', `cmd=${engine}`, 'name=plus', ...side('plus'),
    '-engine', `cmd=${engine}`, 'name=minus', ...side('minus'),
    '-each', options.tc === undefined ? `nodes=${options.nodes}` : `tc=${options.tc}`, `option.Hash=${options.hash}`,
    '-openings', ...file, 'order=random', '-games', '2', '-rounds', options.pairs, '-repeat', '--seed', String(openings),
    '-resign', '3', '600', '-draw', 'number=34', 'count=8', 'score=20',
    '-concurrency', options.concurrency, '-ratinginterval', '0',
  ];
  return new Promise((done) => {
    match = spawn(engine, args, { cwd: options.out, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [match.stdout, match.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (chunk) => { text += chunk; });
    }
    match.on('close', (status) => {
      const result = readReport(text);
      if (!isInterrupted && (status !== 0 || result?.games !== 2 * Number(options.pairs))) {
        console.error(`spsa: the match failed with status ${status}:\n${text.slice(-2_000)}`);
        process.exit(2);
      }
      done(result);
    });
  });
}

function tell(state, { wins, losses, draws }) {
  const rate = (state.games - start.games) / ((Date.now() - start.time) / 1000);
  const left = ((state.iterations - state.iteration) * state.pairs * 2) / rate / 3600;
  console.log(`${state.iteration}/${state.iterations}: +${wins} =${draws} -${losses}, ${rate.toFixed(1)} games/s, ${left.toFixed(1)} h left`);
}
