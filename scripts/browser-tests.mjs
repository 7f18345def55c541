// Runs the browser tests, and ends with what failed:
//
//     node scripts/browser-tests.mjs [FILE...]      default: every tests/browser/*.test.mjs
//
// Most of a test's time is spent waiting, so several files run at once ($TABIA_TEST_LANES, else as many as the processor has
// cores), each with a browser and a server of its own. Files that look at how long something takes or what memory it needs follow,
// one after the other.
//
// A failing test is run once more when all files are done. A browser on a machine that others use too
// can be late for reasons that are not the page's; a test that fails twice, the second time with nothing beside it, has
// found something. What only the second try passed is named at the end: it is a fault of the test or of the page still.

import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TESTS = join(ROOT, 'tests', 'browser');

/** The error of a failing test, with the lines of its stack that are ours. */
function reason({ error }) {
  const cause = error?.cause ?? error;
  return `${cause?.stack ?? cause?.message ?? cause}`.split('\n').slice(0, 12).join('\n');
}

/** Whether a file measures: it wants the machine for itself. */
const measures = (file) => /from '\.\/support\/(tasks|memory)\.mjs'/.test(readFileSync(file, 'utf8'));

/**
 * Runs one file, or only its tests with one of the names, and prints what it said when it is done.
 *
 * @returns how many tests passed, those that failed with their reasons, and how long it took
 */
async function play(file, names) {
  const started = performance.now();
  let passed = 0;
  let said = '';
  const failed = [];
  // What happened when the test that began it was over. It fails the file, by the file's name and without a word.
  const late = [];
  const testNamePatterns = names?.map((name) => new RegExp(`^${name.replace(/[^\w\s]/g, '\\$&')}$`));
  const events = run({ files: [file], concurrency: 1, ...(testNamePatterns && { testNamePatterns }) });
  events.on('test:pass', ({ details, skip, todo }) => {
    if (details.type !== 'suite' && skip === undefined && todo === undefined) passed += 1;
  });
  events.on('test:fail', ({ name, details, todo }) => {
    // A suite fails with its tests, which are named already.
    if (todo !== undefined || details.error?.failureType === 'subtestsFailed') return;
    failed.push({ name, why: reason(details), isWhole: details.type === 'suite' || name === file });
  });
  events.on('test:diagnostic', ({ message }) => {
    if (/asynchronous activity after the test ended/.test(message)) late.push(message);
  });
  for await (const text of events.compose(new spec())) said += text;
  process.stdout.write(said);
  for (const failure of failed) if (failure.name === file) failure.why = [failure.why, ...late].join('\n');
  return { passed, failed, seconds: (performance.now() - started) / 1000 };
}

/** Runs files, so many at once. */
async function playAll(files, lanes, results) {
  const waiting = [...files];
  const lane = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) results.set(file, await play(file));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const files =
  process.argv.length > 2
    ? process.argv.slice(2).map((name) => resolve(name))
    : readdirSync(TESTS)
        .filter((name) => name.endsWith('.test.mjs'))
        .sort()
        .map((name) => join(TESTS, name));

const results = new Map();
const lanes = Number(process.env.TABIA_TEST_LANES ?? availableParallelism());
await playAll(files.filter((file) => !measures(file)), lanes, results);
await playAll(files.filter(measures), 1, results);

const unsteady = [];
for (const [file, first] of [...results].filter(([, { failed }]) => failed.length > 0)) {
  console.log(`\nOnce more: ${relative(ROOT, file)}`);
  // What a whole suite needs may have failed, or what no test waited for; then all of the file is run.
  const isWhole = first.failed.some(({ isWhole }) => isWhole);
  const second = await play(file, isWhole ? undefined : first.failed.map(({ name }) => name));
  // Nothing passes by not being run.
  const ran = second.passed + second.failed.length;
  if (ran === 0) second.failed.push(...first.failed);
  if (second.failed.length === 0) unsteady.push(...first.failed.map((test) => ({ file, ...test })));
  const passed = isWhole ? second.passed : first.passed + first.failed.length - second.failed.length;
  results.set(file, { passed, failed: second.failed, seconds: first.seconds + second.seconds });
}

const bySeconds = [...results].sort(([, a], [, b]) => b.seconds - a.seconds);
console.log('\nSeconds of each file, second tries included:');
for (const [file, { seconds }] of bySeconds) console.log(`${seconds.toFixed(0).padStart(5)}  ${relative(ROOT, file)}`);
const failed = [...results].flatMap(([file, result]) => result.failed.map((test) => ({ file, ...test })));
for (const { file, name, why } of failed) console.log(`\nFAILED ${relative(ROOT, file)}: ${name}\n${why}`);
for (const { file, name, why } of unsteady) console.log(`\nUNSTEADY ${relative(ROOT, file)}: ${name}\n${why}`);
const passed = [...results.values()].reduce((sum, result) => sum + result.passed, 0);
console.log(`\n${passed} tests passed, ${failed.length} failed, ${unsteady.length} passed only at the second try`);
process.exit(failed.length === 0 ? 0 : 1);
