#!/usr/bin/env node
// Evaluates the end of every line of the default book with the engine, and lists the lines that leave a side too much worse.
// Scores are cached by the engine's bench signature and the position, so after a change only new lines are searched.
//
//   cargo build --release --bin tabia
//   node scripts/check/book.mjs [--depth 16] [--limit 80] [--engine target/release/tabia] [--jobs N] [--mend 65]
//
// With --mend, lines over that limit are shortened in crates/book-tools/data/lines until they are within it, or removed
// if nothing is left of them; then everything is checked again.
//
// With --partial, lines without a score from an earlier run are counted instead of searched: for an aborted run.
//
// Exit status 0 if no line is over the limit (in centipawns, from either side), 1 if one is, 2 if the check failed.

import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** The shortest line of the book in half-moves (crates/book-tools/tests/default_book.rs). */
const SHORTEST = 8;

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { values } = parseArgs({
  options: {
    depth: { type: 'string', default: '16' },
    limit: { type: 'string', default: '80' },
    engine: { type: 'string', default: join(root, 'target/release/tabia') },
    jobs: { type: 'string', default: String(availableParallelism()) },
    cache: { type: 'string', default: join(root, 'artefacts/check-book.tsv') },
    mend: { type: 'string' },
    partial: { type: 'boolean', default: false },
  },
});
const depth = Number(values.depth);
const limit = Number(values.limit);
const jobs = Number(values.jobs);
const mend = values.mend === undefined ? null : Number(values.mend);
if (!Number.isInteger(depth) || depth < 1 || !Number.isFinite(limit) || !Number.isInteger(jobs) || jobs < 1 || (mend !== null && !Number.isFinite(mend))) {
  console.error('--depth takes a number of plies, --limit and --mend one of centipawns, --jobs one of engines');
  process.exit(2);
}
if (!existsSync(values.engine)) {
  console.error(`${values.engine} is not there: cargo build --release --bin tabia`);
  process.exit(2);
}

const signature = /^(\d+) nodes \d+ nps/m.exec(execFileSync(values.engine, ['bench'], { encoding: 'utf8' }))?.[1];
if (!signature) {
  console.error(`${values.engine} bench prints no number of nodes`);
  process.exit(2);
}

/** What was found earlier by this engine at this depth: scores for White by position. */
const scores = new Map();
mkdirSync(dirname(values.cache), { recursive: true });
if (existsSync(values.cache)) {
  for (const line of readFileSync(values.cache, 'utf8').split('\n')) {
    const [engine, at, score, position] = line.split('\t');
    if (engine === signature && Number(at) === depth && position) scores.set(position, Number(score));
  }
}

/** Every line of the book: its place, its moves, and the positions after each of them. */
function readLines() {
  const list = execFileSync('cargo', ['run', '--quiet', '--package', 'tabia-book-tools', '--example', 'compile_book', '--', '--list'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return list.trim().split('\n').map((line) => {
    const [place, moves, positions] = line.split('\t');
    return { place, moves: moves.split(' '), positions: positions.split('|') };
  });
}

/** The engine as a UCI program; `ask` sends lines and resolves with what it printed up to a word. */
function startEngine() {
  const child = spawn(values.engine, [], { stdio: ['pipe', 'pipe', 'inherit'] });
  const printed = [];
  let waiting = null;
  createInterface({ input: child.stdout }).on('line', (line) => {
    printed.push(line);
    if (waiting && line.startsWith(waiting.word)) {
      waiting.resolve(printed.splice(0));
      waiting = null;
    }
  });
  const ended = new Promise((_, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`the engine ended (${code})`)));
  });
  ended.catch(() => {});
  return {
    ask(text, word) {
      child.stdin.write(`${text}\n`);
      return Promise.race([new Promise((resolve) => { waiting = { word, resolve }; }), ended]);
    },
    quit: () => child.stdin.end('quit\n'),
  };
}

/** Returns the score of the position after some moves, in centipawns for White; a mate counts 30000. */
async function judge(engine, moves) {
  await engine.ask('ucinewgame\nisready', 'readyok');
  const printed = await engine.ask(`position startpos moves ${moves.join(' ')}\ngo depth ${depth}`, 'bestmove');
  const scored = printed.map((line) => / score (cp|mate) (-?\d+)(?! (?:lower|upper)bound)/.exec(line)).filter(Boolean).at(-1);
  if (!scored) throw new Error(`no score for ${moves.join(' ')}`);
  const own = scored[1] === 'cp' ? Number(scored[2]) : 30000 * Math.sign(Number(scored[2]) || -1);
  return moves.length % 2 === 0 ? own : -own;
}

/** Searches the positions at the ends of these lines that have no score yet, with one engine per job. */
async function search(lines) {
  const todo = new Map();
  for (const { moves, positions } of lines) {
    const position = positions[moves.length - 1];
    if (!scores.has(position)) todo.set(position, moves);
  }
  const queue = [...todo];
  const total = queue.length;
  let done = 0;
  await Promise.all(Array.from({ length: Math.min(jobs, total) }, async () => {
    const engine = startEngine();
    await engine.ask('uci', 'uciok');
    await engine.ask('setoption name Hash value 32\nisready', 'readyok');
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [position, moves] = next;
      const score = await judge(engine, moves);
      scores.set(position, score);
      appendFileSync(values.cache, `${signature}\t${depth}\t${score}\t${position}\n`);
      done += 1;
      if (process.stderr.isTTY || done % 100 === 0) process.stderr.write(`${process.stderr.isTTY ? '\r' : ''}${done} of ${total} searched${process.stderr.isTTY ? '\x1b[K' : '\n'}`);
    }
    engine.quit();
  }));
  if (total > 0 && process.stderr.isTTY) process.stderr.write('\n');
}

const scoreOf = ({ moves, positions }) => scores.get(positions[moves.length - 1]);

/** Shortens the lines over the limit, one round; returns how many rows were changed. */
async function mendLines(lines) {
  const over = lines.filter((line) => Math.abs(scoreOf(line)) > mend);
  const changes = new Map();
  const found = [];
  const ends = new Set(lines.filter((line) => !over.includes(line)).map(({ positions, moves }) => positions[moves.length - 1]));
  // Most need to lose one move only: these are searched side by side.
  const without = (line, drop) => ({ moves: line.moves.slice(0, line.moves.length - drop), positions: line.positions });
  await search(over.filter(({ moves }) => moves.length > SHORTEST).map((line) => without(line, 1)));
  for (const line of over) {
    const [file, row] = line.place.split(':');
    const path = join(root, 'crates/book-tools/data/lines', file);
    const words = readFileSync(path, 'utf8').split('\n')[Number(row) - 1].trim().split(/\s+#|\s+/).filter(Boolean);
    let kept = 0;
    for (let drop = 1; drop < words.length; drop += 1) {
      const length = line.moves.length - drop;
      if (length < SHORTEST) break;
      const shorter = without(line, drop);
      await search([shorter]);
      // A line that ends where another one passes or ends says nothing new.
      const position = line.positions[length - 1];
      const shared = lines.some((other) => other !== line && !over.includes(other) && other.positions.indexOf(position) >= 0);
      if (shared || ends.has(position)) break;
      if (Math.abs(scoreOf(shorter)) <= mend) {
        kept = words.length - drop;
        ends.add(position);
        break;
      }
    }
    found.push({ path, row: Number(row), words, kept, line: line.positions.slice(0, line.moves.length - words.length + kept) });
  }
  const passed = new Set(found.filter(({ kept }) => kept > 0).flatMap(({ line }) => line.slice(0, -1)));
  for (const { path, row, words, kept, line } of found) {
    if (!changes.has(path)) changes.set(path, []);
    changes.get(path).push({ row, words, kept: passed.has(line.at(-1)) ? 0 : kept });
  }
  for (const [path, rows] of changes) {
    const text = readFileSync(path, 'utf8').split('\n');
    for (const { row, words, kept } of rows.sort((a, b) => b.row - a.row)) {
      const indent = /^\s*/.exec(text[row - 1])[0];
      if (kept > 0) text[row - 1] = indent + words.slice(0, kept).join(' ');
      else text.splice(row - 1, 1);
    }
    writeFileSync(path, text.join('\n'));
  }
  return over.length;
}

try {
  let lines = readLines();
  if (!values.partial) await search(lines);
  if (mend !== null) {
    for (let round = 1; ; round += 1) {
      const changed = await mendLines(lines);
      if (changed === 0) break;
      lines = readLines();
      console.log(`round ${round}: ${changed} lines shortened or taken out, ${lines.length} left`);
      if (!values.partial) await search(lines);
    }
  }
  const judged = lines.map((line) => ({ ...line, score: scoreOf(line) })).filter(({ score }) => score !== undefined);
  if (judged.length < lines.length) console.log(`NOT CHECKED: ${lines.length - judged.length} lines have no score yet`);
  judged.sort((a, b) => Math.abs(b.score) - Math.abs(a.score));
  const offenders = judged.filter(({ score }) => Math.abs(score) > limit);
  for (const { place, score, moves } of offenders) console.log(`${place}\t${score > 0 ? '+' : ''}${score}\t${moves.join(' ')}`);
  const white = judged.map(({ score }) => score);
  const mean = white.reduce((sum, score) => sum + score, 0) / white.length;
  console.log(
    `engine ${signature}: ${judged.length} lines at depth ${depth}: ${offenders.length} over ${limit} centipawns; ` +
      `best for White ${Math.max(...white)}, for Black ${Math.min(...white)}, mean ${mean.toFixed(1)}`,
  );
  process.exitCode = offenders.length === 0 && judged.length === lines.length ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
