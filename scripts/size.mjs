#!/usr/bin/env node
// Prints what a first visit transfers (gzip) of the built page, and fails above the limit.
//
//   node scripts/size.mjs [--json] [DIR]      (default: dist)

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Limit for page, worker and engine together, in bytes after gzip. */
const LIMIT = 1_020_000;

/** What is loaded when it is first needed, and not by who only analyses: parts of the program, the Lab, the library, the other engine
 * builds, books, openings, examples; and what the browser fetches for later use: the service worker, the icons of the installed app. */
const LATER = /^(tabia-(material|tables)\.wasm|app-\w+\/(split|chunk)_\w+\.wasm|play\.css|opening-names\.txt|lab[-_.].*|match-worker\.js|book(-host|-worker|\.).*|library(-host|-worker|\.).*|tools\.css|openings\.epd|famous-games\.pgn|guide\.html|guide\/.*|pieces\/(?!cburnett).*|sw\.js|icons\/.*\.png)$/;

const args = process.argv.slice(2);
const json = args.includes('--json');
const dir = args.find((arg) => !arg.startsWith('--')) ?? 'dist';

const files = readdirSync(dir, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.gz'))
  .map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    const name = relative(dir, path);
    return { path: name, bytes: content.length, gzip: gzipSync(content, { level: 9 }).length, later: LATER.test(name) };
  })
  .sort((a, b) => b.gzip - a.gzip);
if (files.length === 0) {
  console.error(`size: ${dir} is empty: build the page first (scripts/build.sh all)`);
  process.exit(1);
}
const sum = (list, key) => list.reduce((sum, file) => sum + file[key], 0);
const first = files.filter((file) => !file.later);
const total = sum(first, 'gzip');

if (json) {
  console.log(JSON.stringify({ total, limit: LIMIT, files }, null, 2));
} else {
  const row = (path, bytes, gzip) => console.log(`${path.padEnd(52)} ${String(bytes).padStart(10)} ${String(gzip).padStart(10)}`);
  row('file', 'bytes', 'gzip');
  for (const { path, bytes, gzip, later } of files) row(later ? `${path} (later)` : path, bytes, gzip);
  row('total of a first visit', sum(first, 'bytes'), total);
  row('total (every file of the folder)', sum(files, 'bytes'), sum(files, 'gzip'));
  console.log(`limit ${LIMIT} bytes: ${total <= LIMIT ? 'kept' : 'EXCEEDED'} (${((100 * total) / LIMIT).toFixed(1)}%)`);
}
process.exitCode = total <= LIMIT ? 0 : 1;
