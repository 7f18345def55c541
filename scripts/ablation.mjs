#!/usr/bin/env node
// Plays the engine against itself without one part of its search, for each part, and prints a table of what the parts
// are worth.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { evenGames, mustExist, readCommandLine } from './arguments.mjs';
import { chosenChanges, readOptions, switchNames } from './tuning/engine-options.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const sharedData = process.env.TABIA_SHARED_DATA ?? join(root, '..', 'shared', 'data');
const USAGE = `usage: node scripts/ablation.mjs [options] [NAME[=VALUE]...]

Plays a build with the feature \`tune\` against the same build with one option changed: a part of the search turned off
(NAME, see crates/engine/src/switches.rs; those that are off are turned on), or a number of it (NAME=VALUE, see
params.rs). Without names: all switches except those of the clock, which need --tc.

    cargo build --release --bin tabia --features tabia-cli/tune --target-dir target/tune

  --engine PATH    that build                                (target/tune/release/tabia)
  --nodes N        nodes per move                            (8000)
  --tc TC          a clock instead, as 2+0.02
  --games N        at most so many games                     (1000)
  --elo0 N, --elo1 N  the SPRT's normalised Elo              (0, 10)
  --concurrency N  games at a time                           (2)
  --openings FILE  EPD, each played with both colours        (../shared/data/openings/uho_8mvs_90_99.epd)
  --seed N         order of the openings                     (1)
  --out DIR        where the logs are kept                   (artefacts/ablation)

The table's Elo is what the engine has by the part, as it is built; an SPRT's verdict is on the build as it is.
Exit status: 0 all matches were played, 1 one failed, 2 wrong usage.`;

const { options, names, usageError } = readArguments();
const matches = chosen();
mkdirSync(options.out, { recursive: true });
console.log('| changed | games | Elo of the build as it is | LLR | verdict |\n| --- | --- | --- | --- | --- |');
let failed = false;
for (const { name, value } of matches) play(name, value);
process.exitCode = failed ? 1 : 0;

function readArguments() {
  const { values, positionals, usageError } = readCommandLine('ablation', USAGE, {
    defaults: {
      engine: join(root, 'target', 'tune', 'release', 'tabia'),
      nodes: '8000',
      tc: undefined,
      games: '1000',
      elo0: '0',
      elo1: '10',
      concurrency: '2',
      openings: join(sharedData, 'openings', 'uho_8mvs_90_99.epd'),
      seed: '1',
      out: join(root, 'artefacts', 'ablation'),
    },
  });
  mustExist([values.engine, values.openings], usageError);
  const games = evenGames(values.games, usageError);
  return { options: { ...values, games, engine: resolve(values.engine) }, names: positionals, usageError };
}

/** The changes with their values, checked before hours of matches are played. */
function chosen() {
  const { stdout } = spawnSync(options.engine, { input: 'uci\nquit\n', encoding: 'utf8' });
  const announced = readOptions(stdout);
  try {
    return chosenChanges(announced, names.length > 0 ? names : switchNames(announced, options.tc !== undefined));
  } catch (error) {
    return usageError(error.message);
  }
}

function play(name, value) {
  const limit = options.tc === undefined ? `nodes=${options.nodes}` : `tc=${options.tc}`;
  const args = [
    'match',
    '-engine', `cmd=${options.engine}`, 'name=as-built',
    '-engine', `cmd=${options.engine}`, `name=${name}=${value}`, `option.${name}=${value}`,
    '-each', limit, 'option.Hash=16',
    '-openings', `file=${options.openings}`, 'format=epd', 'order=random', `srand=${options.seed}`,
    '-games', '2', '-rounds', String(options.games / 2), '-repeat', '-concurrency', options.concurrency,
    '-resign', '4', '900', '-draw', '8', '12', '-sprt', `elo0=${options.elo0}`, `elo1=${options.elo1}`,
  ];
  const { stdout, stderr, status } = spawnSync(options.engine, args, { encoding: 'utf8', maxBuffer: 1 << 30 });
  writeFileSync(join(options.out, `${name}-${value}.log`), `${args.join(' ')}\n${stdout}${stderr}`);
  const last = (pattern) => [...stdout.matchAll(pattern)].at(-1);
  const elo = last(/^Elo: (\S+) \+\/- (\S+),/gm);
  const games = last(/^Games: (\d+)/gm);
  const llr = last(/^LLR: (\S+)/gm);
  const verdict = last(/^SPRT \(.*\) (\S.*)$/gm);
  if (elo === undefined || games === undefined) {
    failed = true;
    console.log(`| ${name}=${value} | the match failed with status ${status}: ${stderr.trim().split('\n').at(-1)} | | | |`);
    return;
  }
  console.log(`| ${name}=${value} | ${games[1]} | ${elo[1]} ± ${elo[2]} | ${llr?.[1] ?? ''} | ${verdict?.[1] ?? ''} |`);
}
