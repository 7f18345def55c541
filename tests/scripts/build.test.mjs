// The order of the engine builds, which share folders, using fake tools that only record how they were called.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** Writes its arguments and flags where cargo would put the engine build, replacing the last one; fails for the features $FAIL. */
const CARGO = `#!/usr/bin/env bash
arguments=("$@")
for ((i = 0; i < $#; i++)); do [[ \${arguments[i]} != --target-dir ]] || folder=\${arguments[i + 1]}; done
mkdir -p "$folder/wasm32-unknown-unknown/release"
rm -f "$folder/wasm32-unknown-unknown/release/tabia_build.wasm"
echo "$* $CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS" >"$folder/wasm32-unknown-unknown/release/tabia_build.wasm"
[[ -z $FAIL || "$*" != *" --features $FAIL" ]]
`;
/** Copies the build, and takes longer for it than a build takes. */
const WASM_OPT = `#!/usr/bin/env bash
sleep 0.2
for argument in "$@"; do [[ ! -f $argument ]] || built=$argument; done
cp "$built" "\${@: -1}"
`;

/** Runs `build_engine` in a copy of the scripts; returns its status and the text of each engine build. */
function buildEngines(context, { threads = 'rustup', fail = '' } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'tabia-build-'));
  context.after(() => rmSync(root, { recursive: true }));
  cpSync(fileURLToPath(new URL('../../scripts', import.meta.url)), join(root, 'scripts'), { recursive: true, filter: (path) => !path.includes('node_modules') });
  mkdirSync(join(root, 'bin'));
  for (const [name, code] of [['cargo', CARGO], ['wasm-opt', WASM_OPT]]) writeFileSync(join(root, 'bin', name), code, { mode: 0o755 });
  const { TABIA_TIMES, CARGO_TARGET_DIR, ...inherited } = process.env;
  const env = { ...inherited, WASM_TOOLCHAIN: 'rustup', WASM_THREADS: threads, FAIL: fail };
  const code = `source scripts/build.sh; tool_path() { echo "$ROOT/bin"; }; PATH=$ROOT/bin:$PATH; build_engine`;
  const { status, stderr } = spawnSync('bash', ['-c', code], { cwd: root, env, encoding: 'utf8' });
  return { status, stderr, read: (name) => readFileSync(join(root, 'target', 'engine', `${name}.wasm`), 'utf8') };
}

const FEATURES = { tabia: '', 'tabia-material': 'material', 'tabia-tables': 'tablebase', 'tabia-net': 'net', 'tabia-net-tables': 'net,tablebase' };

test('each engine build has its own features and flags, though they share folders', (context) => {
  const { status, stderr, read } = buildEngines(context);
  assert.equal(status, 0, stderr);
  for (const [name, features] of Object.entries(FEATURES)) {
    const simd = features.includes('net') ? '-C target-feature=\\+simd128' : '';
    assert.match(read(name), new RegExp(`/engine-builds${features && ` --features ${features}`} ${simd}\\n$`), name);
  }
  assert.match(read('tabia-threads'), /engine-builds\/threads --features threads -Zbuild-std=\S+ -Ctarget-feature=\+atomics\S+\n$/);
  assert.match(read('tabia-net-threads'), /--features threads --features net -Zbuild-std=\S+ -Ctarget-feature=\+atomics\S+ -C target-feature=\+simd128\n$/);
});

test('without threads the builds are copies of those without; a build that fails fails all', (context) => {
  const { status, stderr, read } = buildEngines(context, { threads: 'none' });
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(read('tabia-threads') + read('tabia-net-threads'), /atomics/);
  assert.match(read('tabia-net-threads'), /--features net -C target-feature=\+simd128\n$/);
  assert.notEqual(buildEngines(context, { fail: 'tablebase' }).status, 0);
  assert.notEqual(buildEngines(context, { threads: 'none', fail: 'net' }).status, 0);
});
