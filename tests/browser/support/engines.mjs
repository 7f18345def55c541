// Engine builds that misbehave, made for the tests from WebAssembly text (docs/engine-abi.md is what they
// half keep), and copies of the built page that load them.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DIST } from './paths.mjs';

/** The engine build inside the built page. */
export const ENGINE_FILE = 'tabia.wasm';

/** An engine that answers the handshake and then does `onGo` (instructions) when it shall search. */
export async function engineThat(onGo) {
  const { default: binaryen } = await import('binaryen');
  const uciok = 'id name Faulty\nuciok\n';
  const text = `(module
    (import "uci" "print" (func $print (param i32 i32)))
    (import "uci" "now" (func $now (result f64)))
    (import "uci" "signal" (func $signal (result i32)))
    (memory (export "memory") 2)
    (data (i32.const 0) "${uciok.replaceAll('\n', '\\n')}")
    (data (i32.const 64) "readyok\\n")
    (func (export "abi") (result i32) (i32.const 1))
    (func (export "line_buffer") (param i32) (result i32) (i32.const 1024))
    (func (export "line") (param i32)
      (local $first i32)
      (local.set $first (i32.load8_u (i32.const 1024)))
      ;; 'uci' but not 'ucinewgame'
      (if (i32.and (i32.eq (local.get $first) (i32.const 117)) (i32.le_u (local.get 0) (i32.const 4)))
        (then (call $print (i32.const 0) (i32.const ${uciok.length}))))
      (if (i32.eq (local.get $first) (i32.const 105)) ;; isready
        (then (call $print (i32.const 64) (i32.const 8))))
      (if (i32.eq (local.get $first) (i32.const 103)) ;; go
        (then ${onGo}))))`;
  const module = binaryen.parseText(text);
  try {
    if (!module.validate()) throw new Error('the test engine is not valid WebAssembly');
    return module.emitBinary();
  } finally {
    module.dispose();
  }
}

/**
 * A copy of the built page with another engine: `dir`, and `cleanUp` which deletes it.
 *
 * @param {(bytes: Buffer) => Uint8Array | Promise<Uint8Array>} change makes the file from the real one
 */
export async function distWithEngine(change) {
  const dir = mkdtempSync(join(tmpdir(), 'tabia-dist-'));
  cpSync(DIST, dir, { recursive: true });
  const path = join(dir, ENGINE_FILE);
  writeFileSync(path, await change(readFileSync(path)));
  rmSync(`${path}.gz`, { force: true });
  return { dir, cleanUp: () => rmSync(dir, { recursive: true, force: true }) };
}
