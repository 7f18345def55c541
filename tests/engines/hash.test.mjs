// The wasm build's hash table grows to any size that is offered, and an unavailable size is refused with a message.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILD = join(ROOT, 'target', 'engine', 'tabia.wasm');
/** The page's memory limit for an engine, 2 GiB, in pages of 64 KiB (`MEMORY_MB` of src/services/engine/memory.rs). */
const MOST_PAGES = 32_768;
const folder = mkdtempSync(join(tmpdir(), 'tabia-hash-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Sends commands to a build; resolves with its whole output. */
function talk(file, commands) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(ROOT, 'scripts', 'match', 'uci-wasm.mjs'), file, '--', ...commands]);
    let output = '';
    let errors = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (errors += data));
    child.on('close', (code) => (code === 0 ? done(output) : fail(new Error(`status ${code}: ${errors}${output}`))));
  });
}

/** Returns the build with its memory limited to `pages` pages of 64 KiB. */
function bounded(pages) {
  const bytes = readFileSync(BUILD);
  const number = (at) => {
    let [value, shift, next] = [0, 0, at];
    for (;;) {
      const byte = bytes[next];
      value += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      next += 1;
      if (byte < 0x80) return { value, next };
    }
  };
  const leb = (value) => {
    const out = [];
    for (let rest = value; ; rest = Math.floor(rest / 128)) {
      if (rest < 128) return [...out, rest];
      out.push((rest % 128) | 0x80);
    }
  };
  for (let at = 8; at < bytes.length; ) {
    const size = number(at + 1);
    const end = size.next + size.value;
    if (bytes[at] === 5) {
      // The memory section: one memory with a maximum (flags 1), and its initial size.
      const count = number(size.next);
      assert.deepEqual([count.value, bytes[count.next]], [1, 1], 'one memory with a maximum');
      const first = number(count.next + 1);
      assert.equal(number(first.next).value, MOST_PAGES);
      const content = [1, 1, ...leb(first.value), ...leb(pages)];
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([5, ...leb(content.length), ...content]), bytes.subarray(end)]);
    }
    at = end;
  }
  throw new Error('the build has no memory section');
}

describe('the hash table in wasm', () => {
  test('has 1 MB to 1 GB, grown and given back while the engine lives', async () => {
    const output = await talk(BUILD, [
      'setoption name Hash value 1', 'isready', 'go depth 6',
      'setoption name Hash value 1024', 'go depth 6',
      'setoption name Hash value 16', 'go depth 6',
    ]);
    assert.equal(output.match(/^bestmove /gm).length, 3);
    assert.ok(!output.includes('info string'), output);
  });
  test('is reported as it is, without memory for more', async () => {
    const file = join(folder, 'bounded.wasm');
    writeFileSync(file, bounded(2_048));
    const running = await talk(file, ['isready', 'setoption name Hash value 512', 'go depth 6']);
    assert.match(running, /^info string setoption Hash: not enough memory for a hash table of 512 MB; 16 MB are in use$/m);
    assert.match(running, /^bestmove /m);
    const atStart = await talk(file, ['setoption name Hash value 1024', 'isready', 'go depth 6']);
    assert.match(atStart, /^info string setoption Hash: not enough memory for a hash table of 1024 MB; 64 MB are in use$/m);
    assert.match(atStart, /^bestmove /m);
  });
  test('has no size that is not offered', async () => {
    for (const value of ['0', '1025', '-5', 'much', '']) {
      const output = await talk(BUILD, [`setoption name Hash value ${value}`, 'go depth 3']);
      assert.match(output, /^info string setoption Hash: ".*" is not an integer from 1 to 1024$/m);
      assert.match(output, /^bestmove /m);
    }
  });
});
