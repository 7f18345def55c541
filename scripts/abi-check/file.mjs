// What can be seen of an engine build without running it.

import { need, wish, Fault } from './faults.mjs';

const IMPORTS = ['print', 'now', 'signal'];
/** Since version 2. */
const FILE_IMPORTS = ['file_count', 'file_name', 'file_size', 'file_read'];
const EXPORTS = { memory: 'memory', abi: 'function', line_buffer: 'function', line: 'function' };

export function compile(bytes) {
  need(bytes.length >= 8 && bytes.readUInt32LE(0) === 0x6d736100, 'this is not a WebAssembly file');
  need(bytes.readUInt32LE(4) === 1, 'this WebAssembly file is a component or of an unknown binary version');
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
