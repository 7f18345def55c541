// Starts the library worker: a classic worker, because wasm-bindgen's output for it is a classic script.
// Everything is looked for beside this file, so the app runs from any path.

importScripts('./library-worker.js');
wasm_bindgen({ module_or_path: './library-worker_bg.wasm' });
