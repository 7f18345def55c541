// Starts the book worker: a classic worker, because wasm-bindgen's output for it is a classic script.
// Everything is looked for beside this file, so the app runs from any path.

importScripts('./book-worker.js');
wasm_bindgen({ module_or_path: './book-worker_bg.wasm' });
