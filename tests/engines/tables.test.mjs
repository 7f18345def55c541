// The wasm build with tables prints the same as the native program: result, best move and number of probes.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SHARED_DATA } from '../browser/support/paths.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(SHARED_DATA, 'syzygy');
const skip = !existsSync(FOLDER) && !process.env.CI && `conformance data missing: ${FOLDER}`;
const BUILDS = join(ROOT, 'target', 'engine');
/** Returns the command line of a build in Node. */
const wasmEngine = (name) => [process.execPath, join(ROOT, 'scripts', 'match', 'uci-wasm.mjs'), join(BUILDS, name), '--files', FOLDER];

/** Sends the commands to an engine, each after the reply to the previous one; resolves with its output. */
function talk([program, ...words], commands) {
  return new Promise((done, fail) => {
    const child = spawn(program, words);
    const left = [...commands];
    const lines = [];
    let rest = '';
    const next = () => {
      const command = left.shift();
      child.stdin.write(command === undefined ? 'quit\n' : `${command}\n`);
      // Commands without a reply are followed by isready.
      if (command !== undefined && !command.startsWith('go')) child.stdin.write('isready\n');
    };
    child.stdout.on('data', (data) => {
      const all = (rest + data).split('\n');
      rest = all.pop();
      for (const line of all) {
        if (line !== 'readyok') lines.push(line);
        if (line === 'readyok' || line.startsWith('bestmove')) next();
      }
    });
    child.on('error', fail);
    child.on('close', () => done(lines));
    next();
  });
}

/** Strips the parts of a line that depend on the machine. */
const bare = (line) => line.replace(/ (nps|time) \d+/g, '');

describe('tablebases in wasm', { skip }, () => {
  test('say what they say natively', async () => {
    const fens = readFileSync(join(FOLDER, 'chess-le4.csv'), 'utf8')
      .split('\n')
      .map((line) => line.split(',')[0])
      .filter((text) => text.split(' ').length >= 4)
      .filter((_, index) => index % 4 === 0);
    // More pieces than the tables hold: they are probed within the search.
    fens.push('8/8/1k6/8/3p4/1K1Q1p2/8/8 w - - 0 1', '8/2k5/8/2p5/2P1p3/4K3/4N3/8 w - - 0 1');
    assert.ok(fens.length > 40, `${fens.length}`);
    const games = fens.flatMap((fen) => ['ucinewgame', `position fen ${fen}`, 'tablebase', 'go nodes 2000']);
    const isAboutNet = (line) => line.startsWith('info string <built-in>: ');
    for (const [name, net] of [['tabia-net-tables.wasm', '<built-in>'], ['tabia-tables.wasm', '<empty>']]) {
      const own = [`setoption name EvalFile value ${net}`, ...games];
      const native = (await talk([join(ROOT, 'target', 'release', 'tabia')], [`setoption name SyzygyPath value ${FOLDER}`, ...own])).filter((line) => !isAboutNet(line));
      // The build without a net lacks this option.
      const wasm = await talk(wasmEngine(name), ['setoption name SyzygyPath value files', ...games]);
      assert.match(native[0], /^info string Found \d+ tablebase files, up to 4 men$/);
      assert.match(wasm[0], /^info string Found \d+ tablebase files, up to 4 men; no tables: /);
      assert.deepEqual(wasm.slice(1).map(bare), native.slice(1).map(bare), name);
      assert.ok(wasm.some((line) => / tbhits [1-9]/.test(line)));
      assert.ok(wasm.some((line) => /^tablebase \w+ win dtz \d+$/.test(line)));
    }
  });

  test('can be taken away, and be missing', async () => {
    const position = 'position fen 8/8/8/4k3/8/8/8/KQ6 w - - 0 1';
    const search = [position, 'go nodes 500'];
    const wasm = wasmEngine('tabia-net-tables.wasm');
    const gone = await talk(wasm, ['setoption name SyzygyPath value files', 'setoption name SyzygyPath value', ...search]);
    assert.ok(gone.some((line) => line.startsWith('bestmove')) && !gone.some((line) => / tbhits [1-9]/.test(line)), gone.join('\n'));
    const none = await talk(wasm.slice(0, 3), ['setoption name SyzygyPath value files', ...search]);
    assert.match(none[0], /^info string setoption SyzygyPath: none of the chosen files is a tablebase .*; there are no tablebases now$/);
    assert.ok(none.at(-1).startsWith('bestmove'));
  });
});
