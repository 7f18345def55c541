// Tabia's engine as a web worker that speaks UCI, used like stockfish.js:
//
//   const engine = new Worker('tabia-engine.js');
//   engine.onmessage = ({ data }) => console.log(data);
//   engine.postMessage('uci');
//
// The same file runs in Node's worker_threads. It has three roles. The front receives commands at any time. The core, a worker of the front,
// calls the WebAssembly build, in which a call lasts as long as a search. Helper threads run the same module on the core's shared memory.
'use strict';

(() => {
  // What `signal` returns (docs/engine-abi.md in Tabia's repository).
  const Signal = { Continue: 0, Stop: 1, PonderHit: 2 };
  /** Memory of the build with threads, in pages of 64 KiB: at first and at most (2 GiB). */
  const MEMORY_PAGES = { initial: 256, maximum: 32768 };
  /** Consecutive failures of the core after which the worker gives up. */
  const MAX_FAILURES = 3;

  const node = typeof process === 'object' && process.versions?.node ? require('node:worker_threads') : undefined;
  const port = node ? node.parentPort : self;
  /** Whether memory can be shared between workers: in a browser, only on cross-origin isolated pages. */
  const canShare = typeof SharedArrayBuffer === 'function' && (node !== undefined || self.crossOriginIsolated === true)
    && node?.workerData?.shared !== false;

  const onMessage = (target, handler) => {
    if (node) target.on('message', handler);
    else target.onmessage = ({ data }) => handler(data);
  };

  /** Starts a worker from this file; `role` is `core` or `helper`. */
  function startWorker(role, onReceive, onError) {
    const worker = node
      ? new node.Worker(__filename, { workerData: { role } })
      : new Worker(self.location.href, { name: `tabia-engine-${role}` });
    onMessage(worker, onReceive);
    if (node) worker.on('error', (error) => onError(error.message));
    else worker.onerror = (event) => {
      event.preventDefault?.();
      onError(event.message ?? 'the worker could not be started');
    };
    return worker;
  }

  /** The compiled build: with threads where memory can be shared. */
  async function loadModule() {
    const name = canShare ? 'tabia-engine-threads.wasm' : 'tabia-engine.wasm';
    if (node) {
      const { readFile } = require('node:fs/promises');
      return WebAssembly.compile(await readFile(require('node:path').join(__dirname, name)));
    }
    // As with stockfish.js, the URL of the .wasm file may follow the script's '#'.
    const [script, given] = self.location.href.split('#');
    const url = given ? decodeURIComponent(given) : new URL(name, self.TABIA_ENGINE_BASE ?? script).href;
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  }

  // --- The front ---------------------------------------------------------------------------------------

  class Front {
    /** Commands for the core, which gets one at a time: `{ line, isGo, isStopped, isPonderHit }`. */
    #queue = [];
    /** The command being executed. `isGo` turns false at the best move, before the core is ready for the next command. */
    #running;
    #core;
    #module;
    /** Read by the core during a search; undefined where memory can't be shared. */
    #signal = canShare ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
    /** What a new core must be told: options by lower-case name, and the position. */
    #options = new Map();
    #position;
    /** The first moves of the newest main line. */
    #bestLine;
    #failures = 0;
    #helpers = [];
    #isQuitting = false;

    constructor() {
      loadModule().then(
        (module) => {
          this.#module = module;
          this.#startCore();
        },
        (error) => this.#giveUp(`cannot load the engine: ${error.message ?? error}`),
      );
    }

    /** Takes UCI commands: one line, or several separated by line ends. */
    receive(text) {
      for (const line of String(text).split(/\r?\n/)) this.#take(line.trim());
    }

    #take(line) {
      const word = line.split(/\s+/, 1)[0];
      switch (word) {
        case '':
          return;
        case 'stop':
          this.#interrupt('isStopped');
          return;
        case 'ponderhit':
          this.#interrupt('isPonderHit');
          return;
        case 'quit':
          this.#isQuitting = true;
          this.#queue.push({ line, isQuit: true });
          if (this.#running?.isGo) this.#interrupt('isStopped');
          break;
        case 'isready':
          if (this.#running?.isGo) {
            this.#print('readyok');
            return;
          }
        // fall through
        default:
          this.#queue.push({ line, isGo: /^go(?!\s+perft)\b/.test(line) });
      }
      this.#next();
    }

    /** Sends the core the next command, if it is idle. */
    #next() {
      if (this.#core === undefined || this.#running !== undefined) return;
      const item = this.#queue.shift();
      if (item === undefined) return;
      if (item.isQuit) {
        this.#end();
        return;
      }
      this.#remember(item.line);
      this.#running = item;
      this.#bestLine = undefined;
      if (this.#signal) Atomics.store(this.#signal, 0, Signal.Continue);
      this.#core.postMessage({ line: item.line, isGo: item.isGo });
      if (!item.isGo) return;
      while (this.#queue[0]?.line === 'isready') {
        this.#queue.shift();
        this.#print('readyok');
      }
      if (item.isPonderHit) this.#signalSearch('isPonderHit');
      if (item.isStopped || this.#isQuitting) this.#signalSearch('isStopped');
    }

    #remember(line) {
      const option = /^setoption\s+name\s+(.+?)\s+value\s/i.exec(line);
      if (option) this.#options.set(option[1].toLowerCase(), line);
      if (/^position\s/.test(line)) this.#position = line;
    }

    /** `stop` or `ponderhit`, for the running search or else the one that is queued last. */
    #interrupt(kind) {
      if (this.#running?.isGo) {
        this.#signalSearch(kind);
        return;
      }
      const queued = this.#queue.findLast((item) => item.isGo);
      if (queued) queued[kind] = true;
    }

    #signalSearch(kind) {
      const isPondering = /\sponder(\s|$)/.test(this.#running.line);
      if (kind === 'isPonderHit' && !isPondering) return;
      if (this.#signal) {
        Atomics.store(this.#signal, 0, kind === 'isStopped' ? Signal.Stop : Signal.PonderHit);
      } else if (kind === 'isStopped') {
        this.#answerForCore();
      } else {
        const line = this.#running.line.replace(/\sponder(?=\s|$)/, '');
        this.#replaceCore([{ line, isGo: true }]);
      }
    }

    /** Ends a search whose core can't be reached: with the move found so far, or by a search of depth 1. */
    #answerForCore() {
      if (this.#bestLine === undefined) {
        this.#replaceCore([{ line: 'go depth 1', isGo: true }]);
        return;
      }
      const [best, ponder] = this.#bestLine;
      this.#print(`bestmove ${best}${ponder ? ` ponder ${ponder}` : ''}`);
      this.#replaceCore([]);
    }

    #startCore() {
      // Messages from a replaced core may still arrive.
      const ifCurrent = (handler) => (value) => { if (this.#core === core) handler(value); };
      const core = startWorker('core', ifCurrent((message) => this.#onCoreMessage(message)), ifCurrent((reason) => this.#onFault(reason)));
      this.#core = core;
      this.#core.postMessage({ module: this.#module, signal: this.#signal });
      this.#next();
    }

    /** Starts a new core with the options and the position of the old one, then `first`. */
    #replaceCore(first) {
      this.#core.terminate();
      this.#endHelpers();
      this.#core = undefined;
      this.#running = undefined;
      const replayed = [...this.#options.values(), ...(this.#position ? [this.#position] : [])];
      this.#queue.unshift(...replayed.map((line) => ({ line, isGo: false })), ...first);
      this.#startCore();
    }

    #onCoreMessage({ text, isDone, helper, fault }) {
      if (text !== undefined) for (const line of text.split(/\r?\n/)) this.#print(line);
      if (helper !== undefined) this.#startHelper(helper);
      if (fault !== undefined) this.#onFault(fault);
      if (isDone) {
        this.#failures = 0;
        this.#running = undefined;
        this.#next();
      }
    }

    #startHelper(data) {
      const onFault = (reason) => { if (this.#helpers.includes(helper)) this.#onFault(reason); };
      const helper = startWorker('helper', ({ fault }) => onFault(fault), onFault);
      helper.postMessage(data);
      this.#helpers.push(helper);
    }

    #endHelpers() {
      for (const helper of this.#helpers.splice(0)) helper.terminate();
    }

    #onFault(reason) {
      this.#failures += 1;
      if (this.#failures >= MAX_FAILURES) {
        this.#giveUp(reason);
        return;
      }
      this.#print(`info string the engine failed (${reason}) and was started again`);
      if (this.#running?.isGo) this.#answerForCore();
      else this.#replaceCore([]);
    }

    /** Reports a fault that can't be repaired: as a line, and as an error of the worker. */
    #giveUp(reason) {
      this.#print(`info string ${reason}`);
      this.#endWorkers();
      setTimeout(() => {
        throw new Error(reason);
      });
    }

    #endWorkers() {
      this.#core?.terminate();
      this.#core = undefined;
      this.#queue = [];
      this.#endHelpers();
    }

    #end() {
      this.#endWorkers();
      if (node) port.close();
      else self.close();
    }

    #print(line) {
      if (line === '') return;
      if (line.startsWith('bestmove ') && this.#running) this.#running.isGo = false;
      const isMainLine = line.startsWith('info ') && !/ multipv (?!1 )/.test(line) && !/ (upper|lower)bound /.test(line);
      const moves = isMainLine ? / pv (\S+)(?: (\S+))?/.exec(line) : null;
      if (moves) this.#bestLine = moves.slice(1);
      port.postMessage(line);
    }
  }

  // --- The core ----------------------------------------------------------------------------------------

  /** Waits for the module, then runs one command at a time. */
  function runCore() {
    let engine;
    let isSearching = false;
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();

    function instantiate({ module, signal }) {
      const uci = {
        // Text is copied because it can't be decoded from shared memory.
        print: (pointer, length) => {
          const bytes = new Uint8Array(engine.memory.buffer, pointer >>> 0, length >>> 0).slice();
          port.postMessage({ text: decoder.decode(bytes) });
        },
        now: () => performance.now(),
        signal: () => (isSearching && signal ? Atomics.load(signal, 0) : Signal.Continue),
        thread_limit: () => (node ? require('node:os').availableParallelism() : navigator.hardwareConcurrency),
      };
      const imports = { uci };
      if (WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory')) {
        const memory = new WebAssembly.Memory({ ...MEMORY_PAGES, shared: true });
        imports.env = { memory };
        uci.start_thread = (block, length) => {
          port.postMessage({ helper: { module, memory, block: block >>> 0, length } });
          return 1;
        };
      }
      engine = new WebAssembly.Instance(module, imports).exports;
      engine.memory ??= imports.env.memory;
      engine._initialize?.();
    }

    function run({ line, isGo }) {
      const bytes = encoder.encode(line);
      const pointer = engine.line_buffer(bytes.length) >>> 0;
      new Uint8Array(engine.memory.buffer, pointer, bytes.length).set(bytes);
      isSearching = isGo;
      engine.line(bytes.length);
      isSearching = false;
      port.postMessage({ isDone: true });
    }

    onMessage(port, (message) => {
      try {
        if (engine === undefined) instantiate(message);
        else run(message);
      } catch (error) {
        port.postMessage({ fault: String(error) });
      }
    });
  }

  // --- A helper thread ---------------------------------------------------------------------------------

  function runHelper() {
    onMessage(port, ({ module, memory, block, length }) => {
      let printed = '';
      try {
        const uci = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, () => 0]));
        uci.print = (pointer, bytes) => {
          printed = new TextDecoder().decode(new Uint8Array(memory.buffer, pointer >>> 0, bytes >>> 0).slice());
        };
        const { exports } = new WebAssembly.Instance(module, { env: { memory }, uci });
        exports.__stack_pointer.value = block + length;
        exports.__wasm_init_tls(block);
        exports.thread();
      } catch (error) {
        port.postMessage({ fault: [String(error), printed].filter(Boolean).join(', ') });
      }
    });
  }

  const role = node ? node.workerData?.role : /^tabia-engine-(core|helper)$/.exec(self.name)?.[1];
  if (role === 'core') runCore();
  else if (role === 'helper') runHelper();
  else if (port) {
    const front = new Front();
    onMessage(port, (text) => front.receive(text));
  } else {
    throw new Error('tabia-engine.js is a worker: start it with new Worker(), or import the package');
  }
})();
