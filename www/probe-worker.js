// Starts the worker that looks opening books up: the engine worker's file with another task. A classic worker, because wasm-bindgen's
// output for it is a classic script. Everything is looked for beside this file, so the app runs from any path.

self.tabiaProbesBooks = true;
importScripts('./worker.js');
wasm_bindgen({ module_or_path: './worker_bg.wasm' });
