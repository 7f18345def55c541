#!/usr/bin/env node
// Assembles the npm package tabia-engine (crates/build/npm) with the engine builds, in target/npm.

import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readCommandLine } from '../arguments.mjs';

const USAGE = `usage: node scripts/build/npm-package.mjs

Assembles the npm package tabia-engine in target/npm: what is in crates/build/npm, the licence, and the engine builds of scripts/build.sh engine.
Publish it from there with npm publish.

Exit status: 0 the package is complete, 2 an engine build is missing.`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILDS = { 'tabia-net.wasm': 'tabia-engine.wasm', 'tabia-net-threads.wasm': 'tabia-engine-threads.wasm' };

readCommandLine('npm-package', USAGE, { defaults: {} });
const out = join(ROOT, 'target', 'npm');
const missing = Object.keys(BUILDS).filter((name) => !existsSync(join(ROOT, 'target', 'engine', name)));
if (missing.length > 0) {
  console.error(`npm-package: target/engine/${missing[0]} is missing: run scripts/build.sh engine`);
  process.exit(2);
}
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
cpSync(join(ROOT, 'crates', 'build', 'npm'), out, { recursive: true });
copyFileSync(join(ROOT, 'LICENSE'), join(out, 'LICENSE'));
for (const [build, name] of Object.entries(BUILDS)) copyFileSync(join(ROOT, 'target', 'engine', build), join(out, name));
console.log(out);
