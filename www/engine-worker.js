// Starts the engine worker. It is a classic worker because wasm-bindgen's output for it is a classic script. All paths are relative to this
// file, so the app runs from any path.

// Rethrows rejected promises, which would not raise an error on the page otherwise: a truncated program, say, or a failed allocation. The
// page then reports the cause instead of waiting.
self.addEventListener('unhandledrejection', ({ reason }) => setTimeout(() => { throw reason; }));

importScripts('./worker.js');
fetch('./worker_bg.wasm').then(async (response) => {
  if (!response.ok) throw new Error(`failed to fetch ${response.url}: ${response.status} ${response.statusText}`);
  // Not compiled in the background, where Firefox may stop doing so (start.js).
  wasm_bindgen.initSync({ module: new WebAssembly.Module(await response.arrayBuffer()) });
});
