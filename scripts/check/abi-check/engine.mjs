// An engine in a separate thread: it can be given commands, and be given up when it hangs.

import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { Fault } from './faults.mjs';
import { neededVersion } from './file.mjs';

export const Signal = { go: 0, stop: 1, ponderHit: 2 };

/** How long the app waits for an engine's answer, and this check for a search, in milliseconds. */
export const ANSWER_LIMIT = 5_000;
export const SEARCH_LIMIT = 15_000;

/** An engine build, instantiated. */
export class Engine {
  options = [];
  /** What `abi()` returned. */
  version;
  /** Whether it can be told to stop. */
  hasSignal;
  #flags = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #worker;
  #waiting;

  constructor(module) {
    this.hasSignal = WebAssembly.Module.imports(module).some(({ name }) => name === 'signal');
    this.#worker = new Worker(new URL('thread.mjs', import.meta.url), { workerData: { module, flags: this.#flags, needed: neededVersion(module) } });
    const settle = (outcome) => {
      this.#waiting?.(outcome);
      this.#waiting = undefined;
    };
    this.#worker.on('message', settle);
    this.#worker.on('error', (error) => settle({ fault: String(error?.message ?? error), lines: [] }));
  }

  /** Waits for the next message of the thread. */
  #answer(what, limit) {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Fault(`${what} did not return within ${limit / 1000} s`)), limit);
      this.#waiting = (outcome) => {
        clearTimeout(timer);
        if (outcome.fault) fail(new Fault(`${what}: ${outcome.fault}`));
        else done(outcome);
      };
    });
  }

  /** Resolves once the engine is instantiated and its ABI number is right. */
  load() {
    return this.#answer('loading', ANSWER_LIMIT).then(({ version }) => {
      this.version = version;
      return `version ${version}`;
    });
  }

  /**
   * Sends one command; resolves with its output when it returns.
   *
   * @param {number} [limit] for the reply, in milliseconds
   * @param {number} [patience] in milliseconds; a search that takes longer is stopped
   */
  run(line, limit = ANSWER_LIMIT, patience = limit - 1000) {
    Atomics.store(this.#flags, 0, Signal.go);
    const answer = this.#answer(JSON.stringify(line.length > 60 ? `${line.slice(0, 60)}…` : line), limit);
    const timer = setTimeout(() => Atomics.store(this.#flags, 0, Signal.stop), patience);
    this.#worker.postMessage(line);
    return answer.finally(() => clearTimeout(timer));
  }

  /** Begins a search that does not end by itself. */
  search(line, signal = Signal.go) {
    Atomics.store(this.#flags, 0, signal);
    let ended = false;
    const answer = this.#answer(JSON.stringify(line), SEARCH_LIMIT);
    answer.then(() => (ended = true), () => (ended = true));
    this.#worker.postMessage(line);
    return {
      wait: async (milliseconds) => {
        await new Promise((done) => setTimeout(done, milliseconds));
        if (!ended) return;
        const { lines } = await answer;
        throw new Fault(`${JSON.stringify(line)} ended before it was told to, with ${JSON.stringify(lines.at(-1) ?? '')}`);
      },
      stop: async (signal = Signal.stop) => {
        const asked = performance.now();
        Atomics.store(this.#flags, 0, signal);
        let timer;
        const late = new Promise((_, fail) => {
          timer = setTimeout(() => fail(new Fault(`${JSON.stringify(line)} did not end after signal ${signal}`)), ANSWER_LIMIT);
        });
        const outcome = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
        if (outcome.answeredAt === Signal.go) {
          throw new Fault(`${JSON.stringify(line)}: bestmove was printed before signal returned ${signal}, although it returned from line afterwards`);
        }
        return { ...outcome, stopped: performance.now() - asked };
      },
    };
  }

  end() {
    return this.#worker.terminate();
  }
}
