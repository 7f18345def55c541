// scripts/match/xboard-to-uci.mjs between a UCI host and a scripted xboard engine.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

import { ROOT } from '../browser/support/paths.mjs';

/** Starts the adapter with an engine that gives these replies; `say` sends a line, `until` reads up to the first line with this prefix. */
function adapter(...answers) {
  const script = join(ROOT, 'tests', 'engines', 'xboard-engine.mjs');
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'match', 'xboard-to-uci.mjs'), process.execPath, script, ...answers]);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let heard = '';
  child.stderr.on('data', (chunk) => { heard += chunk; });
  return {
    say: (line) => child.stdin.write(`${line}\n`),
    async until(start) {
      for (;;) {
        const { value, done } = await lines.next();
        assert.ok(!done, `the adapter ended before it said ${start}`);
        if (value.startsWith(start)) return value;
      }
    },
    /** Returns the input that the engine received. */
    async finish() {
      child.stdin.write('quit\n');
      await once(child, 'close');
      return heard.trim().split('\n');
    },
  };
}

const GAME = 'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5';

test('castling in letters becomes a king\'s move of the side to move', async () => {
  const engine = adapter('move O-O', 'move 0-0-0', 'move O-O');
  engine.say('uci');
  await engine.until('uciok');
  engine.say(`position startpos moves ${GAME}`);
  engine.say('go wtime 1000 btime 1000');
  assert.equal(await engine.until('bestmove'), 'bestmove e1g1');
  // The same game continues: the engine has already made its own move.
  engine.say(`position startpos moves ${GAME} e1g1`);
  engine.say('go wtime 1000 btime 1000');
  assert.equal(await engine.until('bestmove'), 'bestmove e8c8');
  engine.say('position fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1');
  engine.say('go wtime 1000 btime 1000');
  assert.equal(await engine.until('bestmove'), 'bestmove e8g8');
  const told = await engine.finish();
  assert.equal(told.filter((line) => line === 'usermove e1g1').length, 0, 'its own move is not told again');
  assert.ok(told.includes('setboard r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1'));
});

test('other moves pass as they are, and a resignation is a null move', async () => {
  const engine = adapter('move e7e8q', 'resign');
  engine.say('uci');
  await engine.until('uciok');
  engine.say('position fen 8/4P2k/8/8/8/8/8/K7 w - - 0 1');
  engine.say('go wtime 1000 btime 1000');
  assert.equal(await engine.until('bestmove'), 'bestmove e7e8q');
  engine.say('position fen 8/4P2k/8/8/8/8/8/K7 w - - 0 1');
  engine.say('go wtime 1000 btime 1000');
  assert.equal(await engine.until('bestmove'), 'bestmove 0000');
  await engine.finish();
});
