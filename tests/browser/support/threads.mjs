// The threads of the app's engine, as tests see them.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** Returns the path of the engine build with this name. */
export const builtEngine = (name) => join(ROOT, 'target', 'engine', `${name}.wasm`);

/** Reason to skip tests of the build with threads of this name, for `skip`; `false` if they can run. */
export function skipWithoutThreads(name) {
  const file = builtEngine(name);
  // Where the library for it cannot be built, it is a copy of the other build (scripts/build.sh).
  const hasThreads = existsSync(file) && WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(file))).some(({ kind }) => kind === 'memory');
  return !hasThreads && 'no engine with threads could be built on this machine';
}

/** URL pattern of the thread script. */
export const THREAD = '**/engine-thread.js*';

/** A thread script that fails on its first work, like an engine that traps. */
const TRAPS = 'const { Instance } = WebAssembly; WebAssembly.Instance = class { constructor(...values) { const { exports } = new Instance(...values); '
  + "this.exports = { __stack_pointer: exports.__stack_pointer, __wasm_init_tls: exports.__wasm_init_tls, thread() { throw new WebAssembly.RuntimeError('unreachable'); } }; } };\n";

/** Makes every thread fail. */
export async function trap(route) {
  const response = await route.fetch();
  // Keep the headers: without the isolation headers no thread would start.
  return route.fulfill({ response, body: TRAPS + (await response.text()) });
}

/** Returns the number of threads of a page. */
export const threadsOf = (page) => page.workers().filter((worker) => worker.url().includes('engine-thread.js')).length;
