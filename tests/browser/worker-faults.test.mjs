// A browser that lacks something, refuses something, or receives a truncated file: any exception while page, engine and workers start is
// reported, with a way to continue, and the rest works.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { App } from './support/app.mjs';
import { ENGINE_FILES } from './support/engines.mjs';
import { openApp, screenshot, spoilRequests } from './support/harness.mjs';
import { waitForState } from './support/lab-page.mjs';
import { browserSuite } from './support/suite.mjs';

/** Runs in the page before anything else: a browser with an isolated page but without usable shared memory (WebKitGTK 2.50). */
const WITHOUT_SHARED_MEMORY = {
  'has no SharedArrayBuffer': () => { delete globalThis.SharedArrayBuffer; },
  'cannot make a SharedArrayBuffer': () => { globalThis.SharedArrayBuffer = class { constructor() { throw new RangeError('Array buffer allocation failed'); } }; },
  'has no Atomics': () => { delete globalThis.Atomics; },
  'does not let a SharedArrayBuffer be posted': () => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (data, ...rest) {
      if (data instanceof SharedArrayBuffer) throw new DOMException('could not be cloned', 'DataCloneError');
      return postMessage.call(this, data, ...rest);
    };
    Worker.prototype.postMessage = new Proxy(Worker.prototype.postMessage, {
      apply(target, worker, [message, ...rest]) {
        const isShared = (value) => value instanceof SharedArrayBuffer || (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype && Object.values(value).some(isShared));
        if (isShared(message)) throw new DOMException('could not be cloned', 'DataCloneError');
        return Reflect.apply(target, worker, [message, ...rest]);
      },
    });
  },
};

/** Responds with this script as the page's server would: without its headers the browser doesn't run it as a worker. */
const script = (route, body) =>
  route.fulfill({
    headers: { 'content-type': 'text/javascript', 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-resource-policy': 'same-origin' },
    body,
  });
/** Responds with the script, prefixed with other code. */
const prefixed = async (route, code) => script(route, `${code}\n${await (await route.fetch()).text()}`);
const PROGRAM = /app_bg\.wasm/;
const SILENCE = 'setInterval(() => {}, 1000);';

const alert = (page, text) => page.getByRole('alert').filter({ hasText: text }).first().waitFor({ timeout: 25_000 });
const lines = (page, least = 1) => page.waitForFunction((least) => document.querySelectorAll('.analysis > .lines .line:not(.empty)').length >= least, least, { timeout: 60_000 });

browserSuite('a browser that lacks something', {}, (suite) => {
  /** Opens the page after `prepare`, whose result is returned as `mend`. Problems are not checked: the test provokes them. */
  async function openWith(prepare, { hash = '', ...options } = {}) {
    const opened = await openApp(suite.browser, suite.url, { ...options, visit: false });
    const mend = await prepare(opened.page);
    await opened.page.goto(suite.url + hash);
    return { ...opened, app: new App(opened.page), mend };
  }

  for (const [name, lack] of Object.entries(WITHOUT_SHARED_MEMORY)) {
    test(`isolated, and ${name}: the engine analyses, stops, and the page says why it shares no memory`, async () => {
      const { page, app, context, problems } = await openWith((page) => page.addInitScript(lack));
      assert.equal(await page.evaluate(() => crossOriginIsolated), true);
      await app.startEngine();
      await lines(page);
      await app.drag('e2', 'e4');
      await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
      await page.waitForFunction(() => document.querySelector('.analysis')?.dataset.state === 'searching');
      await lines(page);
      await app.stopEngine();
      const badge = page.locator('.isolation-badge');
      await badge.getByText('Single-threaded: no shared memory in this browser').click();
      await badge.getByText('has no SharedArrayBuffer').waitFor();
      await screenshot(page, 'no-shared-memory');
      assert.deepEqual(problems, []);
      await context.close();
    });
  }

  test('isolated, and has no SharedArrayBuffer: the Lab plays a match', async () => {
    const { page, context, problems } = await openWith((page) => page.addInitScript(WITHOUT_SHARED_MEMORY['has no SharedArrayBuffer']), { hash: '#/lab' });
    await page.getByRole('button', { name: 'Start', exact: true }).and(page.locator(':enabled')).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Fixed nodes' }).click();
    await page.getByLabel('Nodes per move').first().fill('300');
    await page.getByLabel('Maximum games').fill('4');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('.lab-match')?.dataset.state === 'complete', undefined, { timeout: 60_000 });
    assert.deepEqual(problems.filter((problem) => !/preload/.test(problem)), []);
    await context.close();
  });

  test('without Worker the page reports it, the board works, and the engine starts once it is allowed', async () => {
    const { page, app, context } = await openWith((page) =>
      page.addInitScript(() => {
        const { Worker } = globalThis;
        globalThis.Worker = class extends Worker {
          constructor(...values) {
            if (!globalThis.isAllowed) throw new DOMException('Access to the script is denied', 'SecurityError');
            super(...values);
          }
        };
      }));
    await app.startEngine();
    await alert(page, /[Ii]ts worker was refused by the browser: .*denied/);
    await app.drag('e2', 'e4');
    await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
    await screenshot(page, 'no-worker');
    await page.evaluate(() => { globalThis.isAllowed = true; });
    await page.locator('.analysis').getByRole('button', { name: 'Try again' }).click();
    await lines(page);
    await context.close();
  });

  /** Faults in the files of the engine worker, and the resulting messages. */
  const BROKEN = {
    'a worker script that is missing': ['**/engine-worker.js*', (route) => route.fulfill({ status: 404 }), /[Ii]ts worker could not be loaded/],
    "a worker's second script that is missing": ['**/worker.js*', (route) => route.fulfill({ status: 404 }), /[Ii]ts worker failed: .*importScripts/],
    'a worker script that is broken': ['**/engine-worker.js*', (route) => script(route, 'this is no script'), /[Ii]ts worker failed: .*SyntaxError/],
    'half of the worker': ['**/worker_bg.wasm*', async (route) => {
      const body = await (await route.fetch()).body();
      return route.fulfill({ contentType: 'application/wasm', body: body.subarray(0, body.length / 2) });
    }, /[Ii]ts worker failed: .*(CompileError|WebAssembly)/],
    'no program of the worker': ['**/worker_bg.wasm*', (route) => route.abort(), /[Ii]ts worker failed: .*fetch/i],
    'memory that is refused to the worker': ['**/engine-worker.js*', (route) =>
      prefixed(route, "WebAssembly.Instance = class { constructor() { throw new RangeError('WebAssembly.Memory(): could not allocate memory'); } };"), /[Ii]ts worker failed: .*could not allocate memory/],
    'memory that is refused to the engine': ['**/engine-worker.js*', (route) =>
      prefixed(route, `const { Instance } = WebAssembly;
        let isWorkerMade = false;
        WebAssembly.Instance = class {
          constructor(...from) {
            if (isWorkerMade) throw new RangeError('WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance');
            isWorkerMade = true;
            return new Instance(...from);
          }
        };`), /could not be instantiated: .*Out of memory/],
  };
  for (const [name, [pattern, spoil, said]] of Object.entries(BROKEN)) {
    test(`${name}: reported at once, and fixed by retrying`, async () => {
      const { page, app, context, mend } = await openWith((page) => spoilRequests(page, pattern, spoil));
      const began = Date.now();
      await app.startEngine();
      await alert(page, said);
      assert.ok(Date.now() - began < 15_000, 'it is not waited for until a time limit');
      await mend();
      await page.locator('.analysis').getByRole('button', { name: 'Try again' }).click();
      await lines(page);
      await context.close();
    });
  }

  /** The other workers: how to start each, how to retry after the fault is fixed, and how to tell that it has worked. */
  const OTHERS = {
    library: {
      files: ['**/library-host.js*', '**/library-worker_bg.wasm*'],
      hash: '#/library',
      begin: (page) => page.locator('input.library-file').setInputFiles({ name: 'one.pgn', mimeType: 'text/plain', buffer: Buffer.from('[White "Nona"]\n\n1. e4 e5 *\n') }),
      // The list of databases fails, too, possibly first.
      failed: (page) => page.getByText('one.pgn was not added').first().waitFor(),
      works: (page) => page.locator('.library-databases > li', { hasText: 'one.pgn' }).locator('.library-count', { hasText: '1' }).waitFor(),
    },
    'books that are changed': {
      files: ['**/book-host.js*', '**/book-worker_bg.wasm*'],
      hash: '#/book',
      begin: (page) => page.locator('.saved-book', { hasText: 'Default book' }).getByRole('button', { name: 'Edit' }).click(),
      again: (page) => page.getByRole('region', { name: 'Edit a book' }).getByRole('button', { name: 'Try again' }).click(),
      works: (page) => page.getByRole('region', { name: 'Edit a book' }).getByLabel('Weight of e4').waitFor(),
    },
    'a match': {
      files: ['**/match-worker.js*', '**/lab-worker_bg.wasm*'],
      hash: '#/lab',
      begin: async (page) => {
        await page.getByRole('button', { name: 'Start', exact: true }).and(page.locator(':enabled')).waitFor({ timeout: 60_000 });
        await page.getByRole('button', { name: 'Start', exact: true }).click();
      },
      // The first faults are reported while the worker is started again; then the match pauses.
      failed: (page) => waitForState(page, 'paused'),
      again: (page) => page.getByRole('button', { name: 'Resume' }).click(),
      works: (page) => waitForState(page, 'playing'),
    },
  };
  /** Faults in a worker's script or program, and the resulting messages. */
  const SPOILT = [
    ['a script that is missing', 0, (route) => route.fulfill({ status: 404 }), /could not be loaded/],
    ['half of its program', 1, async (route) => {
      const body = await (await route.fetch()).body();
      return route.fulfill({ contentType: 'application/wasm', body: body.subarray(0, body.length / 2) });
    }, /failed: .*(CompileError|WebAssembly)/],
  ];
  for (const [name, { files, hash, begin, failed = async () => {}, again = begin, works }] of Object.entries(OTHERS)) {
    test(`the worker of ${name} with ${SPOILT.map(([what]) => what).join(', and with ')}: reported, and fixed by retrying`, async () => {
      for (const [, file, spoil, said] of SPOILT) {
        const { page, context, mend } = await openWith((page) => spoilRequests(page, files[file], spoil), { hash });
        await begin(page);
        await page.getByText(said).filter({ visible: true }).first().waitFor({ timeout: 25_000 });
        await failed(page);
        // Pending requests of the match's other workers are spoilt as well.
        await mend();
        await again(page);
        await works(page);
        await context.close();
      }
    });
  }

  /** Workers whose scripts run but never report that they listen: where each is started, and the final message. */
  const SILENT = {
    engine: ['**/engine-worker.js*', '', (page) => alert(page, /could not be started within 20 s/)],
    'the one that looks books up': ['**/probe-worker.js*', '', (page) => alert(page, /did not start within 30 s/)],
    library: ['**/library-host.js*', '#/library', (page) => page.getByText(/did not start within 30 s/).first().waitFor({ timeout: 60_000 })],
  };
  for (const [name, [pattern, hash, said]] of Object.entries(SILENT)) {
    test(`a worker that never listens is given up: ${name}`, async () => {
      let isAsked;
      const asked = new Promise((done) => { isAsked = done; });
      const { page, context } = await openWith(
        async (page) => {
          await page.clock.install();
          await page.route(pattern, (route) => {
            isAsked();
            return script(route, SILENCE);
          });
        },
        { hash },
      );
      if (hash === '') {
        if (name === 'engine') await new App(page).startEngine();
        else await page.getByRole('switch', { name: 'Book' }).waitFor();
      }
      if (name === 'library') await page.locator('input[type=file]').first().setInputFiles({ name: 'one.pgn', mimeType: 'text/plain', buffer: Buffer.from('1. e4 e5 *\n') });
      await asked;
      // Every failure of the engine triggers a restart.
      const waiting = said(page);
      for (let round = 0; round < 40; round += 1) {
        await page.clock.runFor(2500);
      }
      await waiting;
      await screenshot(page, `silent-worker-${name.replaceAll(' ', '-')}`);
      await context.close();
    });
  }

  test('a match worker that never listens pauses the match with the reason', async () => {
    const { page, context } = await openWith(
      async (page) => {
        await page.clock.install();
        await page.route('**/match-worker.js*', (route) => script(route, SILENCE));
      },
      { hash: '#/lab' },
    );
    await page.getByRole('button', { name: 'Start', exact: true }).and(page.locator(':enabled')).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('.lab-match').waitFor();
    const paused = page.locator('.lab-reason').getByText(/[Aa] match worker (could not be loaded in time|did not start within 30 s)/).waitFor({ timeout: 30_000 });
    for (let round = 0; round < 60; round += 1) await page.clock.runFor(2500);
    await paused;
    await context.close();
  });

  test('half of the page: reported in its frame, with a button to reload', async () => {
    const spoil = async (route) => {
      const body = await (await route.fetch()).body();
      return route.fulfill({ contentType: 'application/wasm', body: body.subarray(0, body.length / 2) });
    };
    const { page, context, app, mend } = await openWith((page) => spoilRequests(page, PROGRAM, spoil));
    await alert(page, 'Tabia could not be loaded.');
    await screenshot(page, 'start-half-a-program');
    await mend();
    await page.getByRole('button', { name: 'Reload the page' }).first().click();
    await app.ready();
    await context.close();
  });

  test('a program that fails to load is reported by the frame after a while', async () => {
    const { page, context } = await openWith(async (page) => {
      await page.clock.install();
      await page.route(PROGRAM, () => {});
    });
    await page.locator('.frame .boot-status').first().waitFor({ state: 'attached' });
    await page.clock.runFor(25_000);
    await alert(page, 'Tabia takes long to start.');
    await screenshot(page, 'start-that-takes-long');
    await context.close();
  });

  test('an engine build that does not arrive is not waited for without end', async () => {
    const { page, context, mend } = await openWith(async (page) => {
      await page.clock.install();
      return spoilRequests(page, ENGINE_FILES, () => {});
    });
    await page.waitForFunction(() => document.querySelector('.analysis')?.dataset.state === 'loading');
    await page.clock.runFor(95_000);
    await alert(page, /The engine was not loaded: .*did not arrive within 90 s/);
    await mend();
    await page.locator('.analysis').getByRole('button', { name: 'Try again' }).click();
    await page.waitForFunction(() => ['idle', 'searching'].includes(document.querySelector('.analysis')?.dataset.state));
    await context.close();
  });

  test('an exception of the program is reported over the page once, and other exceptions are not', async () => {
    const { page, app, context } = await openWith(() => {});
    await app.ready();
    await page.evaluate(() => setTimeout(() => { throw new Error('of an extension of the browser'); }));
    await page.evaluate(() => {
      // Called by code that doesn't expect it to fail.
      const { now } = performance;
      performance.now = () => { throw new TypeError('no time'); };
      window.mend = () => { performance.now = now; };
    });
    await app.drag('e2', 'e4');
    const bar = page.locator('.failure-bar');
    await bar.getByText(/^Something in Tabia has failed\. .* \(TypeError: no time\)$/).waitFor();
    assert.equal(await bar.count(), 1);
    await screenshot(page, 'failure-bar');
    // Otherwise the bar returns with the next exception.
    await page.evaluate(() => window.mend());
    await bar.getByRole('button', { name: 'Close' }).click();
    assert.equal(await bar.count(), 0);
    await context.close();
  });
});
