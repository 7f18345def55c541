#!/usr/bin/env node
// Joins the small files that wasm-split makes: node scripts/build/bundle-chunks.mjs FOLDER
//
// wasm-split writes a file for each set of parts that share code: hundreds of files of 200 bytes, of which a part needs a hundred or more.
// They become one file, chunks.bin, which the loader fetches once.

import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A larger file is worth a separate request, in bytes. */
const SMALL = 10_000;

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node scripts/build/bundle-chunks.mjs FOLDER');
  process.exit(2);
}

const loader = join(folder, '__wasm_split.js');
const pieces = [];
let size = 0;
let text = readFileSync(loader, 'utf8');
for (const name of readdirSync(folder).filter((file) => /^chunk_\d+\.wasm$/.test(file)).sort()) {
  const bytes = readFileSync(join(folder, name));
  if (bytes.length >= SMALL) continue;
  const fetched = `fetch(new URL("./${name}", import.meta.url));`;
  const streamed = 'WebAssembly.instantiateStreaming(src, imports)';
  const start = text.indexOf(fetched);
  const end = text.indexOf(streamed, start);
  if (start < 0 || end < 0 || end - start > 300) throw new Error(`${loader} does not load ${name} as expected: has wasm-split changed?`);
  text = `${text.slice(0, start)}piece(${size}, ${bytes.length});${text.slice(start + fetched.length, end)}WebAssembly.instantiate(await src, imports)${text.slice(end + streamed.length)}`;
  pieces.push(bytes);
  size += bytes.length;
  rmSync(join(folder, name));
}
// A failure is not remembered: the next part tries again.
const prelude = `let bundle;
function piece(offset, length) {
    bundle ??= fetch(new URL("./chunks.bin", import.meta.url)).then((response) => {
        if (!response.ok) throw new Error(\`chunks.bin: \${response.status}\`);
        return response.arrayBuffer();
    }).catch((error) => {
        bundle = undefined;
        throw error;
    });
    return bundle.then((bytes) => new Uint8Array(bytes, offset, length));
}
`;
const imports = text.indexOf('\n', text.indexOf('import ')) + 1;
if (pieces.length > 0) {
  writeFileSync(join(folder, 'chunks.bin'), Buffer.concat(pieces));
  writeFileSync(loader, `${text.slice(0, imports)}${prelude}${text.slice(imports)}`);
}
console.log(`${pieces.length} pieces, ${size} bytes`);
