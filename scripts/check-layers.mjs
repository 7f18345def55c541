#!/usr/bin/env node
// Checks that the crates of the workspace depend downwards only (ARCHITECTURE.md), and that what must run
// anywhere depends on no web crate and uses neither files nor threads nor the system's clock.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { shippedCode } from './check-modules.mjs';

/** The workspace's own crates that each may use. Tests may also use those named under `dev`. */
const MAY_USE = {
  'tabia-chess': [],
  'tabia-pgn': ['tabia-chess'],
  'tabia-book': ['tabia-chess', 'tabia-pgn'],
  'tabia-uci': ['tabia-chess'],
  'tabia-engine': ['tabia-chess'],
  'tabia-tables': ['tabia-chess', 'tabia-engine'],
  'tabia-session': ['tabia-chess', 'tabia-uci', 'tabia-engine'],
  'tabia-arena': ['tabia-chess', 'tabia-pgn', 'tabia-book', 'tabia-uci'],
  'tabia-data': ['tabia-chess', 'tabia-uci', 'tabia-engine', 'tabia-arena'],
  'tabia-build': ['tabia-session', 'tabia-tables', 'tabia-engine'],
  // What tests read: nothing but tests depends on it.
  'tabia-conformance': [],
  'tabia-perft-wasm': ['tabia-chess'],
  'tabia-faulty': ['tabia-chess', 'tabia-uci'],
  'tabia-cli': ['tabia-chess', 'tabia-pgn', 'tabia-book', 'tabia-uci', 'tabia-engine', 'tabia-tables', 'tabia-session', 'tabia-arena', 'tabia-data'],
  'tabia-worker': ['tabia-chess', 'tabia-pgn', 'tabia-book', 'tabia-uci', 'tabia-tables', 'tabia-arena'],
  // The page sees the pure crates and the workers' messages, never the engine.
  'tabia-app': ['tabia-chess', 'tabia-pgn', 'tabia-book', 'tabia-uci', 'tabia-arena', 'tabia-worker'],
};
const MAY_USE_THE_WEB = new Set(['tabia-worker', 'tabia-app']);
/** What only the native program may do itself, and tests. */
const MAY_USE_THE_SYSTEM = new Set(['tabia-cli', 'tabia-conformance']);
const SYSTEM = /\bstd::(fs|thread|net|process|env|time::(Instant|SystemTime))\b/;
const WEB = /^(wasm-bindgen.*|web-sys|js-sys|gloo.*|yew.*)$/;

const metadata = JSON.parse(
  execFileSync('cargo', ['metadata', '--locked', '--format-version', '1', '--no-deps'], { maxBuffer: 1 << 26 }),
);
const faults = [];
for (const { name, dependencies, manifest_path: manifest } of metadata.packages) {
  const allowed = MAY_USE[name];
  if (allowed === undefined) {
    faults.push(`${name} has no place in scripts/check-layers.mjs yet`);
    continue;
  }
  if (!MAY_USE_THE_SYSTEM.has(name)) {
    faults.push(...systemUses(join(dirname(manifest), 'src')).map((use) => `${name} must not use the system: ${use}`));
  }
  for (const dependency of dependencies) {
    if (dependency.kind === 'dev') continue; // Tests may look from above.
    if (dependency.name in MAY_USE && !allowed.includes(dependency.name)) {
      faults.push(`${name} must not depend on ${dependency.name}`);
    }
    if (WEB.test(dependency.name) && !MAY_USE_THE_WEB.has(name)) {
      faults.push(`${name} must not depend on a web crate (${dependency.name})`);
    }
  }
}
/** Lines of a folder's Rust files, without tests, that reach for the system. */
function systemUses(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.rs'))
    .flatMap((path) =>
      shippedCode(readFileSync(join(folder, path), 'utf8'))
        .split('\n')
        .filter((line) => SYSTEM.test(line))
        .map((line) => `${join(folder, path)}: ${line.trim()}`),
    );
}

for (const fault of faults) console.error(fault);
console.log(`${metadata.packages.length} crates, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
