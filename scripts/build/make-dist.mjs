#!/usr/bin/env node
// Puts the page together: every file that www/index.html names with `data-trunk`, copied into one folder, with what
// scripts/build/version-assets.mjs makes of it, and compressed twins. Trunk does the same from the same lines (./run --dev), but takes
// minutes to compile.
//
//   node scripts/build/make-dist.mjs [DIR]      (default: dist)

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCE = join(ROOT, 'www', 'index.html');
const ASSET = /^[ \t]*<link data-trunk rel="([\w-]+)" href="([^"]+)">[ \t]*\n/gm;

const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);

/**
 * Copies what the page names into `folder`.
 *
 * @returns the text of the page without Trunk's lines
 */
export function copyAssets(source, folder) {
  const page = readFileSync(source, 'utf8').replaceAll(ASSET, (line, kind, href) => {
    if (!['copy-file', 'copy-dir', 'css'].includes(kind)) throw new Error(`${source}: this script has no rel="${kind}" (${href})`);
    const from = join(dirname(source), href);
    if (!existsSync(from)) throw new Error(`${source} names ${href}, which is not there: scripts/build.sh app builds what it needs`);
    // Style sheets have an address of their own, by their content; two folders have a book.css.
    const name = kind === 'css' ? `${basename(href, '.css')}-${hashOf(from)}.css` : basename(href);
    if (existsSync(join(folder, name))) throw new Error(`${source} names two files ${name}`);
    cpSync(from, join(folder, name), { recursive: true });
    return kind === 'css' ? `  <link rel="stylesheet" href="${name}">\n` : '';
  });
  if (page.includes('data-trunk')) throw new Error(`${source}: this script reads only lines of the form <link data-trunk rel="…" href="…">`);
  return page;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dir = resolve(process.argv[2] ?? join(ROOT, 'dist'));
  const [part, old] = [`${dir}.part`, `${dir}.old`];
  for (const left of [part, old]) rmSync(left, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  writeFileSync(join(part, 'index.html'), copyAssets(SOURCE, part));
  for (const script of ['version-assets.mjs', 'compress.mjs']) {
    execFileSync(process.execPath, [join(ROOT, 'scripts', 'build', script), part], { cwd: ROOT, stdio: 'inherit' });
  }
  // Whoever serves the folder sees all of the old page or all of the new one.
  if (existsSync(dir)) renameSync(dir, old);
  renameSync(part, dir);
  rmSync(old, { recursive: true, force: true });
}
