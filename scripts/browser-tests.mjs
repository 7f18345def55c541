// Runs the browser tests one file after the other, and ends with what failed:
//
//     node scripts/browser-tests.mjs [FILE...]      default: every tests/browser/*.test.mjs
//
// A file with a failing test is run once more when all others are done. A browser on a machine that others use too
// can be late for reasons that are not the page's; a test that fails twice, the second time with nothing beside it, has
// found something. What only the second try passed is named at the end: it is a fault of the test or of the page still.

import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
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

/** Runs one file. @returns how many tests passed, and those that failed with their reasons */
async function play(file) {
  let passed = 0;
  const failed = [];
  const events = run({ files: [file], concurrency: 1 });
  events.on('test:pass', ({ details, skip, todo }) => {
    if (details.type !== 'suite' && skip === undefined && todo === undefined) passed += 1;
  });
  events.on('test:fail', ({ name, details, todo }) => {
    // A suite fails with its tests, which are named already.
    if (todo === undefined && details.error?.failureType !== 'subtestsFailed') failed.push({ name, why: reason(details) });
  });
  for await (const text of events.compose(new spec())) process.stdout.write(text);
  return { passed, failed };
}

const files =
  process.argv.length > 2
    ? process.argv.slice(2)
    : readdirSync(TESTS)
        .filter((name) => name.endsWith('.test.mjs'))
        .sort()
        .map((name) => join(TESTS, name));

const results = new Map();
for (const file of files) results.set(file, await play(file));

const unsteady = [];
for (const [file, first] of [...results].filter(([, { failed }]) => failed.length > 0)) {
  console.log(`\nOnce more: ${relative(ROOT, file)}`);
  const second = await play(file);
  if (second.failed.length === 0) unsteady.push(...first.failed.map((test) => ({ file, ...test })));
  results.set(file, second);
}

const failed = [...results].flatMap(([file, result]) => result.failed.map((test) => ({ file, ...test })));
for (const { file, name, why } of failed) console.log(`\nFAILED ${relative(ROOT, file)}: ${name}\n${why}`);
for (const { file, name, why } of unsteady) console.log(`\nUNSTEADY ${relative(ROOT, file)}: ${name}\n${why}`);
const passed = [...results.values()].reduce((sum, result) => sum + result.passed, 0);
console.log(`\n${passed} tests passed, ${failed.length} failed, ${unsteady.length} passed only at the second try`);
process.exit(failed.length === 0 ? 0 : 1);
