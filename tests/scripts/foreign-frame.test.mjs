// A foreign engine's sandbox accepts anything from its worker and sends the page text of bounded length: its real script, with a mock
// browser and random messages.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';

const FRAME = readFileSync(join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'www', 'foreign-frame.html'), 'utf8');
const SCRIPT = FRAME.slice(FRAME.indexOf('<script>') + '<script>'.length, FRAME.indexOf('</script>'));
/** Length limits of a line, and of a reason with the words around it. */
const [MAX_LINE, MAX_REASON] = [65_536, 1100];

/** Returns a seeded random number generator (mulberry32). */
function generator(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Sets up the frame with one engine; returns its messages to the page, and its workers. */
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
  // Channel messages arrive after the events already queued.
  const turns = [];
  class MessageChannel {
    constructor() {
      this.port1 = { onmessage: null, close: () => { this.port1.onmessage = null; } };
      this.port2 = { postMessage: (data) => turns.push(() => this.port1.onmessage?.({ data })) };
    }
  }
  const turn = () => { for (const next of turns.splice(0)) next(); };
  const context = createContext({ addEventListener: (type, listener) => { listeners[type] = listener; }, parent, Worker, Blob, URL, MessageChannel, performance: { now: () => time.ms } });
  runInContext(SCRIPT, context);
  listeners.message({ source: parent, ports: [control], data: { tabia: 'sandbox', files: [{ name: 'x.js', blob: '' }] } });
  control.onmessage({ data: { tabia: 'open', id: 1 }, ports: [port] });
  return { told, workers, port, time, turn, prelude: blobs.at(-1)[0] };
}

/** Generates an arbitrary message. */
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

/** Asserts that the page may receive this message. */
function assertBearable(data, seed) {
  if (typeof data === 'string') {
    for (const line of data.split('\n')) {
      assert.ok(line.length > 0 && line.length <= MAX_LINE && !line.includes('\r'), `seed ${seed}: a line of ${line.length} characters`);
    }
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
    const { told, workers, port, time, turn } = frame();
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
      if (next(3) > 0) turn();
      const now = told.slice(before);
      for (const data of now) assertBearable(data, seed);
      if (now.some((data) => data.tabia === 'fault')) assert.ok(worker.isEnded && worker.onmessage === null, `seed ${seed}: it runs on`);
    }
    assert.ok(workers.slice(0, -1).every((worker) => worker.isEnded), `seed ${seed}: a worker that was replaced runs on`);
  }
});

test('a single line is sent at once, and many together in few messages, in order', () => {
  const { told, workers, port, turn } = frame();
  const [worker] = workers;
  worker.onmessage({ data: 'uciok' });
  assert.deepEqual(told, ['uciok']);
  turn();
  worker.onmessage({ data: 'readyok' });
  assert.deepEqual(told.splice(0), ['uciok', 'readyok']);
  const lines = Array.from({ length: 20_000 }, (_, number) => `info depth ${number}`);
  for (const line of lines) worker.onmessage({ data: line });
  turn();
  assert.deepEqual(told.join('\n').split('\n'), lines);
  assert.ok(told.length < 100, `${told.length} messages`);
  assert.ok(told.every((message) => message.length < 1 << 16));
  // Pending lines are sent before the fault, and are dropped by a restart.
  told.length = 0;
  for (const data of ['one', 'two']) worker.onmessage({ data });
  worker.onerror({ message: 'broken', preventDefault: () => {} });
  assert.deepEqual(told.splice(0).map((data) => data.message ?? data), ['one\ntwo', 'it failed: broken']);
  port.onmessage({ data: { tabia: 'restart' } });
  turn();
  for (const data of ['three', 'four']) workers[1].onmessage({ data });
  port.onmessage({ data: { tabia: 'restart' } });
  turn();
  assert.deepEqual(told.map((data) => data.tabia ?? data), ['restarted', 'three', 'restarted']);
});

test('a worker that fails without end is ended', () => {
  const { told, workers } = frame();
  const [worker] = workers;
  worker.onmessage({ data: 'uciok' });
  for (let count = 0; count < 20_000 && worker.onmessage !== null; count += 1) worker.onmessage({ data: { tabia: 'fault', message: 'again' } });
  assert.match(told.at(-1).message, /more than 8 MB at once, which is the limit/);
  assert.ok(worker.isEnded);
});

/** Runs the prelude in a worker; returns its messages and a way to fire events. Without `WebAssembly`, its context's own is used. */
function worker({ WebAssembly } = { WebAssembly: { Memory: class {} } }) {
  const said = [];
  const listeners = {};
  class XMLHttpRequest { open() {} }
  const self = {
    location: { href: 'blob:null/1' }, performance: { now: () => 0 }, XMLHttpRequest, ...(WebAssembly && { WebAssembly }),
    fetch: async () => {}, close: () => {}, postMessage: (data) => said.push(data), addEventListener: (type, listener) => { (listeners[type] ??= []).push(listener); },
  };
  self.self = self;
  const context = createContext(self);
  runInContext(frame().prelude, context);
  const happens = (type, event) => listeners[type]?.forEach((listener) => listener({ preventDefault: () => {}, ...event }));
  return { self, said, happens, run: (source) => runInContext(source, context) };
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

/** Returns a module that declares and exports this memory, with another section after it. */
const module = (...memory) => {
  const parts = [[0, 97, 115, 109, 1, 0, 0, 0], [1, 4, 1, 96, 0, 0], [3, 2, 1, 0], [5, memory.length, ...memory], [7, 5, 1, 1, 109, 2, 0], [10, 4, 1, 2, 0, 11]];
  return `new Uint8Array([${parts.flat()}])`;
};
const GROWN = '((memory) => { let pages = memory.buffer.byteLength >> 16; for (const step of [16384, 1024, 1]) for (;;) { try { memory.grow(step); pages += step; } catch { break; } } return pages; })';

test('memory that a module declares is bounded, and so is every other that can be had', async () => {
  const { run } = worker({});
  const wide = module(1, 0, 1);
  for (const made of [
    `new WebAssembly.Instance(new WebAssembly.Module(${wide})).exports.m`,
    // It may declare a maximum of 4 GiB, and lie in the middle of a larger buffer.
    `new WebAssembly.Instance(new WebAssembly.Module(${module(1, 1, 1, 128, 128, 4)})).exports.m`,
    `new WebAssembly.Instance(new WebAssembly.Module(((bytes) => { const all = new Uint8Array(bytes.length + 9); all.set(bytes, 5); return all.subarray(5, 5 + bytes.length); })(${wide}))).exports.m`,
    `(await WebAssembly.instantiate(${wide})).instance.exports.m`,
    `(await WebAssembly.instantiate(await WebAssembly.compile(${wide}.buffer))).exports.m`,
    `(await WebAssembly.instantiateStreaming(Promise.resolve({ arrayBuffer: async () => ${wide}.buffer }))).instance.exports.m`,
    `new WebAssembly.Memory({ initial: 1 })`,
    `new WebAssembly.Memory.prototype.constructor({ initial: 1, maximum: 65536 })`,
    `new (new WebAssembly.Memory({ initial: 1 }).constructor)({ initial: 1 })`,
    `new WebAssembly.Instance(new (WebAssembly.Module.prototype.constructor)(${wide})).exports.m`,
    // The getter returns another value on the second read.
    `new WebAssembly.Memory({ initial: 1, get maximum() { return (this.asked = (this.asked ?? 0) + 1) > 1 ? 65536 : 2; } })`,
  ]) {
    const pages = await run(`(async () => ${GROWN}(${made}))()`);
    assert.ok(pages <= 32_768 && pages > 1, `${made}: ${pages} pages`);
  }
  for (const [memory, reason] of [
    [module(2, 0, 1, 0, 1), /declares 2 memories/],
    [module(1, 4, 1), /64-bit/],
    // Initially above the limit.
    [module(1, 0, 128, 128, 3), /./],
  ]) {
    await assert.rejects(run(`WebAssembly.compile(${memory})`), reason);
    assert.throws(() => run(`new WebAssembly.Module(${memory})`), reason);
  }
  await assert.rejects(run('WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 5, 200]))'), /cut off/);
  assert.throws(() => run("new WebAssembly.Memory({ initial: 1n, maximum: 100000n, address: 'i64' })"), /32-bit/);
  // A module without a memory is unchanged.
  assert.deepEqual(await run('(async () => WebAssembly.Module.exports(await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))).length)()'), 0);
});
