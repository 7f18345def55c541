#!/usr/bin/env node
// Makes small seed inputs for the fuzz targets from the conformance data:
//
//     node scripts/check/fuzz-seeds.mjs FOLDER
//
// FOLDER gets a folder for each target. Missing data (no ../shared/data) is skipped and reported.

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const DATA = process.env.TABIA_SHARED_DATA ?? join(ROOT, '..', 'shared', 'data');
/** Longer inputs make fuzzing slow, and find nothing that short ones do not. */
const MOST_BYTES = 8192;
const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node scripts/check/fuzz-seeds.mjs FOLDER');
  process.exit(2);
}

let written = 0;
function seed(target, name, content) {
  const bytes = Buffer.from(content);
  if (bytes.length > MOST_BYTES) return;
  mkdirSync(join(folder, target), { recursive: true });
  writeFileSync(join(folder, target, name), bytes);
  written += 1;
}

/** A file of the data, or nothing. */
function data(path) {
  const file = join(DATA, path);
  if (existsSync(file)) return readFileSync(file);
  console.error(`fuzz-seeds: there is no ${file}`);
  return Buffer.alloc(0);
}
const names = (path) => (existsSync(join(DATA, path)) ? readdirSync(join(DATA, path)) : []);
/** `count` lines, spread over a file. */
function lines(path, count) {
  const all = data(path).toString().split('\n').filter((line) => line.trim() !== '');
  return all.filter((_, index) => index % Math.max(1, Math.floor(all.length / count)) === 0).slice(0, count);
}

const FENS = [
  ...lines('perft/standard.epd', 20).map((line) => line.split(';')[0]),
  ...lines('perft/fischer.epd', 10).map((line) => line.split(';')[0]),
  ...lines('fen/cozy-valid.sfens', 20),
  ...lines('fen/cozy-invalid.sfens', 20),
];
FENS.forEach((fen, index) => seed('fen', `fen-${index}`, fen));

const LINES = ['e4 e5 Nf3 Nc6 Bb5 a6 O-O', 'd4 d5 c4 dxc4 e3 b5 a4 c6 axb5 cxb5 Qf3', 'e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1'];
LINES.forEach((moves, index) => seed('san', `line-${index}`, `\n${moves}`));
FENS.slice(0, 20).forEach((fen, index) => seed('san', `fen-${index}`, `${fen}\na8=Q Rxb7+ O-O O-O-O Nf3 e1g1 Kd2 exd6 Qh5# e4 e5 bxa1=N`));

for (const part of ['pgn/torture', 'pgn/python-chess', 'pgn/pgn-extract/in']) {
  for (const name of names(part).filter((each) => each.endsWith('.pgn'))) {
    for (const target of ['pgn', 'pgn_slices']) seed(target, name, data(join(part, name)));
  }
}
for (const [index, text] of ['1. e4 {a} (1. d4 $1 d5) e5 2. Ke2 *', '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O *'].entries()) {
  for (const target of ['pgn', 'pgn_slices', 'openings', 'index']) seed(target, `own-${index}`, text);
}

for (const name of ['bk', 'kaufman', 'lct2']) seed('epd', name, lines(`epd/${name}.epd`, 6).join('\n'));
seed('epd', 'perft', lines('perft/standard.epd', 4).join('\n'));
seed('epd', 'crafty', 'title one\nsetboard 8/8/8/4k3/8/8/8/KQ6 w - - 0 1\nsolution Qb5+\nend\n');
seed('openings', 'uho', lines('openings/uho_8mvs_90_99.epd', 5).join('\n'));
seed('openings', 'games', data('openings/2moves_v2.sample.pgn').subarray(0, 1500));

for (const name of names('uci')) {
  seed('uci_lines', name, data(join('uci', name)).subarray(0, 3000));
  // What the engines said: those lines that begin with a word of an engine.
  seed('player', name, data(join('uci', name)).subarray(0, 3000).toString().replaceAll(/^[<>] ?/gm, ''));
}
seed('uci_session', 'game', 'uci\nucinewgame\nposition startpos moves e2e4 e7e5\ngo depth 3\ngo nodes 200 searchmoves g1f3\neval\neval json\nd\n');
seed('uci_session', 'options', 'setoption name MultiPV value 3\nsetoption name UCI_Chess960 value true\nposition fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\ngo wtime 1000 btime 1000 winc 10\ngo ponder\ngo infinite\ngo mate 2\nlearn\n');
seed('uci_session', 'levels', 'setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 600\ngo movetime 5\nsetoption name Skill Level value 0\nposition fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 2\nperft 1\n');
seed('player', 'good', '0\nid name X\noption name Hash type spin default 1 min 1 max 99\noption name Ponder type check default true\nuciok\nreadyok\nreadyok\ninfo depth 3 score cp 5 pv e2e4\nbestmove e2e4 ponder e7e5\nreadyok\n3\nbestmove 0000\n9\n');
seed('player', 'called', '1uciok\nuciok\nreadyok!\nreadyok\nbestmove e2e4\n99\n');

seed('book', 'lasker', data('polyglot/lasker-trap.bin'));
seed('openings', 'book', data('polyglot/lasker-trap.bin'));
seed('book', 'part', data('polyglot/gnuchess-smallbook.bin').subarray(0, 1600));
for (const name of names('polyglot/golden').filter((each) => each.endsWith('.bin')).slice(0, 10)) seed('book', name, data(join('polyglot/golden', name)).subarray(0, 2048));
const record = Buffer.alloc(32);
record.writeBigUInt64BE(0x463b96181691fc9cn, 0);
record.writeUInt16BE(796, 8);
const head = Buffer.alloc(32);
head.write('TABIAWDL');
head.writeUInt32BE(1, 8);
head.writeUInt32BE(1, 12);
seed('stats', 'one', Buffer.concat([head, record]));
seed('recipe', 'plain', '{"format":"tabia-book-recipe","version":1,"name":"x","parts":[{"filter":{},"passes":[{"max_ply":16,"min_game":1,"min_score":0.0},{"max_ply":8,"min_game":1,"min_score":50.0,"only":"white","uniform":true}]}],"memory_mb":256}');
seed('learned', 'store', '{"format":"tabia-book-learning","version":1,"book_learning":true,"result_learning":true,"lessons":[]}');
seed('learned', 'tree', 'e4 = B00 King\'s Pawn\n  e5 = C20\n    Nf3\n  c5 = B20 Sicilian\nd4 d5\n');

const SETTINGS = { engines: ['new', 'old'].map((name) => ({ name, build: '', options: [['Hash', '16']], limits: { time_control: '8+0.08', nodes: 500 } })), games: 4, seed: 7 };
seed('settings', 'plain', JSON.stringify(SETTINGS));
seed('settings', 'sprt', JSON.stringify({ ...SETTINGS, format: 'gauntlet', sprt: { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.05, model: 'normalized' }, sample: { frequency: 0.5 } }));
for (const [index, [, block]] of [...readFileSync(join(ROOT, 'docs', 'match-file.md'), 'utf8').matchAll(/```json\n([\s\S]*?)```/g)].entries()) {
  const json = JSON.stringify(JSON.parse(block));
  seed('settings', `doc-${index}`, json);
  seed('match_file', `doc-${index}`, `{"format":"tabia match 2","id":"a","created_ms":1,"settings":${JSON.stringify(SETTINGS)}}\n${json}\n`);
}

for (const [index, name] of ['KQvK.rtbw', 'KQvK.rtbz', 'KPvK.rtbw', 'KPvK.rtbz', 'KBvKN.rtbw', 'KRvK.rtbw'].entries()) {
  const table = data(join('syzygy', name));
  if (table.length > 0) seed('syzygy', name, Buffer.concat([Buffer.from([index]), table]));
}
seed('index', 'game', '[White "Anna"]\n[Black "Bo"]\n[Date "2020.01.02"]\n[WhiteElo "2100"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n');

const MODULE = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
seed('module', 'memory', Buffer.from([...MODULE, 5, 3, 1, 0, 17]));
seed('module', 'bounded', Buffer.from([...MODULE, 5, 4, 1, 1, 17, 20, 0, 3, 2, 104, 105]));
seed('module', 'imported', Buffer.from([...MODULE, 2, 10, 1, 3, 101, 110, 118, 1, 109, 2, 0, 1]));
seed('module', 'two', Buffer.from([...MODULE, 5, 5, 2, 0, 1, 0, 1]));
seed('module', 'wide', Buffer.from([...MODULE, 5, 3, 1, 4, 1]));
seed('module', 'shared', Buffer.from([...MODULE, 5, 4, 1, 3, 1, 2]));
for (const [index, hash] of ['#/?fen=8/8/8/4k3/8/8/8/KQ6_w_-_-_0_1&side=black', '#/?game=1tMS4gZTQgKg', '#/?game=1zeJwz1DNQSDVRSDVVMNIz0jNUMNAz1AMAM6UEng', 'https://a.example/#/?game=1zAA'].entries()) seed('link', `link-${index}`, hash);

const HEADER = { id: 'm-1', settings: SETTINGS };
seed('lab_link', 'settings', JSON.stringify({ settings: SETTINGS }));
seed('lab_link', 'books', JSON.stringify({ books: [{ name: 'a.bin', sha256: 'ab'.repeat(32) }, { name: 'b.bin', sha256: 'cd'.repeat(32), selection: 'best' }] }));
seed('lab_link', 'part', JSON.stringify({ part: { header: HEADER, part: 1, of: 3 } }));

// Weights are the bytes as they are, moves their remainders.
seed('net', 'small', Buffer.from(Array.from({ length: 96 }, (_, index) => (index * 37) % 256)));
seed('net', 'castling', Buffer.from([0, 1, 2, 3, 250, 128, 127, 7, 7, 9, 12, 15, 200]));
const net = Buffer.alloc(64);
net.write('TabiaNet');
seed('net', 'head', net);

/** The start position in 32 bytes (crates/data/src/format/packed_board.rs): men in the order of their squares, rooks as castling rooks. */
const start = Buffer.alloc(32);
start.writeBigUInt64LE(0xffff00000000ffffn);
const BACK = [6, 1, 2, 4, 5, 2, 1, 6];
const men = [...BACK, ...Array(8).fill(0), ...Array(8).fill(8), ...BACK.map((role) => role + 8)];
men.forEach((man, index) => (start[8 + (index >> 1)] |= man << (4 * (index % 2))));
start[24] = 64;
start.writeUInt16LE(1, 26);
start[30] = 1;
/** A move with its score: e2e4 is from 12 to 28. */
const played = (from, to, score) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16LE(from | (to << 6));
  bytes.writeInt16LE(score, 2);
  return bytes;
};
const END = Buffer.alloc(4);
seed('training', 'game', Buffer.concat([start, played(12, 28, 30), played(52, 36, -5), played(6, 21, 31_999), END, start, END]));
seed('training', 'position', start);

console.log(`${written} inputs in ${folder}`);
