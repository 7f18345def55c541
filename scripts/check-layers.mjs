#!/usr/bin/env node
// Checks that the crates of the workspace depend downwards only (ARCHITECTURE.md), and that what must run
// anywhere depends on no web crate.

import { execFileSync } from 'node:child_process';

/** The workspace's own crates that each may use. Tests may also use those named under `dev`. */
const MAY_USE = {
  'tabia-chess': [],
  'tabia-pgn': ['tabia-chess'],
  'tabia-book': ['tabia-chess'],
  'tabia-uci': ['tabia-chess'],
  'tabia-engine': ['tabia-chess'],
  'tabia-session': ['tabia-chess', 'tabia-uci', 'tabia-engine'],
  'tabia-arena': ['tabia-chess', 'tabia-pgn', 'tabia-book', 'tabia-uci', 'tabia-engine', 'tabia-session'],
  'tabia-build': ['tabia-session'],
  'tabia-perft-wasm': ['tabia-chess'],
  'tabia-cli': ['tabia-chess', 'tabia-pgn', 'tabia-book', 'tabia-uci', 'tabia-engine', 'tabia-session', 'tabia-arena'],
  'tabia-worker': ['tabia-chess', 'tabia-pgn', 'tabia-book', 'tabia-uci', 'tabia-arena'],
  // The page sees the pure crates and the workers' messages, never the engine.
  'tabia-app': ['tabia-chess', 'tabia-pgn', 'tabia-book', 'tabia-uci', 'tabia-arena', 'tabia-worker'],
};
const MAY_USE_THE_WEB = new Set(['tabia-worker', 'tabia-app']);
const WEB = /^(wasm-bindgen.*|web-sys|js-sys|gloo.*|yew.*)$/;

const metadata = JSON.parse(
  execFileSync('cargo', ['metadata', '--locked', '--format-version', '1', '--no-deps'], { maxBuffer: 1 << 26 }),
);
const faults = [];
for (const { name, dependencies } of metadata.packages) {
  const allowed = MAY_USE[name];
  if (allowed === undefined) {
    faults.push(`${name} has no place in scripts/check-layers.mjs yet`);
    continue;
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
for (const fault of faults) console.error(fault);
console.log(`${metadata.packages.length} crates, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
