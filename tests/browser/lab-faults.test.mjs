// Every fault of an engine in a match, in Chromium: it loses that game for the same reason as in fastchess, is restarted, and the match
// continues. On a page that shares memory with its workers, and on one that can't.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scriptedEngine } from '../engines/scripted.mjs';
import { engine, labSuite, playUntil, startMatch, unitsOf } from './support/lab-harness.mjs';

/** Short timeouts to keep the tests fast, but long enough for a busy machine. */
const PATIENCE = { answer_ms: 1500, grace_ms: 150, stuck_ms: 500 };
const NODES = { nodes: 1, timeout_ms: 400 };
/** White fails on its third move, after two moves of each side. */
const AT = { FaultMove: 2, FaultColor: 'white' };

/** fault: how the game with White ends, its number of plies, the message about the engine. */
const LOST = {
  'illegal-move': ['White makes an illegal move', 4],
  'null-move': ['White makes an illegal move', 4],
  'nonsense-move': ['White makes an illegal move', 4],
  trap: ['White disconnects', 4, /RuntimeError/],
  'loop-polling': ["White's connection stalls", 4, /did not come to an end within \d+ ms/],
  'loop-asking-time': ["White's connection stalls", 4, /did not come to an end within \d+ ms/],
  'loop-printing': ["White's connection stalls", 4, /did not come to an end within \d+ ms/],
  'loop-silent': ["White's connection stalls", 4, /did not move within 0\.9 s; its worker was ended/],
  silence: ["White's connection stalls", 4, /came back from "go nodes 1" without a move/],
  'obeys-stop-late': ["White's connection stalls", 4],
  'eats-memory': ['White disconnects', 4, /RuntimeError/],
  'loop-after-bestmove': ["White's connection stalls", 5, /did not return within [\d.]+ s of its move/],
  'trap-after-bestmove': ['White disconnects', 6, /RuntimeError/],
  'prints-out-of-bounds': ['White disconnects', 4, /outside of its memory/],
};

/** Faults that don't affect the result, and the warning saved with the game. */
const HARMLESS = {
  'megabyte-of-info': /more than 8192 bytes/,
  'garbage-score': /score|info/,
  'wrong-pv': /not the first move of the variation|illegal move/,
  'talks-after-bestmove': /bestmove without go/,
};

const suite = labSuite();

const settings = (fault, { limits = NODES, games = 4, options = AT } = {}) => ({
  engines: [{ ...engine('Bad', limits, { Fault: fault, ...options }), memory_mb: 64 }, engine('Good', limits)],
  games,
  adjudication: { max_moves: 6 },
  openings: { source: { kind: 'startpos' } },
});

const faultsOf = (page) => page.evaluate(() => window.events.filter((event) => event.fault).map((event) => event.fault));

/** Plays a match and checks what must be true for every fault. */
async function play(page, request, patience = PATIENCE) {
  await startMatch(page, { ...patience, ...request }, [suite.faulty, suite.faulty]);
  const units = await playUntil(page, 'Complete', 60_000);
  assert.deepEqual(units.map((unit) => unit.unit), [0, 1], 'every unit is finished once');
  assert.ok(units.every((unit) => unit.games.length === 2));
  return page.evaluate(() => window.events.filter((event) => event.reasons).flatMap((event) => event.reasons));
}

for (const isolation of [true, false]) {
  describe(isolation ? 'isolated' : 'not isolated', () => {
    test('the game is lost for the right reason, with all its moves, and the match continues', () =>
      suite.withLab({ isolation }, async (page) => {
        for (const [fault, [reason, plies, said]] of Object.entries(LOST)) {
          const reasons = await play(page, { settings: settings(fault) });
          assert.deepEqual(reasons, [reason, 'Draw by adjudication', reason, 'Draw by adjudication'], fault);
          for (const { games } of await unitsOf(page)) {
            assert.deepEqual(games.map((game) => game.moves.split(' ').length), [plies, 12], fault);
            assert.deepEqual(games[0].depths.slice(0, 4), [1, 1, 1, 1], fault);
          }
          const faults = await faultsOf(page);
          // The message is saved with the game.
          const details = (await unitsOf(page)).map(({ games }) => games[0].detail ?? '');
          if (said) assert.ok(details.every((detail) => said.test(detail)), `${fault}: ${details}`);
          if (/move$/.test(fault)) assert.ok(details.every((detail) => detail.length > 3), `${fault}: ${details}`);
          if (said) {
            assert.ok(faults.length >= 2 && faults.every((text) => text.startsWith('Bad ')), `${fault}: ${faults}`);
            assert.ok(faults.some((text) => said.test(text)), `${fault}: ${faults}`);
          }
          assert.deepEqual(await page.evaluate(() => window.events.filter((event) => event.workerFault)), [], fault);
        }
      }));

    test('a fault that decides nothing is a warning', () =>
      suite.withLab({ isolation }, async (page) => {
        for (const [fault, warning] of Object.entries(HARMLESS)) {
          // With the Lab's own timeouts: nothing stalls here, not even on a busy machine.
          const reasons = await play(page, { settings: settings(fault) }, {});
          assert.deepEqual(reasons, Array(4).fill('Draw by adjudication'), fault);
          const [{ games }] = await unitsOf(page);
          const warnings = (games[0].warnings ?? []).map(([, , text]) => text);
          assert.ok(warnings.some((text) => warning.test(text)), `${fault}: ${warnings}`);
          assert.deepEqual(games[1].warnings ?? [], [], fault);
          assert.deepEqual(await faultsOf(page), [], fault);
        }
      }));

    test('with a time limit, an engine that does not return loses on time', () =>
      suite.withLab({ isolation }, async (page) => {
        for (const fault of ['loop-polling', 'loop-silent', 'silence', 'overrun']) {
          const reasons = await play(page, { settings: settings(fault, { limits: { movetime_ms: 200 } }) });
          assert.deepEqual(reasons[0], 'White loses on time', fault);
          assert.deepEqual(reasons[1], 'Draw by adjudication', fault);
        }
        // Late, but within the time that the referee waits: the overrun is reported.
        const [reason] = await play(page, { settings: settings('overrun', { limits: { movetime_ms: 340 } }) });
        assert.match(reason, /^White loses on time \(\d+ms overrun\)$/);
        const forgiven = await play(page, { settings: settings('overrun', { limits: { movetime_ms: 340, margin_ms: 5000 } }) });
        assert.equal(forgiven[0], 'Draw by adjudication');
      }));

    test('an engine that fails before its games loses them', () =>
      suite.withLab({ isolation }, async (page) => {
        for (const [fault, reasons] of [
          ['trap-in-ucinewgame', ['White disconnects', 'Black disconnects']],
          ['no-readyok', ["White's connection stalls", "Black's connection stalls"]],
        ]) {
          assert.deepEqual(await play(page, { settings: settings(fault) }), [...reasons, ...reasons], fault);
        }
      }));

    test('an engine that fails game after game pauses the match with the reason', () =>
      suite.withLab({ isolation }, async (page) => {
        await startMatch(page, { ...PATIENCE, settings: settings('trap-in-ucinewgame', { games: 1000 }), engine_failures: 4 }, [suite.faulty, suite.faulty]);
        const units = await playUntil(page, 'Paused: Bad has lost 4 games in a row because it crashes or does not respond', 20_000);
        assert.ok(units.length >= 2 && units.length <= 4, `${units.length} units`);
      }));

    test('an engine that cannot be started pauses the match, and no game is counted', () =>
      suite.withLab({ isolation }, async (page) => {
        const NEVER = {
          'abi-3': /^Paused: Bad cannot be started: the engine was built for version 3 of the engine ABI/,
          'traps-in-abi': /^Paused: Bad cannot be started: the engine failed in abi\(\)/,
          'no-uciok': /^Paused: Bad cannot be started: it did not answer uci with uciok/,
          'hangs-in-uci': /^Paused: Bad cannot be started: it was not ready within 2 s/,
          'null-buffer': /^Paused: Bad cannot be started: line_buffer/,
        };
        for (const [kind, reason] of Object.entries(NEVER)) {
          await startMatch(page, { ...PATIENCE, settings: settings('none', { games: 1000 }) }, [scriptedEngine(kind), suite.faulty]);
          assert.deepEqual(await playUntil(page, 'Paused', 10_000), [], kind);
          assert.match(await page.evaluate(() => window.lab.state()), reason);
        }
        for (const [kind, reason] of [['no-line', /Bad cannot be used: the module does not export/], ['imports-wasi', /Bad cannot be used: the module imports wasi/]]) {
          await assert.rejects(startMatch(page, { settings: settings('none') }, [scriptedEngine(kind), suite.faulty]), reason);
        }
      }));
  });
}

test('a match worker that cannot be loaded pauses the match', () =>
  suite.withLab({ tolerate: [/404/] }, async (page) => {
    await startMatch(page, { settings: settings('none'), worker_url: 'missing.js' }, [suite.faulty, suite.faulty]);
    assert.deepEqual(await playUntil(page, 'Paused', 10_000), []);
    assert.equal(await page.evaluate(() => window.lab.state()), 'Paused: a match worker could not be loaded');
  }));
