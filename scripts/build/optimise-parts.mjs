#!/usr/bin/env node
// Optimises every wasm file of a folder in place, for size (`wasm-opt -Oz`) or for speed (`wasm-opt -O3`):
//
//     node scripts/build/optimise-parts.mjs --size|--speed FOLDER
//
// The page is cut into hundreds of small files. wasm-opt from npm takes a second to start; here a few threads start it once each.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Binaryen's levels of optimising and of shrinking. */
const LEVELS = { '--size': [2, 2], '--speed': [3, 0] };

if (isMainThread) {
  const [option, folder] = process.argv.slice(2);
  if (!(option in LEVELS) || !folder) {
    console.error('usage: node scripts/build/optimise-parts.mjs --size|--speed FOLDER');
    process.exit(2);
  }
  const size = (file) => statSync(file).size;
  const files = readdirSync(folder).filter((name) => name.endsWith('.wasm')).map((name) => join(folder, name));
  const before = files.reduce((sum, file) => sum + size(file), 0);
  // The largest first, so that no thread is left alone with one.
  const waiting = [...files].sort((one, other) => size(other) - size(one));
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), files.length) }, () => work(waiting, option)));
  console.log(`${files.length} parts: ${before} bytes, now ${files.reduce((sum, file) => sum + size(file), 0)}`);
} else {
  await serve();
}

/** Has a thread take one file after the other until none is left. */
function work(waiting, option) {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: LEVELS[option] });
    thread.once('error', reject);
    thread.once('exit', (status) => (status === 0 ? resolve() : reject(new Error(`a thread ended with status ${status}`))));
    // It requests its first file, and reports each finished one.
    thread.on('message', () => thread.postMessage(waiting.shift() ?? null));
  });
}

/** A thread: optimises the files that it is given. */
async function serve() {
  const { default: binaryen } = await import('binaryen');
  const { Features } = binaryen;
  // Those that rustc's wasm32-unknown-unknown uses (WASM_FEATURES in build.sh).
  const features = Features.MutableGlobals | Features.NontrappingFPToInt | Features.SignExt | Features.BulkMemory | Features.BulkMemoryOpt
    | Features.ReferenceTypes | Features.Multivalue | Features.CallIndirectOverlong;
  const [optimise, shrink] = workerData;
  binaryen.setOptimizeLevel(optimise);
  binaryen.setShrinkLevel(shrink);
  parentPort.on('message', (file) => {
    if (file === null) return parentPort.close();
    const module = binaryen.readBinary(readFileSync(file));
    module.setFeatures(features);
    module.optimize();
    // Sorting by name puts instances of a generic function next to each other, close enough for gzip to share code, which saves 3%.
    module.runPasses(['reorder-functions-by-name', 'strip-debug', 'strip-producers']);
    writeFileSync(file, module.emitBinary());
    module.dispose();
    parentPort.postMessage('done');
  });
  parentPort.postMessage('ready');
}
