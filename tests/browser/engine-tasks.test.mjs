// How fast the page's engine handle stops a search and begins the next one, and how often it reports.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scriptedEngine } from '../engines/scripted.mjs';
import { enginePages, START } from './support/engine-page.mjs';
import { ROOT } from './support/paths.mjs';
import { longTaskLimit } from './support/tasks.mjs';

// Also the app's own engine, if it is built, so that the figures match what users get.
const BUILT = join(ROOT, 'target', 'engine', 'tabia.wasm');
const ENGINES = [['the scripted engine', scriptedEngine('good')]];
if (existsSync(BUILT)) ENGINES.push(["the app's engine", readFileSync(BUILT)]);

const { withPage } = enginePages();

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
function distribution(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const [min, median, p95, max] = [0, 0.5, 0.95, 1].map((share) => percentile(sorted, share).toFixed(1));
  return `n ${values.length}, min ${min}, median ${median}, 95% ${p95}, max ${max} ms`;
}

for (const isolation of [true, false]) {
  const how = isolation ? 'isolated' : 'not isolated';
  for (const [engine, bytes] of ENGINES) {
    test(`${engine} is stopped, and begins the next search, ${how}`, (t) =>
      withPage({ isolation }, async (page, problems) => {
        const times = await page.evaluate(
          async ([fen, bytes, rounds]) => {
            window.harness.set_build('engine', new Uint8Array(bytes));
            await window.next((event) => event.name);
            const times = { stop: [], again: [] };
            for (let round = 0; round < rounds; round += 1) {
              window.harness.request(fen, '', 1, 'infinite', 0);
              await window.next((event) => event.moves === '' && event.lines?.length > 0 && !event.finished);
              await new Promise((done) => setTimeout(done, (round * 7) % 50));
              const isNext = round % 2 === 0;
              const asked = performance.now();
              const answer = window.next((event) =>
                isNext ? event.moves === 'e2e4' && event.lines?.length > 0 && !event.finished : event.finished,
              );
              if (isNext) window.harness.request(fen, 'e2e4', 1, 'infinite', 0);
              else window.harness.stop();
              const { at } = await answer;
              times[isNext ? 'again' : 'stop'].push(at - asked);
            }
            return times;
          },
          [START, [...bytes], isolation ? 80 : 30],
        );
        t.diagnostic(`${engine}, ${how}: stop to the end of the search: ${distribution(times.stop)}`);
        t.diagnostic(`${engine}, ${how}: request to the first line of another position: ${distribution(times.again)}`);
        const sorted = times.stop.toSorted((a, b) => a - b);
        // The slowest few are due to the machine: the browser's threads have to wait for a processor.
        const limit = longTaskLimit();
        assert.ok(percentile(sorted, 0.9) < limit, `stops took ${distribution(times.stop)}, and ${limit} ms are allowed here`);
        assert.deepEqual(problems, []);
      }));
  }
}

test('an engine that prints endlessly causes at most 8 posts a second', () =>
  withPage({}, async (page) => {
    const count = await page.evaluate(async ([fen, bytes]) => {
      window.harness.set_build('flood', new Uint8Array(bytes));
      await window.next((event) => event.name === 'Scripted flood');
      window.harness.request(fen, '', 1, 'infinite', 0);
      await window.next((event) => event.lines?.length > 0);
      const from = window.events.length;
      await new Promise((done) => setTimeout(done, 2000));
      const count = window.events.slice(from).filter((event) => event.lines).length;
      window.harness.stop();
      await window.next((event) => event.finished);
      return count;
    }, [START, [...scriptedEngine('flood')]]);
    assert.ok(count >= 4 && count <= 17, `${count} updates in 2 seconds`);
  }));
