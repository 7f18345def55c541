#!/usr/bin/env node
// The last step of a build of the page (scripts/build/make-dist.mjs, Trunk.toml): gives the files whose names carry no hash an address that changes with
// their content (`tabia.wasm?v=...`), so that no cache ever pairs a new page with an old engine or worker.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { withAddress } from './link-preview.mjs';
import { writeList } from './list-files.mjs';
import { about } from './make-about.mjs';
import { bundle, minify } from './minify.mjs';

const dir = process.argv[2] ?? process.env.TRUNK_STAGING_DIR ?? 'dist';
const versioned = (name) => {
  const hash = createHash('sha256').update(readFileSync(join(dir, name))).digest('hex').slice(0, 12);
  return `${name}?v=${hash}`;
};

/** The page's style sheets as one file, in their order: the first paint waits for one answer instead of nine. */
function mergeStyles() {
  let text = readFileSync(join(dir, 'index.html'), 'utf8');
  const links = [...text.matchAll(/^[ \t]*<link\b[^>]*\brel="stylesheet"[^>]*>[ \t]*\n/gm)];
  const names = links.map(([link]) => /\bhref="(?:\.\/)?([\w-]+\.css)"/.exec(link)?.[1]);
  if (names.length < 2 || names.includes(undefined)) throw new Error('index.html does not link its style sheets as expected: has its markup changed?');
  const styles = names.map((name) => readFileSync(join(dir, name), 'utf8')).join('\n');
  const merged = `styles-${createHash('sha256').update(styles).digest('hex').slice(0, 16)}.css`;
  writeFileSync(join(dir, merged), styles);
  for (const name of names) rmSync(join(dir, name));
  links.forEach(([link], index) => {
    text = text.replace(link, index === 0 ? `  <link rel="stylesheet" href="./${merged}">\n` : '');
  });
  writeFileSync(join(dir, 'index.html'), text);
}

/** Replaces `"name"` and `"./name"` in a file, in either kind of quotes; every name must be there. */
function rewrite(file, names) {
  let text = readFileSync(join(dir, file), 'utf8');
  for (const name of names) {
    const quoted = new RegExp(`(["'])(\\./)?${name.replaceAll('.', '\\.')}\\1`, 'g');
    if (!quoted.test(text)) throw new Error(`${file} does not name ${name}: has its markup changed?`);
    text = text.replaceAll(quoted, (_, quote, here = '') => quote + here + versioned(name) + quote);
  }
  writeFileSync(join(dir, file), text);
}

await bundle(dir, 'start.js', ['board-size.js', 'isolation.js', 'language.js', 'launch.js', 'offline.js']);
await minify(dir);
mergeStyles();

// Inner files first: the address of a file depends on what it names.
rewrite('engine-worker.js', ['worker.js', 'worker_bg.wasm']);
rewrite('probe-worker.js', ['worker.js', 'worker_bg.wasm']);
rewrite('book-host.js', ['book-worker.js', 'book-worker_bg.wasm']);
rewrite('library-host.js', ['library-worker.js', 'library-worker_bg.wasm']);
rewrite('match-worker.js', ['lab-worker.js', 'lab-worker_bg.wasm']);
rewrite('index.html', [...readdirSync(join(dir, 'languages')).map((name) => `languages/${name}`), 'play.css', 'explain.css', 'report.css', 'explorer.css', 'panel.css', 'opening-names.txt', 'lab.css', 'library.css', 'book.css', 'tools.css', 'suite-bratko-kopec.epd', 'suite-kaufman.epd', 'suite-lct2.epd', 'famous-games.pgn', 'tabia.wasm', 'tabia-material.wasm', 'tabia-net.wasm', 'tabia-net-threads.wasm', 'tabia-net-tables.wasm', 'tabia-tables.wasm', 'tabia-threads.wasm', 'engine-thread.js', 'book.packed', 'openings.epd', 'engine-worker.js', 'probe-worker.js', 'book-host.js', 'library-host.js', 'match-worker.js', 'theme.js', 'start.js']);

// The page's program: its files name each other, so the hash of all of them is in the name of their folder.
const hash = createHash('sha256');
for (const name of readdirSync(join(dir, 'app')).sort()) hash.update(name).update(readFileSync(join(dir, 'app', name)));
const folder = `app-${hash.digest('hex').slice(0, 16)}`;
renameSync(join(dir, 'app'), join(dir, folder));
const index = readFileSync(join(dir, 'index.html'), 'utf8');
writeFileSync(join(dir, 'index.html'), index.replaceAll(/(["'])app\//g, `$1${folder}/`));

writeFileSync(join(dir, 'about.html'), about());
if (process.env.TABIA_URL) writeFileSync(join(dir, 'index.html'), withAddress(readFileSync(join(dir, 'index.html'), 'utf8'), process.env.TABIA_URL));

// Last, when every file has its address and its content.
writeList(dir);
