// Threads of the app's engine: several sharing one hash table where the page shares memory, one where it doesn't.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { prepareHarness } from './support/engine-harness.mjs';
import { launchBrowser, openApp, screenshot, serveApp, spoilRequests } from './support/harness.mjs';
import { ROOT } from './support/paths.mjs';
import { browserSuite } from './support/suite.mjs';
import { THREAD, builtEngine, skipWithoutThreads, threadsOf, trap } from './support/threads.mjs';
import { ToolsPage } from './support/tools.mjs';

const BUILT = builtEngine('tabia-threads');
const PLAIN = builtEngine('tabia');
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
/** Timeout for a search, in ms; only a failing test waits that long. */
const PATIENCE_MS = 60_000;

const skip = skipWithoutThreads('tabia-threads');

/** Records the engine files that a page requests. */
function enginesOf(page) {
  const asked = [];
  page.on('request', (request) => {
    const [file] = /tabia[-a-z]*\.wasm/.exec(request.url()) ?? [];
    if (file) asked.push(file);
  });
  return asked;
}

describe('the engine with threads, without the page', { skip }, () => {
  let browser;
  let server;
  before(async () => {
    if (!existsSync(BUILT)) throw new Error(`${BUILT} is not there: scripts/build.sh engine builds it`);
    browser = await launchBrowser();
    server = await serveApp({ dir: prepareHarness(readFileSync(BUILT)) });
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  /** Opens a page whose engine has `threads` threads, and runs `body`. */
  async function withEngine(threads, body, prepare) {
    const { page, context, problems } = await openApp(browser, server.url, { visit: false });
    const mend = await prepare?.(page);
    await page.goto(server.url);
    await page.waitForFunction(() => window.isReady);
    await page.evaluate(
      async ([threads, limitMs]) => {
        window.start();
        await window.next((event) => event.state === 'Idle', limitMs);
        window.harness.set_option('Threads', threads);
        /** Searches; resolves with the final event. */
        window.search = (fen, moves, limit, value) => {
          window.harness.request(fen, moves, 1, limit, value);
          return window.next((event) => event.finished && event.moves === moves, limitMs);
        };
      },
      [String(threads), PATIENCE_MS],
    );
    await body(page, mend);
    await context.close();
    assert.deepEqual(problems, []);
  }

  test('two threads reach a depth, the second in a separate worker', () =>
    withEngine(2, async (page) => {
      assert.equal(threadsOf(page), 0, 'none is started before a search wants it');
      const { lines, best } = await page.evaluate(([fen]) => window.search(fen, '', 'depth', 14), [KIWIPETE]);
      assert.match(lines[0], /^14 /);
      assert.match(best, /^[a-h][1-8][a-h][1-8]/);
      assert.equal(threadsOf(page), 1);
      // It stays for the next search, and a single-threaded search doesn't use it.
      await page.evaluate(([fen]) => window.search(fen, 'e2e4', 'depth', 10), [START]);
      assert.equal(threadsOf(page), 1);
    }));

  test('the second thread searches too', () =>
    withEngine(2, async (page) => {
      // A single-threaded search by nodes counts them exactly; with two threads, the other's nodes are added at every check of the limit.
      const two = await page.evaluate(([fen]) => window.search(fen, '', 'nodes', 2_000_000), [KIWIPETE]);
      await page.evaluate(() => { window.harness.set_option('Threads', '1'); window.harness.new_game(); });
      const one = await page.evaluate(([fen]) => window.search(fen, '', 'nodes', 2_000_000), [KIWIPETE]);
      assert.equal(one.nodes, 2_000_000);
      assert.ok(two.nodes >= 2_000_000 && two.nodes !== one.nodes, `${two.nodes} nodes with two threads`);
    }));

  test('stops at once, and continues with another position in the middle of a search', () =>
    withEngine(2, async (page) => {
      const stopped = await page.evaluate(
        async ([fen, limitMs]) => {
          window.harness.request(fen, '', 1, 'infinite', 0);
          await window.next((event) => event.lines?.some((line) => Number.parseInt(line, 10) >= 10), limitMs);
          const begun = performance.now();
          window.harness.stop();
          const { at, best } = await window.next((event) => event.finished, limitMs);
          return { ms: at - begun, best };
        },
        [KIWIPETE, PATIENCE_MS],
      );
      assert.match(stopped.best, /^[a-h][1-8][a-h][1-8]/);
      assert.ok(stopped.ms < 2_000, `${stopped.ms} ms`);
      const moves = ['e2e4', 'e2e4 e7e5', 'e2e4 e7e5 g1f3', 'e2e4 e7e5 g1f3 b8c6'];
      const last = await page.evaluate(
        async ([fen, moves, limitMs]) => {
          window.events.length = 0;
          for (const line of moves) {
            window.harness.request(fen, line, 1, 'infinite', 0);
            await window.next((event) => event.moves === line && event.lines.length > 0, limitMs);
          }
          const from = window.events.findLastIndex((event) => event.moves === moves.at(-1));
          window.harness.stop();
          await window.next((event) => event.finished, limitMs);
          return { restarts: window.events.filter((event) => event.notice), strays: window.events.slice(from).filter((event) => event.moves && event.moves !== moves.at(-1)) };
        },
        [START, moves, PATIENCE_MS],
      );
      assert.deepEqual(last, { restarts: [], strays: [] });
    }));

  test('takes more threads and fewer, and a larger hash table, between searches', () =>
    withEngine(1, async (page) => {
      for (const [threads, hash] of [[2, 16], [1, 64], [2, 256], [2, 1], [1, 16]]) {
        const { lines } = await page.evaluate(
          ([fen, threads, hash]) => {
            window.harness.set_option('Threads', threads);
            window.harness.set_option('Hash', hash);
            return window.search(fen, '', 'depth', 11);
          },
          [KIWIPETE, String(threads), String(hash)],
        );
        assert.match(lines[0], /^11 /);
      }
      assert.deepEqual(await page.evaluate(() => window.events.filter((event) => event.notice)), []);
      assert.equal(threadsOf(page), 1);
    }));

  test('a thread that traps ends the search with the reason, and the engine is restarted', () =>
    withEngine(
      2,
      async (page, mend) => {
        await page.evaluate(([fen]) => window.harness.request(fen, '', 1, 'infinite', 0), [KIWIPETE]);
        const { state } = await page.evaluate((limitMs) => window.next((event) => event.state?.startsWith('Failed'), limitMs), PATIENCE_MS);
        assert.match(state, /a thread of the engine failed: RuntimeError: unreachable/);
        const notices = await page.evaluate(() => window.events.filter((event) => event.notice).map((event) => event.notice));
        assert.ok(notices.length > 0 && notices.every((notice) => /Engine restarted: a thread of the engine failed/.test(notice)), notices.join('\n'));
        // The browser reports ended workers asynchronously.
        while (threadsOf(page) > 0) await page.evaluate(() => 0);
        await mend();
        await page.evaluate(([limitMs]) => {
          window.harness.retry();
          return window.next((event) => event.lines?.some((line) => Number.parseInt(line, 10) >= 10), limitMs);
        }, [PATIENCE_MS]);
        // A search may be at depth 10 before its second thread has started.
        while (threadsOf(page) === 0) await page.evaluate(() => 0);
        assert.equal(threadsOf(page), 1);
      },
      (page) => spoilRequests(page, THREAD, trap),
    ));

  test('a thread that cannot be started is missed by the search, and no more', async () => {
    const { page, context } = await openApp(browser, server.url, { visit: false });
    await page.route(THREAD, (route) => route.fulfill({ status: 404 }));
    await page.goto(server.url);
    await page.waitForFunction(() => window.isReady);
    const { lines, notices } = await page.evaluate(
      async ([fen, limitMs]) => {
        window.start();
        await window.next((event) => event.state === 'Idle', limitMs);
        window.harness.set_option('Threads', '2');
        window.harness.request(fen, '', 1, 'depth', 12);
        const { lines } = await window.next((event) => event.finished, limitMs);
        return { lines, notices: window.events.filter((event) => event.notice) };
      },
      [KIWIPETE, PATIENCE_MS],
    );
    assert.match(lines[0], /^12 /);
    assert.deepEqual(notices, []);
    await context.close();
  });
});

browserSuite('the page that shares memory', {}, (suite) => {
  test('uses the engine with threads instead of the other, and offers as many as there are cores', { skip }, async () => {
    const { page, context } = await openApp(suite.browser, suite.url, { visit: false });
    const asked = enginesOf(page);
    await page.goto(suite.url);
    await page.waitForFunction(() => ['idle', 'searching'].includes(document.querySelector('.analysis')?.dataset.state));
    assert.deepEqual([...new Set(asked)], ['tabia-threads.wasm']);
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    await page.getByRole('button', { name: 'Engines and analysis options' }).click();
    await page.getByRole('menuitem', { name: 'Engine options…' }).click();
    const threads = page.locator('#engine-option-Threads');
    assert.equal(await threads.getAttribute('max'), String(cores));
    assert.equal(await threads.inputValue(), String(Math.max(1, cores - 1)), 'a core is left to the page');
    await screenshot(page, 'threads-option');
    await context.close();
  });

  test('counts the same nodes with one thread as the engine without threads', async () => {
    const expected = /^(\d+) nodes /m.exec(execFileSync(process.execPath, [join(ROOT, 'scripts', 'match', 'uci-wasm.mjs'), PLAIN, '--', 'bench']))[1];
    const { page, app } = await suite.open();
    await app.stopEngine();
    const tools = await ToolsPage.openForAnalysis(page, '(^bench|nodes .* nps$)');
    await tools.command('setoption name Threads value 1');
    await tools.command('bench');
    await tools.line(`${expected} nodes`);
  });
});

browserSuite('the page that shares no memory', { isolation: false }, (suite) => {
  test('has one thread, and reports it', async () => {
    const { page, context } = await openApp(suite.browser, suite.url, { visit: false });
    const asked = enginesOf(page);
    await page.goto(suite.url);
    await page.getByText('Single-threaded: this page is not isolated').waitFor();
    await page.waitForFunction(() => ['idle', 'searching'].includes(document.querySelector('.analysis')?.dataset.state));
    assert.deepEqual([...new Set(asked)], ['tabia.wasm']);
    await page.getByRole('button', { name: 'Engines and analysis options' }).click();
    await page.getByRole('menuitem', { name: 'Engine options…' }).click();
    assert.equal(await page.locator('#engine-option-Threads').getAttribute('max'), '1');
    await context.close();
  });
});
