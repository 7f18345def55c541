// A short match of each foreign engine against the app's own, without protocol errors. scripts/match/foreign-match.mjs plays longer ones.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launchBrowser } from './support/harness.mjs';
import { playForeign } from './support/foreign-match.mjs';
import { ROOT } from './support/paths.mjs';

const npm = (...path) => join(ROOT, 'node_modules', ...path);
const ENGINES = {
  'Stockfish 19': ['js', 'wasm'].map((ending) => npm('stockfish', 'bin', `stockfish-19-lite-single.${ending}`)),
  'Stockfish 11': ['js', 'wasm'].map((ending) => npm('stockfish-11', 'src', `stockfish.${ending}`)),
  // Our own, as other sites use it: it starts itself again as a worker.
  'the npm package': [join(ROOT, 'crates', 'build', 'npm', 'tabia-engine.js'), join(ROOT, 'target', 'engine', 'tabia-net.wasm')],
};
const BUILD = join(ROOT, 'target', 'engine', 'tabia.wasm');

let browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser?.close());

describe('foreign engines in matches', { skip: !existsSync(BUILD) && `there is no ${BUILD}` }, () => {
  for (const [name, paths] of Object.entries(ENGINES)) {
    // Both ways for one of them: isolation makes no difference to an engine.
    for (const isolation of name === 'Stockfish 19' ? [true, false] : [true]) {
      test(`${name}, ${isolation ? 'isolated' : 'not isolated'}`, async (t) => {
        const result = await playForeign(browser, {
          build: readFileSync(BUILD),
          foreign: paths.map((path) => [basename(path), readFileSync(path)]),
          games: 2,
          nodes: 200,
          isolation,
          limitMs: 60_000,
        });
        t.diagnostic(`${result.wins}-${result.losses}-${result.draws}, isready in ${result.latency.toFixed(2)} ms`);
        assert.deepEqual(result.faults, []);
        assert.equal(result.games, 2);
      });
    }
  }
});
