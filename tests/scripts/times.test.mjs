// Where a run's time goes: the timer in front of the tools, and the report.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url));

function temporaryFolder(context) {
  const folder = mkdtempSync(join(tmpdir(), 'tabia-times-'));
  context.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a tool behind the timer gets its arguments, output and status, and leaves a line', (context) => {
  const folder = temporaryFolder(context);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'cargo'), '#!/bin/sh\necho "out: $*"; echo "err" >&2; exit 7\n', { mode: 0o755 });
  const timed = join(SCRIPTS, 'measure', 'timed');
  const env = { ...process.env, TABIA_TIMES: folder, PATH: `${timed}:${timed}:${join(folder, 'bin')}:${process.env.PATH}` };
  const run = (...words) => spawnSync('cargo', words, { env, encoding: 'utf8' });
  const { status, stdout, stderr } = run('build', '--package', 'a b');
  assert.deepEqual([status, stdout, stderr], [7, 'out: build --timings --package a b\n', 'err\n']);
  assert.equal(run('nextest', 'run', 'x').stdout, 'out: nextest run --timings x\n');
  assert.equal(run('fmt', '--all').stdout, 'out: fmt --all\n');
  assert.match(readFileSync(join(folder, 'tools.tsv'), 'utf8'), /^\d+\.\d+\t\d+(\.\d+)?\t7\tcargo build --package a b\n.*cargo nextest run x\n.*cargo fmt --all\n$/);
});

test('the report adds up steps, tools, crates, programs and tests', (context) => {
  const folder = temporaryFolder(context);
  const write = (name, text) => writeFileSync(join(folder, name), text);
  write('began', '');
  write('steps.tsv', 'unit\t40\tpassed\nbrowser\t600\tfailed\n');
  write('tools.tsv', '10\t12.5\t0\tcargo build -p a\n3\t2.5\t0\tcargo build -p b\n4\t4\t0\twasm-opt -O3 x\n');
  write('browser.json', '{"tests/browser/lab.test.mjs":30.5}');
  write('junit.xml', '<testcase name="t" classname="tabia-uci" timestamp="x" time="1.5"/><testcase name="u" classname="tabia-uci" time="2">');
  const builds = temporaryFolder(context);
  mkdirSync(join(builds, 'engine-builds', 'cargo-timings'), { recursive: true });
  const unit = (name, target, duration) => ({ name, version: '1.0.0', mode: 'todo', target, duration });
  const html = `const UNIT_DATA = ${JSON.stringify([unit('syn', '', 2), unit('syn', '', 3), unit('app', ' bin "app"', 20)], null, 2)};\n`;
  writeFileSync(join(builds, 'engine-builds/cargo-timings/cargo-timing-1.html'), html);
  writeFileSync(join(builds, 'engine-builds/cargo-timings/cargo-timing.html'), html);
  const report = spawnSync(process.execPath, [join(SCRIPTS, 'measure', 'where-time-goes.mjs'), '--folder', folder, '--builds', builds], { encoding: 'utf8' });
  assert.equal(report.status, 0, report.stderr);
  for (const line of [
    /600\.0 {2}browser\n +40\.0 {2}unit/,
    /15\.0 {2}cargo \(2 calls\)/,
    /3 compilations of 2 crates/,
    /5\.0 {2}syn 1\.0\.0 \(2 times\)/,
    /20\.0 {2}app 1\.0\.0 bin "app"/,
    /3\.5 {2}tabia-uci/,
    /30\.5 {2}tests\/browser\/lab\.test\.mjs/,
  ]) {
    assert.match(report.stdout, line);
  }
  const nothing = spawnSync(process.execPath, [join(SCRIPTS, 'measure', 'where-time-goes.mjs'), '--folder', builds], { encoding: 'utf8' });
  assert.equal(nothing.status, 2);
  assert.match(nothing.stderr, /\.\/run --times or \.\/test --times records one/);
});
