// The page of the engine harness. A separate file, because the page's policy allows no inline script.

import { ensureIsolation } from './isolation.js';
if (location.search === '?isolate') await ensureIsolation();
const wasm = await import('./engine-harness.js');
const { default: init, Harness } = wasm;
const { memory } = await init();
/** Everything the module exports, and how much memory it has taken. */
window.wasm = wasm;
window.memoryBytes = () => memory.buffer.byteLength;
window.events = [];
window.start = (build = 'engine.wasm') => {
  window.harness = new Harness('engine-worker.js', build, (event) => {
    event.at = performance.now();
    window.events.push(event);
    window.onEvent?.(event);
  });
};
/** Resolves with the first event, from now on, that `test` accepts. */
window.next = (test, limitMs = 10000) =>
  new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`no such event; last: ${JSON.stringify(window.events.slice(-5))}`)), limitMs);
    window.onEvent = (event) => {
      if (!test(event)) return;
      window.onEvent = undefined;
      clearTimeout(timer);
      done(event);
    };
  });
window.isReady = true;
