#!/usr/bin/env node
// Writes a Brotli and a gzip twin beside every file of the built page that gains by it. Static hosts and
// scripts/serve.mjs send a twin to browsers that accept it; hosts that compress by themselves need none.
//
//   node scripts/compress.mjs [DIR]      (default: dist)

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const dir = process.argv[2] ?? 'dist';
const COMPRESSIBLE = /\.(html|css|js|mjs|json|webmanifest|svg|wasm|txt|pgn|epd|packed|bin)$/;
/** A twin that saves less than this share is not worth a second file. */
const WORTHWHILE = 0.95;
/** Larger files are those of builds for trying out; the highest quality would take half a minute for each. */
const SMALL = 4 << 20;

const KINDS = {
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: content.length < SMALL ? 11 : 5, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  gz: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

const work = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
await Promise.all(
  work.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    for (const [ending, compress] of Object.entries(KINDS)) {
      const packed = await compress(content);
      if (packed.length < content.length * WORTHWHILE) writeFileSync(`${path}.${ending}`, packed);
      else rmSync(`${path}.${ending}`, { force: true });
    }
  }),
);
