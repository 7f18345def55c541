// What can be seen of an engine build without running it.

import { need, wish, Fault } from './faults.mjs';

const IMPORTS = ['print', 'now', 'signal'];
/** Since version 2. */
const FILE_IMPORTS = ['file_count', 'file_name', 'file_size', 'file_read'];
const EXPORTS = { memory: 'memory', abi: 'function', line_buffer: 'function', line: 'function' };

/** A number in LEB128 at `at`: its value and where it ends. */
function number(bytes, at) {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * 2 ** shift;
    at += 1;
    if (byte < 128) break;
  }
  return { value, at };
}

/** The memories of a file must be one, with 32-bit addresses and for one thread: see "Memory Section" in the specification. */
function checkMemories(bytes) {
  for (let at = 8; at < bytes.length; ) {
    const id = bytes[at];
    const { value: size, at: begin } = number(bytes, at + 1);
    if (id === 5) {
      const { value: count, at: first } = number(bytes, begin);
      const flags = bytes[first];
      need(count <= 1, `it has ${count} memories; an engine build has one`);
      need(count === 0 || (flags & 2) === 0, 'its memory is shared between threads; an engine build has one thread');
      need(count === 0 || (flags & 4) === 0, 'its memory has 64-bit addresses; an engine build has 32-bit ones');
      need(count === 0 || (flags & 8) === 0, 'its memory has pages of another size than 64 KiB');
    }
    at = begin + size;
  }
}

export function compile(bytes) {
  need(bytes.length >= 8 && bytes.readUInt32LE(0) === 0x6d736100, 'this is not a WebAssembly file');
  need(bytes.readUInt32LE(4) === 1, 'this WebAssembly file is a component or of an unknown binary version');
  checkMemories(bytes);
  try {
    return new WebAssembly.Module(bytes);
  } catch (error) {
    throw new Fault(`it does not compile: ${error.message}`);
  }
}

export function checkImports(module) {
  const imports = WebAssembly.Module.imports(module);
  for (const { module, name, kind } of imports) {
    need(
      module === 'uci' && kind === 'function' && [...IMPORTS, ...FILE_IMPORTS].includes(name),
      `it imports ${module}.${name} (${kind}); there are only the functions uci.print, uci.now, uci.signal and uci.file_…`,
    );
  }
  const names = imports.map(({ name }) => name);
  need(names.includes('print'), 'it does not import uci.print, and so cannot answer');
  wish(names.includes('signal'), 'it does not import uci.signal, and so can be stopped only with its worker');
  return names.join(', ');
}

/** The version that the imports ask for. */
export const neededVersion = (module) =>
  WebAssembly.Module.imports(module).some(({ name }) => FILE_IMPORTS.includes(name)) ? 2 : 1;

export function checkExports(module) {
  const exports = WebAssembly.Module.exports(module);
  for (const [name, kind] of Object.entries(EXPORTS)) {
    need(exports.some((item) => item.name === name && item.kind === kind), `it does not export the ${kind} \`${name}\``);
  }
  return Object.keys(EXPORTS).join(', ');
}
