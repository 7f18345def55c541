#!/usr/bin/env node
// Tunes parameters of the search by SPSA: mini-matches between two perturbed settings of one build. Can be interrupted and resumed.

import { readCommandLine } from '../arguments.mjs';
import { MiniMatches, SHARED_DEFAULTS, checkedOptions, defaultFolder, progress } from './mini-matches.mjs';
import { plot } from './plot.mjs';
import { after, begin, chosen, options as engineOptions, perturbed, readNumbers, table } from './spsa-core.mjs';

const USAGE = `usage: node scripts/tuning/spsa.mjs [options] [NAME[=C_END]...]

Tunes parameters of the search (crates/engine/src/params.rs; default: all) by simultaneous perturbation: in every iteration one
side has each parameter a little higher or lower at random, the other the opposite, and the parameters move towards the winner.
Interrupt it at any time; the same command continues. For hours in the background, with a separate build:

    cargo build --release --bin tabia --features tabia-cli/tune --target-dir target/tune
    nice -n 19 node scripts/tuning/spsa.mjs --iterations 1250 --concurrency 1

  --engine PATH    that build; it is copied at the start      (target/tune/release/tabia)
  --iterations N   mini-matches in all                        (1250)
  --pairs N        pairs of games in each                     (8: 20,000 games in all)
  --r-end R        the last step of all parameters            (0.002, as \`tabia spsa\` prints; more moves faster and less surely)
  --nodes N        nodes for each move                        (10000)
  --tc TC          a clock instead, seconds+increment
  --hash MB        hash table of each                         (16)
  --openings FILE  EPD, or builtin                            (../shared/data/openings/uho_8mvs_90_99.epd)
  --concurrency N  games at a time                            (2)
  --seed N         perturbations and openings                 (1)
  --out DIR        folder of the run                          (artefacts/spsa)

In DIR: state.json (the run; copy it to continue elsewhere), spsa.svg (its course), table.md and options.txt (the parameters as a
table and as options). NAME=C_END sets another last perturbation than \`tabia spsa\` prints. When it is done, test the result:

    node scripts/match/sprt.mjs target/tune/release/tabia target/tune/release/tabia --new-option "$(paste -sd, DIR/options.txt)"

Exit status: 0 the run is complete, 1 it was interrupted, 2 something could not be done.`;

const { options, names, usageError } = readArguments();
const matches = new MiniMatches('spsa', options, usageError);
let state = matches.load({ names: names.join(' '), rEnd: options['r-end'] ?? null }, newRun);
save();
const told = progress(state);
await matches.run(next, take);
console.log(`\n${table(state)}\n\n${state.iteration} of ${state.iterations} iterations, ${state.games} games; ${options.out}`);
process.exitCode = state.iteration === state.iterations ? 0 : 1;

function readArguments() {
  const defaults = { ...SHARED_DEFAULTS, iterations: '1250', pairs: '8', 'r-end': undefined, nodes: '10000', out: defaultFolder('spsa') };
  const { values, positionals, usageError } = readCommandLine('spsa', USAGE, { defaults });
  if (values['r-end'] !== undefined && !(Number(values['r-end']) > 0)) usageError('--r-end must be a positive number');
  return { options: checkedOptions(values, usageError), names: positionals, usageError };
}

function next() {
  const planned = perturbed(state);
  if (planned === undefined) return undefined;
  const side = (key) => planned.sides.map((number) => `${number.name}=${number[key]}`);
  return { iteration: state.iteration + 1, plus: side('plus'), minus: side('minus'), openings: planned.openings };
}

function take(_, result) {
  state = after(state, result);
  save();
  console.log(told(state, result));
}

function newRun() {
  const text = matches.say(['spsa']);
  if (text === undefined) usageError(`'${options.engine}' has no command \`spsa\`: build it with --features tabia-cli/tune`);
  try {
    const [iterations, pairs, seed] = [options.iterations, options.pairs, options.seed].map(Number);
    const numbers = chosen(readNumbers(text), names).map((number) => ({ ...number, rEnd: Number(options['r-end'] ?? number.rEnd) }));
    return begin(numbers, { iterations, pairs, seed });
  } catch (error) {
    return usageError(error.message);
  }
}

function save() {
  matches.save(state, { 'spsa.svg': plot(state), 'table.md': `${table(state)}\n`, 'options.txt': `${engineOptions(state).join('\n')}\n` });
}
