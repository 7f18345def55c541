#!/usr/bin/env node
// Checks that every file that repeats a tool's version agrees with scripts/versions.env, that Tabia's version is the same everywhere, that
// our npm packages are pinned, and that package-lock.json has no download addresses.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');
const faults = [];
let checked = 0;

const versions = Object.fromEntries(
  [...read('scripts/versions.env').matchAll(/^(\w+)="?([^"\n]*)"?$/gm)].map(([, name, value]) => [name, value]),
);

/** The first group of `pattern` in a file must be `wanted`, which another file says. */
function agree(path, pattern, wanted, other = 'versions.env') {
  checked += 1;
  const found = existsSync(join(root, path)) ? pattern.exec(read(path))?.[1] : undefined;
  if (found !== wanted) faults.push(`${path}: ${pattern} gives '${found}', ${other} says '${wanted}'`);
}

agree('Cargo.toml', /^rust-version = "([^"]+)"/m, versions.RUST_MIN);
agree('Cargo.lock', /name = "wasm-bindgen"\nversion = "([^"]+)"/, versions.WASM_BINDGEN);
agree('Cargo.toml', /^wasm-bindgen = "=([^"]+)"/m, versions.WASM_BINDGEN);
agree('package.json', /"binaryen": "(\d+)\./, versions.BINARYEN);
agree('Containerfile', /rust:([\d.]+)-/, versions.RUST_MIN);
for (const crate of ['chess', 'rng', 'uci', 'pgn', 'polyglot', 'tablebase', 'stats']) {
  agree(`crates/${crate}/README.md`, /^Needs Rust ([\d.]+) or newer/m, versions.RUST_MIN);
}
agree('.github/workflows/test.yml', /rust:([\d.]+)-/, versions.RUST_MIN);
agree('package.json', /"node": ">=(\d+)"/, versions.NODE_MIN);

// Tabia's own version.
const version = /^\[workspace\.package\]\nversion = "([^"]+)"/m.exec(read('Cargo.toml'))?.[1];
agree('crates/build/npm/package.json', /^  "version": "([^"]+)"/m, version, 'Cargo.toml');
agree('CHANGELOG.md', /^## \[([\d.]+)\]/m, version, 'Cargo.toml');

const { dependencies = {}, devDependencies = {} } = JSON.parse(read('package.json'));
for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
  checked += 1;
  // An alias, for a package in a second version, has the version after the last @.
  if (!/^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+$/.test(version)) faults.push(`package.json: ${name} is '${version}', not one exact version`);
}
checked += 1;
if (/"resolved"/.test(read('package-lock.json'))) {
  faults.push("package-lock.json names download addresses: 'npm install' with the .npmrc of the project leaves them out");
}

for (const fault of faults) console.error(fault);
console.log(`${checked - faults.length} of ${checked} version statements agree`);
process.exitCode = faults.length === 0 ? 0 : 1;
