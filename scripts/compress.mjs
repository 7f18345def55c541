#!/usr/bin/env node
// Writes a gzip twin beside every file of the built page that gains by it. Static hosts and
// scripts/serve.mjs send the twin to browsers that accept gzip.
//
//   node scripts/compress.mjs [DIR]      (default: dist)

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';

const dir = process.argv[2] ?? 'dist';
const COMPRESSIBLE = /\.(html|css|js|mjs|json|webmanifest|svg|wasm|txt)$/;
/** A twin that saves less than this share is not worth a second file. */
const WORTHWHILE = 0.95;

for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  const content = readFileSync(path);
  const packed = gzipSync(content, { level: constants.Z_BEST_COMPRESSION });
  if (packed.length < content.length * WORTHWHILE) {
    writeFileSync(`${path}.gz`, packed);
  } else {
    rmSync(`${path}.gz`, { force: true });
  }
}
