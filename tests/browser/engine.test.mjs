// The page's engine handle (src/services/engine) and the engine worker, in Chromium, with scripted engine builds: stepping, every engine
// fault, and dropped-in builds. engine-tasks.test.mjs measures.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { KINDS, positionHash, scriptedEngine } from '../engines/scripted.mjs';
import { enginePages, START } from './support/engine-page.mjs';
import { openApp } from './support/harness.mjs';

/** Returns any number of moves: knights out and back again. */
const shuffle = (count) => Array.from({ length: count }, (_, ply) => ['g1f3', 'g8f6', 'f3g1', 'f6g8'][ply % 4]).join(' ');

const { suite, withServer, withPage } = enginePages();

for (const isolation of [true, false]) {
  describe(`the engine on a page that is ${isolation ? 'isolated' : 'not isolated'}`, () => {
    test('introduces itself and searches', () =>
      withPage({ isolation }, async (page, problems) => {
        assert.equal(await page.evaluate(() => window.harness.is_isolated()), isolation);
        assert.equal(await page.evaluate(() => window.harness.name()), 'Scripted good');
        const event = await page.evaluate((fen) => {
          window.harness.request(fen, 'e2e4', 1, 'depth', 3);
          return window.next((event) => event.finished);
        }, START);
        const score = positionHash(`position fen ${START} moves e2e4`);
        assert.match(event.lines[0], new RegExp(`^\\d+ cp ${score} e2e4$`));
        assert.equal(event.best, 'e2e4');
        assert.equal(await page.evaluate(() => window.harness.state()), 'Idle');
        assert.deepEqual(problems, []);
      }));

    test('follows 200 positions stepped through as fast as can be', () =>
      withPage({ isolation }, async (page, problems) => {
        const events = await page.evaluate(
          async ([fen, moves]) => {
            const plies = moves.split(' ');
            // Once without a pause, then with a turn of the event loop between the steps.
            for (const pause of [false, true]) {
              for (let ply = 1; ply <= 200; ply += 1) {
                window.harness.request(fen, plies.slice(0, ply).join(' '), 3, 'infinite', 0);
                if (pause) await new Promise((done) => setTimeout(done));
              }
            }
            await window.next((event) => event.moves === moves && event.lines?.length > 0 && !event.finished);
            await new Promise((done) => setTimeout(done, 500));
            return window.events.filter((event) => event.lines);
          },
          [START, shuffle(200)],
        );
        for (const event of events) {
          const score = positionHash(`position fen ${event.fen}${event.moves && ` moves ${event.moves}`}`);
          for (const line of event.lines) assert.match(line, new RegExp(` cp ${score} `), `line of another position: ${line}`);
        }
        assert.equal(events.at(-1).moves, shuffle(200), 'the last position is the one that is searched');
        assert.equal(await page.evaluate(() => window.harness.state()), 'Searching');
        assert.deepEqual(problems, []);
      }));
  });
}

test('an engine that only waits for its stop sleeps', () =>
  withPage({}, async (page, problems) => {
    const depth = await page.evaluate(async ([fen, bytes]) => {
      window.harness.set_build('only polls', new Uint8Array(bytes));
      await window.next((event) => event.name === 'Scripted only-polls');
      window.harness.request(fen, '', 1, 'infinite', 0);
      await window.next((event) => event.lines?.length > 0);
      await new Promise((done) => setTimeout(done, 1000));
      window.harness.stop();
      const { lines } = await window.next((event) => event.finished);
      return parseInt(lines[0], 10);
    }, [START, [...scriptedEngine('only-polls')]]);
    // Without sleeping it polls some two million times a second: a depth of 40.
    assert.ok(depth < 10, `depth ${depth} of 50,000 polls each`);
    assert.deepEqual(problems, []);
  }));

test('the app runs from a sub-path', () =>
  withPage({ base: '/some/where/' }, async (page, problems) => {
    assert.equal(await page.evaluate(() => window.harness.name()), 'Scripted good');
    assert.deepEqual(problems, []);
  }));

test('a host without the headers is isolated by the service worker', () =>
  withServer({ isolation: false, base: '/some/where/' }, async (base) => {
    const url = `${base}?isolate`;
    const { page, context, problems } = await openApp(suite.browser, url, { allowServiceWorker: true });
    await page.waitForFunction(() => window.isReady && crossOriginIsolated);
    await page.evaluate(() => {
      window.start();
      return window.next((event) => event.state === 'Idle');
    });
    assert.equal(await page.evaluate(() => window.harness.is_isolated()), true);
    // The next visit is isolated without another reload.
    const visits = [];
    page.on('framenavigated', (frame) => visits.push(frame.url()));
    await page.goto(url);
    await page.waitForFunction(() => window.isReady && crossOriginIsolated);
    assert.equal(visits.length, 1);
    assert.deepEqual(problems, []);
    await context.close();
  }));

// Messages for faults of each engine in a search.
const IN_SEARCH = {
  'traps-in-go': /unreachable/,
  'eats-memory': /unreachable/,
  'reads-out-of-bounds': /out of bounds/,
  'recurses-for-ever': /call stack/i,
  deaf: /did not answer stop|silent/,
  'ignores-stop': /did not answer stop/,
  'no-bestmove': /without bestmove/,
  'waits-after-bestmove': /did not answer stop|silent/,
  'prints-outside-memory': /outside of its memory/,
  'prints-past-the-end': /outside of its memory/,
  'prints-not-utf8': /not UTF-8/,
  'prints-too-long': /70000 bytes/,
  'prints-long-texts': /more than 16 MiB in texts of more than 8192 bytes in answer to one command, which is the limit/,
  'prints-garbage': /more than 4 MiB at once, which is the limit/,
};

describe('an engine that fails in a search', () => {
  for (const [kind, reason] of Object.entries(IN_SEARCH)) {
    test(kind, () =>
      withPage({}, async (page, problems) => {
        const result = await page.evaluate(
          async ([fen, kind, bytes]) => {
            window.harness.set_build(kind, new Uint8Array(bytes));
            await window.next((event) => event.name === `Scripted ${kind}`);
            const fails = window.next((event) => event.state?.startsWith('Failed'), 30000);
            window.harness.request(fen, '', 1, 'infinite', 0);
            // Endless loops are detected on the attempt to stop them.
            let heap = 0;
            const timer = setInterval(() => {
              heap = Math.max(heap, performance.memory.usedJSHeapSize);
              if (window.harness.state() === 'Searching') window.harness.request(fen, `e2e4 ${'e7e5'}`.slice(0, Math.random() < 0.5 ? 4 : 9), 1, 'infinite', 0);
            }, 300);
            const { state } = await fails;
            clearInterval(timer);
            const notices = window.events.filter((event) => event.notice).map((event) => event.notice);
            // The page recovers: a good engine is loaded and searches.
            window.harness.set_build('good', new Uint8Array(await (await fetch('engine.wasm')).arrayBuffer()));
            await window.next((event) => event.name === 'Scripted good');
            window.harness.request(fen, '', 1, 'depth', 2);
            const { best } = await window.next((event) => event.finished && event.best);
            return { state, notices, best, heap };
          },
          [START, kind, [...scriptedEngine(kind)]],
        );
        assert.match(result.state, reason);
        assert.ok(result.notices.length >= 2 && result.notices.every((notice) => reason.test(notice)), result.notices.join('\n'));
        assert.equal(result.best, 'e2e4');
        // However much it prints, and in whatever pieces, the page doesn't accumulate it.
        assert.ok(result.heap < 150 << 20, `${result.heap} bytes`);
        assert.deepEqual(problems, []);
      }));
  }
});

// Messages when such a file is dropped in; the previous engine stays.
const NOT_AN_ENGINE = {
  'abi-3': /version 3 of the engine ABI/,
  'two-memories': /it has 2 memories; an engine build has one/,
  'shared-memory': /its memory is shared between threads/,
  'memory-of-64-bits': /its memory has 64-bit addresses/,
  'too-many-options': /announces more than 4096 options|printed more than 4 MiB at once/,
  'no-memory': /does not export the memory `memory`/,
  'no-line': /does not export the function `line`/,
  'no-line-buffer': /does not export the function `line_buffer`/,
  'line-is-a-global': /does not export the function `line`/,
  'line-takes-two': /`line` takes 2 parameters/,
  'imports-wasi': /wasi_snapshot_preview1\.fd_write/,
  'imports-memory': /env\.memory/,
  'imports-too-much': /uci\.fetch/,
  'print-has-another-type': /BigInt|instantiated/,
  silent: /did not answer uci/,
  'eats-memory-in-uci': /unreachable/,
  'hangs-in-uci': /did not answer uci/,
  'no-uciok': /did not answer uci with uciok/,
  'no-readyok': /did not answer isready with readyok/,
  'traps-in-abi': /abi\(\).*unreachable/,
  'traps-at-start': /instantiated.*unreachable/,
  'prints-at-start': /while it was being instantiated/,
  'null-buffer': /line_buffer/,
  'buffer-outside-memory': /line_buffer/,
};

describe('a file that is not an engine', () => {
  const files = Object.entries(NOT_AN_ENGINE).map(([kind, reason]) => [kind, scriptedEngine(kind), reason]);
  const good = scriptedEngine('good');
  files.push(['text', new TextEncoder().encode('1. e4 e5 2. Nf3'), /not a WebAssembly file/]);
  files.push(['empty', new Uint8Array(), /empty/]);
  files.push(['cut-off', good.slice(0, good.length / 2), /damaged, cut off/]);
  files.push(['cut-off-in-the-magic', good.slice(0, 6), /cut off/]);
  files.push(['garbled', good.map((byte, index) => (index > 60 ? byte ^ 0x5a : byte)), /damaged, cut off/]);
  for (const [kind, bytes, reason] of files) {
    test(kind, () =>
      withPage({}, async (page, problems) => {
        const { notice, name, best } = await page.evaluate(
          async ([fen, kind, bytes]) => {
            // During a search, which continues.
            window.harness.request(fen, '', 1, 'infinite', 0);
            await window.next((event) => event.lines?.length > 0);
            window.harness.set_build(`${kind}.wasm`, new Uint8Array(bytes));
            const { notice } = await window.next((event) => event.notice, 15000);
            const name = window.harness.name();
            window.harness.stop();
            const { best } = await window.next((event) => event.finished);
            return { notice, name, best };
          },
          [START, kind, [...bytes]],
        );
        assert.match(notice, reason);
        assert.match(notice, new RegExp(`^${kind}.wasm was not loaded`));
        assert.equal(name, 'Scripted good');
        assert.equal(best, 'e2e4');
        assert.deepEqual(problems, []);
      }));
  }
});

test('every scripted engine is used in a test here or in the conformance test', () => {
  const others = ['good', 'only-polls', 'flood', 'flood-of-strings', 'polls-rarely', 'two-bestmoves', 'prints-lines-together', 'refuses-memory', 'ends-infinite-by-itself',
    'traps-on-nonsense', 'not-deterministic', 'abi-1-with-files',
    'reads-files-outside-memory', 'without-signal', 'answers-before-the-signal', 'answers-before-ponderhit'];
  assert.deepEqual(
    KINDS.toSorted(),
    [...Object.keys(IN_SEARCH), ...Object.keys(NOT_AN_ENGINE), ...others].toSorted(),
  );
});
