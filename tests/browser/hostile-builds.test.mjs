// The engine worker against builds that call its functions with arbitrary numbers (tests/engines/hostile.mjs): every call has the outcome
// documented in docs/engine-abi.md, and the worker accepts the next build whatever the last one did.
//
//     TABIA_ROUNDS=20000 TABIA_SEED=1 node scripts/check/browser-tests.mjs tests/browser/hostile-builds.test.mjs

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FILES, hostileBuild } from '../engines/hostile.mjs';
import { scriptedEngine } from '../engines/scripted.mjs';
import { prepareHarness } from './support/engine-harness.mjs';
import { launchBrowser, openApp, serveApp } from './support/harness.mjs';

const ROUNDS = Number(process.env.TABIA_ROUNDS ?? 400);
const SEED = Number(process.env.TABIA_SEED ?? 20261126);
/** Number of builds sent to the page at a time. */
const BATCH = 50;

let browser;
let server;
before(async () => {
  server = await serveApp({ dir: prepareHarness(scriptedEngine('good')) });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/**
 * Defines `window.hosted(bytes, commands)`, which runs a build in one worker and returns the lines posted for each command and how it
 * ended.
 */
async function startHost(files) {
  const named = files.map(({ name, bytes }) => ({ name, blob: new Blob([new Uint8Array(bytes)]) }));
  const worker = new Worker('engine-worker.js');
  const [bridge, protocol] = [0, window.wasm.protocol()];
  let [id, heard, lost] = [0, undefined, []];
  worker.onerror = (event) => lost.push(`the worker itself: ${event.message}`);
  // Earlier messages may be lost.
  await new Promise((done) => {
    worker.onmessage = ({ data }) => data === 'WorkerLoaded' && done();
  });
  worker.onmessage = ({ data }) => {
    const envelope = data.ProcessOutput?.[1];
    if (!envelope) return;
    if (envelope.id === id && heard) heard(envelope.body);
    else lost.push(`nobody asked: ${JSON.stringify(envelope)}`);
  };
  worker.postMessage({ Connected: bridge });
  const ask = (body) =>
    new Promise((done) => {
      id += 1;
      const lines = [];
      const timer = setTimeout(() => done({ lines, end: 'no answer within 20 seconds' }), 20000);
      heard = (answer) => {
        lines.push(...(answer.Lines?.lines ?? []));
        if (answer.Lines && !answer.Lines.done) return;
        clearTimeout(timer);
        heard = undefined;
        done({ lines, end: answer.Fault ?? null });
      };
      worker.postMessage({ ProcessInput: [bridge, { protocol, generation: 1, id, body }] });
    });
  window.hosted = async (bytes, commands) => {
    const module = await WebAssembly.compile(new Uint8Array(bytes));
    const loaded = await ask({ Load: { module, signals: undefined, all_lines: true, files: named, threads: undefined } });
    const answers = [loaded];
    for (const command of commands) answers.push(await ask({ Lines: [command] }));
    return { answers, lost: lost.splice(0) };
  };
}

test(`${ROUNDS} builds that call with any numbers from seed ${SEED} on`, async (t) => {
  const { page, context, problems } = await openApp(browser, server.url);
  await page.waitForFunction(() => window.isReady);
  await page.evaluate(startHost, FILES.map(({ name, bytes }) => ({ name, bytes: [...bytes] })));
  const faults = new Map();
  let calls = 0;
  for (let from = 0; from < ROUNDS; from += BATCH) {
    const builds = Array.from({ length: Math.min(BATCH, ROUNDS - from) }, (_, at) => hostileBuild(SEED + from + at));
    const results = await page.evaluate(
      async (builds) => {
        const results = [];
        for (const [bytes, commands] of builds) results.push(await window.hosted(bytes, commands));
        return results;
      },
      builds.map(({ bytes, commands }) => [[...bytes], commands]),
    );
    for (const [at, { answers, lost }] of results.entries()) {
      const which = `the build of seed ${SEED + from + at}`;
      const { commands, outcomes } = builds[at];
      assert.deepEqual(lost, [], which);
      const [loaded, ...told] = answers;
      assert.equal(loaded.end, null, which);
      for (const [number, { lines, end }] of told.entries()) {
        const where = `${which}, command ${number} (${commands[number].slice(0, 20)})`;
        const { lines: expected, fault } = outcomes[number];
        calls += 1;
        if (fault === null) {
          assert.equal(end, null, where);
          assert.deepEqual(lines, expected, where);
        } else {
          assert.ok(end?.includes(fault), `${where}: ${end}, where "${fault}" was to be expected`);
          faults.set(fault, (faults.get(fault) ?? 0) + 1);
        }
      }
    }
  }
  t.diagnostic(`${calls} commands, ${[...faults.values()].reduce((sum, count) => sum + count, 0)} of them the end of a build`);
  assert.ok(faults.size > 3, 'every kind of fault was met');
  assert.deepEqual(problems, []);
  await context.close();
});
