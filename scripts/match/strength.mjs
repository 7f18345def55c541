#!/usr/bin/env node
// Plays the native engine against another one with fastchess or c-chess-cli, and prints W-D-L, score, and Elo with its
// 95% error.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { evenGames, mustExist, readCommandLine } from '../arguments.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const sharedData = process.env.TABIA_SHARED_DATA ?? join(root, '..', 'shared', 'data');
/** Opponents known by name: the command that starts each as a UCI engine. */
const KNOWN = {
  fairymax: [process.execPath, join(root, 'scripts', 'match', 'xboard-to-uci.mjs'), '/usr/games/fairymax'],
  gnuchess: ['/usr/games/gnuchess', '--uci'],
  phalanx: [process.execPath, join(root, 'scripts', 'match', 'xboard-to-uci.mjs'), '/usr/games/phalanx'],
  stockfish: ['/usr/games/stockfish'],
  toga2: ['/usr/games/toga2'],
};

const USAGE = `usage: node scripts/match/strength.mjs --runner PATH --opponent NAME|PATH [options] [-- ARGUMENT...]

Plays target/release/tabia (build it first: cargo build --release --bin tabia).

  --runner PATH      fastchess or c-chess-cli, recognised by its file name
  --opponent NAME    ${Object.keys(KNOWN).join(', ')} (Debian's packages), or the path of a UCI
                     engine; arguments for it follow after --
  --engine PATH      our engine                              (target/release/tabia)
  --games N          games to play, an even number           (200)
  --tc TC            time control, seconds+increment         (8+0.08)
  --hash MB          transposition table of both             (64)
  --concurrency N    games at a time; more than there are processors share them  (2)
  --openings FILE    EPD or PGN, each played with both colours
                     (of ../shared/data/openings: 8moves_v3.sample.pgn; c-chess-cli: noob_3moves.sample.epd)
  --seed N           order of the openings                   (1)
  --adjudicate       end games that are decided: a side 6 pawns down for 3 moves resigns; 8 moves within
                     0.2 pawns of equal for both are a draw (fastchess: from move 34 on)
  --out DIR          folder of PGN and log                   (artefacts/strength)

Exit status: 0 the match was played, 1 it failed or a game ended with a fault, 2 wrong usage.`;

const { options, opponentArgs, usageError } = readArguments();
const engine = { name: 'tabia', command: [resolve(options.engine)] };
const opponent = {
  name: basename(options.opponent) === 'stash-bot' ? stashName(options.opponent) : basename(options.opponent),
  command: [...(KNOWN[options.opponent] ?? [resolve(options.opponent)]), ...opponentArgs],
};
mustExist([engine.command[0], opponent.command[0], options.openings], usageError);

mkdirSync(options.out, { recursive: true });
const pgn = join(resolve(options.out), `${engine.name}-${opponent.name}-${Date.now()}.pgn`);
const runner = isCChessCli(options.runner) ? cChessCli() : fastchess();
const output = await play(runner);
report(output);

function readArguments() {
  const { values, positionals, usageError } = readCommandLine('strength', USAGE, {
    defaults: {
      runner: undefined,
      opponent: undefined,
      engine: join(root, 'target', 'release', 'tabia'),
      games: '200',
      tc: '8+0.08',
      hash: '64',
      concurrency: '2',
      openings: undefined,
      seed: '1',
      out: join(root, 'artefacts', 'strength'),
    },
    flags: ['adjudicate'],
  });
  for (const name of ['runner', 'opponent']) {
    if (values[name] === undefined) usageError(`--${name} is missing`);
  }
  // c-chess-cli reads EPD only; a PGN reaches xboard engines as moves, which not all of them can set up otherwise.
  const openings = isCChessCli(values.runner) ? 'noob_3moves.sample.epd' : '8moves_v3.sample.pgn';
  return {
    options: { openings: join(sharedData, 'openings', openings), ...values, games: evenGames(values.games, usageError) },
    opponentArgs: positionals,
    usageError,
  };
}

function isCChessCli(path) {
  return basename(path).startsWith('c-chess-cli');
}

/** All Stash releases use the same binary name; the folder above `src` distinguishes them. */
function stashName(path) {
  return basename(dirname(dirname(resolve(path))));
}

function fastchess() {
  const side = ({ name, command: [cmd, ...args] }) => [
    '-engine', `name=${name}`, `cmd=${cmd}`, ...(args.length > 0 ? [`args=${args.join(' ')}`] : []),
  ];
  const format = options.openings.endsWith('.pgn') ? 'pgn' : 'epd';
  return {
    args: [
      ...side(engine), ...side(opponent),
      '-each', 'proto=uci', `tc=${options.tc}`, `option.Hash=${options.hash}`,
      '-rounds', String(options.games / 2), '-games', '2', '-repeat',
      '-concurrency', options.concurrency, '-force-concurrency', '-recover', '-srand', options.seed,
      '-openings', `file=${options.openings}`, `format=${format}`, 'order=random',
      '-ratinginterval', '10', '-pgnout', `file=${pgn}`,
      ...(options.adjudicate ? ['-resign', 'movecount=3', 'score=600', '-draw', 'movenumber=34', 'movecount=8', 'score=20'] : []),
    ],
    /** W, L, D of the last report, from the first engine's side. */
    counts: (text) => [...text.matchAll(/Wins: (\d+), Losses: (\d+), Draws: (\d+)/g)].at(-1)?.slice(1, 4).map(Number),
  };
}

function cChessCli() {
  const side = ({ name, command }) => ['-engine', `name=${name}`, `cmd=${command.join(' ')}`];
  return {
    args: [
      '-each', `tc=${options.tc}`, `option.Hash=${options.hash}`, ...side(engine), ...side(opponent),
      '-games', String(options.games), '-repeat', '-concurrency', options.concurrency,
      '-openings', `file=${options.openings}`, 'order=random', `srand=${options.seed}`, '-pgn', pgn, '1',
      ...(options.adjudicate ? ['-resign', '3', '600', '-draw', '8', '20'] : []),
    ],
    counts: (text) => [...text.matchAll(/Score of .*?: (\d+) - (\d+) - (\d+)/g)].at(-1)?.slice(1, 4).map(Number),
  };
}

function play({ args }) {
  console.log(`${options.games} games, ${engine.name} against ${opponent.name}, ${options.tc}, hash ${options.hash} MB`);
  return new Promise((done, fail) => {
    let text = '';
    const child = spawn(resolve(options.runner), args, { cwd: options.out, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        text += chunk;
        process.stdout.write(chunk);
      });
    }
    child.on('error', fail);
    child.on('exit', () => done(text));
  }).catch((error) => usageError(`cannot start the runner: ${error.message}`));
}

function report(text) {
  const counts = runner.counts(text);
  if (counts === undefined) {
    console.error('strength: the runner printed no result');
    process.exit(1);
  }
  const [wins, losses, draws] = counts;
  const games = wins + losses + draws;
  const score = (wins + draws / 2) / games;
  const variance = (wins * (1 - score) ** 2 + losses * score ** 2 + draws * (0.5 - score) ** 2) / games;
  const error = 1.959964 * Math.sqrt(variance / games);
  const faults = countFaults();

  console.log(`\n${engine.name} - ${opponent.name}: +${wins} =${draws} -${losses} of ${games} (${options.tc})`);
  console.log(`score ${(100 * score).toFixed(1)}% ± ${(100 * error).toFixed(1)}`);
  console.log(`Elo   ${formatElo(score)} (95%: ${formatElo(score - error)} .. ${formatElo(score + error)})`);
  console.log(`games ended by a fault: ${faults.length === 0 ? 'none' : faults.join('; ')}`);
  console.log(`games: ${pgn}`);
  process.exitCode = games === options.games && faults.length === 0 ? 0 : 1;
}

/** Logistic Elo of an expected score; scores outside 0..1 are beyond measure. */
function formatElo(score) {
  if (score <= 0) return '-inf';
  if (score >= 1) return '+inf';
  const elo = -400 * Math.log10(1 / score - 1);
  return (elo >= 0 ? '+' : '') + elo.toFixed(0);
}

/** Games that no move on the board decided: time losses, illegal moves, crashes. */
function countFaults() {
  if (!existsSync(pgn)) return [];
  const found = new Map();
  for (const game of readFileSync(pgn, 'utf8').split(/(?=\[Event )/)) {
    const ending = /\[Termination "([^"]*)"\]/.exec(game)?.[1] ?? 'normal';
    if (/time forfeit|illegal|abandon|disconnect|stall|crash/i.test(ending)) {
      const tag = (name) => new RegExp(`\\[${name} "([^"]*)"\\]`).exec(game)?.[1];
      const loser = tag('Result') === '1-0' ? tag('Black') : tag('White');
      const key = `${ending} of ${loser}`;
      found.set(key, (found.get(key) ?? 0) + 1);
    }
  }
  return [...found].map(([what, count]) => `${what} ×${count}`);
}
