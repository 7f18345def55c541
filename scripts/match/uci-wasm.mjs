#!/usr/bin/env node
// Runs an engine build (docs/engine-abi.md) in Node as a UCI engine on standard input and output, so
// that any UCI program or match runner can talk to the same file that the page loads.
//
//   node scripts/match/uci-wasm.mjs [FILE.wasm]                 (default: target/engine/tabia.wasm)
//   node scripts/match/uci-wasm.mjs FILE.wasm -- bench          runs the commands given, then ends
//   node scripts/match/uci-wasm.mjs [FILE.wasm] --files FOLDER  offers the files of a folder: tablebases, which the command
//                                                         `setoption name SyzygyPath value files` opens
//
// The engine runs in a separate thread; this one reads the commands and raises the signals. The app's build with threads
// (target/engine/tabia-threads.wasm) gets as many as it asks for, up to the number of cores.

import { openSync, readFileSync, readSync, readdirSync, statSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, isMainThread, workerData } from 'node:worker_threads';

/** Builds for these versions run here. */
const ABI_VERSIONS = [1, 2];
/** Number of the search that runs, 0 for none, and of the last ones stopped and pondered; see `signal`. */
const RUNNING = 0;
const STOPPED = 1;
const PONDER_HIT = 2;
/** Set while the engine is inside `line`. */
const BUSY = 3;
const SLOTS = 4;
const Signal = { go: 0, stop: 1, ponderHit: 2 };

/** The memory of a build with threads, in pages of 64 KiB: at first, and at most, as the page gives it. */
const MEMORY_PAGES = { initial: 256, maximum: 32_768 };

if (isMainThread) main();
else if (workerData.block !== undefined) thread(workerData);
else host(workerData);

function main() {
  const separator = process.argv.indexOf('--');
  const words = process.argv.slice(2, separator < 0 ? undefined : separator);
  const option = words.indexOf('--files');
  const [, folder] = option < 0 ? [] : words.splice(option, 2);
  const [file = fileURLToPath(new URL('../../target/engine/tabia.wasm', import.meta.url))] = words;
  const commands = separator < 0 ? null : process.argv.slice(separator + 1);
  const flags = new Int32Array(new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { file, flags, folder } });
  const fail = (error) => {
    console.error(`uci-wasm: ${error.message}`);
    process.exit(1);
  };
  worker.on('error', fail);
  // The engine wants one thread more: it is started here, because its own thread is inside of `line`.
  worker.on('message', (data) => new Worker(fileURLToPath(import.meta.url), { workerData: data }).on('error', fail).unref());
  worker.on('exit', (code) => process.exit(code));

  let searches = 0;
  const take = (line) => {
    const command = line.trim().split(/\s+/, 1)[0];
    // These three must not wait until the engine has come back from a search.
    if (command === 'stop') {
      Atomics.store(flags, STOPPED, searches);
    } else if (command === 'ponderhit') {
      Atomics.store(flags, PONDER_HIT, searches);
    } else if (command === 'isready' && Atomics.load(flags, BUSY) === 1) {
      writeSync(1, 'readyok\n');
    } else {
      if (command === 'go') searches += 1;
      if (command === 'quit') Atomics.store(flags, STOPPED, searches);
      worker.postMessage(line);
    }
  };
  if (commands !== null) {
    commands.forEach(take);
    worker.postMessage('quit');
  } else {
    createInterface({ input: process.stdin })
      .on('line', take)
      .on('close', () => take('quit'));
  }
}

async function host({ file, flags, folder }) {
  const { parentPort } = await import('node:worker_threads');
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let engine;
  const files = folder === undefined ? [] : openFolder(folder);
  const imports = {
    uci: {
      print(pointer, length) {
        const text = decoder.decode(new Uint8Array(engine.memory.buffer, pointer, length));
        writeSync(1, text.endsWith('\n') ? text : `${text}\n`);
      },
      now: () => performance.now(),
      signal() {
        const search = Atomics.load(flags, RUNNING);
        if (search === 0) return Signal.go; // `bench` and the like are not stopped.
        if (Atomics.load(flags, STOPPED) >= search) return Signal.stop;
        return Atomics.load(flags, PONDER_HIT) >= search ? Signal.ponderHit : Signal.go;
      },
      file_count: () => files.length,
      file_name(number, pointer, length) {
        if (files[number] === undefined) return -1;
        const name = encoder.encode(files[number].name);
        new Uint8Array(engine.memory.buffer, pointer >>> 0, Math.min(length >>> 0, name.length)).set(name.subarray(0, length >>> 0));
        return name.length;
      },
      file_size: (number) => files[number]?.size ?? -1,
      file_read(number, offset, pointer, length) {
        const opened = files[number];
        if (opened === undefined || !(offset >= 0)) return -1;
        opened.handle ??= openSync(opened.path);
        const place = Math.min(Math.trunc(offset), Number.MAX_SAFE_INTEGER);
        return readSync(opened.handle, new Uint8Array(engine.memory.buffer, pointer >>> 0, length >>> 0), 0, length >>> 0, place);
      },
    },
  };
  const module = new WebAssembly.Module(readFileSync(file));
  if (hasThreads(module)) {
    const memory = new WebAssembly.Memory({ ...MEMORY_PAGES, shared: true });
    imports.env = { memory };
    imports.uci.thread_limit = availableParallelism;
    imports.uci.start_thread = (block, length) => {
      parentPort.postMessage({ module, memory, block: block >>> 0, length });
      return 1;
    };
  }
  engine = new WebAssembly.Instance(module, imports).exports;
  engine._initialize?.(); // What C and C++ tool chains export.
  if (!ABI_VERSIONS.includes(engine.abi())) throw new Error(`${file} has ABI ${engine.abi()}, not ${ABI_VERSIONS.join(' or ')}`);

  let searches = 0;
  parentPort.on('message', (line) => {
    const command = line.trim().split(/\s+/, 1)[0];
    if (command === 'quit') process.exit(0);
    if (command === 'go') {
      searches += 1;
      Atomics.store(flags, RUNNING, searches);
    }
    const bytes = encoder.encode(line);
    const pointer = engine.line_buffer(bytes.length);
    new Uint8Array(engine.memory.buffer, pointer, bytes.length).set(bytes);
    Atomics.store(flags, BUSY, 1);
    engine.line(bytes.length);
    Atomics.store(flags, RUNNING, 0);
    Atomics.store(flags, BUSY, 0);
  });
}

/** Whether the memory is the host's: that of the app's build with threads. */
const hasThreads = (module) => WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory');

/** A thread of the engine, which runs until the process ends. */
function thread({ module, memory, block, length }) {
  const uci = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, () => 0]));
  // What a thread prints is why it fails.
  uci.print = (pointer, bytes) => writeSync(2, `${Buffer.from(new Uint8Array(memory.buffer, pointer >>> 0, bytes).slice())}\n`);
  const { exports } = new WebAssembly.Instance(module, { env: { memory }, uci });
  exports.__stack_pointer.value = block + length;
  exports.__wasm_init_tls(block);
  exports.thread();
}

/** The files of a folder, opened when they are first read. */
function openFolder(folder) {
  return readdirSync(folder)
    .map((name) => ({ name, path: join(folder, name), size: statSync(join(folder, name)).size }))
    .filter(({ path }) => statSync(path).isFile());
}
