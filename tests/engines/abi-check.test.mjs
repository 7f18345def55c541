// The conformance check (scripts/check/abi-check.mjs) passes builds that conform to the ABI, and names the faults of others.

import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { KINDS, scriptedEngine } from './scripted.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tabia-abi-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the check on a file; resolves with its exit status and its findings. */
function check(file) {
  return new Promise((done) => {
    execFile(process.execPath, [join(ROOT, 'scripts', 'check', 'abi-check.mjs'), file, '--json'], (error, stdout, stderr) => {
      done({ status: error ? error.code : 0, stderr, ...(stdout ? JSON.parse(stdout) : {}) });
    });
  });
}

function checkBytes(name, bytes) {
  const file = join(folder, `${name}.wasm`);
  writeFileSync(file, bytes);
  return check(file);
}

/** Builds that must fail, with the expected check and message. */
const BROKEN = {
  'abi-3': ['loads', /abi\(\) returned 3/],
  'abi-1-with-files': ['loads', /imports functions of version 2/],
  'two-memories': ['file', /it has 2 memories; an engine build has one/],
  'shared-memory': ['file', /its memory is shared between threads/],
  'memory-of-64-bits': ['file', /its memory has 64-bit addresses/],
  'too-many-options': ['handshake', /more than 4 MiB were printed that are no info/],
  'prints-long-texts': ['go depth', /more than 16 MiB were printed in texts of more than 8192 bytes/],
  'prints-garbage': ['go depth', /more than 4 MiB were printed that are no info/],
  'no-memory': ['exports', /memory `memory`/],
  'no-line': ['exports', /function `line`/],
  'no-line-buffer': ['exports', /function `line_buffer`/],
  'line-is-a-global': ['exports', /function `line`/],
  'line-takes-two': ['loads', /`line` takes 2 parameters/],
  'imports-wasi': ['imports', /wasi_snapshot_preview1\.fd_write/],
  'imports-memory': ['imports', /env\.memory/],
  'imports-too-much': ['imports', /uci\.fetch/],
  'print-has-another-type': ['handshake', /BigInt/],
  'traps-in-abi': ['loads', /trapped/],
  'traps-at-start': ['loads', /trapped/],
  'prints-at-start': ['loads', /print was called during instantiation/],
  silent: ['handshake', /uciok/],
  'hangs-in-uci': ['handshake', /did not return within 5 s/],
  'no-uciok': ['handshake', /uciok/],
  'no-readyok': ['handshake', /readyok/],
  'null-buffer': ['handshake', /line_buffer\(3\) returned 0/],
  'buffer-outside-memory': ['handshake', /line_buffer/],
  'traps-in-go': ['go depth', /trapped \(unreachable/],
  'reads-out-of-bounds': ['go depth', /trapped \(memory access out of bounds/],
  'recurses-for-ever': ['go depth', /trapped \(Maximum call stack/],
  'no-bestmove': ['go depth', /exactly one bestmove; there were 0/],
  'two-bestmoves': ['go depth', /exactly one bestmove; there were 2/],
  'prints-outside-memory': ['go depth', /outside of the memory/],
  'prints-past-the-end': ['go depth', /outside of the memory/],
  'prints-not-utf8': ['go depth', /not UTF-8/],
  'prints-too-long': ['go depth', /70000 bytes/],
  deaf: ['go depth', /did not return within 15 s/],
  'ignores-stop': ['go depth', /did not return within 15 s/],
  'waits-after-bestmove': ['go depth', /did not return within 15 s/],
  'polls-rarely': ['polls signal', /more than 50 ms are a fault/],
  'answers-before-the-signal': ['polls signal', /bestmove was printed before signal returned 1/],
  'answers-before-ponderhit': ['ponder', /bestmove was printed before signal returned 2/],
  'ends-infinite-by-itself': ['polls signal', /ended before it was told to/],
  'traps-on-nonsense': ['nonsense', /trapped/],
  'reads-files-outside-memory': ['nonsense', /file_read\(4294967280, 64\) is outside of the memory/],
  'not-deterministic': ['bench', /bench gave/],
};

/** Odd, but not forbidden. */
const SOUND = ['good', 'only-polls', 'flood', 'flood-of-strings', 'prints-lines-together', 'refuses-memory', 'without-signal'];

describe('a build that breaks the ABI is named as such', { concurrency: 2 }, () => {
  for (const [kind, [name, reason]] of Object.entries(BROKEN)) {
    test(kind, async () => {
      const { status, passed, results } = await checkBytes(kind, scriptedEngine(kind));
      const last = results.at(-1);
      assert.deepEqual({ status, passed, verdict: last.verdict }, { status: 1, passed: false, verdict: 'FAIL' }, JSON.stringify(last));
      assert.equal(last.check, name, last.detail);
      assert.match(last.detail, reason);
    });
  }
  test('text', async () => {
    const { status, results } = await checkBytes('text', '1. e4 e5');
    assert.equal(status, 1);
    assert.match(results[0].detail, /not a WebAssembly file/);
  });
  test('cut off', async () => {
    const { status, results } = await checkBytes('cut-off', scriptedEngine('good').slice(0, 500));
    assert.equal(status, 1);
    assert.match(results[0].detail, /does not compile/);
  });
  test('no such file', async () => {
    const { status, stderr } = await check(join(folder, 'nowhere.wasm'));
    assert.equal(status, 2);
    assert.match(stderr, /ENOENT/);
  });
});

describe('a build that keeps to the ABI passes', () => {
  for (const kind of SOUND) {
    test(kind, async () => {
      const { status, results } = await checkBytes(kind, scriptedEngine(kind));
      assert.equal(status, 0, JSON.stringify(results.at(-1)));
    });
  }
  test('the example of docs/engine-abi.md', async (t) => {
    const file = join(folder, 'minimal.wasm');
    const source = join(ROOT, 'docs', 'examples', 'minimal-engine.rs');
    const target = '--target wasm32-unknown-unknown --crate-type cdylib -O -C strip=symbols'.split(' ');
    try {
      execFileSync('rustc', ['--edition', '2024', ...target, '-o', file, source], { stdio: 'pipe' });
    } catch (error) {
      // With the target from Debian's compiler, plain rustc lacks it.
      if (!/can't find crate|target may not be installed/.test(String(error.stderr))) throw error;
      t.skip('this rustc cannot compile for wasm32-unknown-unknown');
      return;
    }
    const { status, results } = await check(file);
    assert.equal(status, 0, JSON.stringify(results.at(-1)));
  });
});

describe('what costs games or comfort is warned of', () => {
  const warnings = async (kind) => {
    const { results } = await checkBytes(`${kind}-warned`, scriptedEngine(kind));
    return Object.fromEntries(results.filter(({ verdict }) => verdict === 'warn').map(({ check, detail }) => [check, detail]));
  };
  test('illegal moves, also in castling and Chess960', async () => {
    const found = await warnings('good');
    for (const name of ['legal moves', 'castling', 'Chess960']) assert.match(found[name], /e2e4 is not legal in/, name);
    assert.match(found.searchmoves, /searchmoves e1g1 was answered with e2e4/);
  });
  test('no signal: what needs it is not checked', async () => {
    const found = await warnings('without-signal');
    assert.match(found.imports, /does not import uci\.signal/);
    for (const name of ['polls signal', 'stop', 'stop at once', 'infinite waits', 'ponder']) {
      assert.match(found[name], /not checked: without uci\.signal/, name);
    }
  });
});

/** Faults that end only where the host limits memory to 2 GiB: tested in tests/browser/engine.test.mjs. */
const NEEDS_A_BOUND = ['eats-memory', 'eats-memory-in-uci'];

test('every scripted engine is checked here', () => {
  assert.deepEqual(KINDS.toSorted(), [...Object.keys(BROKEN), ...SOUND, ...NEEDS_A_BOUND].toSorted());
});
