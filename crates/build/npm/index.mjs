// Promise-based interface to the engine, for browsers and Node. Starts the worker next to this file.

const isNode = typeof process === 'object' && Boolean(process.versions?.node);

/** A running engine. Commands and lines are UCI text. */
export class Engine {
  #worker;
  #listeners = new Set();
  #failure;
  #onFailure = new Set();

  /** Use `createEngine`. */
  constructor(worker) {
    this.#worker = worker;
    const fail = (error) => this.#fail(error instanceof Error ? error : new Error(error?.message ?? 'the engine could not be started'));
    if (isNode) {
      worker.on('message', (line) => this.#emit(line));
      worker.on('error', fail);
      worker.on('exit', () => this.#fail(new Error('the engine has ended')));
    } else {
      worker.onmessage = ({ data }) => this.#emit(data);
      worker.onerror = fail;
    }
  }

  /** Sends one UCI command, or several separated by line feeds. */
  send(command) {
    this.#worker.postMessage(command);
  }

  /** Calls `listener` for every line; returns a function that removes it. */
  onLine(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves once the engine has handled all earlier commands. */
  async isReady() {
    this.send('isready');
    await this.#until((line) => line === 'readyok');
  }

  /** Resolves with the engine's name, author and `option` lines. */
  async identify() {
    const lines = [];
    this.send('uci');
    await this.#until((line) => lines.push(line) && line === 'uciok');
    const value = (key) => lines.find((line) => line.startsWith(`id ${key} `))?.slice(key.length + 4) ?? '';
    return { name: value('name'), author: value('author'), options: lines.filter((line) => line.startsWith('option ')) };
  }

  /**
   * Searches a position (`position` arguments, as 'startpos moves e2e4') within limits (`go` arguments, as 'depth 12'); `onInfo` gets every
   * `info` line. An AbortSignal stops the search, which then resolves with the best move so far. One search at a time.
   */
  async search(position, limits, { onInfo, signal } = {}) {
    let ponder;
    let best;
    const stop = () => this.send('stop');
    this.send(`position ${position}\ngo ${limits}`);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      await this.#until((line) => {
        if (line.startsWith('info ')) onInfo?.(line);
        const end = /^bestmove (\S+)(?: ponder (\S+))?/.exec(line);
        if (end) [, best, ponder] = end;
        return end !== null;
      });
    } finally {
      signal?.removeEventListener('abort', stop);
    }
    return { bestMove: best === '(none)' ? null : best, ponder: ponder ?? null };
  }

  /** Ends the engine at once. */
  terminate() {
    this.#fail(new Error('the engine was terminated'));
    return this.#worker.terminate();
  }

  #emit(line) {
    for (const listener of [...this.#listeners]) listener(line);
  }

  #fail(error) {
    this.#failure ??= error;
    for (const reject of [...this.#onFailure]) reject(this.#failure);
  }

  #until(isLast) {
    return new Promise((resolve, reject) => {
      if (this.#failure) {
        reject(this.#failure);
        return;
      }
      const end = (settle, value) => {
        remove();
        this.#onFailure.delete(onFailure);
        settle(value);
      };
      const onFailure = (error) => end(reject, error);
      const remove = this.onLine((line) => {
        if (isLast(line)) end(resolve);
      });
      this.#onFailure.add(onFailure);
    });
  }
}

/** Starts an engine. `url` is where `tabia-engine.js` is served; by default next to this module. */
export async function createEngine({ url = new URL('./tabia-engine.js', import.meta.url) } = {}) {
  if (!isNode) return new Engine(new Worker(url));
  const { Worker: NodeWorker } = await import('node:worker_threads');
  return new Engine(new NodeWorker(url));
}
