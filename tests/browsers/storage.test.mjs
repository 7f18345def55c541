// Storage in Firefox and WebKitGTK: the stores on their own, in the engine harness's page. The rest of tests/browser/storage.test.mjs runs
// in Chromium.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { prepareHarness } from '../browser/support/engine-harness.mjs';
import { serveApp } from '../browser/support/harness.mjs';
import { scriptedEngine } from '../engines/scripted.mjs';
import * as firefox from './support/firefox.mjs';
import { Visitor } from './support/visitor.mjs';
import * as webkit from './support/webkit.mjs';

for (const [name, browser] of [['Firefox', firefox], ['WebKitGTK', webkit]]) {
  // CI has them; elsewhere ./test installs them.
  const skip = browser.isThere() || process.env.CI === 'true' ? false : `${name} is not installed`;
  describe(`storage in ${name}`, { skip }, () => {
    let server;
    let visitor;
    before(async () => {
      server = await serveApp({ dir: prepareHarness(scriptedEngine('good')) });
      visitor = new Visitor(await browser.launch());
    });
    after(async () => {
      await visitor?.close();
      await server?.close();
    });
    const visit = async () => {
      await visitor.goto(server.url);
      await visitor.until(() => window.isReady);
    };
    /** Starts something asynchronous and waits for its outcome: the result, or the error. */
    const outcome = async (begin) => {
      await visitor.ask(`() => {
        window.outcome = undefined;
        const tell = (text) => { window.outcome = String(text ?? 'done'); };
        try { Promise.resolve((${begin})()).then(tell, tell); } catch (error) { tell(error); }
      }`);
      return visitor.until(() => window.outcome);
    };

    test('IndexedDB keeps the contract of stores, and does what its twin in memory does', async () => {
      await visit();
      assert.equal(await outcome(() => window.wasm.storage_contract()), 'done');
      for (const seed of [1, 2]) assert.equal(await outcome(`() => window.wasm.storage_compare(${seed}, 40)`), 'done');
    });

    // WebKitGTK refuses blobs under automation: they are stored as bytes then.
    test('a file is there on the next visit', async () => {
      await visit();
      assert.match(await outcome(() => new window.wasm.StorageHarness().add('a.pgn', new Blob(['1. e4 e5']))), /^(?!.*error)/i);
      await visit();
      assert.match(await outcome(() => new window.wasm.StorageHarness().list()), /a\.pgn 8/);
    });

    test('a store that is refused is reported and not shown as empty, and can be tried again', async () => {
      await visit();
      await visitor.ask(() => {
        const { open } = IDBFactory.prototype;
        window.mend = () => { IDBFactory.prototype.open = open; };
        IDBFactory.prototype.open = () => { throw new DOMException('on purpose', 'UnknownError'); };
        window.storage = new window.wasm.StorageHarness();
      });
      assert.match(await outcome(() => window.storage.list()), /could not be opened .*on purpose.*nothing was changed/);
      await visitor.ask(() => window.mend());
      assert.match(await outcome(() => window.storage.list()), /a\.pgn 8/);
    });

    test('a browser without IndexedDB keeps things in memory, and says so', async () => {
      await visit();
      await visitor.ask(() => {
        Object.defineProperty(window, 'indexedDB', { value: undefined });
        window.storage = new window.wasm.StorageHarness();
      });
      assert.match(await outcome(() => window.storage.keeping()), /stores no data for this page .*private windows/);
      await outcome(() => window.storage.add('b.pgn', new Blob(['1. d4'])));
      assert.equal(await outcome(() => window.storage.list()), 'b.pgn 5');
    });
  });
}
