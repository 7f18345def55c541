// The build with threads, in Node: the same engine as the one without, and several threads sharing one table.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'target', 'engine');
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

const module = new WebAssembly.Module(readFileSync(join(FOLDER, 'tabia-threads.wasm')));
const hasThreads = WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory');
// Where the library for it cannot be built, it is a copy of the other build (scripts/build.sh).
const skip = !hasThreads && 'no engine with threads could be built on this machine';

/** Timeout for an expected line, in ms. */
const PATIENCE_MS = 60_000;

/** Starts a build in Node: `say` sends it a line, `until` resolves with its lines up to the first match. */
function engine(name = 'tabia-threads.wasm') {
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'match', 'uci-wasm.mjs'), join(FOLDER, name)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    say: (...commands) => commands.forEach((command) => child.stdin.write(`${command}\n`)),
    async until(isWanted) {
      const said = [];
      const late = setTimeout(() => child.kill(), PATIENCE_MS);
      try {
        for (;;) {
          const { value, done } = await lines.next();
          assert.ok(!done, `the engine ended or was late; it had said ${said.slice(-3).join(' / ')}`);
          said.push(value);
          if (isWanted(value)) return said;
        }
      } finally {
        clearTimeout(late);
      }
    },
    end: () => child.kill(),
  };
}

const isBestMove = (line) => /^bestmove [a-h]/.test(line);

/** Whether a line has at least this depth: with two threads the leading one may finish a depth before any line of it is shown. */
const hasReached = (depth) => (line) => Number(/^info depth (\d+) /.exec(line)?.[1] ?? 0) >= depth;

async function withEngine(body, name) {
  const running = engine(name);
  try {
    return await body(running);
  } finally {
    running.end();
  }
}

describe('the builds with threads', { skip }, () => {
  test('count the same nodes with one thread as the builds without', async () => {
    const bench = (name) => withEngine(async ({ say, until }) => {
      say('bench');
      return (await until((line) => /^\d+ nodes /.test(line))).at(-1).split(' ')[0];
    }, name);
    assert.equal(await bench('tabia-threads.wasm'), await bench('tabia.wasm'));
    assert.equal(await bench('tabia-net-threads.wasm'), await bench('tabia-net.wasm'));
  });

  test('reaches a depth with two threads, with one, and with two again', () =>
    withEngine(async ({ say, until }) => {
      for (const threads of [2, 1, 2]) {
        say(`setoption name Threads value ${threads}`, 'ucinewgame', `position fen ${KIWIPETE}`, 'go depth 11');
        const said = await until(isBestMove);
        assert.ok(said.some((line) => line.startsWith('info depth 11 ')), said.at(-2));
      }
    }));

  test('stops and begins the next search a hundred times', () =>
    withEngine(async ({ say, until }) => {
      say('setoption name Threads value 2');
      for (let search = 0; search < 100; search += 1) {
        say(`position fen ${KIWIPETE}`, 'go infinite');
        if (search % 10 === 0) await until(hasReached(6));
        say('stop');
        await until(isBestMove);
      }
    }));

  test('ponders with two threads', () =>
    withEngine(async ({ say, until }) => {
      say('setoption name Threads value 2', 'position startpos moves e2e4', 'go ponder wtime 2000 btime 2000');
      await until(hasReached(8));
      say('ponderhit');
      await until(isBestMove);
    }));
});
