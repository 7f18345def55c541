#!/usr/bin/env node
// Checks the properties of fuzz/src on saved inputs as WebAssembly, where lengths have 32 bits and the stack is small:
//
//     node scripts/check/fuzz-wasm.mjs MODULE FOLDER...
//
// MODULE is fuzz/examples/replay.rs, compiled for wasm32-unknown-unknown; each FOLDER has a folder of inputs for each target.
// Tries all inputs, and fails if a property does not hold for one of them.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [file, ...folders] = process.argv.slice(2);
if (!file || folders.length === 0) {
  console.error('usage: node scripts/check/fuzz-wasm.mjs MODULE FOLDER...');
  process.exit(2);
}
const module = await WebAssembly.compile(readFileSync(file));

/** A fresh instance, and the last text that it told. */
function fresh() {
  const told = { text: '' };
  const tell = (text, length) => {
    told.text = Buffer.from(exports.memory.buffer, text >>> 0, length >>> 0).toString();
  };
  const { exports } = new WebAssembly.Instance(module, { host: { tell } });
  return { exports, told };
}

/** Hands bytes over: address and length. */
function handed({ room, memory }, bytes) {
  const at = room(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  return [at, bytes.length];
}

let [inputs, broken] = [0, 0];
const targets = new Set();
for (const folder of folders) {
  for (const target of readdirSync(folder).toSorted()) {
    targets.add(target);
    let instance = fresh();
    const began = performance.now();
    const names = readdirSync(join(folder, target)).toSorted();
    for (const name of names) {
      const { exports, told } = instance;
      try {
        exports.replay(...handed(exports, Buffer.from(target)), ...handed(exports, readFileSync(join(folder, target, name))));
      } catch (error) {
        console.error(`${join(folder, target, name)}: ${error.message}${told.text && `: ${told.text}`}`);
        broken += 1;
        // What is left of this one may be in any state.
        instance = fresh();
      }
    }
    inputs += names.length;
    const memory = instance.exports.memory.buffer.byteLength >> 20;
    console.log(`${target.padEnd(12)} ${String(names.length).padStart(6)} inputs, ${((performance.now() - began) / 1000).toFixed(1)} s, ${memory} MiB of memory`);
  }
}
console.log(`${inputs} inputs of ${targets.size} targets as WebAssembly, ${broken} broke a property`);
process.exit(broken === 0 ? 0 : 1);
