// The npm package tabia-engine, packed and installed as its users do, in Node. tests/browser/npm-engine.test.mjs runs it in a page.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

import { Chess } from 'chess.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Size limit of the package, in bytes, compressed and with both builds. */
const MAX_BYTES = 1_000_000;
/** Timeout for a line, in ms. */
const PATIENCE_MS = 60_000;

let folder;
let installed;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'tabia-npm-'));
  const source = execFileSync(process.execPath, [join(ROOT, 'scripts', 'build', 'npm-package.mjs')], { encoding: 'utf8' }).trim();
  const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: source, encoding: 'utf8' }));
  const archive = join(folder, filename);
  assert.ok(statSync(archive).size < MAX_BYTES, `${statSync(archive).size} bytes`);
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, archive], { stdio: 'ignore' });
  installed = join(folder, 'node_modules', 'tabia-engine');
});

after(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a worker of the package: `send` takes commands, `until` resolves with the lines up to the first match. */
function startWorker(workerData = {}) {
  const worker = new Worker(join(installed, 'tabia-engine.js'), { workerData });
  const lines = [];
  let wake = () => {};
  let failure;
  worker.on('message', (line) => {
    lines.push(line);
    wake();
  });
  worker.on('error', (error) => {
    failure = error;
    wake();
  });
  return {
    worker,
    send: (...commands) => commands.forEach((command) => worker.postMessage(command)),
    async until(isLast) {
      const taken = [];
      const late = setTimeout(() => {
        failure = new Error(`no such line; the last were ${taken.slice(-3).join(' / ')}`);
        wake();
      }, PATIENCE_MS);
      try {
        for (;;) {
          if (failure) throw failure;
          const line = lines.shift();
          if (line === undefined) {
            await new Promise((resolve) => { wake = resolve; });
          } else {
            taken.push(line);
            if (isLast(line)) return taken;
          }
        }
      } finally {
        clearTimeout(late);
      }
    },
  };
}

const isBestMove = (line) => line.startsWith('bestmove ');
const isAtDepth = (depth) => (line) => Number(/^info depth (\d+) /.exec(line)?.[1] ?? 0) >= depth;

/** Asserts that the last of `lines` is a legal best move in `fen`. */
function assertLegal(lines, fen) {
  const [, from, to, promotion] = /^bestmove ([a-h][1-8])([a-h][1-8])([qrbn])?/.exec(lines.at(-1));
  new Chess(fen).move({ from, to, promotion });
}

for (const [kind, workerData] of [['shared memory', {}], ['no shared memory', { shared: false }]]) {
  describe(`the worker with ${kind}`, () => {
    let engine;
    before(() => { engine = startWorker(workerData); });
    after(() => engine.worker.terminate());

    test('identifies itself, with threads where memory is shared', async () => {
      engine.send('uci');
      const lines = await engine.until((line) => line === 'uciok');
      assert.match(lines[0], /^id name Tabia \d/);
      assert.equal(lines.some((line) => line.startsWith('option name Threads ') && !line.endsWith('max 1')), kind === 'shared memory');
    });

    test('plays legal moves in one message with several lines', async () => {
      engine.send('position startpos moves e2e4 e7e5\ngo nodes 5000');
      const fen = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
      assertLegal(await engine.until(isBestMove), fen);
    });

    test('stops a search, and continues with the same options and position', async () => {
      const fen = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
      engine.send('setoption name MultiPV value 2', `position fen ${fen}`, 'go infinite');
      await engine.until(isAtDepth(4));
      engine.send('isready');
      await engine.until((line) => line === 'readyok');
      engine.send('stop');
      assertLegal(await engine.until(isBestMove), fen);
      engine.send('go depth 3');
      const lines = await engine.until(isBestMove);
      assert.ok(lines.some((line) => / multipv 2 /.test(line)), 'the option is still set');
      assertLegal(lines, fen);
      engine.send('setoption name MultiPV value 1');
    });

    test('a stop that comes before the search has begun ends it', async () => {
      engine.send('position startpos', 'go infinite', 'stop');
      assertLegal(await engine.until(isBestMove), undefined);
      engine.send('isready');
      assert.deepEqual(await engine.until((line) => line === 'readyok'), ['readyok'], 'one best move for one search');
    });

    test('a ponder hit turns pondering into a search with its limits', async () => {
      engine.send('position startpos moves e2e4', 'go ponder nodes 3000');
      await engine.until(isAtDepth(3));
      engine.send('ponderhit');
      await engine.until(isBestMove);
    });

    test('commands sent during a search wait for its end', async () => {
      engine.send('position startpos', 'go nodes 20000', 'position startpos moves d2d4', 'go depth 2');
      await engine.until(isBestMove);
      assertLegal(await engine.until(isBestMove), 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1');
    });

    test('quit ends the worker, also during a search', async () => {
      const quitting = startWorker(workerData);
      const exited = new Promise((resolve) => { quitting.worker.on('exit', resolve); });
      quitting.send('go infinite');
      await quitting.until(isAtDepth(2));
      quitting.send('quit');
      assert.equal(await exited, 0);
    });
  });
}

test('the module searches, stops when aborted, and rejects once terminated', async () => {
  const { createEngine } = await import(pathToFileURL(join(installed, 'index.mjs')));
  const engine = await createEngine();
  assert.match((await engine.identify()).name, /^Tabia /);
  await engine.isReady();
  const infos = [];
  const result = await engine.search('startpos', 'depth 5', { onInfo: (line) => infos.push(line) });
  assert.match(result.bestMove, /^[a-h][1-8][a-h][1-8]$/);
  assert.ok(infos.length > 0);
  const abort = new AbortController();
  const aborted = engine.search('startpos', 'infinite', { signal: abort.signal, onInfo: () => abort.abort() });
  assert.match((await aborted).bestMove, /^[a-h]/);
  assert.equal((await engine.search('fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 'depth 2')).bestMove, null, 'stalemate has no move');
  const cut = engine.search('startpos', 'infinite');
  engine.terminate();
  await assert.rejects(cut, /terminated/);
});

test('the command line runs one command, or speaks UCI', () => {
  const cli = (args, input) => spawnSync(process.execPath, [join(installed, 'cli.mjs'), ...args], { input, encoding: 'utf8', timeout: PATIENCE_MS });
  assert.match(cli(['go', 'depth', '4']).stdout, /\nbestmove [a-h]\S+.*\n$/);
  assert.match(cli(['perft', '3']).stdout, /Nodes searched: 8902/);
  const { stdout, status } = cli([], 'uci\nisready\nquit\n');
  assert.equal(status, 0);
  assert.match(stdout, /uciok\nreadyok\n$/);
});

test('the declared version and name are the workspace\'s', () => {
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const [, workspace] = /\[workspace\.package\]\nversion = "([^"]+)"/.exec(readFileSync(join(ROOT, 'Cargo.toml'), 'utf8'));
  assert.equal(version, workspace);
});
