// Scripted engine builds: one that behaves, and one for every fault of an engine.
//
// Written in WebAssembly's text format, so that they show the plain ABI of docs/engine-abi.md. The good one knows no chess: it "searches"
// by polling, and its score is a hash of the `position` line it was given, so that a test can tell which position a line belongs to
// (`positionHash`).

import binaryen from 'binaryen';

const BUFFER = 65536; // Commands are written here: the second page of memory, used for nothing else.
const OUT = 4096; // Lines are assembled here.
const TEXT = 16384; // Constant texts.
const FREE = 131072; // The third page, unused.

/** Returns the scripted engines' score in centipawns for the position of this `position` line. */
export function positionHash(line) {
  let hash = 0;
  for (const byte of new TextEncoder().encode(line)) hash = (Math.imul(hash, 31) + byte) | 0;
  return Math.abs(hash % 30000);
}

/** A stalemate and a mate. */
const NO_MOVES = ['7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 'R5k1/5ppp/8/8/8/8/8/7K b - - 0 1'];

/** Up to four characters as a little-endian number. */
const word = (text) => `0x${[...text].reverse().map((c) => c.charCodeAt(0).toString(16)).join('')}`;

/** Takes all memory and traps if the limit was 2 GiB, as on the page; loops forever otherwise. */
const EAT_MEMORY = `
    (loop $more (br_if $more (i32.ne (memory.grow (i32.const 1024)) (i32.const -1))))
    (loop $rest (br_if $rest (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))
    (if (i32.ne (memory.size) (i32.const 32768)) (then (loop $forever (br $forever))))
    (unreachable)`;

/** Code of `go`, by kind of engine. `$say_info` prints one line about the position and increments the depth. */
const GO = {
  good: `
    (call $say_info)
    (loop $more
      (call $work (i32.const 20000))
      (if (i32.eqz (local.get $limited)) (then
        (call $say_info)
        (br_if $more (i32.eqz (call $signal)))))
      (drop (call $signal)))
    (call $say_info)
    (call $best)`,
  // One depth per 50,000 polls.
  'only-polls': `
    (global.set $polls (i32.const 0))
    (call $say_info)
    (loop $more
      (global.set $polls (i32.add (global.get $polls) (i32.const 1)))
      (if (i32.eqz (i32.rem_u (global.get $polls) (i32.const 50000))) (then (call $say_info)))
      (br_if $more (i32.and (i32.eqz (local.get $limited)) (i32.eqz (call $signal)))))
    (call $best)`,
  flood: `
    (loop $more
      (call $say_info)
      (br_if $more (i32.and (i32.eqz (local.get $limited)) (i32.eqz (call $signal)))))
    (call $best)`,
  'flood-of-strings': `
    (loop $more
      SAY(info string still here)
      (br_if $more (i32.and (i32.eqz (local.get $limited)) (i32.eqz (call $signal)))))
    (call $best)`,
  'traps-in-go': '(call $say_info) (unreachable)',
  'eats-memory': EAT_MEMORY,
  'reads-out-of-bounds': '(drop (i32.load (i32.const -4)))',
  'recurses-for-ever': '(call $recurse (i32.const 1))',
  deaf: '(loop $forever (call $work (i32.const 1000)) (br $forever))',
  'ignores-stop': '(loop $forever (call $work (i32.const 20000)) (drop (call $signal)) (br $forever))',
  'polls-rarely': `
    (loop $more
      (call $work (i32.const 200000000))
      (br_if $more (i32.and (i32.eqz (local.get $limited)) (i32.eqz (call $signal)))))
    (call $best)`,
  'no-bestmove': '(call $say_info)',
  'two-bestmoves': '(call $say_info) (call $best) SAY(bestmove d2d4)',
  'waits-after-bestmove': 'SAY(bestmove e2e4) (loop $forever (call $work (i32.const 1000)) (br $forever))',
  'ends-infinite-by-itself': '(call $say_info) (call $best)',
  'prints-outside-memory': '(call $print (i32.const 0x7fff0000) (i32.const 20))',
  'prints-past-the-end': '(call $print (i32.const 196600) (i32.const 20))',
  'prints-not-utf8': String.raw`SAY(info string \c3\28 is no letter)`,
  'prints-too-long': '(call $print (i32.const 0) (i32.const 70000))',
  // 65,000 bytes at a time, as comments and as unknown text.
  'prints-long-texts': `
    (i32.store (i32.const ${FREE}) (i32.const ${word('info')}))
    (i32.store (i32.const ${FREE + 4}) (i32.const ${word(' str')}))
    (i32.store (i32.const ${FREE + 8}) (i32.const ${word('ing ')}))
    (loop $more (call $print (i32.const ${FREE}) (i32.const 65000)) (br $more))`,
  'prints-garbage': `
    (loop $more (call $print (i32.const ${FREE}) (i32.const 4000)) (br $more))`,
  'refuses-memory': `
    SAY(info string setoption Hash: not enough memory for a hash table of 1024 MB; 64 MB are in use)
    (call $say_info)
    (loop $more
      (call $work (i32.const 20000))
      (br_if $more (i32.and (i32.eqz (local.get $limited)) (i32.eqz (call $signal)))))
    (call $best)`,
  'answers-before-the-signal': `
    (call $say_info)
    (call $best)
    (loop $more (br_if $more (i32.and (i32.eqz (local.get $limited)) (i32.eqz (call $signal)))))`,
  'answers-before-ponderhit': `
    (call $say_info)
    (if (i32.eq (i32.load8_u (i32.const ${BUFFER + 3})) (i32.const 0x70)) (then (call $best)))
    (loop $more
      (call $work (i32.const 20000))
      (br_if $more (i32.and (i32.eqz (local.get $limited)) (i32.eqz (call $signal)))))
    (if (i32.ne (i32.load8_u (i32.const ${BUFFER + 3})) (i32.const 0x70)) (then (call $best)))`,
  'prints-lines-together': `
    (loop $more
      SAY(info string one\\ninfo string two\\r\\n)
      (br_if $more (i32.and (i32.eqz (local.get $limited)) (i32.eqz (call $signal)))))
    (call $best)`,
};

/** Other faults, as changes to the good engine. */
const CHANGES = {
  'abi-3': (wat) => wat.replace('(i32.const 1) ;; abi', '(i32.const 3) ;; abi'),
  'without-signal': (wat) =>
    wat
      .replace('(import "uci" "signal" (func $signal (result i32)))', '')
      .replace(';; imports', '(func $signal (result i32) (i32.const 0))')
      .replace('SAY(option name MultiPV type spin default 1 min 1 max 5)', ''),
  'abi-1-with-files': (wat) => wat.replace(';; imports', '(import "uci" "file_count" (func (result i32)))'),
  'reads-files-outside-memory': (wat) =>
    wat
      .replace('(i32.const 1) ;; abi', '(i32.const 2) ;; abi')
      .replace(';; imports', '(import "uci" "file_read" (func $file_read (param i32 f64 i32 i32) (result i32)))')
      .replace(';; otherwise', '(drop (call $file_read (i32.const 0) (f64.const 0) (i32.const -16) (i32.const 64)))'),
  'no-memory': (wat) => wat.replace('(export "memory")', ''),
  'no-line': (wat) => wat.replace('(func $line (export "line")', '(func $line'),
  'no-line-buffer': (wat) => wat.replace('(export "line_buffer")', '(export "buffer")'),
  'line-is-a-global': (wat) =>
    wat.replace('(func $line (export "line")', '(global (export "line") i32 (i32.const 1)) (func $line'),
  'line-takes-two': (wat) => wat.replace('(param $length i32) ;; line', '(param $length i32) (param i32)'),
  'imports-wasi': (wat) =>
    wat.replace(';; imports', '(import "wasi_snapshot_preview1" "fd_write" (func (param i32 i32 i32 i32) (result i32)))'),
  'imports-memory': (wat) => wat.replace('(memory (export "memory") 3)', '(import "env" "memory" (memory 3)) (export "memory" (memory 0))'),
  'imports-too-much': (wat) => wat.replace(';; imports', '(import "uci" "fetch" (func (param i32 i32)))'),
  'print-has-another-type': (wat) =>
    wat.replace('(func $print (param i32 i32))', '(func $print64 (param i64 i64))').replace(
      ';; imports',
      '(func $print (param i32 i32) (call $print64 (i64.extend_i32_u (local.get 0)) (i64.extend_i32_u (local.get 1))))',
    ),
  silent: (wat) => wat.replaceAll(/SAY\([^)]*\)/g, '').replaceAll('(call $print ', '(call $drop2 '),
  'too-many-options': (wat) =>
    wat.replace(';; uci', `
        (loop $more
          SAY(option name Another type check default false)
          (global.set $polls (i32.add (global.get $polls) (i32.const 1)))
          (br_if $more (i32.lt_u (global.get $polls) (i32.const 300000))))`),
  'eats-memory-in-uci': (wat) => wat.replace(';; uci', EAT_MEMORY),
  'hangs-in-uci': (wat) => wat.replace(';; uci', '(loop $forever (br $forever))'),
  'no-uciok': (wat) => wat.replace('SAY(uciok)', ''),
  'no-readyok': (wat) => wat.replace('SAY(readyok)', ''),
  'traps-in-abi': (wat) => wat.replace('(i32.const 1) ;; abi', '(unreachable)'),
  'traps-at-start': (wat) => wat.replace(';; start', '(start $trap) (func $trap (unreachable))'),
  'prints-at-start': (wat) => wat.replace(';; start', '(start $early) (func $early SAY(info string early))'),
  'null-buffer': (wat) => wat.replace(`(i32.const ${BUFFER}) ;; buffer`, '(i32.const 0)'),
  'buffer-outside-memory': (wat) => wat.replace(`(i32.const ${BUFFER}) ;; buffer`, '(i32.const 0x7fff0000)'),
  'traps-on-nonsense': (wat) => wat.replace(';; otherwise', '(unreachable)'),
  'not-deterministic': (wat) => wat.replace(';; depth noise', '(global.set $depth (i32.trunc_sat_f64_u (f64.mul (call $now) (f64.const 1000))))'),
};

/** Memory sections to replace the good engine's single memory of three pages: see WebAssembly's binary format. */
const MEMORIES = {
  'two-memories': [2, 0, 3, 0, 1],
  'shared-memory': [1, 3, 3, 16],
  'memory-of-64-bits': [1, 4, 3],
};

export const KINDS = [...Object.keys(GO), ...Object.keys(CHANGES), ...Object.keys(MEMORIES)];

/** Returns the bytes of an engine build of this kind. */
export function scriptedEngine(kind, { name = `Scripted ${kind}` } = {}) {
  const go = GO[kind] ?? GO.good;
  const change = CHANGES[kind] ?? ((wat) => wat);
  if (!KINDS.includes(kind)) throw new Error(`no scripted engine is called ${kind}`);
  const module = binaryen.parseText(withTexts(change(template(name, go))));
  try {
    return withMemory(module.emitBinary(), MEMORIES[kind]);
  } finally {
    module.dispose();
  }
}

/** Replaces the file's memory section, if one is given. */
function withMemory(bytes, section) {
  if (section === undefined) return bytes;
  const file = Buffer.from(bytes);
  const at = file.indexOf(Buffer.from([5, 3, 1, 0, 3]));
  return new Uint8Array(Buffer.concat([file.subarray(0, at), Buffer.from([5, section.length, ...section]), file.subarray(at + 5)]));
}

/** Replaces every SAY(text) with a call of print, and collects the texts. */
function withTexts(wat) {
  let at = TEXT;
  const data = [];
  const code = wat.replaceAll(/SAY\(((?:[^()]|\\.)*)\)/g, (_, text) => {
    const bytes = text.replaceAll(/\\[0-9a-f]{2}|\\[nr]/g, '?').length;
    data.push(`(data (i32.const ${at}) "${text}")`);
    const call = `(call $print (i32.const ${at}) (i32.const ${bytes}))`;
    at += bytes;
    return call;
  });
  return code.replace(';; texts', data.join('\n'));
}

function template(name, go) {
  return `(module
  (import "uci" "print" (func $print (param i32 i32)))
  (import "uci" "now" (func $now (result f64)))
  (import "uci" "signal" (func $signal (result i32)))
  ;; imports
  (memory (export "memory") 3)
  ;; texts
  (data (i32.const ${OUT}) "info depth ")
  (data (i32.const ${OUT + 100}) " score cp ")
  (data (i32.const ${OUT + 200}) " nodes 1000 time 5 nps 200000 pv ")
  (global $hash (mut i32) (i32.const 0))
  (global $depth (mut i32) (i32.const 0))
  (global $polls (mut i32) (i32.const 0))
  (global $end (mut i32) (i32.const 0))
  ;; start
  (func (export "abi") (result i32) (i32.const 1) ;; abi
  )
  (func (export "line_buffer") (param i32) (result i32) (i32.const ${BUFFER}) ;; buffer
  )
  (func $drop2 (param i32 i32))
  (func $recurse (param i32) (result)
    (call $recurse (i32.add (local.get 0) (i32.const 1)))
    (global.set $depth (local.get 0)))

  ;; Keeps the processor busy.
  (func $work (param $rounds i32)
    (loop $again
      (i32.store (i32.const 8) (i32.mul (i32.load (i32.const 8)) (i32.const 1664525)))
      (br_if $again (local.tee $rounds (i32.sub (local.get $rounds) (i32.const 1))))))

  ;; Appends bytes, or a number in decimal, to the line that ends at $end.
  (func $append (param $from i32) (param $length i32)
    (memory.copy (global.get $end) (local.get $from) (local.get $length))
    (global.set $end (i32.add (global.get $end) (local.get $length))))
  (func $append_number (param $number i32)
    (if (i32.ge_u (local.get $number) (i32.const 10))
      (then (call $append_number (i32.div_u (local.get $number) (i32.const 10)))))
    (i32.store8 (global.get $end) (i32.add (i32.const 48) (i32.rem_u (local.get $number) (i32.const 10))))
    (global.set $end (i32.add (global.get $end) (i32.const 1))))

  ;; info depth D score cp HASH nodes 1000 time 5 nps 200000 pv e2e4
  (func $say_info
    (global.set $depth (i32.add (i32.rem_u (global.get $depth) (i32.const 99)) (i32.const 1)))
    ;; depth noise
    (global.set $end (i32.const ${OUT + 1000}))
    (call $append (i32.const ${OUT}) (i32.const 11))
    (call $append_number (global.get $depth))
    (call $append (i32.const ${OUT + 100}) (i32.const 10))
    (call $append_number (global.get $hash))
    (call $append (i32.const ${OUT + 200}) (i32.const 33))
    (i32.store (global.get $end) (i32.const ${word('e2e4')}))
    (call $print (i32.const ${OUT + 1000})
      (i32.add (i32.sub (global.get $end) (i32.const ${OUT + 1000})) (i32.const 4))))

  (func $hash_line (param $length i32) (local $at i32) (local $sum i32)
    (loop $next
      (local.set $sum (i32.add (i32.mul (local.get $sum) (i32.const 31))
        (i32.load8_u (i32.add (i32.const ${BUFFER}) (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $length))))
    (local.set $sum (i32.rem_s (local.get $sum) (i32.const 30000)))
    (global.set $hash (select (local.get $sum) (i32.sub (i32.const 0) (local.get $sum))
      (i32.ge_s (local.get $sum) (i32.const 0)))))

  ;; They know no chess, but the positions without a legal move that scripts/check/abi-check asks about.
  (func $best
    (if (i32.or ${NO_MOVES.map((fen) => `(i32.eq (global.get $hash) (i32.const ${positionHash(`position fen ${fen}`)}))`).join(' ')})
      (then SAY(bestmove \\28none\\29))
      (else SAY(bestmove e2e4))))

  ;; $limited: the command is neither "go" nor "go infinite" nor "go ponder ...".
  (func $go (param $limited i32)
    (global.set $depth (i32.const 0))
    ${go})

  (func $line (export "line") (param $length i32) ;; line
    (local $start i32)
    (local.set $start (i32.load (i32.const ${BUFFER})))
    (if (i32.and (i32.eq (local.get $length) (i32.const 3))
          (i32.eq (i32.and (local.get $start) (i32.const 0xffffff)) (i32.const ${word('uci')})))
      (then
        ;; uci
        SAY(id name ${name})
        SAY(id author the tests)
        SAY(option name MultiPV type spin default 1 min 1 max 5)
        SAY(option name UCI_Chess960 type check default false)
        SAY(uciok)
        (return)))
    (if (i32.eq (local.get $start) (i32.const ${word('isre')})) (then SAY(readyok) (return)))
    (if (i32.eq (local.get $start) (i32.const ${word('posi')})) (then (call $hash_line (local.get $length)) (return)))
    (if (i32.eq (i32.and (local.get $start) (i32.const 0xffff)) (i32.const ${word('go')}))
      (then
        (call $go (i32.and (i32.gt_u (local.get $length) (i32.const 2))
          (i32.and (i32.ne (i32.load8_u (i32.const ${BUFFER + 3})) (i32.const ${word('i')}))
            (i32.ne (i32.load8_u (i32.const ${BUFFER + 3})) (i32.const ${word('p')})))))
        (return)))
    (if (i32.eq (local.get $start) (i32.const ${word('benc')}))
      (then
        (global.set $depth (i32.const 0))
        (call $say_info)
        (global.set $end (i32.const ${OUT + 1000}))
        (call $append_number (global.get $depth))
        (call $append (i32.const ${OUT + 300}) (i32.const 15))
        (call $print (i32.const ${OUT + 1000}) (i32.sub (global.get $end) (i32.const ${OUT + 1000})))
        (return)))
    ;; The rest of UCI does nothing here.
    (if (i32.or (i32.or (i32.eq (local.get $start) (i32.const ${word('ucin')})) (i32.eq (local.get $start) (i32.const ${word('seto')})))
          (i32.or (i32.eq (local.get $start) (i32.const ${word('stop')})) (i32.or (i32.eq (local.get $start) (i32.const ${word('pond')})) (i32.eq (local.get $start) (i32.const ${word('quit')})))))
      (then (return)))
    ;; otherwise
  )
  (data (i32.const ${OUT + 300}) " nodes 1000 nps")
)`;
}
