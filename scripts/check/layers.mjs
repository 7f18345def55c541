#!/usr/bin/env node
// Checks that the crates of the workspace depend downwards only (ARCHITECTURE.md), that what must run
// anywhere depends on no web crate and uses neither files nor threads nor the system's clock, and that the folders of the
// page's crate depend downwards too.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expandUse, shippedCode } from './modules.mjs';

/** The workspace's own crates that each may use. Tests may also use those named under `dev`. */
const MAY_USE = {
  'tabia-chess': [],
  'tabia-rng': [],
  'tabia-stats': ['tabia-rng'],
  'tabia-nnue': ['tabia-chess'],
  'tabia-pgn': ['tabia-chess'],
  'tabia-polyglot': ['tabia-chess', 'tabia-rng'],
  'tabia-book-tools': ['tabia-chess', 'tabia-pgn', 'tabia-polyglot'],
  'tabia-library': ['tabia-chess', 'tabia-pgn', 'tabia-polyglot', 'tabia-book-tools'],
  'tabia-report': ['tabia-chess', 'tabia-pgn', 'tabia-uci'],
  'tabia-repertoire': ['tabia-chess', 'tabia-pgn'],
  'tabia-uci': ['tabia-chess'],
  'tabia-suite': ['tabia-chess', 'tabia-pgn', 'tabia-uci'],
  'tabia-engine': ['tabia-chess', 'tabia-rng', 'tabia-nnue'],
  'tabia-tablebase': ['tabia-chess'],
  'tabia-session': ['tabia-chess', 'tabia-uci', 'tabia-nnue', 'tabia-engine', 'tabia-tablebase'],
  'tabia-arena': ['tabia-chess', 'tabia-rng', 'tabia-pgn', 'tabia-polyglot', 'tabia-book-tools', 'tabia-uci', 'tabia-stats'],
  'tabia-data': ['tabia-chess', 'tabia-rng', 'tabia-uci', 'tabia-engine', 'tabia-arena'],
  'tabia-trainer': ['tabia-chess', 'tabia-rng', 'tabia-nnue', 'tabia-data'],
  'tabia-build': ['tabia-session', 'tabia-tablebase', 'tabia-engine'],
  // What tests read: nothing but tests depends on it.
  'tabia-conformance': [],
  'tabia-perft-wasm': ['tabia-chess'],
  'tabia-faulty': ['tabia-chess', 'tabia-uci'],
  'tabia-cli': ['tabia-chess', 'tabia-rng', 'tabia-pgn', 'tabia-polyglot', 'tabia-book-tools', 'tabia-library', 'tabia-report', 'tabia-suite', 'tabia-stats', 'tabia-uci', 'tabia-engine', 'tabia-tablebase', 'tabia-session', 'tabia-arena', 'tabia-data', 'tabia-nnue', 'tabia-trainer'],
  'tabia-worker': ['tabia-chess', 'tabia-pgn', 'tabia-polyglot', 'tabia-book-tools', 'tabia-library', 'tabia-uci', 'tabia-tablebase', 'tabia-arena'],
  // The page sees the pure crates and the workers' messages, never the engine.
  'tabia-app': ['tabia-chess', 'tabia-pgn', 'tabia-polyglot', 'tabia-book-tools', 'tabia-library', 'tabia-report', 'tabia-repertoire', 'tabia-suite', 'tabia-stats', 'tabia-uci', 'tabia-arena', 'tabia-worker'],
};
const MAY_USE_THE_WEB = new Set(['tabia-worker', 'tabia-app']);
/** What only the native program may do itself, and tests. */
const MAY_USE_THE_SYSTEM = new Set(['tabia-cli', 'tabia-conformance']);
const SYSTEM = /\bstd::(fs|thread|net|process|env|time::(Instant|SystemTime))\b/;
const WEB = /^(wasm-bindgen.*|web-sys|js-sys|gloo.*|yew.*)$/;

/** The folders of the page's crate that each folder may use besides itself. Applications never use each other. */
const FOLDER_MAY_USE = {
  shell: ['apps', 'components', 'hooks', 'services', 'state', 'storage', 'platform'],
  apps: ['components', 'hooks', 'services', 'state', 'storage', 'platform'],
  components: ['hooks', 'state', 'platform'],
  hooks: ['state', 'platform'],
  services: ['state', 'storage', 'platform'],
  storage: ['platform'],
  platform: [],
  state: [],
};
const FOLDERS_WITHOUT_THE_WEB = new Set(['state']);
const WEB_IN_CODE = /\b(wasm_bindgen\w*|web_sys|js_sys|gloo\w*|yew\w*)::/;

const metadata = JSON.parse(
  execFileSync('cargo', ['metadata', '--locked', '--format-version', '1', '--no-deps'], { maxBuffer: 1 << 26 }),
);
const faults = [];
for (const { name, dependencies, manifest_path: manifest } of metadata.packages) {
  const allowed = MAY_USE[name];
  if (allowed === undefined) {
    faults.push(`${name} has no place in scripts/check/layers.mjs yet`);
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

/** What the folders of the page's crate must not use, with the file that does. */
function folderFaults(source) {
  const found = [];
  for (const path of readdirSync(source, { recursive: true }).filter((each) => each.endsWith('.rs')).sort()) {
    const [folder, inner] = path.split(sep);
    const allowed = FOLDER_MAY_USE[folder];
    if (allowed === undefined) {
      if (path.includes(sep) && folder !== 'bin') found.push(`${path}: src/${folder} has no place in scripts/check/layers.mjs yet`);
      continue;
    }
    const code = shippedCode(readFileSync(join(source, path), 'utf8'));
    for (const [target, application] of cratePaths(code)) {
      const isOtherApp = folder === 'apps' && target === 'apps' && application !== inner.replace(/\.rs$/, '');
      if (isOtherApp || (target in FOLDER_MAY_USE && target !== folder && !allowed.includes(target))) {
        found.push(`src/${path} must not use crate::${target}::${application ?? ''}`);
      }
    }
    if (FOLDERS_WITHOUT_THE_WEB.has(folder) && WEB_IN_CODE.test(code)) found.push(`src/${path} must not use a web crate`);
  }
  return [...new Set(found)];
}

/** The paths below `crate::` that the code names, without `crate`. */
function cratePaths(code) {
  const uses = [...code.matchAll(/\buse\s+(crate\b[^;]+);/g)].flatMap(([, tree]) => expandUse(tree)).map(({ names }) => names);
  const inline = [...code.matchAll(/\bcrate(?:::\w+)+/g)].map(([path]) => path.split('::'));
  return [...uses, ...inline].map((names) => names.slice(1)).filter((names) => names.length > 0);
}

faults.push(...folderFaults(fileURLToPath(new URL('../../src', import.meta.url))));
for (const fault of faults) console.error(fault);
console.log(`${metadata.packages.length} crates, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
