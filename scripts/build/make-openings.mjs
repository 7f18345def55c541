#!/usr/bin/env node
// Makes the opening set that comes with the program (crates/arena/data/openings.epd).
//
// A line is a random walk from the start position. At each ply the engine scores every legal move (MultiPV, a low fixed depth), and
// a move is drawn with probability proportional to exp(-loss / temperature), its loss relative to the best one;
// moves that lose more than --loss are left out. The position at the end of a walk is used, once, if nobody is in check and a search
// of a fixed depth finds it balanced. Every search begins with an empty hash table, so
// that the same engine and the same arguments make the same file.

import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const USAGE = `usage: node scripts/build/make-openings.mjs --engine PATH [options] >crates/arena/data/openings.epd

  --engine PATH      a UCI engine with MultiPV and the command d, which prints a line "Fen: ..." (ours)
  --count N          positions to make                                        (1500)
  --plies N          length of a walk                                         (8)
  --walk-depth N     depth of the search that scores the moves of a walk      (4)
  --temperature CP   how far a walk may stray from the best moves             (25)
  --loss CP          moves that lose more are left out                        (60)
  --depth N          depth of the search that judges the end of a walk        (10)
  --balance CP       accepted scores from White's side: -CP to CP             (75)
  --seed N           seed of the walks                                        (1)`;

let options;
try {
  ({ values: options } = parseArgs({
    options: Object.fromEntries(
      [['engine'], ['count', '1500'], ['plies', '8'], ['walk-depth', '4'], ['temperature', '25'], ['loss', '60'], ['depth', '10'], ['balance', '75'], ['seed', '1']]
        .map(([name, preset]) => [name, { type: 'string', default: preset }]),
    ),
  }));
  if (!options.engine) throw new Error('--engine must be given');
} catch (error) {
  console.error(`${error.message}\n\n${USAGE}`);
  process.exit(2);
}
const number = (name) => {
  const value = Number(options[name]);
  if (!Number.isInteger(value) || value < 1) {
    console.error(`--${name} must be a whole number of at least 1\n\n${USAGE}`);
    process.exit(2);
  }
  return value;
};
const [count, plies, walkDepth, temperature, loss, depth, balance, seed] =
  ['count', 'plies', 'walk-depth', 'temperature', 'loss', 'depth', 'balance', 'seed'].map(number);

const engine = spawn(resolve(options.engine), { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
const send = (...commands) => engine.stdin.write(`${commands.join('\n')}\n`);

/** The lines up to the first that begins with a word, that one included. */
async function until(word) {
  const got = [];
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error(`the engine ended before it said ${word}`);
    got.push(value);
    if (value.startsWith(word)) return got;
  }
}

/** Scores by move of a search with a number of lines; centipawns from the mover's side, mates as +-30000. */
async function scores(moves, multiPv, toDepth) {
  send('ucinewgame', `setoption name MultiPV value ${multiPv}`, `position startpos moves ${moves.join(' ')}`.replace(/ moves $/, ''), `go depth ${toDepth}`);
  const byMove = new Map();
  for (const line of await until('bestmove')) {
    const found = /^info depth (\d+) .*score (cp|mate) (-?\d+)(?! (?:lower|upper)bound).* pv (\S+)/.exec(line);
    if (found) byMove.set(found[4], found[2] === 'cp' ? Number(found[3]) : 30000 * Math.sign(Number(found[3]) || -1));
  }
  return byMove;
}

/** Tommy Ettinger's mulberry32: numbers in [0, 1) for a seed of 32 bits. */
function generator(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A move drawn by how little it loses. */
function draw(byMove, random) {
  const best = Math.max(...byMove.values());
  // By name, so that the order in which the engine prints does not matter.
  const moves = [...byMove].filter(([, score]) => best - score <= loss).sort(([a], [b]) => (a < b ? -1 : 1));
  const weights = moves.map(([, score]) => Math.exp((score - best) / temperature));
  let rest = random() * weights.reduce((sum, weight) => sum + weight, 0);
  return moves[Math.max(0, weights.findIndex((weight) => (rest -= weight) < 0))][0];
}

send('uci');
const name = (await until('uciok')).find((line) => line.startsWith('id name '))?.slice(8);
const random = generator(seed);
const seen = new Set();
const kept = [];
let walks = 0;
while (kept.length < count) {
  walks += 1;
  const moves = [];
  while (moves.length < plies) moves.push(draw(await scores(moves, 100, walkDepth), random));
  send(`position startpos moves ${moves.join(' ')}`, 'd');
  const shown = await until('Checkers:');
  const position = shown.find((line) => line.startsWith('Fen: ')).slice(5).split(' ').slice(0, 4).join(' ');
  if (seen.has(position) || shown.at(-1).replace('Checkers:', '').trim() !== '') continue;
  seen.add(position);
  const [score] = [...(await scores(moves, 1, depth)).values()].slice(-1);
  if (score !== undefined && Math.abs(score) <= balance) kept.push(position);
  if (walks % 100 === 0) console.error(`${kept.length} of ${count} after ${walks} walks`);
}
send('quit');
// No comments in the file: other match programs take every line for a position.
console.error(`${count} balanced positions after ${plies} plies from ${walks} walks, by ${name}:`);
console.error(`--walk-depth ${walkDepth} --temperature ${temperature} --loss ${loss} --depth ${depth} --balance ${balance} --seed ${seed}`);
for (const position of kept) console.log(position);
