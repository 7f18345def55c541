// The last build step of the page (scripts/build/version-assets.mjs): writes the list of all files and their SHA-256 into the service worker,
// which stores them for offline use and switches from one list to the next as a whole.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * Files that are not part of the page: the service worker itself, the twins that a server may send instead, what only crawlers request,
 * and what a host may change: the engines it offers.
 */
const LEFT_OUT = /^(sw\.js|robots\.txt|desktop-light\.webp|engines\.json|engines\/.*)$|\.(gz|br)$/;
const PLACE = /\/\* files \*\/ \{[^\n]*\};/;

/** All files below a folder, relative to it, with slashes. */
function filesBelow(dir, folder = dir) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(dir, path) : [relative(dir, path).split(sep).join('/')];
  });
}

/** The addresses under which a built page requests its files, with their content hashes. */
export function listFiles(dir) {
  const names = filesBelow(dir).filter((name) => !LEFT_OUT.test(name)).sort();
  const texts = names.filter((name) => /\.(html|js)$/.test(name)).map((name) => readFileSync(join(dir, name), 'utf8')).join('\n');
  const files = {};
  for (const name of names) {
    const hash = createHash('sha256').update(readFileSync(join(dir, name))).digest('hex');
    // Some are requested by an address with a hash at its end (scripts/build/version-assets.mjs).
    const versioned = new RegExp(`["'\`](?:\\./)?(${name.replaceAll(/[.\-/]/g, '\\$&')}\\?v=[0-9a-f]+)["'\`]`).exec(texts);
    files[versioned ? versioned[1] : name] = hash;
  }
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  return { version, files };
}

/** Writes the list into the service worker of a built page. */
export function writeList(dir) {
  const worker = join(dir, 'sw.js');
  const text = readFileSync(worker, 'utf8');
  if (!PLACE.test(text)) throw new Error('sw.js has no place for the list of files: has it changed?');
  writeFileSync(worker, text.replace(PLACE, () => `/* files */ ${JSON.stringify(listFiles(dir))};`));
}
