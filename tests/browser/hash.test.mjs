// The largest hash table on offer, in the app's own engine worker. tests/engines/hash.test.mjs tests how the build replies without enough
// memory.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { scriptedEngine } from '../engines/scripted.mjs';
import { prepareHarness } from './support/engine-harness.mjs';
import { launchBrowser, openApp, serveApp } from './support/harness.mjs';
import { rendererMemory } from './support/memory.mjs';
import { ROOT } from './support/paths.mjs';

const BUILDS = ['tabia.wasm', 'tabia-threads.wasm'].map((name) => join(ROOT, 'target', 'engine', name));
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const MEGABYTE = 1024 * 1024;
/** Timeout for a search, in ms; only a failing test waits that long. */
const PATIENCE_MS = 120_000;

let browser;
before(async () => {
  for (const file of BUILDS) if (!existsSync(file)) throw new Error(`${file} is not there: scripts/build.sh engine builds it`);
  browser = await launchBrowser();
});
after(() => browser?.close());

for (const file of BUILDS) {
  test(`the hash table grows to 1 GB and shrinks again: ${basename(file)}`, async (t) => {
    const server = await serveApp({ dir: prepareHarness(readFileSync(file)) });
    try {
      const { page, problems } = await openApp(browser, server.url);
      const session = await browser.newBrowserCDPSession();
      await page.waitForFunction(() => window.isReady);
      await page.evaluate((limitMs) => {
        window.start();
        return window.next((event) => event.state === 'Idle', limitMs);
      }, PATIENCE_MS);

      /** Returns the hashfull of a table of this size after a search, in permille. */
      const search = async (megabytes) => {
        const event = await page.evaluate(
          ([fen, size, limitMs]) => {
            window.harness.set_option('Hash', size);
            window.harness.request(fen, '', 1, 'nodes', 200_000);
            return window.next((event) => event.finished, limitMs);
          },
          [KIWIPETE, String(megabytes), PATIENCE_MS],
        );
        assert.match(event.best, /^[a-h][1-8][a-h][1-8]/);
        assert.ok(event.nodes > 100_000, `${event.nodes} nodes`);
        return event.hashfull;
      };

      const small = await search(1);
      const before = await rendererMemory(session);
      const largest = await search(1024);
      const grown = (await rendererMemory(session)) - before;
      const again = await search(1);
      t.diagnostic(`full: ${small} of 1000 with 1 MB, ${largest} with 1024 MB, ${again} with 1 MB again`);
      t.diagnostic(`the page's process grew by ${Math.round(grown / MEGABYTE)} MiB`);
      assert.ok(small > 500, `${small} of 1000 entries of 1 MB in use`);
      assert.ok(largest < 10, `${largest} of 1000 entries of 1024 MB in use`);
      assert.ok(again > 500, `${again} of 1000 entries of 1 MB in use`);
      // Only memory that the search writes to is touched: filling a table of this size takes seconds.
      assert.ok(grown > 20 * MEGABYTE && grown < 1000 * MEGABYTE, `the page's process grew by ${grown} bytes`);
      assert.deepEqual(await page.evaluate(() => window.events.filter((event) => event.notice)), []);
      assert.equal(await page.evaluate(() => window.harness.state()), 'Idle');
      assert.deepEqual(problems, []);
    } finally {
      await server.close();
    }
  });
}

test('an engine without enough memory reports it where the user sees it, and continues', async () => {
  const server = await serveApp({ dir: prepareHarness(scriptedEngine('refuses-memory')) });
  try {
    const { page, problems } = await openApp(browser, server.url);
    await page.waitForFunction(() => window.isReady);
    const { notice, best } = await page.evaluate(
      async ([fen, limitMs]) => {
        window.start();
        await window.next((event) => event.state === 'Idle', limitMs);
        window.harness.request(fen, '', 1, 'depth', 1);
        const { best } = await window.next((event) => event.finished, limitMs);
        return { best, notice: window.events.find((event) => event.notice)?.notice };
      },
      [KIWIPETE, PATIENCE_MS],
    );
    assert.match(notice, /rejected a setting.*Hash: not enough memory.*64 MB are in use/);
    assert.ok(best);
    assert.deepEqual(problems, []);
  } finally {
    await server.close();
  }
});
