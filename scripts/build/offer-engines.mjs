#!/usr/bin/env node
// Adds an engine to those that a built page offers (engines.json, docs/hosting.md). ./run --with-stockfish calls it.

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { mustExist, readCommandLine } from '../arguments.mjs';

const USAGE = `usage: node scripts/build/offer-engines.mjs --name NAME --license SPDX [--homepage URL] [--dir DIST] FILE...
       node scripts/build/offer-engines.mjs --stockfish [--dir DIST]

Copies the files of an engine into DIST/engines and lists it in DIST/engines.json, replacing one with the same name.
The engine's script comes first. --stockfish: the small single-threaded build of the npm package stockfish.

Exit status: 0 the engine is offered, 2 the command line is wrong or a file is missing.`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STOCKFISH = join(ROOT, 'node_modules', 'stockfish');

/** What the npm package stockfish offers. */
function stockfish(usageError) {
  if (!existsSync(join(STOCKFISH, 'package.json'))) usageError('the npm package stockfish is not installed: npm ci');
  const { version, license } = JSON.parse(readFileSync(join(STOCKFISH, 'package.json'), 'utf8'));
  const name = `stockfish-${version.split('.')[0]}-lite-single`;
  return {
    name: `Stockfish ${version.split('.')[0]} lite`,
    license,
    homepage: 'https://github.com/nmrugg/stockfish.js',
    files: [`${name}.js`, `${name}.wasm`].map((file) => join(STOCKFISH, 'bin', file)),
    // Goes with the files, as its terms ask; the page doesn't load it.
    terms: join(STOCKFISH, 'Copying.txt'),
  };
}

function main() {
  const { values, positionals, usageError } = readCommandLine('offer-engines', USAGE, { defaults: { name: undefined, license: undefined, homepage: undefined, dir: join(ROOT, 'dist') }, flags: ['stockfish'] });
  if (values.stockfish && (positionals.length > 0 || values.name)) usageError('--stockfish needs no other engine');
  const { name, license, homepage, files, terms } = values.stockfish ? stockfish(usageError) : { ...values, files: positionals };
  if (!name || !license || files.length === 0) usageError('an engine needs --name, --license and its files');
  if (!existsSync(join(values.dir, 'index.html'))) usageError(`${values.dir} has no index.html: build the page first`);
  mustExist(files, usageError);
  const list = join(values.dir, 'engines.json');
  const others = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')).engines.filter((engine) => engine.name !== name) : [];
  mkdirSync(join(values.dir, 'engines'), { recursive: true });
  const entries = files.map((file) => {
    const content = readFileSync(file);
    writeFileSync(join(values.dir, 'engines', basename(file)), content);
    return { path: `engines/${basename(file)}`, size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  });
  if (terms) copyFileSync(terms, join(values.dir, 'engines', 'stockfish-Copying.txt'));
  const engines = [...others, { name, license, ...(homepage && { homepage }), files: entries }];
  writeFileSync(list, `${JSON.stringify({ engines }, null, 2)}\n`);
  console.log(`${name} is offered: ${entries.map(({ path }) => path).join(', ')}`);
}

main();
