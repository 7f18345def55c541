// Runs the browser tests, and ends with the failures:
//
//     node scripts/check/browser-tests.mjs [FILE...]      default: every tests/browser/*.test.mjs
//
// Several files run at once ($TABIA_TEST_LANES, by default one per processor core), the largest first, each with its own browser and
// server. Files that measure time or memory follow, one after the other.
//
// After $TABIA_DEADLINE no file begins, and soon no second try: a CI that cuts off a slow machine would report nothing at all. The last
// line counts the files left out.
//
// A failing test is retried once all files are done. On a shared machine a browser can be late for reasons
// unrelated to the page; a test that fails twice, the second time with nothing running alongside, has found something. Tests that
// passed only on the retry are listed at the end and recorded in tests/unsteady.tsv; the third time fails the run (unsteady.mjs).

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

import { readCommandLine } from '../arguments.mjs';
import { judge, Outcomes, summarise } from './second-try.mjs';
import { HISTORY, printUnsteady, recordUnsteady } from './unsteady.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TESTS = join(ROOT, 'tests', 'browser');
const USAGE = `usage: node scripts/check/browser-tests.mjs [--lanes N] [--unsteady FILE] [--times FILE] [FILE...]

Runs browser tests against the built page: these files, or every tests/browser/*.test.mjs.

  --lanes N        files at once ($TABIA_TEST_LANES, or the number of processors)
  --unsteady FILE  tests that passed only at the second try ($TABIA_UNSTEADY, or tests/unsteady.tsv)
  --times FILE     writes the seconds of each file, as JSON
  --deadline TIME  no file begins after it, in seconds since 1970 ($TABIA_DEADLINE, or none)
  --help           this text

Needed beforehand: ./test --only app,harness,native`;

/** How long after the deadline second tries may begin, in ms. */
const SECOND_TRIES_MS = 8 * 60_000;

/** The error of a failing test, with the lines of its stack that are ours. */
function reason({ error }) {
  const cause = error?.cause ?? error;
  return `${cause?.stack ?? cause?.message ?? cause}`.split('\n').slice(0, 12).join('\n');
}

/** Whether a file measures: it wants the machine for itself. */
const measures = (file) => /from '\.\/support\/(tasks|memory)\.mjs'/.test(readFileSync(file, 'utf8'));

/**
 * Runs one file, or only its tests with one of the names, and prints its output when it is done.
 *
 * @returns the outcomes of its tests, and the seconds that it took
 */
async function play(file, names) {
  const started = performance.now();
  let output = '';
  const outcomes = new Outcomes();
  // What happened when the test that began it was over. It fails the file, by the file's name and without a word.
  const late = [];
  const testNamePatterns = names?.map((name) => new RegExp(`^${name.replace(/[^\w\s]/g, '\\$&')}$`));
  const events = run({ files: [file], concurrency: 1, ...(testNamePatterns && { testNamePatterns }) });
  events.on('test:start', (event) => outcomes.start(event));
  events.on('test:pass', (event) => {
    if (event.details.type === 'suite') return;
    outcomes.end(event, event.skip === undefined && event.todo === undefined ? 'passed' : 'skipped');
  });
  events.on('test:fail', (event) => {
    const { name, details, todo } = event;
    // A suite fails with its tests, which are named already.
    if (details.error?.failureType === 'subtestsFailed') return;
    if (todo !== undefined) outcomes.end(event, 'skipped');
    else outcomes.end(event, 'failed', { why: reason(details), isWhole: details.type === 'suite' || name === file });
  });
  events.on('test:diagnostic', ({ message }) => {
    if (/asynchronous activity after the test ended/.test(message)) late.push(message);
  });
  for await (const text of events.compose(new spec())) output += text;
  process.stdout.write(output);
  for (const [, failure] of outcomes.with('failed')) if (failure.name === file) failure.why = [failure.why, ...late].join('\n');
  return { outcomes, seconds: (performance.now() - started) / 1000 };
}

/** With a deadline, the files after the first of each lane change places from day to day, so that not always the same are left out. */
function inOrder(largestFirst) {
  if (deadlineMs === Infinity) return largestFirst;
  const [first, others] = [largestFirst.slice(0, lanes), largestFirst.slice(lanes)];
  const turn = (Math.floor(Date.now() / 86_400_000) * 17) % Math.max(1, others.length);
  return [...first, ...others.slice(turn), ...others.slice(0, turn)];
}

/** Runs files, `lanes` at once, until the deadline. Returns the files that it did not begin. */
async function playAll(files, lanes, results) {
  const waiting = [...files];
  const lane = async () => {
    while (waiting.length > 0 && Date.now() < deadlineMs) {
      const file = waiting.shift();
      results.set(file, await play(file));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return waiting;
}

const { values, positionals, usageError } = readCommandLine('browser-tests', USAGE, {
  defaults: {
    lanes: process.env.TABIA_TEST_LANES ?? String(availableParallelism()),
    unsteady: process.env.TABIA_UNSTEADY ?? HISTORY,
    times: undefined,
    deadline: process.env.TABIA_DEADLINE || 'none',
  },
});
const lanes = Number(values.lanes);
if (!Number.isInteger(lanes) || lanes < 1) usageError(`invalid number of lanes "${values.lanes}"`);
const deadlineMs = values.deadline === 'none' ? Infinity : Number(values.deadline) * 1000;
if (!(deadlineMs > 0)) usageError(`invalid deadline "${values.deadline}"`);
const files =
  positionals.length > 0
    ? positionals.map((name) => resolve(name))
    : readdirSync(TESTS)
        .filter((name) => name.endsWith('.test.mjs'))
        .sort()
        .map((name) => join(TESTS, name));

const tries = new Map();
const largestFirst = files.filter((file) => !measures(file)).sort((a, b) => statSync(b).size - statSync(a).size);
const left = [...(await playAll(inOrder(largestFirst), lanes, tries)), ...(await playAll(files.filter(measures), 1, tries))];

const results = new Map();
for (const [file, { outcomes, seconds }] of tries) {
  const first = summarise(outcomes);
  if (first.failed.length === 0 || Date.now() > deadlineMs + SECOND_TRIES_MS) {
    results.set(file, { passed: first.passed.length, skipped: first.skipped, failed: first.failed, unsteady: [], seconds });
    continue;
  }
  console.log(`\nSecond try: ${relative(ROOT, file)}`);
  // What a whole suite needs may have failed, or what no test waited for; then all of the file is run.
  const isWhole = first.failed.some((failure) => failure.isWhole);
  const second = await play(file, isWhole ? undefined : first.failed.map(({ name }) => name));
  results.set(file, { ...judge(outcomes, second.outcomes), seconds: seconds + second.seconds });
}

const bySeconds = [...results].sort(([, a], [, b]) => b.seconds - a.seconds);
console.log('\nSeconds of each file, second tries included:');
for (const [file, { seconds }] of bySeconds) console.log(`${seconds.toFixed(0).padStart(5)}  ${relative(ROOT, file)}`);
if (values.times !== undefined) {
  writeFileSync(values.times, JSON.stringify(Object.fromEntries(bySeconds.map(([file, { seconds }]) => [relative(ROOT, file), seconds]))));
}

const all = (kind) => [...results].flatMap(([file, result]) => result[kind].map(({ path, why }) => ({ test: `${relative(ROOT, file)}: ${path}`, why })));
const failed = all('failed');
for (const { test, why } of failed) console.log(`\nFAILED ${test}\n${why}`);
const unsteady = recordUnsteady(all('unsteady'), { history: values.unsteady });
printUnsteady(unsteady);
const sum = (kind) => [...results.values()].reduce((total, result) => total + result[kind], 0);
if (left.length > 0) console.log(`\nNOT CHECKED before the deadline: ${left.map((file) => relative(ROOT, file)).join(', ')}`);
const overLimit = unsteady.filter(({ isOverLimit }) => isOverLimit).length;
console.log(
  `\n${sum('passed')} tests passed, ${failed.length} failed, ${unsteady.length} passed only at the second try` +
    `${overLimit > 0 ? ` (${overLimit} too often)` : ''}, ${sum('skipped')} skipped` +
    `${left.length > 0 ? `, ${left.length} ${left.length === 1 ? 'file' : 'files'} not begun before the deadline` : ''}`,
);
process.exit(failed.length + overLimit === 0 && results.size > 0 ? 0 : 1);
