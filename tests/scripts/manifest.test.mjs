// The app's manifest: browsers refuse images whose size differs from the declared one, and warn about a share target without enctype.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const read = (path) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)));
const manifest = JSON.parse(read('www/manifest.webmanifest'));

/** Returns the source path of a page file in the build (www/index.html). */
function source(src) {
  if (src.startsWith('guide/')) return `docs/${src}`;
  return src.startsWith('icons/') ? `www/${src}` : `docs/images/${src}`;
}

/** Returns the width and height of a PNG or WebP image. */
function size(bytes) {
  if (bytes.subarray(1, 4).toString() === 'PNG') return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  assert.equal(bytes.subarray(8, 12).toString(), 'WEBP');
  if (bytes.subarray(12, 16).toString() === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  assert.equal(bytes.subarray(12, 16).toString(), 'VP8 ');
  return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
}

test('the pictures of the manifest are as large as it says', () => {
  const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)];
  for (const { src, sizes, type } of pictures.filter((picture) => picture.sizes !== 'any')) {
    assert.equal(size(read(source(src))).join('x'), sizes, src);
    assert.equal(type, src.endsWith('.png') ? 'image/png' : 'image/webp', src);
  }
});

test('there are screenshots for wide and narrow screens, in the sizes that browsers take', () => {
  const factors = new Set(manifest.screenshots.map(({ form_factor: factor }) => factor));
  assert.deepEqual([...factors].sort(), ['narrow', 'wide']);
  for (const { src, sizes, label } of manifest.screenshots) {
    const [width, height] = sizes.split('x').map(Number);
    const [short, long] = [Math.min(width, height), Math.max(width, height)];
    assert.ok(short >= 320 && long <= 3840 && long <= 2.3 * short && label.length > 0, src);
  }
  const of = (factor) => manifest.screenshots.filter((picture) => picture.form_factor === factor).map(({ sizes }) => sizes);
  for (const factor of factors) assert.equal(new Set(of(factor)).size, 1, `${factor} screenshots of one size`);
});

test('the share target says how it is sent', () => {
  assert.deepEqual([manifest.share_target.method, manifest.share_target.enctype], ['GET', 'application/x-www-form-urlencoded']);
});
