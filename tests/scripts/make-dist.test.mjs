// scripts/build/make-dist.mjs: the files that the page names, copied into one folder.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { copyAssets } from '../../scripts/build/make-dist.mjs';

/** Copies what a page of these lines names, and returns its text and the names of the copied files. */
function copy(t, lines) {
  const root = mkdtempSync(join(tmpdir(), 'tabia-dist-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const folder of ['www/styles', 'www/pieces', 'out']) mkdirSync(join(root, folder), { recursive: true });
  for (const name of ['www/sw.js', 'www/styles/book.css', 'www/book.css', 'www/pieces/K.svg', 'engine.wasm']) writeFileSync(join(root, name), name);
  const page = join(root, 'www', 'index.html');
  writeFileSync(page, lines.map((line) => `${line}\n`).join(''));
  return { text: copyAssets(page, join(root, 'out')), files: readdirSync(join(root, 'out'), { recursive: true }).sort(), read: (name) => readFileSync(join(root, 'out', name), 'utf8') };
}

test('files, folders and style sheets are copied, and their lines go', (t) => {
  const { text, files, read } = copy(t, [
    '<head>',
    '  <link data-trunk rel="copy-file" href="sw.js">',
    '  <link data-trunk rel="copy-file" href="../engine.wasm">',
    '  <link data-trunk rel="copy-file" href="book.css">',
    '  <link data-trunk rel="css" href="styles/book.css">',
    '  <link data-trunk rel="copy-dir" href="pieces">',
    '</head>',
  ]);
  const [style] = files.filter((name) => name.startsWith('book-'));
  assert.deepEqual(files, [style, 'book.css', 'engine.wasm', 'pieces', 'pieces/K.svg', 'sw.js'].sort());
  assert.equal(text, `<head>\n  <link rel="stylesheet" href="${style}">\n</head>\n`);
  assert.equal(read(style), 'www/styles/book.css');
  assert.equal(read('book.css'), 'www/book.css');
});

for (const [what, line, message] of [
  ['a file that is not there', '<link data-trunk rel="copy-file" href="../target/tabia.wasm">', /names \.\.\/target\/tabia\.wasm, which is not there/],
  ['a kind that only Trunk knows', '<link data-trunk rel="sass" href="sw.js">', /no rel="sass" \(sw\.js\)/],
  ['a line of another form', '<link rel="copy-file" data-trunk href="sw.js">', /reads only lines of the form/],
]) {
  test(`${what} is an error`, (t) => assert.throws(() => copy(t, [line]), message));
}

test('two files of one name are an error', (t) => {
  const line = '<link data-trunk rel="copy-file" href="sw.js">';
  assert.throws(() => copy(t, [line, line]), /names two files sw\.js/);
});
