import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { guide } from '../../scripts/build/make-guide.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

test('the guide of the app is that of docs/guide.md', () => {
  assert.equal(readFileSync(path('www/guide.html'), 'utf8'), guide(), 'run node scripts/build/make-guide.mjs');
});

test('the guide has its pictures, and leads nowhere outside of the app', () => {
  const html = guide();
  const pictures = [...html.matchAll(/src="([^"]+)"/g)].map(([, source]) => source);
  assert.ok(pictures.length >= 5);
  for (const picture of pictures) assert.ok(existsSync(path(`docs/${picture}`)), picture);
  assert.deepEqual([...html.matchAll(/<a href="([^"]+)"/g)].map(([, target]) => target), ['./']);
});
