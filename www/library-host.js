// Starts the library worker: a classic worker, because wasm-bindgen's output for it is a classic script.
// Everything is looked for beside this file, so the app runs from any path.

// A promise that is broken here is no error to the page, unless it is thrown once more: a program that is cut off, say, or memory that
// is refused. The page then says what happened instead of waiting.
self.addEventListener('unhandledrejection', ({ reason }) => setTimeout(() => { throw reason; }));

importScripts('./library-worker.js');
wasm_bindgen({ module_or_path: './library-worker_bg.wasm' });
