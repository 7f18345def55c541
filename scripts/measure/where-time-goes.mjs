#!/usr/bin/env node
// Prints where the time of the last `./run --times` or `./test --times` went: per step, tool, crate, link step and test file.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { needFiles, readCommandLine } from '../arguments.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const USAGE = `usage: node scripts/measure/where-time-goes.mjs [--folder FOLDER] [--rows N] [--builds FOLDER]

Prints where the time of the last './run --times' or './test --times' went.

  --folder FOLDER  what the run recorded (artefacts/times)
  --rows N         rows of each table (15)
  --builds FOLDER  where cargo's reports are (target)
  --help           this text`;

/** Returns the rows of a TSV file; none if there is no file. */
const rowsOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => line.split('\t')) : []);

/** The compiled crates in one of cargo's HTML reports: `{ name, target, seconds }`. */
export function unitsOfReport(html) {
  const data = /^const UNIT_DATA = (\[.*?^\]);/ms.exec(html)?.[1];
  if (data === undefined) return [];
  return JSON.parse(data).map(({ name, version, target, duration, mode }) => ({
    name: `${name} ${version}`,
    target: `${target}${mode === 'run-custom-build' ? ' (run)' : ''}`.trim(),
    seconds: duration,
  }));
}

/** The reports of cargo below a folder that were written after `since` (ms). */
function* reports(folder, since) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name === 'cargo-timings') {
      for (const name of readdirSync(path)) {
        const report = join(path, name);
        // Besides each run's report there is a copy of the last one.
        if (name !== 'cargo-timing.html' && name.endsWith('.html') && statSync(report).mtimeMs >= since) yield report;
      }
    } else if (entry.isDirectory() && !/^(deps|build|incremental|\.fingerprint|examples|node)$/.test(entry.name)) {
      yield* reports(path, since);
    }
  }
}

/** Adds up values by key, the largest first: `[key, sum, count]`. */
function sums(pairs) {
  const found = new Map();
  for (const [key, value] of pairs) {
    const [sum, count] = found.get(key) ?? [0, 0];
    found.set(key, [sum + value, count + 1]);
  }
  return [...found].map(([key, [sum, count]]) => [key, sum, count]).sort(([, a], [, b]) => b - a);
}

/** A table of seconds as text; says how many rows are left out. */
function table(title, rows, most, line) {
  if (rows.length === 0) return '';
  const total = rows.reduce((sum, [, seconds]) => sum + seconds, 0);
  const shown = rows.slice(0, most).map(line ?? (([key, seconds]) => `${seconds.toFixed(1).padStart(8)}  ${key}`));
  const rest = rows.length > most ? [`${'…'.padStart(8)}  ${rows.length - most} more`] : [];
  return [`\n${title}: ${total.toFixed(0)} s in ${rows.length} rows`, ...shown, ...rest].join('\n');
}

/** The tests of a JUnit report by cargo-nextest, by their program. */
function* nativeTests(file) {
  if (!existsSync(file)) return;
  for (const [, name, seconds] of readFileSync(file, 'utf8').matchAll(/<testcase [^>]*\bclassname="([^"]*)"[^>]*\btime="([\d.]+)"/g)) yield [name, Number(seconds)];
}

function main() {
  const { values, usageError } = readCommandLine('where-time-goes', USAGE, { defaults: { folder: join(ROOT, 'artefacts', 'times'), rows: '15', builds: join(ROOT, 'target') } });
  const most = Number(values.rows);
  if (!Number.isInteger(most) || most < 1) usageError(`invalid number of rows "${values.rows}"`);
  const began = join(values.folder, 'began');
  needFiles('where-time-goes', [[began, './run --times or ./test --times records one']]);
  const since = statSync(began).mtimeMs;

  const steps = rowsOf(join(values.folder, 'steps.tsv')).map(([step, seconds]) => [step, Number(seconds)]);
  const tools = rowsOf(join(values.folder, 'tools.tsv')).map(([seconds, processor, , command]) => ({ seconds: Number(seconds), processor: Number(processor), command }));
  const folders = [values.builds, values.folder].filter((folder) => existsSync(folder));
  const units = folders.flatMap((folder) => [...reports(folder, since)]).flatMap((report) => unitsOfReport(readFileSync(report, 'utf8')));
  const isLinked = ({ target }) => /^(bin|example|test|bench|cdylib)\b/.test(target);
  const files = existsSync(values.folder) ? readdirSync(values.folder).filter((name) => /^browsers?\.json$/.test(name)) : [];
  const browser = files.flatMap((name) => Object.entries(JSON.parse(readFileSync(join(values.folder, name), 'utf8'))));

  const byTool = sums(tools.map(({ command, processor }) => [command.split(' ')[0], processor]));
  const byCommand = sums(tools.map(({ command, processor }) => [command.slice(0, 150), processor]));
  const crates = sums(units.filter((unit) => !isLinked(unit)).map(({ name, seconds }) => [name, seconds]));
  const programs = sums(units.filter(isLinked).map(({ name, target, seconds }) => [`${name} ${target}`, seconds]));
  const counted = (unit) => ([name, seconds, count]) => `${seconds.toFixed(1).padStart(8)}  ${name} (${count} ${unit})`;
  const tables = [
    table('Steps (seconds)', steps.sort(([, a], [, b]) => b - a), most),
    table("Tools (processor seconds; what one calls counts in the caller's row, too)", byTool, most, counted('calls')),
    table('Commands (processor seconds)', byCommand, most),
    table(`Crates (seconds; ${units.length} compilations of ${new Set(units.map(({ name }) => name)).size} crates)`, crates, most, counted('times')),
    table('Programs, linked and optimised as a whole (seconds)', programs, most),
    table('Native tests by program (seconds)', sums(nativeTests(join(values.folder, 'junit.xml'))), most),
    table('Browser tests by file (seconds)', browser.sort(([, a], [, b]) => b - a), most),
  ];
  console.log(tables.filter(Boolean).join('\n'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
