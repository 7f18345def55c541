#!/usr/bin/env node
// Writes a Brotli and a gzip twin next to every file of the built page that benefits. Static hosts and
// scripts/serve.mjs send a twin to browsers that accept it; hosts that compress by themselves need none.
//
//   node scripts/build/compress.mjs [DIR]      (default: dist)
//
// All files of the page are written at each build; the twins of those with the same content are taken from target/compressed.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const dir = process.argv[2] ?? 'dist';
const CACHE = fileURLToPath(new URL('../../target/compressed', import.meta.url));
/** How long a twin that no build uses stays in the cache, in days. */
const CACHE_DAYS = 14;
const COMPRESSIBLE = /\.(html|css|js|mjs|json|webmanifest|svg|wasm|txt|pgn|epd|packed|bin)$/;
/** A twin that saves less than this share is not worth a second file. */
const WORTHWHILE = 0.95;
/** Larger files are those of builds for trying out; the highest quality would take half a minute for each. */
const SMALL = 4 << 20;

const KINDS = {
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: content.length < SMALL ? 11 : 5, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  gz: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/** The content as `KINDS` packs it, from the cache if it was packed before by this version of Node. */
async function pack(content, ending) {
  const cached = join(CACHE, `${createHash('sha256').update(process.version).update(content).digest('hex')}.${ending}`);
  if (existsSync(cached)) {
    utimesSync(cached, new Date(), new Date());
    return readFileSync(cached);
  }
  const packed = await KINDS[ending](content);
  writeFileSync(`${cached}.part`, packed);
  renameSync(`${cached}.part`, cached);
  return packed;
}

mkdirSync(CACHE, { recursive: true });
const work = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
await Promise.all(
  work.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    for (const ending of Object.keys(KINDS)) {
      const packed = await pack(content, ending);
      if (packed.length < content.length * WORTHWHILE) writeFileSync(`${path}.${ending}`, packed);
      else rmSync(`${path}.${ending}`, { force: true });
    }
  }),
);

const oldest = Date.now() - CACHE_DAYS * 24 * 60 * 60 * 1000;
for (const name of readdirSync(CACHE)) {
  const path = join(CACHE, name);
  if (statSync(path).mtimeMs < oldest) rmSync(path, { force: true });
}
