// The Makefile as OpenBench's client calls it, with a compiler that writes its command line as the program.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const CARGO = `#!/bin/sh
mkdir -p target/native/openbench target/native/release
for profile in openbench release; do echo "$RUSTFLAGS net=$TABIA_EVALFILE $*" >target/native/$profile/tabia; done
`;

test('make builds the program with the profile for OpenBench, the features and the net that it is called with', (context) => {
  if (spawnSync('make', ['--version']).status !== 0) return context.skip('make is not installed');
  const root = mkdtempSync(join(tmpdir(), 'tabia-make-'));
  context.after(() => rmSync(root, { recursive: true }));
  copyFileSync(fileURLToPath(new URL('../../Makefile', import.meta.url)), join(root, 'Makefile'));
  mkdirSync(join(root, 'bin'));
  writeFileSync(join(root, 'bin', 'cargo'), CARGO, { mode: 0o755 });
  writeFileSync(join(root, 'some.nnue'), '');
  // What the environment sets for other programs counts for nothing.
  const env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}`, PROFILE: 'dev', TARGET: 'x' };
  const made = (...args) => {
    const { status, stderr } = spawnSync('make', ['-j', 'EXE=Tabia-1234', ...args], { cwd: root, env, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return readFileSync(join(root, 'Tabia-1234'), 'utf8');
  };
  assert.match(made(), /^-C target-cpu=native net= build --profile openbench --locked --package tabia-cli --bin tabia --target-dir target\/native\n$/);
  assert.match(made('EVALFILE=some.nnue', 'FEATURES=tabia-cli/tune'), /net=\/.*\/some\.nnue build .* --features tabia-cli\/tune /);
  assert.match(made('PROFILE=release'), /--profile release/);
});
