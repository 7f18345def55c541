// A build step of the page (scripts/build/version-assets.mjs): strips comments, whitespace and long names from its scripts and styles.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, transform } from 'esbuild';

/** The service worker has a place for the list of files, which a comment marks (scripts/build/list-files.mjs). */
const LEFT_OUT = /^sw\.js$/;

/** What wasm-bindgen writes for the parts of the program (scripts/build.sh): one import, named once for each. */
const OF_WASM_BINDGEN = { 'duplicate-object-key': 'silent' };

/** Minifies all scripts and styles below a folder, in place. Names that other scripts may use stay. */
export async function minify(dir) {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && /\.(js|css)$/.test(entry.name) && !LEFT_OUT.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const loader = entry.name.endsWith('.css') ? 'css' : 'js';
      const { code, warnings } = await transform(readFileSync(path, 'utf8'), { loader, minify: true, target: 'es2022', sourcefile: path, legalComments: 'none', charset: 'utf8', logOverride: OF_WASM_BINDGEN });
      for (const { text, location } of warnings) console.warn(`${path}:${location?.line ?? 0}: ${text}`);
      writeFileSync(path, code);
    }),
  );
}

/** Puts a script and the modules that it imports into one file, so that the browser asks once; the modules' files go. */
export async function bundle(dir, script, modules) {
  const path = join(dir, script);
  const { metafile } = await build({ entryPoints: [path], outfile: path, allowOverwrite: true, bundle: true, format: 'esm', target: 'es2022', charset: 'utf8', metafile: true });
  const taken = Object.keys(metafile.inputs).map((input) => basename(input));
  const expected = [script, ...modules];
  if (taken.toSorted().join() !== expected.toSorted().join()) throw new Error(`${script} imports ${taken.join(', ')} and not ${modules.join(', ')}: have its imports changed?`);
  for (const name of modules) rmSync(join(dir, name));
}
