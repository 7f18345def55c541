#!/usr/bin/env node
// Measures which of many search changes gain Elo, all in the same games. Can be interrupted and resumed.

import { readCommandLine } from '../arguments.mjs';
import { chosenChanges, readOptions } from './engine-options.mjs';
import { MiniMatches, SHARED_DEFAULTS, checkedOptions, defaultFolder, progress } from './mini-matches.mjs';
import { after, begin, blockSize, planned, table } from './screening-core.mjs';

const USAGE = `usage: node scripts/tuning/screening.mjs [options] NAME[=VALUE]...

Plays a build with the feature \`tune\` against itself. Each mini-match makes each change on one of the two sides, chosen by an orthogonal
design, so every game measures every change. A change is a parameter of the search (NAME=VALUE, crates/engine/src/params.rs), or an option
of type check that a branch adds (NAME: the opposite of its default). Interrupt it at any time; the same command resumes.

    cargo build --release --bin tabia --features tabia-cli/tune --target-dir target/tune
    nice -n 19 node scripts/tuning/screening.mjs --concurrency 1 RAZOR_SLOPE=300 FUTILITY_BASE=120

  --engine PATH    that build; it is copied at the start      (target/tune/release/tabia)
  --iterations N   mini-matches in all                        (640)
  --pairs N        pairs of games in each                     (8: 10,240 games in all)
  --nodes N        nodes for each move                        (25000)
  --tc TC          a clock instead, seconds+increment
  --hash MB        hash table of each                         (16)
  --openings FILE  EPD, or builtin                            (../shared/data/openings/uho_8mvs_90_99.epd)
  --concurrency N  mini-matches (and games) at a time         (2)
  --seed N         sides and openings                         (1)
  --out DIR        folder of the run                          (artefacts/screening)

In DIR: state.json (the run; copy it to continue elsewhere) and table.md. The errors are 95%, for each change by itself: of twenty
changes that do nothing, one looks as if it did. Test separately what gains here:

    node scripts/match/sprt.mjs target/tune/release/tabia target/tune/release/tabia --nodes 25000 --new-option NAME=VALUE

Exit status: 0 the run is complete, 1 it was interrupted, 2 something could not be done.`;

const { options, names, usageError } = readArguments();
const matches = new MiniMatches('screening', options, usageError);
let state = matches.load({ names: names.join(' ') }, newRun);
save();
const told = progress(state);
const block = blockSize(state.changes.length);
await matches.run((playing) => planned(state, playing), take, { abreast: true });
console.log(`\n${table(state)}\n\n${state.iteration} of ${state.iterations} iterations, ${state.games} games; ${options.out}`);
process.exitCode = state.iteration === state.iterations ? 0 : 1;

function readArguments() {
  const defaults = { ...SHARED_DEFAULTS, iterations: '640', pairs: '8', nodes: '25000', out: defaultFolder('screening') };
  const { values, positionals, usageError } = readCommandLine('screening', USAGE, { defaults });
  return { options: checkedOptions(values, usageError), names: positionals, usageError };
}

function take({ iteration }, result) {
  state = after(state, { iteration, ...result });
  save();
  console.log(told(state, result));
  if (state.iteration % block === 0 && state.iteration < state.iterations) console.log(`\n${table(state)}\n`);
}

function newRun() {
  const announced = readOptions(matches.say([], 'uci\nquit\n') ?? '');
  try {
    if (names.length === 0) usageError('no changes: name at least one, as NAME=VALUE');
    const changes = chosenChanges(announced, names);
    const [iterations, pairs, seed] = [options.iterations, options.pairs, options.seed].map(Number);
    return begin(changes, { iterations, pairs, seed });
  } catch (error) {
    return usageError(error.message);
  }
}

function save() {
  matches.save(state, { 'table.md': `${table(state)}\n` });
}
