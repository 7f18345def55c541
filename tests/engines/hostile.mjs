// Engine builds that call the imports of docs/engine-abi.md with arbitrary arguments, and a model of the host that predicts the outcome of
// each call: lines posted, value returned, resulting memory, or why the build is given up.

import binaryen from 'binaryen';
import { randomOf } from '../browser/support/random.mjs';

const PAGE = 65536;
/** Memory limit of a build, in pages. */
const MAX_PAGES = 48;
const MAX_PRINT = 65536;
const COMMANDS = 6;

/** The files offered to every build. */
export const FILES = [
  { name: 'KQvK.rtbw', bytes: Uint8Array.from({ length: 1000 }, (_, at) => (at * 37) & 0xff) },
  { name: 'nothing', bytes: new Uint8Array() },
  { name: 'ein Märchen ♜.rtbz', bytes: Uint8Array.from({ length: 70_000 }, (_, at) => (at * 101 + 3) & 0xff) },
];
const NAMES = FILES.map(({ name }) => new TextEncoder().encode(name));

/** Initial contents of the memory: text of all kinds, and invalid text. */
const TEXTS = [
  [16, 'info depth 3 score cp 12 pv e2e4\n'],
  [300, 'readyok\r\nuciok\nbestmove e2e4\r'],
  [400, '\n\n\r\n \t\n'],
  [500, 'option name A type spin default 1 min 1 max 2\nid name Märchen ♜\u{1f600}\n'],
  [PAGE - 6, 'over the end of a page'],
];
const GARBAGE = [700, [0xc3, 0x28, 0xff, 0xfe, 0xf0, 0x9f, 0x98, 0x80, 0xed, 0xa0, 0x80, 0x0a]];

class Fault extends Error {}

/** The host as docs/engine-abi.md describes it, with its own memory. */
class Model {
  bytes = new Uint8Array(2 * PAGE);
  lines = [];

  constructor() {
    for (const [at, text] of TEXTS) this.bytes.set(new TextEncoder().encode(text), at);
    this.bytes.set(GARBAGE[1], GARBAGE[0]);
  }

  get pages() {
    return this.bytes.length / PAGE;
  }

  grow(count) {
    const before = this.pages;
    if (count < 0 || before + count > MAX_PAGES) return -1;
    const bytes = new Uint8Array((before + count) * PAGE);
    bytes.set(this.bytes);
    this.bytes = bytes;
    return before;
  }

  room(pointer, length) {
    if (pointer + length > this.bytes.length) throw new Fault('outside of its memory');
    return this.bytes.subarray(pointer, pointer + length);
  }

  print(pointer, length) {
    if (length > MAX_PRINT) throw new Fault(`printed ${length} bytes at once`);
    let text;
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.room(pointer, length));
    } catch (error) {
      throw error instanceof Fault ? error : new Fault('not UTF-8');
    }
    const lines = text.split('\n');
    const rest = lines.pop();
    this.lines.push(...lines.map((line) => line.replace(/\r$/, '')));
    if (rest !== '') this.lines.push(rest);
  }

  fileName(file, pointer, length) {
    const name = NAMES[file];
    if (name === undefined) return -1;
    const written = name.subarray(0, length);
    this.room(pointer, written.length).set(written);
    return name.length;
  }

  fileRead(file, offset, pointer, length) {
    const room = this.room(pointer, length);
    if (!(offset >= 0) || FILES[file] === undefined) return -1;
    const { bytes } = FILES[file];
    const from = Math.min(Math.floor(offset), bytes.length);
    const read = bytes.subarray(from, Math.min(from + length, bytes.length));
    room.set(read);
    return read.length;
  }

  /** Returns FNV-1a over 32-bit words. */
  hash() {
    let hash = 0x811c9dc5;
    for (const word of new Uint32Array(this.bytes.buffer)) hash = Math.imul(hash ^ word, 0x01000193);
    return hash | 0;
  }
}

const float = (number) => (Number.isNaN(number) ? 'nan' : number === Infinity ? 'inf' : number === -Infinity ? '-inf' : Object.is(number, -0) ? '-0' : String(number));

/** Generates a build, its commands and the expected outcome of each: `{ bytes, commands, outcomes: [{ lines, fault }] }`. */
export function hostileBuild(seed) {
  const random = randomOf(seed);
  const below = (count) => Math.floor(random() * count);
  const one = (of) => of[below(of.length)];
  const model = new Model();
  const near = (number) => number + below(7) - 3;

  const pointer = () =>
    (random() < 0.4
      ? one([0, 16, 300, 400, 500, 700, PAGE - 6])
      : one([near(0), near(model.bytes.length), model.bytes.length - below(70_000), below(model.bytes.length), near(0x7fffffff), near(0x80000000), near(0xffffffff)])) >>> 0;
  const length = () => one([0, 1, near(8), below(120), below(5000), near(MAX_PRINT), near(model.bytes.length), near(0x7fffffff), near(0xffffffff)]) >>> 0;
  const fitting = (at) => (random() < 0.6 ? Math.min(length(), Math.max(0, model.bytes.length - at)) : length());
  const file = () => one([0, 1, 2, 3, 0x7fffffff, 0x80000000, 0xffffffff]);
  const offset = () => one([0, -0, 1, 0.25, 0.5, 1.5, 998.5, 999, 1000, 1000.5, 69_999.5, below(70_000), random() * 70_000, -1, -0.5, NaN, Infinity, -Infinity, 2 ** 53, 2 ** 63, 1e300, 5e-324]);

  const is = (call, result) => `(if (i32.ne ${call} (i32.const ${result | 0})) (then (unreachable)))`;
  const operations = {
    print() {
      const at = pointer();
      const count = random() < 0.5 ? Math.min(fitting(at), 200) : fitting(at);
      return { code: `(call $print (i32.const ${at}) (i32.const ${count}))`, run: () => model.print(at, count) };
    },
    now: () => ({
      code: '(local.set $now (call $now)) (if (i32.eqz (f64.ge (local.get $now) (global.get $last))) (then (unreachable))) (global.set $last (local.get $now))',
      run() {},
    }),
    signal: () => ({ code: is('(call $signal)', 0), run() {} }),
    fileCount: () => ({ code: is('(call $file_count)', FILES.length), run() {} }),
    fileSize() {
      const which = file();
      const size = FILES[which]?.bytes.length ?? -1;
      return { code: `(if (f64.ne (call $file_size (i32.const ${which})) (f64.const ${size})) (then (unreachable)))`, run() {} };
    },
    fileName() {
      const [which, at] = [file(), pointer()];
      const count = fitting(at);
      return { call: `(call $file_name (i32.const ${which}) (i32.const ${at}) (i32.const ${count}))`, run: () => model.fileName(which, at, count) };
    },
    fileRead() {
      const [which, at, from] = [file(), pointer(), offset()];
      const count = fitting(at);
      const call = `(call $file_read (i32.const ${which}) (f64.const ${float(from)}) (i32.const ${at}) (i32.const ${count}))`;
      return { call, run: () => model.fileRead(which, from, at, count) };
    },
    grow() {
      const count = one([0, 1, 2, 9, 100, 65_536, -1]);
      return { call: `(memory.grow (i32.const ${count}))`, run: () => model.grow(count) };
    },
    store() {
      const [at, byte] = [below(model.bytes.length), below(256)];
      return {
        code: `(i32.store8 (i32.const ${at}) (i32.const ${byte}))`,
        run() {
          model.bytes[at] = byte;
        },
      };
    },
  };

  const commands = [];
  const rooms = [];
  const scripts = [];
  const outcomes = [];
  for (let number = 0; number < COMMANDS; number += 1) {
    const command = one(['go depth 1', 'isready', 'x', 'position startpos moves e2e4', '♜'.repeat(20_000), 'setoption name Hash value 1']);
    commands.push(command);
    const told = new TextEncoder().encode(command);
    const room = random() < 0.8 ? 1000 + below(1000) : pointer();
    rooms.push(room);
    model.lines = [];
    const script = [];
    let fault = null;
    try {
      if (room === 0 || room + told.length > model.bytes.length) throw new Fault('where there is no room');
      model.bytes.set(told, room);
      for (let left = 1 + below(8); left > 0; left -= 1) {
        const { code, call, run } = one(Object.values(operations))();
        let result = 0;
        try {
          result = run();
        } finally {
          script.push(code ?? is(call, result));
        }
      }
      script.push(is('(call $hash)', model.hash()));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      fault = error.message;
    }
    scripts.push(script.join('\n      '));
    outcomes.push({ lines: model.lines, fault });
    if (fault) break;
  }
  return { bytes: assemble(scripts, rooms), commands: commands.slice(0, outcomes.length), outcomes };
}

const escaped = (bytes) => [...bytes].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('');

/** Assembles a build that returns the rooms in turn and runs the scripts in turn. */
function assemble(scripts, rooms) {
  const inTurn = (codes) => codes.map((code, number) => `(if (i32.eq (global.get $number) (i32.const ${number})) (then ${code}))`).join('\n    ');
  const module = binaryen.parseText(`(module
  (import "uci" "print" (func $print (param i32 i32)))
  (import "uci" "now" (func $now (result f64)))
  (import "uci" "signal" (func $signal (result i32)))
  (import "uci" "file_count" (func $file_count (result i32)))
  (import "uci" "file_name" (func $file_name (param i32 i32 i32) (result i32)))
  (import "uci" "file_size" (func $file_size (param i32) (result f64)))
  (import "uci" "file_read" (func $file_read (param i32 f64 i32 i32) (result i32)))
  (memory (export "memory") 2 ${MAX_PAGES})
  ${TEXTS.map(([at, text]) => `(data (i32.const ${at}) "${escaped(new TextEncoder().encode(text))}")`).join('\n  ')}
  (data (i32.const ${GARBAGE[0]}) "${escaped(GARBAGE[1])}")
  (global $number (mut i32) (i32.const -1))
  (global $last (mut f64) (f64.const 0))
  (func (export "abi") (result i32) (i32.const 2))
  (func $hash (result i32) (local $at i32) (local $sum i32)
    (local.set $sum (i32.const 0x811c9dc5))
    (loop $next
      (local.set $sum (i32.mul (i32.xor (local.get $sum) (i32.load (local.get $at))) (i32.const 0x01000193)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br_if $next (i32.lt_u (local.get $at) (i32.mul (memory.size) (i32.const ${PAGE})))))
    (local.get $sum))
  (func (export "line_buffer") (param i32) (result i32)
    (global.set $number (i32.add (global.get $number) (i32.const 1)))
    ${inTurn(rooms.map((room) => `(return (i32.const ${room}))`))}
    (unreachable))
  (func (export "line") (param i32) (local $now f64)
    ${inTurn(scripts)}))`);
  try {
    return module.emitBinary();
  } finally {
    module.dispose();
  }
}
