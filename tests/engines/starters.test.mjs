// The starter code for engine authors in docs/engine-abi.md compiles with the documented commands, and passes the check without warnings.

import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tabia-starters-'));
after(() => rmSync(folder, { recursive: true, force: true }));
cpSync(join(ROOT, 'docs', 'examples'), folder, { recursive: true });

/** Returns the documented command that starts with this word, as one line. */
function command(first) {
  const page = readFileSync(join(ROOT, 'docs', 'engine-abi.md'), 'utf8').replaceAll(/\\\n\s*/g, '');
  const found = page.split('\n').find((line) => line.startsWith(`    ${first} `));
  assert.ok(found, `docs/engine-abi.md has no command ${first}`);
  return found.trim();
}

const run = (line, cwd) => {
  const [program, ...rest] = line.split(' ');
  return execFileSync(program, rest, { cwd, stdio: 'pipe', encoding: 'utf8' });
};

function check(file) {
  return new Promise((done) => {
    execFile(process.execPath, [join(ROOT, 'scripts', 'check', 'abi-check.mjs'), file, '--json'], (error, stdout) => {
      done({ status: error ? error.code : 0, ...JSON.parse(stdout) });
    });
  });
}

/** Asserts that the check passes, with legal moves and castling tested; warnings about times are allowed, because of busy machines. */
async function assertSound(file) {
  const { status, results } = await check(file);
  assert.equal(status, 0, JSON.stringify(results.at(-1)));
  const warnings = results.filter(({ verdict, check }) => verdict === 'warn' && !/time|^stop$|^polls signal$/.test(check));
  assert.deepEqual(warnings, []);
  for (const name of ['legal moves', 'castling', 'Chess960', 'searchmoves', 'ponder']) {
    assert.equal(results.find((result) => result.check === name)?.verdict, 'ok', name);
  }
}

/** Skips the test where a compiler is missing; scripts/setup.sh installs it for `./test`. */
function isMissing(t, program) {
  if (spawnSync(program, ['--version']).error === undefined) return false;
  assert.notEqual(process.env.CI, 'true', `${program} is missing`);
  t.skip(`${program} is missing`);
  return true;
}

test('the C example', async (t) => {
  if (isMissing(t, 'clang') || isMissing(t, 'wasm-ld')) return;
  run(command('clang'), folder);
  await assertSound(join(folder, 'engine.wasm'));
});

test('the stack of the C example ends with a trap, not in its variables', (t) => {
  if (isMissing(t, 'clang') || isMissing(t, 'wasm-ld')) return;
  // With --stack-first the stack grows towards address 0, below all data.
  run(`${command('clang')} -Wl,--export=__data_end -Wl,--export=__stack_pointer -Wl,--no-check-features`.replace('engine.wasm', 'stack.wasm'), folder);
  const module = new WebAssembly.Module(readFileSync(join(folder, 'stack.wasm')));
  const uci = { print() {}, now: () => 0, signal: () => 1 };
  const { __stack_pointer: stack, __data_end: end } = new WebAssembly.Instance(module, { uci }).exports;
  assert.equal(stack.value, 1 << 20, 'the size that the command names');
  assert.ok(end.value > stack.value, 'the data lie above the stack');
});

test('the Rust starter', async () => {
  const crate = join(folder, 'rust-starter');
  const target = join(ROOT, 'target', 'starter');
  execFileSync('sh', ['-c', `${command('cargo')} --locked`], {
    cwd: crate,
    stdio: 'pipe',
    env: { ...process.env, CARGO_TARGET_DIR: target },
  });
  await assertSound(join(target, 'wasm32-unknown-unknown', 'release', 'starter_engine.wasm'));
});

test('header and example name the same command as the page', () => {
  const plain = (text) => text.replaceAll(/\\\n[\s*]*/g, '').replaceAll(/\s+/g, ' ');
  for (const file of ['engine_abi.h', 'engine.c']) {
    assert.ok(plain(readFileSync(join(folder, file), 'utf8')).includes(plain(command('clang'))), file);
  }
});
