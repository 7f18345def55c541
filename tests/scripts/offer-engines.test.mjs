// The list of engines that a host offers: what scripts/build/offer-engines.mjs writes is what src/services/catalogue/offers.rs reads.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { listFiles } from '../../scripts/build/list-files.mjs';

const SCRIPT = fileURLToPath(new URL('../../scripts/build/offer-engines.mjs', import.meta.url));
const STOCKFISH = fileURLToPath(new URL('../../node_modules/stockfish/package.json', import.meta.url));

test('an engine is copied and listed, in place of one with its name, and the page stays the same for the service worker', (context) => {
  const dist = mkdtempSync(join(tmpdir(), 'tabia-offer-'));
  context.after(() => rmSync(dist, { recursive: true }));
  const offer = (...args) => spawnSync(process.execPath, [SCRIPT, '--dir', dist, ...args], { encoding: 'utf8' });
  const list = () => JSON.parse(readFileSync(join(dist, 'engines.json'), 'utf8'));
  const engine = join(dist, 'little.js');
  writeFileSync(engine, 'abc');
  const little = ['--name', 'Little', '--license', 'MIT', '--homepage', 'https://example.org/', engine];
  assert.match(offer(...little).stderr, /has no index\.html: build the page first/);
  writeFileSync(join(dist, 'index.html'), '');
  writeFileSync(join(dist, 'engines.json'), readFileSync(fileURLToPath(new URL('../../www/engines.json', import.meta.url))));
  const { version } = listFiles(dist);
  for (const args of [little, little, ['--name', 'Other', '--license', 'MIT', engine]]) {
    const { status, stderr } = offer(...args);
    assert.equal(status, 0, stderr);
  }
  const files = [{ path: 'engines/little.js', size: 3, sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' }];
  assert.deepEqual(list(), { engines: [{ name: 'Little', license: 'MIT', homepage: 'https://example.org/', files }, { name: 'Other', license: 'MIT', files }] });
  assert.equal(readFileSync(join(dist, 'engines', 'little.js'), 'utf8'), 'abc');
  assert.equal(listFiles(dist).version, version);

  for (const [args, fault] of [
    [['--name', 'A', engine], /an engine needs --name, --license and its files/],
    [['--name', 'A', '--license', 'MIT', join(dist, 'missing.js')], /there is no '.*missing\.js'/],
    [['--stockfish', engine], /--stockfish needs no other engine/],
  ]) {
    const { status, stderr } = offer(...args);
    assert.equal(status, 2);
    assert.match(stderr, fault);
  }
  if (existsSync(STOCKFISH)) {
    assert.equal(offer('--stockfish').status, 0);
    const { name, license, files: parts } = list().engines.at(-1);
    assert.match(name, /^Stockfish \d+ lite$/);
    assert.equal(license, 'GPL-3.0');
    assert.deepEqual(parts.map(({ path }) => path.replace(/^.*\./, '')), ['js', 'wasm']);
    assert.ok(existsSync(join(dist, 'engines', 'stockfish-Copying.txt')));
  }
});
