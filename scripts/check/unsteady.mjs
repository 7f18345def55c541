// Tests that passed only at the second try, recorded in tests/unsteady.tsv: once on a busy machine proves nothing, three times does.
//
// A run appends a line for each such test, to be committed with the next change; a test that reaches LIMIT lines within DAYS fails the
// run. The commit that fixes the test removes its lines. A run in a fresh clone (CI) starts from the committed lines.
//
//     node scripts/check/unsteady.mjs junit FILE    the same for the retries of cargo-nextest, from its JUnit report

import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const HISTORY = fileURLToPath(new URL('../../tests/unsteady.tsv', import.meta.url));
/** How many times a test may pass only at the second try before it fails the run. */
export const LIMIT = 3;
/** How long a line counts, in days. */
export const DAYS = 60;

const DAY_MS = 24 * 60 * 60 * 1000;
const oneLine = (text) => text.replaceAll(/\s+/g, ' ').trim();

/** The lines of a history that still count today, as `{ day, test, why }`. Throws if one isn't `YYYY-MM-DD<TAB>test<TAB>reason`. */
export function parseHistory(text, today) {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines
    .map((line) => {
      const [day, test, why] = line.split('\t');
      if (!/^\d{4}-\d\d-\d\d$/.test(day) || !test || why === undefined) throw new Error(`invalid line of ${HISTORY}: "${line}"`);
      return { day, test, why };
    })
    .filter(({ day }) => Date.parse(today) - Date.parse(day) <= DAYS * DAY_MS);
}

/**
 * Appends this run's unsteady tests, `{ test, why }` each, to the history.
 *
 * @returns how often each of them is in the history now: `{ test, why, times, isOverLimit }`
 */
export function recordUnsteady(tests, { history = HISTORY, today = new Date().toISOString().slice(0, 10) } = {}) {
  if (tests.length === 0) return [];
  const before = parseHistory(readFileSync(history, 'utf8'), today);
  appendFileSync(history, tests.map(({ test, why }) => `${today}\t${oneLine(test)}\t${oneLine(why).slice(0, 160)}\n`).join(''));
  return tests.map(({ test, why }) => {
    const times = 1 + before.filter((line) => line.test === oneLine(test)).length;
    return { test, why, times, isOverLimit: times >= LIMIT };
  });
}

/** Prints what `recordUnsteady` returned. */
export function printUnsteady(recorded) {
  for (const { test, why, times, isOverLimit } of recorded) {
    const verdict = isOverLimit ? `, which fails the run: fix the test, then remove its lines from tests/unsteady.tsv` : '';
    console.log(`\nUNSTEADY ${test} (${times} of ${LIMIT} within ${DAYS} days${verdict})\n${why}`);
  }
  if (recorded.length > 0) console.log('\nCommit tests/unsteady.tsv, which has a line for each.');
}

const unescapeXml = (text) =>
  text.replaceAll(/&(lt|gt|quot|apos|amp|#\d+);/g, (_, name) =>
    name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }[name]);

/** The tests of a JUnit report that failed before they passed: those with a `flakyFailure` or a `flakyError`. */
export function unsteadyOfJunit(xml) {
  return xml
    .split('<testcase ')
    .slice(1)
    .flatMap((testcase) => {
      const flaky = /<flaky(?:Failure|Error)\b([^>]*)>/.exec(testcase);
      if (!flaky) return [];
      const attribute = (text, name) => unescapeXml(new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1] ?? '');
      const tag = testcase.slice(0, testcase.indexOf('>'));
      return [{ test: `${attribute(tag, 'classname')}: ${attribute(tag, 'name')}`, why: attribute(flaky[1], 'message') || 'failed at the first try' }];
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [kind, file] = process.argv.slice(2);
  if (kind !== 'junit' || !file) {
    console.error('usage: node scripts/check/unsteady.mjs junit FILE');
    process.exit(2);
  }
  const recorded = recordUnsteady(unsteadyOfJunit(readFileSync(file, 'utf8')), { history: process.env.TABIA_UNSTEADY ?? HISTORY });
  printUnsteady(recorded);
  process.exit(recorded.some(({ isOverLimit }) => isOverLimit) ? 1 : 0);
}
