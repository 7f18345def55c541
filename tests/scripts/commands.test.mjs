// scripts/match/sprt.mjs, spsa.mjs and screening.mjs as users run them, with a program that plays no chess.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const scripts = resolve(here, '..', '..', 'scripts');

/** Creates a temporary folder with the program in it, removed after the test. */
function folder(context) {
  const path = mkdtempSync(join(tmpdir(), 'tabia-scripts-'));
  context.after(() => rmSync(path, { recursive: true }));
  copyFileSync(join(here, 'fake-tabia.mjs'), join(path, 'tabia.mjs'));
  chmodSync(join(path, 'tabia.mjs'), 0o755);
  return path;
}

/** Runs a script to completion. */
function run(script, args, env = {}) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(scripts, script), ...args], {
    encoding: 'utf8', env: { ...process.env, ...env },
  });
  return { text: stdout + stderr, status };
}

test('a test of two builds prints the lines of the commit message, and continues only with what it began with', (context) => {
  const path = folder(context);
  const program = join(path, 'tabia.mjs');
  const args = [program, program, '--openings', 'builtin', '--games', '20', '--out', join(path, 'out')];
  const first = run('match/sprt.mjs', args);
  assert.equal(first.status, 1, first.text);
  assert.match(first.text, /Not decided yet: the same command continues/);
  const second = run('match/sprt.mjs', args, { FAKE_VERDICT: 'H1' });
  assert.equal(second.status, 0, second.text);
  assert.match(second.text, /^continuing the test in/);
  assert.match(second.text, /SPRT at 8\+0\.08, Hash=16: LLR 2\.95 \(-2\.94, 2\.94\) \[0, 5\], H1 accepted\nElo 5\.0 ± 3\.0, 20 games \+9 =0 -11/);
  assert.doesNotMatch(second.text, /Started game/);
  assert.equal(run('match/sprt.mjs', args, { FAKE_VERDICT: 'H0' }).status, 1);
  const other = run('match/sprt.mjs', [...args, '--nodes', '25000']);
  assert.equal(other.status, 2);
  assert.match(other.text, /began with other settings \(nodes, tc\)/);
  // A rebuilt program means another test.
  appendFileSync(program, '// changed\n');
  assert.match(run('match/sprt.mjs', args).text, /began with other settings \(new, old\)/);
});

test('what cannot be tested is reported', (context) => {
  const path = folder(context);
  const out = ['--out', join(path, 'out'), '--openings', 'builtin'];
  for (const [args, fault] of [
    [['one'], /two builds are needed/],
    [['no-such-revision', 'HEAD', ...out], /'no-such-revision' is neither a program nor a revision/],
    [['a', 'b', '--elo0', '5', ...out], /--elo0 must be less than --elo1/],
    [['a', 'b', '--games', '3', ...out], /--games must be even/],
    [['a', 'b', '--openings', '/nowhere.epd'], /there is no '\/nowhere\.epd'/],
  ]) {
    const { text, status } = run('match/sprt.mjs', args);
    assert.equal(status, 2, text);
    assert.match(text, fault);
  }
});

test('a tuning run that is interrupted comes to the same end', async (context) => {
  const path = folder(context);
  const args = ['--engine', join(path, 'tabia.mjs'), '--iterations', '6', '--pairs', '2', '--openings', 'builtin', '--seed', '5'];
  const whole = run('tuning/spsa.mjs', [...args, '--out', join(path, 'whole')]);
  assert.equal(whole.status, 0, whole.text);
  const read = (name, file) => readFileSync(join(path, name, file), 'utf8');
  assert.match(read('whole', 'table.md'), /\| `SLOPE` \| 100 \| \d+ \| [+-]\d/);
  assert.match(read('whole', 'spsa.svg'), /^<svg .*6 of 6 iterations, 24 games.*<\/svg>\n$/s);
  assert.match(read('whole', 'options.txt'), /^SLOPE=\d+\nBASE=\d+\n$/);

  const cut = [...args, '--out', join(path, 'cut')];
  const env = { ...process.env, FAKE_HANG: '4', FAKE_COUNT: join(path, 'count') };
  const child = spawn(process.execPath, [join(scripts, 'tuning', 'spsa.mjs'), ...cut], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += chunk;
    // The third iteration is done, the fourth hangs.
    if (text.includes('\n3/6:') && !child.killed) child.kill('SIGINT');
  }
  if (child.exitCode === null) await once(child, 'exit');
  assert.equal(child.exitCode, 1, text);
  assert.equal(JSON.parse(read('cut', 'state.json')).state.iteration, 3);
  const rest = run('tuning/spsa.mjs', cut);
  assert.match(rest.text, /continuing after iteration 3 of 6/);
  assert.equal(rest.status, 0, rest.text);
  assert.deepEqual(JSON.parse(read('cut', 'state.json')).state, JSON.parse(read('whole', 'state.json')).state);
  const other = run('tuning/spsa.mjs', [...cut, '--pairs', '3']);
  assert.equal(other.status, 2);
  assert.match(other.text, /began with other settings \(pairs\)/);
  assert.match(run('tuning/spsa.mjs', [...args, '--out', join(path, 'third'), 'NOTHING']).text, /there is no number 'NOTHING'/);
});

test('a complete run can be reported again with another engine', (context) => {
  const path = folder(context);
  const args = ['--engine', join(path, 'tabia.mjs'), '--pairs', '8', '--openings', 'builtin', '--out', join(path, 'out'), 'FIRST', 'SECOND'];
  const first = run('tuning/screening.mjs', [...args, '--iterations', '4']);
  assert.equal(first.status, 0, first.text);
  assert.match(first.text, /\| change \| Elo of making it, 64 games \|\n\| --- \| --- \|\n\| `[A-Z]+=(true|false)` \| [+-]\d/);
  // The folder has its own copy of the program, replaced here by a newer build.
  const kept = join(path, 'out', 'tabia');
  writeFileSync(kept, readFileSync(kept, 'utf8').replace('1000 nodes 1000 nps', '2000 nodes 1000 nps'));
  const again = run('tuning/screening.mjs', [...args, '--iterations', '4']);
  assert.equal(again.status, 0, again.text);
  assert.match(again.text, /^continuing after iteration 4 of 4\n\n\| change/);
  assert.match(run('tuning/screening.mjs', [...args, '--iterations', '8']).text, /began with other settings \(iterations\)/);
  assert.match(run('tuning/screening.mjs', [...args.slice(0, -1), 'NOTHING', '--out', join(path, 'other')]).text, /has no option 'NOTHING'/);
});

test('an incomplete run continues only with its engine', (context) => {
  const path = folder(context);
  const out = join(path, 'out');
  const args = ['--engine', join(path, 'tabia.mjs'), '--iterations', '3', '--pairs', '4', '--openings', 'builtin', '--out', out, 'SECOND'];
  assert.equal(run('tuning/screening.mjs', args).status, 0);
  const state = join(out, 'state.json');
  const saved = JSON.parse(readFileSync(state, 'utf8'));
  saved.state.iteration = 2;
  saved.state.results.pop();
  writeFileSync(state, JSON.stringify(saved));
  writeFileSync(join(out, 'tabia'), readFileSync(join(out, 'tabia'), 'utf8').replace('1000 nodes 1000 nps', '2000 nodes 1000 nps'));
  const { text, status } = run('tuning/screening.mjs', args);
  assert.equal(status, 2);
  assert.match(text, /began with other settings \(engine\)/);
});
