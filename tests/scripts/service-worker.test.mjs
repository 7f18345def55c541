// The service worker (www/sw.js) outside a browser, over caches that refuse any of their operations: whatever the network has always
// reaches the page. tests/browser/offline.test.mjs tests it in a browser.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const SOURCE = readFileSync(fileURLToPath(new URL('../../www/sw.js', import.meta.url)), 'utf8');
const SCOPE = 'https://tabia.test/app/';
const PREFIX = `tabia-files:${SCOPE}:`;
const FILES = { 'index.html': '<title>Tabia</title>', 'app-0123456789abcdef.js': 'start()', 'book.css': 'body {}', 'languages/de.json': '{}' };
/** A file of an older version's page that is still open; the server no longer has it. */
const OLD_FILE = 'app-fedcba9876543210.js';
const hash = (text) => createHash('sha256').update(text).digest('hex');
const url = (path) => new URL(path, SCOPE).href;

/** In-memory caches. `refuses(operation, count)` decides which operations fail; `count` numbers all of them. */
class Caches {
  stores = new Map();
  count = 0;
  refuses = () => false;

  async #operation(name, body) {
    this.count += 1;
    const refusal = this.refuses(name, this.count);
    if (refusal === 'never ends') await new Promise(() => {});
    if (refusal) throw new DOMException(`${name} was refused`, 'QuotaExceededError');
    return body();
  }

  open(name) {
    return this.#operation('open', () => {
      if (!this.stores.has(name)) this.stores.set(name, new Map());
      const files = this.stores.get(name);
      return {
        match: (address) => this.#operation('match', () => files.get(String(address))?.clone()),
        put: (address, response) => this.#operation('put', () => void files.set(String(address), response)),
        keys: () => this.#operation('keys', () => [...files.keys()].map((address) => ({ url: address }))),
      };
    });
  }

  keys() {
    return this.#operation('keys', () => [...this.stores.keys()]);
  }

  delete(name) {
    return this.#operation('delete', () => this.stores.delete(name));
  }
}

/** Runs the service worker of the version `new` with these caches, and a network that has this version's files. */
function serviceWorker(caches) {
  const listeners = {};
  const told = [];
  const clients = [{ id: 'page', postMessage: (message) => told.push(message) }];
  const network = { isDown: false };
  const self = {
    registration: { scope: SCOPE, active: undefined },
    addEventListener: (type, listener) => (listeners[type] = listener),
    skipWaiting: async () => {},
    clients: { claim() {}, matchAll: async () => clients },
  };
  const fetch = async (request) => {
    const path = String(request.url ?? request).slice(SCOPE.length).split(/[?#]/)[0] || 'index.html';
    if (network.isDown) throw new TypeError('Failed to fetch');
    return Object.hasOwn(FILES, path) ? new Response(FILES[path]) : new Response('Not found', { status: 404 });
  };
  const hashes = Object.fromEntries(Object.entries(FILES).map(([path, text]) => [path, hash(text)]));
  const source = SOURCE.replace(/\/\* files \*\/ \{[^\n]*\};/, `${JSON.stringify({ version: 'new', files: hashes })};`);
  vm.runInNewContext(source, { self, caches, fetch, crypto, Response, Headers, URL, Promise, Error });

  /** Dispatches an event; resolves with the response once that and everything extending the event are done. */
  async function dispatch(type, fields) {
    let response;
    const lasting = [];
    listeners[type]({
      clientId: 'page',
      waitUntil: (promise) => lasting.push(promise),
      respondWith: (promise) => (response = promise),
      ...fields,
    });
    const found = await response;
    return { response: found, settled: Promise.allSettled(lasting) };
  }

  /** Returns the page's response for an address: status and text. */
  async function request(path, mode = 'no-cors') {
    const { response, settled } = await dispatch('fetch', { request: { url: url(path), method: 'GET', mode, cache: 'default' } });
    const { status } = response;
    return { status, text: await response.text(), isIsolated: response.headers.has('cross-origin-embedder-policy'), settled };
  }

  const send = async (data) => (await dispatch('message', { data })).settled;
  return { dispatch, request, send, told, network };
}

/** The caches after a first visit of each kind. */
const STATES = {
  'without a cache': () => new Caches(),
  'with everything': async () => {
    const caches = new Caches();
    await serviceWorker(caches).send({ fill: [] });
    return caches;
  },
  'with what was used': async () => {
    const caches = new Caches();
    await serviceWorker(caches).send({ keep: [url('index.html')] });
    return caches;
  },
  'with an older version': async () => {
    const caches = new Caches();
    const older = await caches.open(`${PREFIX}old`);
    await older.put(url(OLD_FILE), new Response('old()'));
    await older.put(url('whole'), new Response('old'));
    return caches;
  },
};

const REQUESTS = [
  ['', 'navigate', FILES['index.html']],
  ['index.html', 'navigate', FILES['index.html']],
  ['app-0123456789abcdef.js', 'no-cors', FILES['app-0123456789abcdef.js']],
  ['book.css', 'no-cors', FILES['book.css']],
];

describe('the service worker', () => {
  for (const [state, made] of Object.entries(STATES)) {
    test(`passes every file on when the caches refuse anything, ${state}`, async () => {
      for (const [path, mode, text] of REQUESTS) {
        const check = async (refuses, what) => {
          const caches = await made();
          const begun = caches.count;
          caches.refuses = (name, count) => refuses(name, count - begun);
          const { status, text: found, isIsolated, settled } = await serviceWorker(caches).request(path, mode);
          const rejected = (await settled).filter(({ status: outcome }) => outcome === 'rejected');
          assert.deepEqual([status, found, rejected], [200, text, []], `${path || 'the page'}, ${what}`);
          assert.ok(isIsolated || state !== 'without a cache');
          return caches.count - begun;
        };
        // One operation after the other, each kind, and all.
        const operations = await check(() => false, 'nothing refused');
        assert.ok(operations > 0);
        for (let at = 1; at <= operations; at += 1) await check((_, count) => count === at, `operation ${at} refused`);
        for (const kind of ['open', 'match', 'put', 'keys', 'delete']) await check((name) => name === kind, `${kind} refused`);
        await check(() => true, 'all refused');
      }
    });
  }

  test('does not wait for a cache that never writes', async () => {
    const caches = await STATES['with what was used']();
    caches.refuses = (name) => name === 'put' && 'never ends';
    assert.equal((await serviceWorker(caches).request('book.css')).text, FILES['book.css']);
  });

  test('finds the files of one older version when another cannot be opened', async () => {
    const caches = await STATES['with an older version']();
    await caches.open(`${PREFIX}oldest`);
    let opened = 0;
    // This version's cache, then the older ones; the last of these is broken.
    caches.refuses = (name) => name === 'open' && (opened += 1) === 3;
    const worker = serviceWorker(caches);
    assert.equal((await worker.request(OLD_FILE)).text, 'old()');
  });

  test('works without a network once everything is stored, and stores what is used on demand', async () => {
    const caches = await STATES['with everything']();
    const worker = serviceWorker(caches);
    worker.network.isDown = true;
    for (const [path, mode, text] of REQUESTS) assert.equal((await worker.request(path, mode)).text, text);
    const used = await STATES['with what was used']();
    const other = serviceWorker(used);
    await (await other.request('book.css')).settled;
    other.network.isDown = true;
    assert.equal((await other.request('book.css')).text, FILES['book.css']);
    await assert.rejects(other.request('app-0123456789abcdef.js'), /Failed to fetch/);
  });

  test('stores the texts of another language when they are used, and again with a new version', async () => {
    const isStored = async (caches) => (await (await caches.open(`${PREFIX}new`)).match(url('languages/de.json'))) !== undefined;

    const english = await STATES['with everything']();
    assert.equal(await isStored(english), false);
    await (await serviceWorker(english).request('languages/de.json')).settled;
    assert.equal(await isStored(english), true, 'chosen later');

    const german = new Caches();
    await serviceWorker(german).send({ fill: [url('languages/de.json')] });
    assert.equal(await isStored(german), true, 'chosen at the first visit');

    const updated = await STATES['with an older version']();
    await (await updated.open(`${PREFIX}old`)).put(url('languages/de.json?v=1'), new Response('{"old":1}'));
    await serviceWorker(updated).send({ fill: [] });
    assert.equal(await isStored(updated), true, 'in use before the update');
  });

  test('reports when the files could not be stored', async () => {
    for (const message of [{ fill: [] }, { keep: [url('index.html'), url('book.css')] }]) {
      for (const kind of ['open', 'match', 'put']) {
        const caches = new Caches();
        caches.refuses = (name) => name === kind;
        const worker = serviceWorker(caches);
        const outcomes = await worker.send(message);
        assert.deepEqual(outcomes.map(({ status }) => status), ['fulfilled']);
        assert.deepEqual(worker.told.map(({ tabia }) => tabia), ['not-whole'], `${JSON.stringify(message)}, ${kind}`);
      }
    }
  });
});
