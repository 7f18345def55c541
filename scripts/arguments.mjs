// What the scripts that play matches share in reading their command lines.

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Reads the command line of the script `name`; `--help` prints `usage` and ends the script.
 *
 * `defaults` maps each option that takes a value to its default (undefined: none), `flags` names those without a value.
 * Returns the values, the other words, and `usageError(message)`, which says what was wrong, prints `usage` and ends the
 * script with status 2, as an unknown option does.
 */
export function readCommandLine(name, usage, { defaults, flags = [] }) {
  const usageError = (message) => {
    console.error(`${name}: ${message}\n\n${usage}`);
    process.exit(2);
  };
  const options = { help: { type: 'boolean', short: 'h' } };
  for (const [option, value] of Object.entries(defaults)) {
    options[option] = { type: 'string', ...(value === undefined ? {} : { default: value }) };
  }
  for (const flag of flags) options[flag] = { type: 'boolean', default: false };
  let parsed;
  try {
    parsed = parseArgs({ allowPositionals: true, options });
  } catch (error) {
    usageError(error.message);
  }
  if (parsed.values.help) {
    console.log(usage);
    process.exit(0);
  }
  return { ...parsed, usageError };
}

/** Parses a number of games: even, so that each opening is played with both colours. */
export function evenGames(text, usageError) {
  const games = Number(text);
  if (!Number.isInteger(games) || games < 2 || games % 2 !== 0) usageError('--games must be even and positive');
  return games;
}

/** Ends the script if one of the files is not there. */
export function mustExist(paths, usageError) {
  for (const path of paths) {
    if (!existsSync(path)) usageError(`there is no '${path}'`);
  }
}

/**
 * The command line of a test that kills the browser, and the page that it works on: reads how often and the seed, serves the built page,
 * and calls `test` with its address. The seed is printed: the same one does the same actions.
 */
export async function runKillTest(name, test) {
  const usage = `usage: node scripts/check/${name}.mjs [--kills 50] [--seed N]`;
  const { values, positionals: words, usageError } = readCommandLine(name, usage, { defaults: { kills: '50', seed: `${Date.now() % 1_000_000}` } });
  const [kills, seed] = [Number(values.kills), Number(values.seed)];
  if (!Number.isInteger(kills) || kills < 1) usageError('--kills must be a positive number');
  if (!Number.isInteger(seed)) usageError('--seed must be a number');
  console.log(`seed ${seed}`);
  // Not at the top: the other scripts of this module need no browser.
  const { serveApp } = await import('../tests/browser/support/harness.mjs');
  const server = await serveApp();
  try {
    await test({ url: server.url, kills, seed, words });
  } finally {
    await server.close();
  }
}

/** Ends the script `name` with status 2 if one of these files is not there; each comes with what makes it. */
export function needFiles(name, files) {
  for (const [path, remedy] of files) {
    if (existsSync(path)) continue;
    console.error(`${name}: there is no ${path}: ${remedy}`);
    process.exit(2);
  }
}

/** Prints the comment at the head of a script, which says how it is called, and ends it, if the command line has `--help`. */
export function showHelp(url) {
  if (!process.argv.some((word) => word === '--help' || word === '-h')) return;
  const lines = readFileSync(fileURLToPath(url), 'utf8').split('\n');
  const start = lines[0].startsWith('#!') ? 1 : 0;
  const end = lines.findIndex((line, index) => index >= start && !line.startsWith('//'));
  console.log(lines.slice(start, end).map((line) => line.replace(/^\/\/ ?/, '')).join('\n'));
  process.exit(0);
}

/**
 * Prepares a script that drives the page in Chromium: `--help`, and a sentence and status 2 if the tools of the browser tests are missing.
 *
 * Such a script imports what needs them (tests/browser/support) dynamically, after this call.
 */
export function prepareBrowser(url) {
  showHelp(url);
  const root = fileURLToPath(new URL('..', import.meta.url));
  const missing = [
    [join(root, 'node_modules', 'playwright-core'), "npm's packages for the tests"],
    [process.env.TABIA_CHROMIUM ?? '/usr/bin/chromium-headless-shell', 'Chromium'],
  ].filter(([path]) => !existsSync(path));
  if (missing.length === 0) return;
  console.error(`${basename(fileURLToPath(url))}: ${missing.map(([, name]) => name).join(' and ')} missing: install with scripts/setup.sh test`);
  process.exit(2);
}
