// What the scripts that play matches share in reading their command lines.

import { existsSync } from 'node:fs';
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

/** The number of games that `text` asks for: even, so that each opening is played with both colours. */
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
