#!/usr/bin/env node
// Adapter between a match runner that speaks only UCI and an engine that speaks only the xboard protocol (CECP), such as Debian's
// Fairy-Max and Phalanx.
//
//   node scripts/match/xboard-to-uci.mjs ENGINE [ARGUMENT...]
//
// Translates `position`, `go` with clocks, movetime or depth, `stop`, `ucinewgame`, the
// option Hash, and the engine's thinking lines into `info`. It has no clock: the
// referee's clock is passed to the engine before every move (`time`, `otim`), so an increment
// that `level` cannot express in whole seconds still reaches the engine.
//
// Protocol: https://www.gnu.org/software/xboard/engine-intf.html

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** How long an engine of protocol version 1 may keep silent after `protover 2`, in ms. */
const FEATURE_TIMEOUT_MS = 2000;

const [command, ...args] = process.argv.slice(2);
if (command === undefined || command === '--help' || command === '-h') {
  console.log('usage: xboard-to-uci.mjs ENGINE [ARGUMENT...]   (ENGINE speaks the xboard protocol)');
  process.exit(command === undefined ? 2 : 0);
}

const engine = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
engine.on('error', (error) => fail(`cannot start '${command}': ${error.message}`));
engine.on('exit', (code, signal) => {
  if (!quitting) fail(`'${command}' ended by itself (${signal ?? `exit code ${code}`})`);
  process.exit(0);
});
engine.stdin.on('error', () => {}); // The exit event above reports a dead engine.

const features = { myname: command, ping: '0', setboard: '0', usermove: '0', memory: '0', colors: '1' };
let quitting = false;
/** Resolves once the engine has said `feature done=1`, or has had time enough to. */
let markReady;
const ready = new Promise((resolve) => {
  markReady = resolve;
});
/** FEN of the game that the engine holds, or null when it holds none. */
let gameStart = null;
/** Moves of that game that the engine has made, in UCI notation. */
let gameMoves = [];
let searching = false;
let pings = 0;
const pongs = new Map();

send('xboard');
send('protover 2');
setTimeout(() => markReady(), FEATURE_TIMEOUT_MS).unref();

createInterface({ input: engine.stdout }).on('line', fromEngine);

// UCI commands are handled strictly one after the other: `go` returns at once, but `isready`
// waits for the engine's `pong`. Only `stop` and `quit` must not wait in that queue.
let queue = Promise.resolve();
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const words = line.trim().split(/\s+/);
    if (words[0] === 'stop') {
      if (searching) send('?');
    } else if (words[0] === 'quit') {
      quit();
    } else {
      queue = queue.then(() => fromGui(words)).catch((error) => fail(error.message));
    }
  })
  .on('close', quit);

function send(line) {
  engine.stdin.write(`${line}\n`);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}

function fail(message) {
  if (!quitting) console.error(`xboard-to-uci: ${message}`);
  process.exit(1);
}

function quit() {
  quitting = true;
  send('quit');
  setTimeout(() => {
    engine.kill();
    process.exit(0);
  }, 500).unref();
}

/** Waits until the engine has handled everything sent so far; at once where it has no `ping`. */
function settled() {
  if (features.ping !== '1') return Promise.resolve();
  pings += 1;
  const id = String(pings);
  return new Promise((resolve) => {
    pongs.set(id, resolve);
    send(`ping ${id}`);
  });
}

async function fromGui(words) {
  switch (words[0]) {
    case 'uci':
      await ready;
      print(`id name ${features.myname} (xboard)`);
      if (features.memory === '1') print('option name Hash type spin default 16 min 1 max 1024');
      print('uciok');
      break;
    case 'isready':
      await ready;
      await settled();
      print('readyok');
      break;
    case 'setoption': {
      const value = words.at(-1);
      if (words[2]?.toLowerCase() === 'hash' && features.memory === '1') send(`memory ${value}`);
      break;
    }
    case 'ucinewgame':
      gameStart = null;
      break;
    case 'position':
      position(words.slice(1));
      break;
    case 'go':
      go(words.slice(1));
      break;
    default: // UCI: unknown commands are ignored.
  }
}

function position(words) {
  const movesAt = words.indexOf('moves');
  const head = movesAt < 0 ? words : words.slice(0, movesAt);
  const moves = movesAt < 0 ? [] : words.slice(movesAt + 1);
  const fen = head[0] === 'startpos' ? START_FEN : head.slice(1).join(' ');

  const continues = fen === gameStart && gameMoves.every((move, i) => move === moves[i]);
  if (!continues) {
    send('new');
    send('easy'); // No thinking on the opponent's time.
    send('post');
    send('force');
    if (fen !== START_FEN) setBoard(fen);
    gameStart = fen;
    gameMoves = [];
  }
  for (const move of moves.slice(gameMoves.length)) {
    send(features.usermove === '1' ? `usermove ${move}` : move);
    gameMoves.push(move);
  }
}

function setBoard(fen) {
  if (features.setboard === '1') {
    send(`setboard ${fen}`);
    return;
  }
  // The older `edit` mode; it knows neither castling rights nor en passant.
  const [board, turn] = fen.split(' ');
  // `edit` keeps the side to move, so a dummy move makes it Black's turn first (see the protocol).
  if (turn === 'b') send(features.usermove === '1' ? 'usermove a2a3' : 'a2a3');
  const pieces = { w: [], b: [] };
  board.split('/').forEach((rank, down) => {
    let file = 0;
    for (const char of rank) {
      if (/\d/.test(char)) {
        file += Number(char);
      } else {
        const square = 'abcdefgh'[file] + String(8 - down);
        pieces[char === char.toUpperCase() ? 'w' : 'b'].push(char.toUpperCase() + square);
        file += 1;
      }
    }
  });
  send('edit');
  send('#');
  pieces.w.forEach(send);
  send('c');
  pieces.b.forEach(send);
  send('.');
}

function go(words) {
  const limit = (name) => {
    const at = words.indexOf(name);
    return at < 0 ? undefined : Number(words[at + 1]);
  };
  const [own, other] = isWhiteToMove() ? ['w', 'b'] : ['b', 'w'];

  if (limit('depth') !== undefined) send(`sd ${limit('depth')}`);
  if (limit('movetime') !== undefined) {
    // `st` takes whole seconds; the next lower second never loses on time, but 0 is no limit.
    send(`st ${Math.max(1, Math.floor(limit('movetime') / 1000))}`);
  } else if (limit(`${own}time`) !== undefined) {
    const centiseconds = (ms) => Math.max(1, Math.floor(ms / 10));
    const time = limit(`${own}time`);
    const seconds = Math.max(1, Math.round(time / 1000));
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    send(`level ${limit('movestogo') ?? 0} ${clock} ${Math.floor((limit(`${own}inc`) ?? 0) / 1000)}`);
    send(`time ${centiseconds(time)}`);
    send(`otim ${centiseconds(limit(`${other}time`) ?? time)}`);
  }
  searching = true;
  send('go');
}

function isWhiteToMove() {
  const whiteFirst = gameStart?.split(' ')[1] !== 'b';
  return whiteFirst === (gameMoves.length % 2 === 0);
}

function fromEngine(line) {
  const words = line.trim().split(/\s+/);
  switch (words[0]) {
    case 'feature':
      for (const [, name, quoted, plain] of line.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)) {
        features[name] = quoted ?? plain;
        if (name === 'done' && plain === '1') markReady();
      }
      break;
    case 'pong':
      pongs.get(words[1])?.();
      pongs.delete(words[1]);
      break;
    case 'move':
      answer(words[1]);
      break;
    case 'resign':
    case '1-0':
    case '0-1':
    case '1/2-1/2':
      // UCI knows no resignation or claim: the null move hands the decision to the referee.
      if (searching) answer('0000');
      break;
    case 'Illegal':
      fail(`the engine refused a move: ${line}`);
      break;
    default:
      thinking(words);
  }
}

/** Some engines castle with these words where the protocol has the king's squares: Phalanx. */
function uciMove(move) {
  const castling = /^[O0o]-[O0o](-[O0o])?$/.exec(move);
  if (castling === null) return move;
  const rank = isWhiteToMove() ? '1' : '8';
  return `e${rank}${castling[1] === undefined ? 'g' : 'c'}${rank}`;
}

function answer(word) {
  if (!searching) return;
  searching = false;
  const move = uciMove(word);
  if (move !== '0000') gameMoves.push(move);
  send('force'); // Until the next `go` it only follows the game.
  print(`bestmove ${move}`);
}

/** A thinking line: `ply score time nodes pv`, score in centipawns, time in 1/100 s. */
function thinking(words) {
  const [ply, score, time, nodes] = words.slice(0, 4).map((word) => Number(word.replace(/\.$/, '')));
  if (!searching || words.length < 4 || [ply, score, time, nodes].some(Number.isNaN)) return;
  print(`info depth ${ply} score cp ${score} time ${time * 10} nodes ${nodes}`);
}
