#!/usr/bin/env node
// Plays foreign engines in their sandboxes against the app's own build, in the browser's match workers, and counts every
// protocol fault. The same parts as the page: catalogue, sandbox, pool, referee.
//
//   scripts/build.sh harness && scripts/build.sh engine
//   node scripts/foreign-match.mjs [--games 20] [--nodes 2000] NAME=FILE[,FILE...] ...
//
// Without engines: both stockfish packages of package.json. The script of an engine comes first, its .wasm file next.

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { launchBrowser } from '../tests/browser/support/harness.mjs';
import { playForeign } from '../tests/browser/support/foreign-match.mjs';
import { ROOT } from '../tests/browser/support/paths.mjs';

const options = { games: 20, nodes: 2000 };
const engines = [];
const args = process.argv.slice(2);
while (args.length > 0) {
  const arg = args.shift();
  if (arg === '--games' || arg === '--nodes') options[arg.slice(2)] = Number(args.shift());
  else if (arg.includes('=')) engines.push([arg.slice(0, arg.indexOf('=')), arg.slice(arg.indexOf('=') + 1).split(',')]);
  else {
    console.error(`foreign-match: ${arg}? usage: node scripts/foreign-match.mjs [--games N] [--nodes N] NAME=FILE[,FILE...] ...`);
    process.exit(2);
  }
}
const npm = (...path) => join(ROOT, 'node_modules', ...path);
if (engines.length === 0) {
  engines.push(['Stockfish 19', ['js', 'wasm'].map((ending) => npm('stockfish', 'bin', `stockfish-19-lite-single.${ending}`))]);
  engines.push(['Stockfish 11', ['js', 'wasm'].map((ending) => npm('stockfish-11', 'src', `stockfish.${ending}`))]);
}
const build = join(ROOT, 'target', 'engine', 'tabia.wasm');
for (const path of [build, ...engines.flatMap(([, files]) => files)]) {
  if (!existsSync(path)) {
    console.error(`foreign-match: ${path} is not there`);
    process.exit(1);
  }
}

const browser = await launchBrowser();
let faults = 0;
for (const [name, files] of engines) {
  const began = Date.now();
  const result = await playForeign(browser, {
    ...options,
    build: readFileSync(build),
    foreign: files.map((path) => [basename(path), readFileSync(path)]),
  });
  faults += result.faults.length;
  console.log(
    `${name}: ${result.games} games, ${result.wins}-${result.losses}-${result.draws} for it, ${result.faults.length} faults, ` +
      `isready in ${result.latency.toFixed(2)} ms, ${((Date.now() - began) / 1000).toFixed(0)} s`,
  );
  for (const fault of result.faults) console.log(`  ${fault}`);
}
await browser.close();
process.exitCode = faults === 0 ? 0 : 1;
