// Foreign engines in a match: behind a MessagePort, as worker/src/matches/port.rs specifies, in Chromium. The engine is a few lines of
// JavaScript on the test's page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine, labSuite, playUntil } from './support/lab-harness.mjs';

const suite = labSuite();

/**
 * Starts a match with an engine that plays knight moves; `fault` is its behaviour on its second move with White: `silence`, `gone` and so
 * on, or `none`.
 */
function startForeignMatch(page, fault) {
  const limits = { movetime_ms: 300 };
  const settings = {
    engines: [engine('Foreign', limits), engine('Build', limits)],
    games: 4,
    adjudication: { max_moves: 2 },
    openings: { source: { kind: 'startpos' } },
  };
  return page.evaluate(
    async ([request, build, fault]) => {
      window.events = [];
      window.said = [];
      const open = () => {
        const { port1, port2 } = new MessageChannel();
        let [position, late, isMute] = ['', false, false];
        port1.onmessage = ({ data }) => {
          window.said.push(typeof data === 'string' ? data : data.tabia);
          const say = (line) => port1.postMessage(line);
          if (data?.tabia === 'restart') {
            // Late output of the previous instance.
            if (late) say('bestmove b1c3');
            [late, isMute] = [false, false];
          }
          if (data?.tabia === 'restart') return port1.postMessage({ tabia: 'restarted' });
          if (data === 'uci') say('id name Foreign\nuciok');
          if (data === 'isready' && !isMute) say('readyok');
          if (data.startsWith?.('position')) position = data;
          if (!data.startsWith?.('go')) return;
          const plies = position.includes(' moves ') ? position.split(' moves ')[1].split(' ').length : 0;
          const isWhite = position.includes('fen') ? position.includes(' w ') === (plies % 2 === 0) : plies % 2 === 0;
          const isSecond = window.said.filter((line) => line.startsWith?.('go')).length % 2 === 0;
          if (isWhite && isSecond && fault === 'silence') return;
          if (isWhite && isSecond && fault === 'gone') return port1.postMessage({ tabia: 'fault', message: 'its worker failed' });
          if (isWhite && isSecond && fault === 'late') {
            late = true;
            return;
          }
          if (isWhite && isSecond) {
            if (fault === 'mute') isMute = true;
            if (fault === 'giant') say(`info string ${'x'.repeat(1 << 20)}`);
            if (fault === 'flood') for (let n = 0; n < 300000; n += 1) say(`info string ${n} of the flood`);
          }
          say('info depth 1 score cp 5 nodes 20');
          say(`bestmove ${isWhite ? (isSecond ? 'b1c3' : 'g1f3') : isSecond ? 'b8c6' : 'g8f6'}`);
        };
        return port2;
      };
      const bytes = Uint8Array.from(atob(build), (letter) => letter.charCodeAt(0));
      window.lab = await window.LabHarness.start(request, [open, bytes], window.listen, null);
    },
    // The flood must be read and discarded before a reply gets through: use the timeout of users' matches.
    [JSON.stringify({ settings, answer_ms: fault === 'flood' ? 10_000 : 2_000, grace_ms: 200 }), suite.faulty.toString('base64'), fault],
  );
}

const reasonsOf = (page) => page.evaluate(() => window.events.filter((event) => event.reasons).flatMap((event) => event.reasons));

for (const isolation of [true, false]) {
  test(`a foreign engine plays (${isolation ? 'isolated' : 'not isolated'})`, () =>
    suite.withLab({ isolation }, async (page) => {
      await startForeignMatch(page, 'none');
      const units = await playUntil(page, 'Complete', 20_000);
      assert.equal(units.length, 2);
      for (const { games } of units) {
        const [white, black] = games.map((game) => game.moves.split(' '));
        assert.deepEqual([white[0], black[1]], ['g1f3', 'g8f6']);
        assert.equal(games[0].depths[0], 1);
      }
      const said = await page.evaluate(() => window.said);
      assert.deepEqual(said.slice(0, 4), ['uci', 'isready', 'ucinewgame', 'isready']);
      assert.ok(said.includes('go movetime 300') && !said.includes('restart'));
    }));
}

test('whatever a sandbox blocks costs a foreign engine that game at most, and the match continues', () =>
  suite.withLab({}, async (page) => {
    // foreign-faults.test.mjs has what a sandbox lets through.
    const CASES = {
      late: 'White loses on time',
      flood: /White (disconnects|loses on time)/,
      giant: 'Draw by adjudication',
    };
    for (const [fault, reason] of Object.entries(CASES)) {
      await startForeignMatch(page, fault);
      const units = await playUntil(page, 'Complete', 40_000);
      assert.equal(units.length, 2, fault);
      const reasons = await reasonsOf(page);
      assert.equal(reasons.length, 4, fault);
      if (typeof reason === 'string') assert.equal(reasons[0], reason, fault);
      else assert.match(reasons[0], reason, fault);
      assert.equal(reasons[1], 'Draw by adjudication', `${fault}: ${reasons}`);
    }
    // It no longer sends readyok before its next game: that game is lost, and it is restarted.
    await startForeignMatch(page, 'mute');
    await playUntil(page, 'Complete', 60_000);
    const reasons = await reasonsOf(page);
    assert.ok(reasons.some((reason) => /connection stalls|loses on time/.test(reason)), `${reasons}`);
  }));

test('a foreign engine that falls silent or disappears loses that game and is restarted', () =>
  suite.withLab({}, async (page) => {
    for (const [fault, reason] of [['silence', 'White loses on time'], ['gone', 'White disconnects']]) {
      await startForeignMatch(page, fault);
      await playUntil(page, 'Complete', 30_000);
      const reasons = await reasonsOf(page);
      assert.equal(reasons[0], reason);
      assert.equal(reasons[1], 'Draw by adjudication', `${reasons}`);
      const said = await page.evaluate(() => window.said);
      const restart = said.indexOf('restart');
      assert.ok(restart > 0 && said[restart + 1] === 'uci', `${said}`);
    }
  }));
