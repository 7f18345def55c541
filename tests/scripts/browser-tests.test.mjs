// What no browser test may contain, because it would pass whatever the page does.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../browser', import.meta.url));

test('nothing waits with waitForFunction for a promise, which is true at once', () => {
  const files = readdirSync(FOLDER, { recursive: true }).filter((name) => name.endsWith('.mjs'));
  const found = files.filter((name) => /waitForFunction\(\s*(async\b|\([^)]*\)\s*=>\s*new Promise\b)/.test(readFileSync(join(FOLDER, name), 'utf8')));
  assert.deepEqual(found, [], 'use until() of tests/browser/support/until.mjs');
});
