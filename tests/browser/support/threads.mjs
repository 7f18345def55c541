// The threads of the app's engine, as tests see them.

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
