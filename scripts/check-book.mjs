#!/usr/bin/env node
// Has the engine judge the end of every line of the default book, and names the lines that leave a side worse than a
// book should. Results are kept, so that after a change of the lines only new ones are searched.
//
//   cargo build --release --bin tabia
//   node scripts/check-book.mjs [--depth 16] [--limit 80] [--engine target/release/tabia] [--cache target/check-book.tsv]
//
// Exit status 0 if no line is over the limit (in centipawns, from either side), 1 if one is, 2 if the check failed.

import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: {
    depth: { type: 'string', default: '16' },
    limit: { type: 'string', default: '80' },
    engine: { type: 'string', default: join(root, 'target/release/tabia') },
    cache: { type: 'string', default: join(root, 'target/check-book.tsv') },
  },
});
const depth = Number(values.depth);
const limit = Number(values.limit);
if (!Number.isInteger(depth) || depth < 1 || !Number.isFinite(limit)) {
  console.error('--depth takes a number of plies, --limit one of centipawns');
  process.exit(2);
}
if (!existsSync(values.engine)) {
  console.error(`${values.engine} is not there: cargo build --release --bin tabia`);
  process.exit(2);
}

/** Every line of the book: where it stands and its moves. */
const list = execFileSync('cargo', ['run', '--quiet', '--package', 'tabia-book', '--example', 'compile_book', '--', '--list'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
const lines = list.trim().split('\n').map((line) => {
  const [place, moves] = line.split('\t');
  return { place, moves };
});

// What was found earlier, by this engine at this depth.
const engineHash = createHash('sha256').update(readFileSync(values.engine)).digest('hex').slice(0, 16);
const scores = new Map();
if (existsSync(values.cache)) {
  for (const line of readFileSync(values.cache, 'utf8').split('\n')) {
    const [hash, at, score, moves] = line.split('\t');
    if (hash === engineHash && Number(at) === depth && moves) scores.set(moves, Number(score));
  }
} else {
  mkdirSync(dirname(values.cache), { recursive: true });
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

/** The score of a position in centipawns for White; a mate counts 30000. */
async function judge(engine, moves) {
  await engine.ask('ucinewgame\nisready', 'readyok');
  const printed = await engine.ask(`position startpos moves ${moves}\ngo depth ${depth}`, 'bestmove');
  const scored = printed.map((line) => / score (cp|mate) (-?\d+)(?! (?:lower|upper)bound)/.exec(line)).filter(Boolean).at(-1);
  if (!scored) throw new Error(`no score for ${moves}`);
  const own = scored[1] === 'cp' ? Number(scored[2]) : 30000 * Math.sign(Number(scored[2]) || -1);
  return moves.split(' ').length % 2 === 0 ? own : -own;
}

try {
  const todo = lines.filter(({ moves }) => !scores.has(moves));
  if (todo.length > 0) {
    const engine = startEngine();
    await engine.ask('uci', 'uciok');
    await engine.ask('setoption name Hash value 32\nisready', 'readyok');
    for (const [index, { moves }] of todo.entries()) {
      const score = await judge(engine, moves);
      scores.set(moves, score);
      appendFileSync(values.cache, `${engineHash}\t${depth}\t${score}\t${moves}\n`);
      if (process.stderr.isTTY) process.stderr.write(`\r${index + 1} of ${todo.length} searched\x1b[K`);
    }
    engine.quit();
    if (process.stderr.isTTY) process.stderr.write('\n');
  }
} catch (error) {
  console.error(error.message);
  process.exit(2);
}

const judged = lines.map((line) => ({ ...line, score: scores.get(line.moves) }));
judged.sort((a, b) => Math.abs(b.score) - Math.abs(a.score));
const offenders = judged.filter(({ score }) => Math.abs(score) > limit);
for (const { place, score, moves } of offenders) console.log(`${place}\t${score > 0 ? '+' : ''}${score}\t${moves}`);
const white = judged.map(({ score }) => score);
const mean = white.reduce((sum, score) => sum + score, 0) / white.length;
console.log(
  `${lines.length} lines at depth ${depth}: ${offenders.length} over ${limit} centipawns; ` +
    `best for White ${Math.max(...white)}, for Black ${Math.min(...white)}, mean ${mean.toFixed(1)}`,
);
process.exitCode = offenders.length === 0 ? 0 : 1;
