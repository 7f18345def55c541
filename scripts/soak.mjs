#!/usr/bin/env node
// Plays many short games in one process, and records memory and games per second; then plays the first of them again with the same
// seed, which must have the same results:
//
//     node scripts/soak.mjs [--games 50000] [--again 5000] [--nodes 10] [--program target/release/tabia]
//
// In one tab: node scripts/lab-speed.mjs soak --games 10000

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { evenGames, mustExist, readCommandLine } from './arguments.mjs';

const usage = 'usage: node scripts/soak.mjs [--games 50000] [--again 5000] [--nodes 10] [--program target/release/tabia]';
const defaults = { games: '50000', again: '5000', nodes: '10', program: 'target/release/tabia' };
const { values, usageError } = readCommandLine('soak', usage, { defaults });
const [games, again] = [evenGames(values.games, usageError), evenGames(values.again, usageError)];
const program = resolve(values.program);
mustExist([program], usageError);
/** Figures are taken this often. */
const STEPS = 10;
/** What the process may have gained between the first tenth and the end, in MB: results of games are kept, their moves are not. */
const MOST_MB_PER_10_000 = 8;

/** Memory of a process in MB: what is its own and resident. */
function residentMb(pid) {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

/** Plays; returns the figures and a hash of the results and moves of the first `again` games. */
async function play(count, show) {
  const folder = mkdtempSync(join(tmpdir(), 'tabia-soak-'));
  const pgn = join(folder, 'games.pgn');
  const engine = (name) => ['-engine', 'builtin', `name=${name}`];
  const words = [
    'match', ...engine('A'), ...engine('B'), '-each', `nodes=${values.nodes}`, 'option.Hash=1', '-games', `${count}`, '-repeat',
    '-openings', 'order=random', '-seed', '1', '-maxmoves', '40', '-ratinginterval', `${Math.max(1, Math.floor(count / 2 / STEPS))}`,
    '-pgn', pgn, '1',
  ];
  const began = performance.now();
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((done) => child.on('close', done));
  const figures = [];
  let last = { games: 0, at: began };
  for await (const line of createInterface({ input: child.stdout })) {
    const finished = /^Games:\s+(\d+)/.exec(line)?.[1];
    if (finished === undefined || Number(finished) === last.games || child.exitCode !== null) continue;
    const now = { games: Number(finished), at: performance.now() };
    const speed = (1000 * (now.games - last.games)) / (now.at - last.at);
    const mb = residentMb(child.pid);
    // The last report may be read when the program has just ended.
    if (mb > 0) figures.push({ games: now.games, mb, speed });
    if (show && mb > 0) console.log(`${String(now.games).padStart(7)} games: ${mb.toFixed(1)} MB, ${speed.toFixed(1)} games per second`);
    last = now;
  }
  const status = await ended;
  if (status !== 0) throw new Error(`the match ended with status ${status}`);
  const hash = await hashOf(pgn, again);
  rmSync(folder, { recursive: true });
  return { figures, seconds: (performance.now() - began) / 1000, hash };
}

/** The hash of the first games of a file: rounds, results and moves, without the date. */
async function hashOf(path, count) {
  const hash = createHash('sha256');
  let seen = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line.startsWith('[Event ')) seen += 1;
    if (seen > count) break;
    if (/^\[(Round|White|Result|FEN) /.test(line) || (line !== '' && !line.startsWith('['))) hash.update(`${line}\n`);
  }
  if (seen < count) throw new Error(`the file has ${seen} games, not ${count}`);
  return hash.digest('hex').slice(0, 16);
}

console.log(`${games} games at ${values.nodes} nodes a move, one at a time (load of the machine ${loadavg()[0].toFixed(1)})`);
const whole = await play(games, true);
const [first, end] = [whole.figures[0], whole.figures.at(-1)];
const growth = end.mb - first.mb;
console.log(`${games} games in ${whole.seconds.toFixed(0)} s: ${(games / whole.seconds).toFixed(1)} per second; memory ${first.mb.toFixed(1)} MB after the first ${first.games}, ${end.mb.toFixed(1)} MB at the end`);
const repeated = await play(again, false);
console.log(`the first ${again} games: ${whole.hash}, played again: ${repeated.hash}`);
const faults = [];
if (whole.hash !== repeated.hash) faults.push('the same seed has other games');
if (growth > (MOST_MB_PER_10_000 * games) / 10_000) faults.push(`memory has grown by ${growth.toFixed(1)} MB`);
for (const fault of faults) console.error(`soak: ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);
