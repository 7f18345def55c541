#!/usr/bin/env node
// Plays many short games in one process: memory, processor time per game and results must stay flat. Then repeats the first of them with
// the same seed, which must give the same games:
//
//     node scripts/check/soak.mjs [--games 50000] [--again 5000] [--nodes 10] [--program target/release/tabia]
//
// In one tab: node scripts/measure/lab-speed.mjs soak --games 10000

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { evenGames, mustExist, readCommandLine } from '../arguments.mjs';

const usage = 'usage: node scripts/check/soak.mjs [--games 50000] [--again 5000] [--nodes 10] [--program target/release/tabia]';
const defaults = { games: '50000', again: '5000', nodes: '10', program: 'target/release/tabia' };
const { values, usageError } = readCommandLine('soak', usage, { defaults });
const [games, again] = [evenGames(values.games, usageError), evenGames(values.again, usageError)];
const program = resolve(values.program);
mustExist([program], usageError);
/** Figures are taken this often. */
const STEPS = 10;
/** What the process may have gained between the first tenth and the end, in MB: results of games are kept, their moves are not. */
const MOST_MB_PER_10_000 = 8;
/** Allowance for short runs, in MB: memory that the system allocates at once. */
const SLACK_MB = 2;
/** A game of the second half may take so much more of a processor than one of the first. Wall time says what else the machine does. */
const MOST_SLOWER = 1.5;
/** Of fewer games the time says little: other work on the machine takes as long. */
const LEAST_TIMED = 10_000;
/** A step's score may be this many standard deviations from one half: both engines are the same. */
const MOST_SIGMAS = 5;

/** Memory of a process in MB: what is its own and resident. */
function residentMb(pid) {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

/** Processor time of a process in seconds, its threads included: fields 14 and 15 of proc_pid_stat(5), in hundredths. */
function processorSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
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
  let last = { games: 0, at: began, seconds: 0, points: 0 };
  for await (const line of createInterface({ input: child.stdout })) {
    const report = /^Games:\s+(\d+), Wins: (\d+), Losses: \d+, Draws: (\d+)/.exec(line);
    if (report === null || Number(report[1]) === last.games || child.exitCode !== null) continue;
    const mb = residentMb(child.pid);
    // The last report may be read when the program has just ended.
    if (mb === 0) continue;
    const now = { games: Number(report[1]), at: performance.now(), seconds: processorSeconds(child.pid), points: Number(report[2]) + Number(report[3]) / 2 };
    const games = now.games - last.games;
    const step = { games: now.games, mb, speed: (1000 * games) / (now.at - last.at), ms: (1000 * (now.seconds - last.seconds)) / games, score: (now.points - last.points) / games, count: games };
    figures.push(step);
    if (show) console.log(`${String(now.games).padStart(7)} games: ${mb.toFixed(1)} MB, ${step.speed.toFixed(1)} games per second, ${step.ms.toFixed(2)} ms of a processor per game, score ${(100 * step.score).toFixed(1)}%`);
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
const mean = (steps) => steps.reduce((sum, { ms }) => sum + ms, 0) / steps.length;
// The first step has the start of the program in it.
const [early, late] = [whole.figures.slice(1, Math.ceil(whole.figures.length / 2)), whole.figures.slice(Math.ceil(whole.figures.length / 2))].map(mean);
const faults = [];
// A short run may be over before its reports are read.
if (whole.figures.length < 4) console.log('too few figures to compare the halves');
if (whole.hash !== repeated.hash) faults.push('the same seed has other games');
if (growth > SLACK_MB + (MOST_MB_PER_10_000 * games) / 10_000) faults.push(`memory has grown by ${growth.toFixed(1)} MB`);
if (games >= LEAST_TIMED && whole.figures.length >= 4 && !(late <= early * MOST_SLOWER)) faults.push(`a game takes ${late.toFixed(2)} ms of a processor in the second half, ${early.toFixed(2)} ms in the first`);
for (const { games: at, score, count } of whole.figures) {
  // A game is worth half a point more or less at most.
  if (Math.abs(score - 0.5) > (MOST_SIGMAS * 0.5) / Math.sqrt(count)) faults.push(`the score of the games before ${at} is ${(100 * score).toFixed(1)}%`);
}
for (const fault of faults) console.error(`soak: ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);
