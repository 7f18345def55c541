#!/usr/bin/env node
// Prints the sizes of the built page's files, plain and compressed. scripts/check/first-visit.mjs counts what a first visit fetches.
//
//   node scripts/measure/size.mjs [--json] [DIR]      (default: dist)

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { showHelp } from '../arguments.mjs';

showHelp(import.meta.url);

const args = process.argv.slice(2);
const json = args.includes('--json');
const dir = args.find((arg) => !arg.startsWith('--')) ?? 'dist';

/** The size of a twin that scripts/build/compress.mjs made, or of the file itself where it made none. */
const twin = (path, ending, bytes) => (existsSync(`${path}.${ending}`) ? statSync(`${path}.${ending}`).size : bytes);

const files = (existsSync(dir) ? readdirSync(dir, { recursive: true, withFileTypes: true }) : [])
  .filter((entry) => entry.isFile() && !/\.(gz|br)$/.test(entry.name))
  .map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path).length;
    return { path: relative(dir, path), bytes, gzip: twin(path, 'gz', bytes), brotli: twin(path, 'br', bytes) };
  })
  .sort((a, b) => b.brotli - a.brotli);
if (files.length === 0) {
  console.error(`size: ${dir} is empty: build the page first (scripts/build.sh all)`);
  process.exit(1);
}

if (json) {
  console.log(JSON.stringify({ files }, null, 2));
} else {
  const row = (path, ...sizes) => console.log(`${path.padEnd(52)} ${sizes.map((size) => String(size).padStart(10)).join(' ')}`);
  const sum = (key) => files.reduce((total, file) => total + file[key], 0);
  row('file', 'bytes', 'gzip', 'brotli');
  for (const { path, bytes, gzip, brotli } of files) row(path, bytes, gzip, brotli);
  row('total', sum('bytes'), sum('gzip'), sum('brotli'));
}
