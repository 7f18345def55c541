// The thread of an engine: instantiates it, and runs one command per message.

import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';

const ABI_VERSIONS = [1, 2];
const MAX_BYTES = 65_536;
const PARAMETERS = { abi: 0, line_buffer: 1, line: 1 };
/** Maximum length of a useful text, and limit for the total of longer ones printed for one command, in bytes. */
const LONG_BYTES = 8192;
const MAX_LONG_BYTES = 16 << 20;
/** Limit of output other than `info`, in bytes. */
const MAX_OTHER_BYTES = 4 << 20;
/** More lines than this from one command are not kept. */
const MAX_LINES = 5_000;

/** What a user may have chosen: nothing that is of use, and a file that was deleted since. */
const FILES = [
  { name: 'notes.txt', bytes: new TextEncoder().encode('These are not tables.') },
  { name: 'KQvK.rtbw', bytes: new Uint8Array(1104).fill(0xa5) },
  { name: 'KRvK.rtbw', bytes: Uint8Array.of(0x71, 0xe8, 0x23, 0x5d, ...new Uint8Array(1100).fill(0xff)) },
  { name: 'KPvK.rtbw', bytes: new Uint8Array(1104), isGone: true },
  { name: `${'long'.repeat(100)}.rtbz`, bytes: new Uint8Array(0) },
  { name: 'KBvK.rtbz', bytes: new Uint8Array(0) },
];

run(workerData);

function run({ module, flags, needed }) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const encoder = new TextEncoder();
  let engine;
  let phase = 'instantiation';
  let lines = [];
  let [long, other] = [0, 0];
  let polls = 0;
  let gap = 0;
  let polled = moment();
  let answeredAt;
  const uci = {
    print(pointer, length) {
      [pointer, length] = [pointer >>> 0, length >>> 0];
      if (phase !== 'line') throw new Error(`print was called during ${phase}`);
      if (length > MAX_BYTES) throw new Error(`print was given ${length} bytes; at most ${MAX_BYTES} are allowed`);
      const { byteLength } = engine.memory.buffer;
      if (pointer + length > byteLength) throw new Error(`print(${pointer}, ${length}) is outside of the memory of ${byteLength} bytes`);
      let text;
      try {
        text = decoder.decode(new Uint8Array(engine.memory.buffer, pointer, length));
      } catch {
        throw new Error('print was given text that is not UTF-8');
      }
      if (length > LONG_BYTES) long += length;
      if (!text.startsWith('info ')) other += length;
      if (long > MAX_LONG_BYTES) throw new Error(`more than ${MAX_LONG_BYTES >> 20} MiB were printed in texts of more than ${LONG_BYTES} bytes`);
      if (other > MAX_OTHER_BYTES) throw new Error(`more than ${MAX_OTHER_BYTES >> 20} MiB were printed that are no info`);
      if (/^bestmove\b/m.test(text)) answeredAt ??= Atomics.load(flags, 0);
      if (lines.length < MAX_LINES) lines.push(...text.replace(/\r?\n$/, '').split(/\r?\n/));
      else if (/^(bestmove|uciok|readyok)\b/.test(text)) lines.push(text.trim());
    },
    now: () => performance.now(),
    signal() {
      const now = moment();
      gap = Math.max(gap, Math.min(now.clock - polled.clock, now.processor - polled.processor));
      polled = now;
      polls += 1;
      return Atomics.load(flags, 0);
    },
    file_count: () => inLine('file_count', FILES.length),
    file_name(number, pointer, length) {
      if (FILES[number] === undefined) return inLine('file_name', -1);
      const name = encoder.encode(FILES[number].name);
      room('file_name', pointer, Math.min(length >>> 0, name.length)).set(name.subarray(0, length >>> 0));
      return name.length;
    },
    file_size: (number) => inLine('file_size', FILES[number]?.bytes.length ?? -1),
    file_read(number, offset, pointer, length) {
      const to = room('file_read', pointer, length >>> 0);
      const bytes = FILES[number]?.bytes;
      if (bytes === undefined || !(offset >= 0) || FILES[number].isGone) return -1;
      const part = bytes.subarray(offset, offset + to.length);
      to.set(part);
      return part.length;
    },
  };
  const inLine = (name, value) => {
    if (phase !== 'line') throw new Error(`${name} was called during ${phase}`);
    return value;
  };
  /** The engine's memory that it named to a function. */
  const room = (name, pointer, length) => {
    inLine(name);
    const { byteLength } = engine.memory.buffer;
    if ((pointer >>> 0) + length > byteLength) throw new Error(`${name}(${pointer >>> 0}, ${length}) is outside of the memory of ${byteLength} bytes`);
    return new Uint8Array(engine.memory.buffer, pointer >>> 0, length);
  };
  const fault = (error) => parentPort.postMessage({ fault: describe(error), lines });
  try {
    engine = new WebAssembly.Instance(module, { uci }).exports;
    for (const [name, count] of Object.entries(PARAMETERS)) {
      if (engine[name].length !== count) throw new Error(`\`${name}\` takes ${engine[name].length} parameters, not ${count}`);
    }
    phase = '_initialize';
    if (typeof engine._initialize === 'function') engine._initialize();
    phase = 'abi';
    const version = engine.abi();
    if (!ABI_VERSIONS.includes(version)) throw new Error(`abi() returned ${version}; this is a check for versions ${ABI_VERSIONS.join(' and ')}`);
    if (version < needed) throw new Error(`abi() returned ${version}, but it imports functions of version ${needed}`);
    parentPort.postMessage({ lines: [], version });
  } catch (error) {
    fault(error);
    return;
  }
  parentPort.on('message', (command) => {
    lines = [];
    [long, other] = [0, 0];
    [polls, gap] = [0, 0];
    answeredAt = undefined;
    try {
      const bytes = encoder.encode(command);
      phase = 'line_buffer';
      const pointer = engine.line_buffer(bytes.length) >>> 0;
      if (pointer === 0 || pointer + bytes.length > engine.memory.buffer.byteLength) {
        throw new Error(`line_buffer(${bytes.length}) returned ${pointer}, where there is no room`);
      }
      new Uint8Array(engine.memory.buffer, pointer, bytes.length).set(bytes);
      phase = 'line';
      const began = moment();
      polled = began;
      engine.line(bytes.length);
      const ended = moment();
      const took = ended.clock - began.clock;
      parentPort.postMessage({ lines, polls, gap, took, worked: Math.min(took, ended.processor - began.processor), answeredAt });
    } catch (error) {
      fault(error);
    }
  });
}

/**
 * Now, by the clock and by the processor time that this process has had, in milliseconds. Only the engine works
 * while it searches: the lesser of two differences is the time that it took, however busy the machine is.
 */
function moment() {
  const { user, system } = process.cpuUsage();
  return { clock: performance.now(), processor: (user + system) / 1000 };
}

function describe(error) {
  const trapped = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  return trapped ? `it trapped (${error.message})` : error.message;
}
