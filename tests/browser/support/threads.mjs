// The threads of the app's engine, as tests see them.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** Where the engine build with this name is. */
export const builtEngine = (name) => join(ROOT, 'target', 'engine', `${name}.wasm`);

/** Why tests of the build with threads of this name are left out, for `skip`; `false` if they are not. */
export function skipWithoutThreads(name) {
  const file = builtEngine(name);
  // Where the library for it cannot be built, a copy of the other build stands in its place (scripts/build.sh).
  const hasThreads = existsSync(file) && WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(file))).some(({ kind }) => kind === 'memory');
  return !hasThreads && 'no engine with threads could be built on this machine';
}

/** The script of a thread. */
export const THREAD = '**/engine-thread.js*';

/** A script of a thread that fails as it begins to work, as an engine does in which something traps. */
const TRAPS = 'const { Instance } = WebAssembly; WebAssembly.Instance = class { constructor(...values) { const { exports } = new Instance(...values); '
  + "this.exports = { __stack_pointer: exports.__stack_pointer, __wasm_init_tls: exports.__wasm_init_tls, thread() { throw new WebAssembly.RuntimeError('unreachable'); } }; } };\n";

/** Lets each thread fail. */
export async function trap(route) {
  const response = await route.fetch();
  // With its headers: without that of isolation no thread would start.
  return route.fulfill({ response, body: TRAPS + (await response.text()) });
}

/** How many threads a page has. */
export const threadsOf = (page) => page.workers().filter((worker) => worker.url().includes('engine-thread.js')).length;
