// The scripts that drive the page, where the test packages aren't installed: as after ./run alone.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPTS = readdirSync(join(ROOT, 'scripts'), { recursive: true })
  .filter((name) => name.endsWith('.mjs') && name !== 'arguments.mjs' && name !== 'check/browser-tests.mjs' && !name.includes('node_modules'));
/** The scripts that load the browser tests' support files. */
const DRIVING = SCRIPTS.filter((name) => readFileSync(join(ROOT, 'scripts', name), 'utf8').includes("'../../tests/browser/support/"));

test('the scripts that drive the page explain themselves, or say in a sentence what to install', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'tabia-help-'));
  context.after(() => rmSync(folder, { recursive: true }));
  cpSync(join(ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true, filter: (path) => !path.includes('node_modules') });
  cpSync(join(ROOT, 'tests', 'browser', 'support'), join(folder, 'tests', 'browser', 'support'), { recursive: true });
  const run = (name, ...words) => spawnSync(process.execPath, [join(folder, 'scripts', name), ...words], { encoding: 'utf8' });
  assert.ok(DRIVING.includes('measure/start.mjs') && DRIVING.includes('measure/lighthouse.mjs') && DRIVING.length > 15, DRIVING.join());
  for (const name of DRIVING) {
    const help = run(name, '--help');
    assert.equal(help.status, 0, `${name}: ${help.stderr}`);
    assert.ok(help.stdout.length > 40, `${name} --help`);
    const words = name === 'measure/threads-speed.mjs' ? ['--chromium'] : [];
    const { status, stderr } = run(name, ...words);
    assert.match(stderr, /^[\w.-]+: npm's packages for the tests.* missing: install with scripts\/setup\.sh test\n$/, `${name}: ${stderr}`);
    assert.equal(status, 2, name);
  }
});
