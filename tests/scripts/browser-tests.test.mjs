// The runner of the browser tests, with tests that need no browser; and code that no browser test may contain, because it would pass
// whatever the page does.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { DAYS, LIMIT, parseHistory, unsteadyOfJunit } from '../../scripts/check/unsteady.mjs';

const RUNNER = fileURLToPath(new URL('../../scripts/check/browser-tests.mjs', import.meta.url));

const FOLDER = fileURLToPath(new URL('../browser', import.meta.url));

test('nothing waits with waitForFunction for a promise, which is true at once', () => {
  const files = readdirSync(FOLDER, { recursive: true }).filter((name) => name.endsWith('.mjs'));
  const found = files.filter((name) => /waitForFunction\(\s*(async\b|\([^)]*\)\s*=>\s*new Promise\b)/.test(readFileSync(join(FOLDER, name), 'utf8')));
  assert.deepEqual(found, [], 'use until() of tests/browser/support/until.mjs');
});

/** Creates a temporary folder, removed after the test. */
function temporaryFolder(context) {
  const folder = mkdtempSync(join(tmpdir(), 'tabia-runner-'));
  context.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Runs test files, given by their code, with the runner; in the code `isSecondTry` is true on a rerun. */
function runFiles(codes, folder, words = ['--lanes', '2']) {
  const unsteady = join(folder, 'unsteady.tsv');
  writeFileSync(unsteady, '', { flag: 'a' });
  const files = codes.map((code, index) => {
    const name = join(folder, `case-${index}.test.mjs`);
    rmSync(`${name}.tried`, { force: true });
    writeFileSync(
      name,
      `import { after, before, describe, test } from 'node:test';
       import assert from 'node:assert/strict';
       import { existsSync, writeFileSync } from 'node:fs';
       const isSecondTry = existsSync(${JSON.stringify(`${name}.tried`)});
       writeFileSync(${JSON.stringify(`${name}.tried`)}, '');
       ${code}`,
    );
    return name;
  });
  const { NODE_TEST_CONTEXT, TABIA_DEADLINE, ...env } = process.env;
  const { stdout, stderr, status } = spawnSync(process.execPath, [RUNNER, ...words, '--unsteady', unsteady, ...files], { encoding: 'utf8', env });
  return { text: stdout + stderr, status, history: readFileSync(unsteady, 'utf8') };
}

test('a test that fails passes only by passing at the second try', (context) => {
  const { text, status } = runFiles([
    "test('skipped', (t) => (isSecondTry ? t.skip('not now') : assert.fail('broken')));",
    "test('steady', () => {}); if (!isSecondTry) test('gone', () => assert.fail('broken'));",
    "for (const suite of ['a', 'b']) describe(suite, () => test('same', () => assert.ok(suite === 'a' || isSecondTry)));",
    "test('broken', () => assert.fail('twice'));",
  ], temporaryFolder(context));
  assert.equal(status, 1, text);
  assert.match(text, /FAILED .*case-0\.test\.mjs: skipped\nskipped at the second try/);
  assert.match(text, /FAILED .*case-1\.test\.mjs: gone\ndid not run at the second try/);
  assert.match(text, /UNSTEADY .*case-2\.test\.mjs: b > same \(1 of 3/);
  assert.match(text, /FAILED .*case-3\.test\.mjs: broken\n.*twice/);
  assert.match(text, /^3 tests passed, 3 failed, 1 passed only at the second try, 0 skipped$/m);
});

test('a file or suite that fails as a whole passes only if all of it runs again', (context) => {
  const fails = "after(() => assert.ok(isSecondTry, 'the end of the file'));";
  const steady = "test('one', () => {}); test('two', () => {});";
  const good = runFiles([`describe('suite', () => { ${fails} ${steady} });`, `${steady} if (!isSecondTry) process.exitCode = 7;`], temporaryFolder(context));
  assert.equal(good.status, 0, good.text);
  assert.match(good.text, /^4 tests passed, 0 failed, 2 passed only at the second try, 0 skipped$/m);
  const less = runFiles([`describe('suite', () => { ${fails} test('one', () => {}); if (!isSecondTry) test('two', () => {}); });`], temporaryFolder(context));
  assert.equal(less.status, 1, less.text);
  assert.match(less.text, /FAILED .*: suite\nthe second try did not run all that passed at the first/);
});

test('a test that passes only at the second try fails the run at the third time', (context) => {
  const folder = temporaryFolder(context);
  const codes = ["test('late', () => assert.ok(isSecondTry));"];
  for (const times of [1, 2, 3]) {
    const { text, status, history } = runFiles(codes, folder);
    assert.equal(status, times < 3 ? 0 : 1, text);
    assert.match(text, new RegExp(`UNSTEADY .*case-0\\.test\\.mjs: late \\(${times} of 3 within`));
    assert.match(history, new RegExp(`^(\\d{4}-\\d\\d-\\d\\d\\t[^\\t]+case-0\\.test\\.mjs: late\\t[^\\t]+\\n){${times}}$`));
  }
});

test('after the deadline no file begins; the run fails if none did', (context) => {
  // Time enough for the runner to start.
  const deadline = Date.now() + 5000;
  const slow = `test('the largest file', () => new Promise((done) => { setTimeout(done, ${deadline} - Date.now() + 1); }));`;
  const folder = temporaryFolder(context);
  const late = runFiles(["test('left out', () => {});", slow], folder, ['--lanes', '1', '--deadline', `${deadline / 1000}`]);
  assert.equal(late.status, 0, late.text);
  assert.match(late.text, /^NOT CHECKED before the deadline: .*case-0\.test\.mjs$/m);
  assert.match(late.text, /^1 tests passed, 0 failed, .*, 1 file not begun before the deadline$/m);
  const past = runFiles([slow], folder, ['--deadline', '1']);
  assert.equal(past.status, 1, past.text);
  assert.match(past.text, /^0 tests passed, .*, 1 file not begun before the deadline$/m);
});

test('lines of the history count for some weeks', () => {
  const text = '# a comment\n2026-01-01\ta.test.mjs: x\tlate\n2026-03-01\ta.test.mjs: x\tlate\n';
  assert.equal(parseHistory(text, '2026-03-02').length, 2);
  assert.equal(parseHistory(text, '2026-03-20').length, 1);
  assert.throws(() => parseHistory('yesterday\tx\ty\n', '2026-01-01'), /invalid line/);
  assert.ok(DAYS >= 30 && LIMIT === 3);
});

test('retries of cargo-nextest are found in its JUnit report', () => {
  const xml = `<testsuite name="tabia-uci"><testcase name="options::tests::a" classname="tabia-uci" time="0.1"><flakyFailure time="0.2" message="thread &apos;a&apos; panicked" type="test failure">log</flakyFailure></testcase>
    <testcase name="b" classname="tabia-uci" time="0.1"></testcase><testcase name="c" classname="tabia-uci"><failure type="test failure">x</failure></testcase></testsuite>`;
  assert.deepEqual(unsteadyOfJunit(xml), [{ test: 'tabia-uci: options::tests::a', why: "thread 'a' panicked" }]);
});
