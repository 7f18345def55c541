// Every fault of a foreign engine in a match, from its sandbox, in Chromium: it loses that game for the same reason as in fastchess, is
// restarted, and the match continues. lab-faults.test.mjs has the faults of engine builds.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FAULTS, foreignEngine } from '../engines/foreign.mjs';
import { addForeign, withForeign } from './support/foreign-match.mjs';
import { launchBrowser } from './support/harness.mjs';
import { engine } from './support/lab-harness.mjs';
import { until } from './support/until.mjs';

/** fault: how the game with White ends, its number of plies, the saved cause. */
const LOST = {
  'illegal-move': ['White makes an illegal move', 2, /a1a1/],
  'null-move': ['White makes an illegal move', 2, /0000/],
  'nonsense-move': ['White makes an illegal move', 2, /what\?/],
  'no-move': ['White makes an illegal move', 2, /\(none\)/],
  throws: ['White disconnects', 2, /it failed: .*out of ideas/],
  recurses: ['White disconnects', 2, /it failed: .*call stack/],
  closes: ['White disconnects', 2, /it called close\(\)/],
  flood: ['White disconnects', 2, /more than 8 MB at once, which is the limit/],
  'flood-of-nothing': ['White disconnects', 2, /more than 8 MB at once, which is the limit/],
  'giant-string': ['White disconnects', 2, /a message of more than 1 MB, which is the limit/],
  'wasm-memory': ['White disconnects', 2, /could not allocate memory/],
  buffers: ['White disconnects', 2, /[Aa]rray buffer/],
  'throws-after-bestmove': ['White disconnects', 4, /it failed: .*out of ideas/],
  'closes-after-bestmove': ['White disconnects', 4, /it called close\(\)/],
};

/** Faults that only a timeout detects: the number of plies. */
const SILENT = {
  'breaks-a-promise': 2,
  silence: 2,
  loops: 2,
  'late-bestmove': 2,
  'hears-nothing': 2,
  'child-that-loops': 2,
  'loops-after-bestmove': 4,
  'no-readyok': 4,
};

/** Faults that don't affect the result, and the warning saved with the game. */
const HARMLESS = {
  'long-line': /more than 8192 bytes/,
  objects: undefined,
  'lines-together': undefined,
  'garbage-score': /score|info/,
  'wrong-pv': /not the first move of the variation|illegal move/,
  'talks-after-bestmove': /bestmove without go/,
};

/** Games lost before they start. */
const NEVER = {
  'throws-in-ucinewgame': [['White disconnects', 'Black disconnects'], /no new game/],
  'no-readyok-after-ucinewgame': [["White's connection stalls", "Black's connection stalls"], /did not answer isready/],
};

let browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser?.close());

/**
 * Plays a pair with a faulty engine and returns its outcome. `limits` apply to both engines, `patience` holds the Lab's timeouts for
 * replies without a limit.
 */
async function play({ page, match }, fault, { limits, patience = {} }) {
  const [bad, good] = [fault, 'none'].map((name) => addForeign(page, [[`${name}.js`, foreignEngine(name)]]));
  const settings = {
    engines: [engine('Bad', limits), engine('Good', limits)],
    games: 2,
    adjudication: { max_moves: 3 },
    openings: { source: { kind: 'startpos' } },
  };
  const events = await match({ settings, workers: 1, ...patience }, [{ id: (await bad).id }, { id: (await good).id }], 60_000);
  const records = events.filter(({ record }) => record).map(({ record }) => JSON.parse(record));
  assert.deepEqual(records.map(({ unit }) => unit), [0], `${fault}: the pair is finished once; ${JSON.stringify(events.slice(-3))}`);
  const [{ games }] = records;
  return {
    reasons: events.filter(({ reasons }) => reasons).flatMap(({ reasons }) => reasons),
    plies: games.map(({ moves }) => moves.split(' ').filter(Boolean).length),
    details: games.map(({ detail }) => detail ?? ''),
    warnings: games.map(({ warnings = [] }) => warnings.map(([, , text]) => text)),
    workerFaults: events.filter(({ workerFault }) => workerFault),
  };
}

/** No timeout is expected here, not even on a busy machine. */
const PATIENT = { limits: { nodes: 20 } };
/** Long enough to start and reply on a busy machine. */
const HASTY = { limits: { nodes: 20, timeout_ms: 1000 }, patience: { answer_ms: 4000, grace_ms: 200, stuck_ms: 1000 } };

describe('a foreign engine in a match', () => {
  test('loses the game in which it fails, for the right reason and with all its moves, and plays the next one', () =>
    withForeign(browser, {}, async (foreign) => {
      for (const [fault, [reason, plies, said]] of Object.entries(LOST)) {
        const result = await play(foreign, fault, PATIENT);
        assert.deepEqual(result.reasons, [reason, 'Draw by adjudication'], fault);
        assert.deepEqual(result.plies, [plies, 6], fault);
        assert.match(result.details[0], said, fault);
        assert.deepEqual(result.workerFaults, [], fault);
      }
    }));

  test('loses when it does not return, and its replacement plays', () =>
    withForeign(browser, {}, async (foreign) => {
      for (const [fault, plies] of Object.entries(SILENT)) {
        const result = await play(foreign, fault, HASTY);
        assert.deepEqual(result.reasons, ["White's connection stalls", 'Draw by adjudication'], `${fault}: ${result.details}`);
        assert.deepEqual(result.plies, [plies, 6], fault);
      }
    }));

  test('gets warnings for faults that decide nothing', () =>
    withForeign(browser, {}, async (foreign) => {
      for (const [fault, warning] of Object.entries(HARMLESS)) {
        const { reasons, warnings } = await play(foreign, fault, PATIENT);
        assert.deepEqual(reasons, Array(2).fill('Draw by adjudication'), fault);
        assert.deepEqual(warnings[1], [], fault);
        if (warning === undefined) assert.deepEqual(warnings[0], [], fault);
        else assert.ok(warnings[0].some((text) => warning.test(text)), `${fault}: ${warnings[0]}`);
      }
    }));

  test('loses the games that it keeps from starting', () =>
    withForeign(browser, {}, async (foreign) => {
      for (const [fault, [reasons, said]] of Object.entries(NEVER)) {
        const result = await play(foreign, fault, fault.startsWith('no-readyok') ? HASTY : PATIENT);
        assert.deepEqual(result.reasons, reasons, fault);
        for (const detail of result.details) assert.match(detail, said, fault);
      }
    }));
});

test('a foreign engine without uciok or readyok is refused with the reason', () =>
  withForeign(browser, {}, async ({ page }) => {
    await page.clock.install();
    for (const [fault, unanswered, said] of [
      ['no-uciok', 'uci', /it did not answer uci within 30 s/],
      ['no-readyok-at-all', 'isready', /it did not answer isready within 30 s/],
      ['closes-at-once', undefined, /it called close\(\)/],
    ]) {
      // An engine that closes itself may be gone before the browser's tools notice it.
      const started = unanswered && page.waitForEvent('worker');
      const refused = assert.rejects(addForeign(page, [[`${fault}.js`, foreignEngine(fault)]]), said, fault);
      if (unanswered !== undefined) {
        await until(await started, (word) => self.heard === word, unanswered);
        await page.clock.runFor(31_000);
      }
      await refused;
    }
  }));

test('every foreign engine that misbehaves is used in a test here', () => {
  const refused = ['no-uciok', 'no-readyok-at-all', 'closes-at-once'];
  const used = [LOST, SILENT, HARMLESS, NEVER].flatMap((table) => Object.keys(table));
  assert.deepEqual(FAULTS.toSorted(), ['none', ...used, ...refused].toSorted());
});
