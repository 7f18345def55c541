// Starts a match worker. It is a classic worker because wasm-bindgen's output for it is a classic script. All paths are relative to this
// file, so the app runs from any path.

// Rethrows rejected promises, which would not raise an error on the page otherwise: a truncated program, say, or a failed allocation. The
// page then reports the cause instead of waiting.
self.addEventListener('unhandledrejection', ({ reason }) => setTimeout(() => { throw reason; }));

importScripts('./lab-worker.js');
wasm_bindgen({ module_or_path: './lab-worker_bg.wasm' });
