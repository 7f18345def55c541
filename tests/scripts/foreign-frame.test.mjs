// The sandbox of a foreign engine hears anything from its worker, and tells the page texts of a bounded length: its own script, with
// a browser that is made up, and messages that a generator of random numbers makes up.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';

const FRAME = readFileSync(join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'www', 'foreign-frame.html'), 'utf8');
const SCRIPT = FRAME.slice(FRAME.indexOf('<script>') + '<script>'.length, FRAME.indexOf('</script>'));
/** Of a line, and of a reason with the words around it. */
const [MAX_LINE, MAX_REASON] = [65_536, 1100];

/** Numbers that are the same for the same seed (mulberry32). */
function generator(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The frame with one engine; what it told the page, and its workers. */
function frame() {
  const [told, workers, blobs] = [[], [], []];
  const listeners = {};
  const time = { ms: 0 };
  const parent = {};
  const port = { postMessage: (data) => told.push(data), close: () => {} };
  const control = { postMessage: () => {} };
  class Worker {
    constructor() {
      workers.push(this);
      this.heard = [];
    }
    postMessage(data) { this.heard.push(data); }
    terminate() { this.isEnded = true; }
  }
  class Blob {
    constructor(parts) { blobs.push(parts); }
  }
  const URL = { createObjectURL: () => 'blob:null/1' };
  const context = createContext({ addEventListener: (type, listener) => { listeners[type] = listener; }, parent, Worker, Blob, URL, performance: { now: () => time.ms } });
  runInContext(SCRIPT, context);
  listeners.message({ source: parent, ports: [control], data: { tabia: 'sandbox', files: [{ name: 'x.js', blob: '' }] } });
  control.onmessage({ data: { tabia: 'open', id: 1 }, ports: [port] });
  return { told, workers, port, time, prelude: blobs.at(-1)[0] };
}

/** Something that a message can be. */
function anything(next, depth = 0) {
  const text = () => ['', 'bestmove e2e4', 'fault', 'refused', 'a\nb\r\n\nc', 'x'.repeat(next(3) === 0 ? next(2_000_000) : next(3000))][next(6)];
  const made = [
    text, text, () => undefined, () => null, () => next(1000) - 500, () => Number.NaN, () => 2n ** 70n, () => next(2) === 0, () => [text(), text()], () => new Date(0),
    () => new Uint8Array(next(100)), () => new Map([[text(), text()]]), () => ({ toString: 1, valueOf: 1 }), () => Object.create(null),
    () => ({ tabia: ['fault', 'refused', 'idle', 'restarted', 'close', 'loaded'][next(6)], ...(depth < 2 && { message: anything(next, depth + 1), cause: anything(next, depth + 1), isError: anything(next, depth + 1), hears: next(2) === 0 }) }),
    () => ({ tabia: 'fault', message: anything(next, 2), cause: anything(next, 2), isError: true }),
  ];
  return made[next(made.length)]();
}

/** What the page may be told. */
function assertBearable(data, seed) {
  if (typeof data === 'string') {
    assert.ok(data.length > 0 && data.length <= MAX_LINE && !/[\r\n]/.test(data), `seed ${seed}: a line of ${data.length} characters`);
    return;
  }
  assert.ok(['fault', 'restarted'].includes(data.tabia), `seed ${seed}: ${data.tabia}`);
  if (data.tabia === 'restarted') return;
  assert.ok(typeof data.message === 'string' && data.message.length <= MAX_REASON, `seed ${seed}: a reason of ${data.message?.length} characters`);
  assert.ok(data.cause === undefined || (typeof data.cause === 'string' && data.cause.length <= MAX_REASON), `seed ${seed}: the cause ${typeof data.cause}`);
}

test('the page lets the script of the sandbox run, and no other', () => {
  const hash = createHash('sha256').update(SCRIPT).digest('base64');
  assert.ok(FRAME.includes(`script-src 'sha256-${hash}'`), `the script's hash is sha256-${hash}`);
});

test('whatever a worker and the page say, the frame tells bounded texts and ends what it says is over', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const next = generator(seed);
    const { told, workers, port, time } = frame();
    for (let step = 0; step < 60; step += 1) {
      const worker = workers.at(-1);
      const before = told.length;
      time.ms += next(3) === 0 ? next(5000) : 0;
      switch (next(8)) {
        case 0: port.onmessage({ data: next(2) === 0 ? { tabia: 'restart' } : anything(next) }); break;
        case 1: worker.onerror?.({ message: anything(next), preventDefault: () => {} }); break;
        case 2: worker.onmessageerror?.({}); break;
        default: worker.onmessage?.({ data: anything(next) });
      }
      const now = told.slice(before);
      for (const data of now) assertBearable(data, seed);
      if (now.some((data) => data.tabia === 'fault')) assert.ok(worker.isEnded && worker.onmessage === null, `seed ${seed}: it runs on`);
    }
    assert.ok(workers.slice(0, -1).every((worker) => worker.isEnded), `seed ${seed}: a worker that was replaced runs on`);
  }
});

test('a worker that fails without end is ended', () => {
  const { told, workers } = frame();
  const [worker] = workers;
  worker.onmessage({ data: 'uciok' });
  for (let count = 0; count < 20_000 && worker.onmessage !== null; count += 1) worker.onmessage({ data: { tabia: 'fault', message: 'again' } });
  assert.match(told.at(-1).message, /more than 8 MB at once, which is the limit/);
  assert.ok(worker.isEnded);
});

/** The prelude at work in a worker; what it says, and what happens there. */
function worker() {
  const said = [];
  const listeners = {};
  class XMLHttpRequest { open() {} }
  const self = {
    location: { href: 'blob:null/1' }, performance: { now: () => 0 }, WebAssembly: { Memory: class {} }, XMLHttpRequest,
    fetch: async () => {}, close: () => {}, postMessage: (data) => said.push(data), addEventListener: (type, listener) => { (listeners[type] ??= []).push(listener); },
  };
  self.self = self;
  runInContext(frame().prelude, createContext(self));
  const happens = (type, event) => listeners[type]?.forEach((listener) => listener({ preventDefault: () => {}, ...event }));
  return { self, said, happens };
}

test('a reason of any length is cut in the worker, before it is copied', () => {
  const { self, said, happens } = worker();
  happens('unhandledrejection', { reason: new Error('x'.repeat(1 << 24)) });
  happens('unhandledrejection', { reason: 'y'.repeat(1 << 24) });
  assert.deepEqual(said.map(({ tabia, message }) => [tabia, message.length]), [['fault', 1000], ['fault', 1000]]);
  for (let count = 0; count < 200_000; count += 1) happens('unhandledrejection', { reason: 'z' });
  assert.ok(said.length < 200_000, 'promises that are broken without end are too much');
  assert.equal(said.at(-1).tabia, 'refused');
  const count = said.length;
  self.postMessage('nothing is said behind that');
  assert.equal(said.length, count);
});
