#!/usr/bin/env node
// Plays the matches that rate the levels: neighbours against each other, and levels against Stockfish's calibrated skill levels.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { evenGames, mustExist, readCommandLine } from '../arguments.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const sharedData = process.env.TABIA_SHARED_DATA ?? join(root, '..', 'shared', 'data');
const USAGE = `usage: node scripts/match/level-matches.mjs [options] [PAIRING...]

Plays the pairings of the levels (all of them, or those named: 3-4 is level 3 against level 4, 6-SF0 is level 6 against
Stockfish's skill level 0) with 'tabia match' at fixed nodes and depths, so that the load of the machine does not
matter. Finished pairs are saved; the same command continues. Then 'node scripts/match/ratings.mjs' rates all together.

  --engine PATH     the program                  (target/release/tabia)
  --stockfish PATH  Debian's Stockfish 15.1      (/usr/games/stockfish)
  --games N         games of each pairing        (200)
  --openings FILE   EPD, each with both colours  (../shared/data/openings/noob_3moves.sample.epd)
  --seed N          order of the openings        (5)
  --out DIR         folder of the matches        (artefacts/levels)`;

/** UCI_Elo of the levels 1 to 11 of src/state/play/levels.rs. */
export const LEVELS = [300, 550, 800, 1040, 1210, 1400, 1650, 1890, 2070, 2300, 2575];

/** What is played, the quick pairings first: the number of a level, and that of another or of a skill level. */
export const PAIRINGS = [
  '1-2', '2-3', '3-4', '1-3', '2-4', '3-5', '1-SF0', '2-SF0', '3-SF0', '4-SF0', '4-5', '4-6', '5-6', '5-SF0', '6-SF0',
  '6-SF1', '6-7', '7-SF1', '7-SF2', '7-8', '8-SF3', '8-SF4', '8-9', '9-SF4', '9-SF5', '9-10', '10-SF5', '10-SF6', '10-11',
  '11-SF7',
];

/** The settings of one side of a pairing, for `tabia match`. */
export function side(name, { engine, stockfish }) {
  const skill = /^SF(\d+)$/.exec(name)?.[1];
  if (skill !== undefined) {
    // The depth at which this skill level chooses its move.
    return [`cmd=${stockfish}`, `name=${name}`, `option.Skill Level=${skill}`, `depth=${Number(skill) + 1}`, 'option.Hash=16'];
  }
  const elo = LEVELS[Number(name) - 1];
  if (elo === undefined) throw new Error(`there is no level ${name}`);
  const options = ['option.UCI_LimitStrength=true', `option.UCI_Elo=${elo}`, 'option.Hash=4'];
  return [`cmd=${engine}`, `name=L${name}`, ...options, 'nodes=1000000000'];
}

function main() {
  const { values, positionals, usageError } = readCommandLine('level-matches', USAGE, {
    defaults: {
      engine: join(root, 'target', 'release', 'tabia'),
      stockfish: '/usr/games/stockfish',
      games: '200',
      openings: join(sharedData, 'openings', 'noob_3moves.sample.epd'),
      seed: '5',
      out: join(root, 'artefacts', 'levels'),
    },
  });
  mustExist([values.engine, values.stockfish, values.openings], usageError);
  const games = evenGames(values.games, usageError);
  mkdirSync(values.out, { recursive: true });
  const programs = { engine: resolve(values.engine), stockfish: resolve(values.stockfish) };
  for (const pairing of positionals.length > 0 ? positionals : PAIRINGS) {
    let sides;
    try {
      sides = pairing.split('-').map((name) => side(name, programs));
    } catch (error) {
      usageError(error.message);
    }
    console.log(`${pairing}:`);
    const { status } = spawnSync(programs.engine, [
      'match', ...sides.flatMap((settings) => ['-engine', ...settings]),
      '-games', '2', '-rounds', String(games / 2), '-repeat', '-maxmoves', '200', '-ratinginterval', '50',
      '-openings', `file=${values.openings}`, 'format=epd', 'order=random', '-seed', values.seed,
      '-resume', join(values.out, `${pairing}.tabia`),
    ], { stdio: 'inherit' });
    if (status !== 0) process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
