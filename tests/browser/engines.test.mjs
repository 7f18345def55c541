// The catalogue of engines and the sandbox for foreign ones, in the engine harness's page, under the app's own policy.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { scriptedEngine } from '../engines/scripted.mjs';
import { prepareHarness } from './support/engine-harness.mjs';
import { launchBrowser, openApp, serveApp } from './support/harness.mjs';
import { ROOT } from './support/paths.mjs';
import { until } from './support/until.mjs';

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const good = scriptedEngine('good');
const npm = (...path) => join(ROOT, 'node_modules', ...path);
const BUILT = join(ROOT, 'target', 'engine');

let browser;
let dir;
before(async () => {
  dir = prepareHarness(good);
  browser = await launchBrowser();
});
after(() => browser?.close());

/** Opens the harness with a catalogue; `tolerate`: problems that the test provokes. */
async function withCatalogue(body, { isolation = true, base = '/', builtIns = ['engine.wasm?v=1'], tolerate = [], chromium = browser } = {}) {
  const server = await serveApp({ dir, isolation, base });
  const { page, context, problems } = await openApp(chromium, server.url, { visit: false });
  const visit = async () => {
    await page.goto(server.url);
    await page.waitForFunction(() => window.isReady);
    await page.evaluate((builtIns) => {
      window.catalogue = new window.wasm.CatalogueHarness('engine-worker.js', builtIns);
      window.list = async () => (await window.catalogue.list()).map(JSON.parse);
      window.add = (files) =>
        window.catalogue.add(files.map(({ name, base64 }) => new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name)));
      /** Opens a foreign engine; all its output goes to `heard`. */
      window.open1 = async (id) => {
        window.heard = [];
        window.port = await window.catalogue.open(id);
        window.port.onmessage = ({ data }) => {
          // A message may hold several lines.
          for (const said of typeof data === 'string' ? data.split('\n') : [data]) {
            window.heard.push(said);
            window.onHeard?.(said);
          }
        };
      };
      /** Waits for a matching line or control object. */
      window.until = (pattern, limitMs = 20000) =>
        new Promise((done, fail) => {
          const isIt = (said) => new RegExp(pattern).test(typeof said === 'string' ? said : JSON.stringify(said));
          const timer = setTimeout(() => fail(new Error(`no ${pattern}; heard ${JSON.stringify(window.heard.slice(-5))}`)), limitMs);
          // Check each message only once: there may be hundreds of thousands.
          window.onHeard = (said) => {
            if (said === undefined || !isIt(said)) return;
            window.onHeard = undefined;
            clearTimeout(timer);
            done(said);
          };
          window.onHeard(window.heard.find(isIt));
        });
      window.say = (line) => {
        window.heard = [];
        window.port.postMessage(line);
      };
    }, builtIns);
  };
  try {
    await visit();
    await body(page, { server, visit });
    assert.deepEqual(problems.filter((problem) => !tolerate.some((pattern) => pattern.test(problem))), []);
  } catch (error) {
    // The page's own errors often reveal the cause.
    if (problems.length > 0) error.message += `\n  the page said: ${problems.join('\n  ')}`;
    throw error;
  } finally {
    await context.close();
    await server.close();
  }
}

/** Adds files given as [name, content]; returns entries (objects) and error messages (text). */
async function add(page, ...files) {
  const sent = files.map(([name, content]) => ({ name, base64: Buffer.from(content).toString('base64') }));
  const results = await page.evaluate((files) => window.add(files), sent);
  return results.map((result) => (result.startsWith('{') ? JSON.parse(result) : result));
}

describe('engine builds', () => {
  test('the build of the app is listed, stored and benchmarked', () =>
    withCatalogue(async (page, { visit }) => {
      const [engine, ...others] = await page.evaluate(() => window.list());
      assert.deepEqual(others, []);
      assert.equal(engine.id, sha256(good));
      assert.deepEqual(
        [engine.name, engine.kind, engine.size, engine.builtin, engine.bench, engine.files],
        ['Scripted good', 'build', good.length, true, 'unknown', ['engine.wasm']],
      );
      await page.evaluate(() => window.catalogue.measure());
      await visit();
      assert.equal((await page.evaluate(() => window.list()))[0].signature, 1);
      assert.equal(await page.evaluate((id) => window.catalogue.build_size(id), engine.id), good.length);
      await assert.rejects(page.evaluate((id) => window.catalogue.remove(id), engine.id), /comes with the app/);
    }));

  test('a dropped build is stored once, renamed, removed', () =>
    withCatalogue(async (page, { visit }) => {
      const flood = scriptedEngine('flood');
      const [entry] = await add(page, ['my engine.wasm', flood]);
      assert.deepEqual([entry.id, entry.name, entry.builtin], [sha256(flood), 'Scripted flood', false]);
      assert.deepEqual((await add(page, ['again.wasm', flood]))[0].files, ['my engine.wasm']);
      assert.equal(JSON.parse(await page.evaluate((id) => window.catalogue.rename(id, '  Torrent '), entry.id)).name, 'Torrent');
      await visit();
      assert.deepEqual((await page.evaluate(() => window.list())).map(({ name }) => name), ['Scripted good', 'Torrent']);
      assert.equal(JSON.parse(await page.evaluate((id) => window.catalogue.rename(id, ''), entry.id)).name, 'Scripted flood');
      await page.evaluate((id) => window.catalogue.remove(id), entry.id);
      assert.deepEqual((await page.evaluate(() => window.list())).map(({ name }) => name), ['Scripted good']);
      await assert.rejects(page.evaluate((id) => window.catalogue.build_size(id), entry.id), /is not stored in this browser/);
    }));

  test('a build of an earlier version of the app stays when the app brings a newer one', () =>
    withCatalogue(async (page) => {
      const [old] = await page.evaluate(() => window.list());
      // The next version: the same database, a different build.
      const [now, kept] = await page.evaluate(async (bytes) => {
        const url = URL.createObjectURL(new Blob([Uint8Array.from(bytes)]));
        window.catalogue = new window.wasm.CatalogueHarness('engine-worker.js', [url]);
        return (await window.catalogue.list()).map(JSON.parse);
      }, [...scriptedEngine('only-polls')]);
      assert.deepEqual([now.name, now.builtin], ['Scripted only-polls', true]);
      assert.deepEqual([kept.id, kept.builtin, kept.app], [old.id, false, true]);
    }));

  test('a file that is not an engine is refused with the reason', () =>
    withCatalogue(async (page) => {
      const results = await add(
        page,
        ['game.pgn', '1. e4 e5'],
        ['text.wasm', '1. e4 e5'],
        ['cut.wasm', good.slice(0, good.length / 2)],
        ['wasi.wasm', scriptedEngine('imports-wasi')],
        ['mute.wasm', scriptedEngine('no-uciok')],
        ['traps.wasm', scriptedEngine('traps-in-abi')],
        ['two.wasm', scriptedEngine('two-memories')],
        ['shared.wasm', scriptedEngine('shared-memory')],
        ['wide.wasm', scriptedEngine('memory-of-64-bits')],
        ['options.wasm', scriptedEngine('too-many-options')],
        ['good.wasm', scriptedEngine('flood')],
      );
      const refusals = results.filter((result) => typeof result === 'string');
      for (const pattern of [
        /^game\.pgn was not added: an engine is a \.wasm file, or a \.js file/,
        /^text\.wasm was not added: this is not a WebAssembly file/,
        /^cut\.wasm was not added: the file is damaged, cut off/,
        /^wasi\.wasm was not added: .*pick its \.js file together with it/,
        /^mute\.wasm was not added: it did not answer uci with uciok/,
        /^traps\.wasm was not added: .*unreachable/,
        /^two\.wasm was not added: it has 2 memories/,
        /^shared\.wasm was not added: its memory is shared between threads/,
        /^wide\.wasm was not added: its memory has 64-bit addresses/,
        /^options\.wasm was not added: .*(more than 4096 options|more than 4 MiB at once), which is the limit/,
      ]) {
        assert.ok(refusals.some((refusal) => pattern.test(refusal)), `${pattern} in ${refusals.join('\n')}`);
      }
      assert.equal(refusals.length, 10);
      assert.deepEqual((await page.evaluate(() => window.list())).map(({ name }) => name), ['Scripted good', 'Scripted flood']);
    }));

  const builds = ['tabia-net.wasm', 'tabia-material.wasm'].map((name) => join(BUILT, name));
  test("the app's two builds are two engines", { skip: !builds.every(existsSync) && 'not built' }, () =>
    withCatalogue(async (page) => {
      const entries = await add(page, ...builds.map((path) => [basename(path), readFileSync(path)]));
      assert.match(entries[0].name, /^Tabia \d/);
      assert.match(entries[1].name, /^Tabia .* material$/);
      assert.ok(entries.every(({ options }) => options.includes('Hash')));
      await page.evaluate(() => window.catalogue.measure());
      const signatures = (await page.evaluate(() => window.list())).slice(1).map(({ signature }) => signature);
      assert.ok(signatures.every((signature) => signature > 10_000) && signatures[0] !== signatures[1], `${signatures}`);
    }));
});

/** A UCI worker that runs `go` on every `go` command and does nothing else. */
const scripted = (go = `postMessage('bestmove e2e4')`) => `
  onmessage = ({ data }) => {
    if (data === 'uci') postMessage('id name Little\\nid author Nobody\\noption name Hash type spin default 1 min 1 max 9\\nuciok');
    if (data === 'isready') postMessage('readyok');
    if (data.startsWith('go')) { ${go} }
  };`;

/** Tries every way out of the sandbox and reports those that were open. */
const PRISONER = (origin, other) => `
  const tries = {
    fetch: () => fetch('${origin}/index.html'),
    'fetch without cors': () => fetch('${origin}/index.html', { mode: 'no-cors' }),
    'fetch elsewhere': () => fetch('${other}/out', { mode: 'no-cors' }),
    XMLHttpRequest: () => new Promise((done, fail) => {
      const request = new XMLHttpRequest();
      request.onload = done;
      request.onerror = () => fail(new Error('error'));
      Object.getPrototypeOf(Object.getPrototypeOf(request));
      request.open('GET', '${other}/out');
      request.send();
    }),
    // With functions that the sandbox's own did not touch: those of a worker of its own.
    'fetch of a nested worker': () => nested("fetch('${other}/out', { mode: 'no-cors' })"),
    'XMLHttpRequest of a nested worker': () => nested("new Promise((d, f) => { const r = new XMLHttpRequest(); r.open('GET', '${other}/out'); r.onload = d; r.onerror = f; r.send(); })"),
    WebSocket: () => new Promise((done, fail) => {
      const socket = new WebSocket('${other.replace('http', 'ws')}/out');
      socket.onopen = done;
      socket.onerror = () => fail(new Error('error'));
    }),
    EventSource: () => new Promise((done, fail) => {
      const source = new EventSource('${other}/out');
      source.onopen = done;
      source.onerror = () => { source.close(); fail(new Error('error')); };
    }),
    importScripts: () => importScripts('${origin}/harness.js'),
    'import()': () => import('${origin}/harness.js'),
    eval: () => eval('1'),
    indexedDB: () => new Promise((done, fail) => {
      const request = indexedDB.open('tabia');
      request.onsuccess = done;
      request.onerror = () => fail(request.error);
    }),
    caches: () => caches.open('x'),
    storage: () => navigator.storage.getDirectory(),
    origin: () => { if (self.origin === 'null' && location.protocol === 'blob:') throw new Error('opaque'); },
    'importScripts of a nested worker': () => nested("importScripts('${other}/out')"),
    'import() of a nested worker': () => nested("import('${other}/out')"),
    'static import of a module worker': () => nestedModule("import '${other}/out.js';"),
    'JSON import of a module worker': () => nestedModule("import data from '${other}/out.json' with { type: 'json' };"),
    'import() of a module worker': () => nestedModule("await import('${other}/out.js');"),
    'a module worker from the network': () => new Promise((done, fail) => {
      const worker = new Worker('${other}/out.js', { type: 'module' });
      worker.onerror = () => fail(new Error('error'));
      worker.onmessage = done;
    }),
    WebTransport: () => new WebTransport('${other.replace('http:', 'https:')}/out').ready,
    'WebTransport of a nested worker': () => nested("new WebTransport('${other.replace('http:', 'https:')}/out').ready"),
    FontFace: () => new FontFace('out', 'url(${other}/out.font)').load(),
    'FontFace of a nested worker': () => nested("new FontFace('out', 'url(${other}/out.font)').load()"),
    'worker from the network': () => new Promise((done, fail) => {
      const worker = new Worker('${origin}/engine-worker.js');
      worker.onerror = () => fail(new Error('error'));
      worker.onmessage = done;
    }),
  };
  const nested = (code) => new Promise((done, fail) => {
    const text = 'Promise.resolve().then(() => ' + code + ').then(() => postMessage("open"), (error) => postMessage("shut"))';
    const worker = new Worker(URL.createObjectURL(new Blob([text])));
    worker.onmessage = ({ data }) => (data === 'open' ? done() : fail(new Error(data)));
    worker.onerror = () => fail(new Error('error'));
  });
  const nestedModule = (code) => new Promise((done, fail) => {
    const worker = new Worker(URL.createObjectURL(new Blob([code + ' postMessage("open");'], { type: 'text/javascript' })), { type: 'module' });
    worker.onmessage = done;
    worker.onerror = () => fail(new Error('error'));
  });
  const limit = (promise) => Promise.race([promise, new Promise((_, fail) => setTimeout(() => fail(new Error('no answer')), 3000))]);
  ${scripted(`(async () => {
    const open = [];
    for (const [name, attempt] of Object.entries(tries)) {
      try { await limit(Promise.resolve().then(attempt)); open.push(name); } catch {}
    }
    postMessage('info string tried ' + Object.keys(tries).length + ' open: ' + open.join(', '));
    postMessage('bestmove e2e4');
  })();`)}`;

const shutBy = [/Content.Security.Policy|Refused to|violates the following/i, /blocked/i];

/** A server on the same machine that records requests, by HTTP and by datagram; the latter would be QUIC. */
async function listener() {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    response.setHeader('content-type', request.url.endsWith('.json') ? 'application/json' : 'text/javascript');
    response.end('0');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  const socket = createSocket('udp4', () => asked.push('a datagram'));
  await new Promise((done) => socket.bind(port, '127.0.0.1', done));
  return {
    asked,
    origin: `http://127.0.0.1:${port}`,
    close() {
      socket.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Requests from the prisoner to another origin, as the listener records them where nothing is blocked. */
const EXITS = ['/out', '/out.js', '/out.json', '/out.font', 'a datagram'];

describe('the sandbox', () => {
  // With QUIC, which the tests' browser normally disables: otherwise the test would prove nothing about WebTransport.
  let free;
  before(async () => {
    free = await launchBrowser({ without: ['--disable-quic'] });
  });
  after(() => free?.close());

  test('an engine in it reaches neither network nor storage nor scripts', async () => {
    const other = await listener();
    try {
      await withCatalogue(async (page, { server }) => {
        const { origin } = new URL(server.url);
        const [entry] = await add(page, ['prisoner.js', PRISONER(origin, other.origin)]);
        assert.equal(entry.name, 'Little');
        const requests = [];
        // Only answered requests: Chromium also reports requests that its policy then blocks.
        page.context().on('response', (response) => requests.push(response.url()));
        const told = await page.evaluate(async (id) => {
          await window.open1(id);
          window.say('go');
          return window.until('^info string tried', 120000);
        }, entry.id);
        assert.equal(told, 'info string tried 26 open: ');
        assert.deepEqual(other.asked, []);
        assert.deepEqual(requests.filter((url) => url.startsWith('http')), []);
        // Requests blocked by the policy; `asked` and `requests` show that none got through.
      }, { tolerate: [...shutBy, /^request to/], chromium: free });
    } finally {
      other.close();
    }
  });

  test('control: outside the sandbox the same attempts succeed', async () => {
    const other = await listener();
    const server = createServer((request, response) => {
      const isScript = request.url === '/prisoner.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? PRISONER(`http://${request.headers.host}`, other.origin) : '<title>outside</title>');
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    const page = await free.newPage();
    try {
      await page.goto(`http://127.0.0.1:${server.address().port}/`);
      const told = await page.evaluate(() => new Promise((done) => {
        const worker = new Worker('/prisoner.js');
        worker.onmessage = ({ data }) => { if (data.startsWith('info string tried')) done(data); };
        worker.postMessage('go');
      }));
      const open = told.split(': ')[1].split(', ');
      for (const name of [
        'fetch', 'fetch without cors', 'fetch elsewhere', 'XMLHttpRequest', 'fetch of a nested worker', 'XMLHttpRequest of a nested worker',
        'importScripts of a nested worker', 'import() of a nested worker', 'static import of a module worker', 'JSON import of a module worker',
        'import() of a module worker', 'eval', 'indexedDB', 'caches', 'storage',
      ]) assert.ok(open.includes(name), `${name}: ${told}`);
      // Neither the font nor WebTransport succeeds, but both were requested.
      for (const exit of EXITS) assert.ok(other.asked.includes(exit), `${exit}: ${other.asked}`);
    } finally {
      await page.close();
      server.closeAllConnections();
      server.close();
      other.close();
    }
  });

  test('its frame reaches neither the page nor its storage, and cannot leave', () =>
    withCatalogue(async (page) => {
      const [entry] = await add(page, ['little.js', scripted()]);
      await page.evaluate((id) => window.open1(id), entry.id);
      const frame = page.frames().find((frame) => frame !== page.mainFrame());
      const url = page.url();
      const open = await frame.evaluate(async () => {
        const tries = {
          'the document above': () => parent.document.title,
          'a property above': () => parent.wasm,
          localStorage: () => localStorage.length,
          cookies: () => document.cookie,
          indexedDB: () => new Promise((done, fail) => {
            const request = indexedDB.open('tabia');
            request.onsuccess = done;
            request.onerror = () => fail(request.error);
          }),
          'top navigation': () => { top.location.href = 'about:blank'; },
          'a window': () => { if (window.open('about:blank') === null) throw new Error('null'); },
          fetch: () => fetch(parent.origin ?? 'http://127.0.0.1/'),
          'a picture': () => new Promise((done, fail) => {
            const image = new Image();
            image.onload = done;
            image.onerror = () => fail(new Error('error'));
            image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
          }),
          'a script': () => new Promise((done, fail) => {
            const script = document.createElement('script');
            script.textContent = 'window.ran = true';
            document.head.append(script);
            setTimeout(() => (window.ran ? done() : fail(new Error('not run'))), 50);
          }),
          'its own origin': () => { if (self.origin === 'null') throw new Error('opaque'); },
        };
        const open = [];
        for (const [name, attempt] of Object.entries(tries)) {
          try {
            await attempt();
            open.push(name);
          } catch {
            // Blocked, as it should be.
          }
        }
        return open;
      });
      assert.deepEqual(open, []);
      assert.equal(page.url(), url);
      assert.equal(await page.locator('iframe').getAttribute('sandbox'), 'allow-scripts');
    }, { tolerate: [...shutBy, /Unsafe attempt to initiate navigation/] }));

  test('an engine that hangs is replaced; one that throws is reported and replaced', () =>
    withCatalogue(async (page) => {
      const [hangs, throws] = await add(
        page,
        ['hangs.js', scripted('for (;;);')],
        ['throws.js', scripted(`throw new Error('out of ideas')`)],
      );
      const afterRestart = async () => {
        const heard = await page.evaluate(async () => {
          window.port.postMessage({ tabia: 'restart' });
          await window.until('"restarted"');
          window.heard = [];
          window.say('uci');
          await window.until('^uciok');
          return window.heard;
        });
        assert.equal(heard[0], 'id name Little');
      };
      await page.evaluate(async (id) => {
        await window.open1(id);
        window.say('go');
      }, hangs.id);
      await afterRestart();
      const fault = await page.evaluate(async (id) => {
        await window.open1(id);
        window.say('go');
        return window.until('"fault"');
      }, throws.id);
      assert.match(fault.message, /^it failed: .*out of ideas/);
      await afterRestart();
      // Terminated from outside, whatever it is doing.
      await page.evaluate(async (id) => {
        await window.open1(id);
        window.say('go');
        window.catalogue.close(2);
      }, hangs.id);
      await page.waitForFunction(() => document.querySelectorAll('iframe').length > 0);
      assert.equal(await page.evaluate(() => Promise.race([window.until('^bestmove', 500).catch(() => 'silent')])), 'silent');
    }));

  test('what an engine prints is bounded in bytes, and the limit is named', () =>
    withCatalogue(async (page) => {
      const info = 'info depth 1 score cp 1 nodes 1 pv e2e4 e7e5 g1f3 b8c6';
      const CASES = {
        'a message of 256 MB': [`postMessage('x'.repeat(256 << 20));`, /^it posted a message of more than 1 MB, which is the limit$/],
        'a flood of lines': [`for (;;) postMessage('${info}');`, /^it printed more than 8 MB at once, which is the limit$/],
        'a flood of long lines': [`const long = 'info string ' + 'x'.repeat(65000); for (;;) postMessage(long);`, /^it printed more than 8 MB at once, which is the limit$/],
        'a flood in one message': [`for (;;) postMessage('a\\n'.repeat(400000));`, /^it printed more than 8 MB at once, which is the limit$/],
      };
      for (const [name, [go, reason]] of Object.entries(CASES)) {
        const [entry] = await add(page, [`${name}.js`, scripted(go)]);
        const result = await page.evaluate(async (id) => {
          await window.open1(id);
          const began = performance.now();
          window.say('go');
          const fault = await window.until('"fault"', 30000);
          const ms = performance.now() - began;
          const characters = window.heard.reduce((sum, line) => sum + (line.length ?? 0), 0);
          // After a restart its output arrives again.
          window.port.postMessage({ tabia: 'restart' });
          await window.until('"restarted"');
          window.say('isready');
          return { message: fault.message, characters, ms, ready: await window.until('^readyok') };
        }, entry.id);
        assert.match(result.message, reason, name);
        // 8 MB at once, and 512 characters a millisecond.
        assert.ok(result.characters <= (8 << 20) + 512 * result.ms, `${name}: ${result.characters} characters came through in ${result.ms} ms`);
      }
      // Messages other than text don't come through, and aren't even copied.
      const [entry] = await add(page, ['objects.js', scripted(`for (let n = 0; n < 100; n += 1) postMessage(new ArrayBuffer(64 << 20)); postMessage('bestmove e2e4');`)]);
      const heard = await page.evaluate(async (id) => {
        await window.open1(id);
        window.say('go');
        await window.until('^bestmove');
        return window.heard;
      }, entry.id);
      assert.deepEqual(heard, ['bestmove e2e4']);
      const [options] = await add(page, ['options.js', `onmessage = ({ data }) => { for (let n = 0; n < 300000; n += 1) postMessage('option name O' + n + ' type check default false'); postMessage('uciok'); };`]);
      assert.match(options, /^options\.js was not added: .*(more than 4096 options|more than 8 MB at once), which is the limit/);
      assert.ok((await page.evaluate(() => performance.memory.usedJSHeapSize)) < 150 << 20);
    }));

  test('a script that is not a UCI worker is refused with the reason, and leaves no frame', () =>
    withCatalogue(async (page) => {
      const [syntax] = await add(page, ['syntax.js', 'this is no script']);
      assert.match(syntax, /^syntax\.js was not added: it failed: .*SyntaxError/);
      const [broken] = await add(page, ['broken.js', `fetch('engine.wasm').then((answer) => answer.text())`]);
      assert.match(broken, /broken\.js was not added: it failed as it started: the engine asks for engine\.wasm, which is not among its files/);
      const [threads] = await add(page, ['threads.js', 'new SharedArrayBuffer(8)']);
      assert.match(threads, /SharedArrayBuffer.*single-threaded build/);
      assert.equal(await page.locator('iframe').count(), 0);
      // The built-in engine may still be loading.
      await until(page, async () => (await window.list()).length >= 1);
      assert.equal((await page.evaluate(() => window.list())).length, 1);
    }));
});

/** Third-party engines: from npm, and Lozza if $TABIA_LOZZA is the path of its lozza.js. */
const OTHERS = [
  ['Stockfish 19', [npm('stockfish', 'bin', 'stockfish-19-lite-single.js'), npm('stockfish', 'bin', 'stockfish-19-lite-single.wasm')]],
  ['Stockfish 11', [npm('stockfish-11', 'src', 'stockfish.js'), npm('stockfish-11', 'src', 'stockfish.wasm')]],
  ...(process.env.TABIA_LOZZA ? [['Lozza', [process.env.TABIA_LOZZA]]] : []),
];

describe('engines of others', () => {
  for (const [name, paths] of OTHERS) {
    for (const [how, options] of [['isolated', {}], ['not isolated, in a sub-path', { isolation: false, base: '/some/where/' }]]) {
      test(`${name} plays: ${how}`, (t) =>
        withCatalogue(async (page, { visit }) => {
          const files = paths.map((path) => [basename(path), readFileSync(path)]);
          const [entry] = await add(page, ...files);
          assert.match(entry.name, new RegExp(`^${name}`));
          assert.ok(entry.options.includes('Hash'), JSON.stringify(entry));
          assert.ok(entry.latency < 50, `${entry.latency} ms`);
          t.diagnostic(`isready to readyok: ${entry.latency.toFixed(2)} ms`);
          const list = files.map(([name, content]) => [name, sha256(content)]).sort().map(([name, hash]) => `${hash}  ${name}\n`);
          assert.equal(entry.id, files.length === 1 ? sha256(files[0][1]) : sha256(list.join('')));
          // From the database, on the next visit, two at a time.
          await visit();
          const best = await page.evaluate(async (id) => {
            const moves = [];
            for (let round = 0; round < 2; round += 1) {
              await window.open1(id);
              window.say('uci');
              await window.until('^uciok');
              window.say('ucinewgame');
              window.port.postMessage('position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1');
              window.port.postMessage('go depth 6');
              moves.push(await window.until('^bestmove'));
            }
            return moves;
          }, entry.id);
          assert.ok(best.every((line) => line.startsWith('bestmove d1d8')), `${best}`);
        }, options));
    }
  }

  test('a script without its .wasm file is refused with advice', () =>
    withCatalogue(async (page) => {
      const path = npm('stockfish', 'bin', 'stockfish-19-lite-single.js');
      const [refusal] = await add(page, [basename(path), readFileSync(path)]);
      assert.match(refusal, /was not added: .*not among its files/);
    }, { tolerate: [/WASM streaming failed|console error/] }));
});
