// The Lab's service (src/services/matches) and the match worker, in Chromium: whole matches, pausing, watching, logs, storage, and the same
// games as the native program's.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { engine, labSuite, playUntil, startMatch, unitsOf } from './support/lab-harness.mjs';
import { ROOT } from './support/paths.mjs';

const BUILT = join(ROOT, 'target', 'engine', 'tabia.wasm');
/** Evaluates like the native program. */
const BUILT_WITH_NET = join(ROOT, 'target', 'engine', 'tabia-net.wasm');
const NATIVE = join(ROOT, 'target', 'release', 'tabia');
const EPD = [
  'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2',
  'rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2',
  'rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2',
  'rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3',
];
const SHORT = { max_moves: 20 };

const suite = labSuite();

for (const isolation of [true, false]) {
  describe(isolation ? 'isolated' : 'not isolated', () => {
    test('plays pairs between two builds, each once, with both colours', () =>
      suite.withLab({ isolation }, async (page) => {
        const settings = { engines: [engine('A', { nodes: 300 }), engine('B', { nodes: 1 })], games: 20, adjudication: SHORT, seed: 3 };
        await startMatch(page, { settings, epd: EPD.join('\n'), workers: 2 }, [readFileSync(BUILT), suite.faulty]);
        const units = await playUntil(page, 'Complete');
        assert.deepEqual(units.map((unit) => unit.unit), [...Array(10).keys()]);
        for (const { games } of units) {
          assert.deepEqual(games.map((game) => game.players), [['A', 'B'], ['B', 'A']]);
          assert.equal(games[0].fen, games[1].fen);
          for (const game of games) {
            const searched = game.moves.split(' ').length - game.opening;
            assert.ok(searched > 0 && game.scores.length === searched && game.nodes.every((nodes) => nodes >= 1));
          }
        }
        const snapshot = JSON.parse(await page.evaluate(() => window.lab.snapshot()));
        assert.ok(JSON.stringify(snapshot).length > 100);
        assert.deepEqual(await page.evaluate(() => window.events.filter((event) => event.fault || event.workerFault)), []);
        assert.deepEqual(new Set(units.map((unit) => unit.worker)), new Set([0, 1]));
      }));

    test('is paused between moves, watched, and continues', () =>
      suite.withLab({ isolation }, async (page) => {
        const limits = { movetime_ms: 30, margin_ms: 5000 };
        const settings = { engines: [engine('A', limits), engine('B', limits)], games: 2, adjudication: { max_moves: 12 } };
        await startMatch(page, { settings, workers: 1, log: true }, [readFileSync(BUILT), readFileSync(BUILT)]);
        await page.evaluate(() => {
          window.lab.watch(0);
          return window.next((event) => event.watching?.plies >= 2);
        });
        await page.evaluate(() => window.lab.pause());
        assert.equal(await page.evaluate(() => window.lab.state()), 'Paused');
        // The current search finishes; then nothing moves any more.
        const plies = async () => (await page.evaluate(() => window.lab.running()))[0].plies;
        let [before, now] = [-1, await plies()];
        while (now !== before) {
          await new Promise((done) => setTimeout(done, 300));
          [before, now] = [now, await plies()];
        }
        assert.ok(now < 24);
        assert.deepEqual(await unitsOf(page), []);
        await page.evaluate(() => window.lab.resume());
        const [unit] = await playUntil(page, 'Complete');
        assert.ok(unit.games.every((game) => game.moves.split(' ').length === 24), JSON.stringify(unit.games.map((game) => game.conclusion)));
        const watched = await page.evaluate(() => window.events.filter((event) => event.watching));
        // Five updates per second. After a late one on a busy machine the next is on time; pause and resume are reported at once.
        const span = watched.at(-1).at - watched[0].at;
        assert.ok(watched.length <= span / 200 + 3, `watched ${watched.length} times in ${span} ms`);
        const log = await page.evaluate(() => window.lab.log(0));
        assert.match(log, / A <- uci\n.*\n? *[\d.]+ A -> id name/);
        assert.match(log, / B <- go movetime 30\n/);
        assert.match(log, / B -> bestmove /);
        // The log passed on for saving has no gap: it is the same to the last line.
        assert.equal(await page.evaluate(() => window.log0), log);
      }));

    test('the log is complete to the last line, also for an engine that floods it and a terminated one', () =>
      suite.withLab({ isolation }, async (page) => {
        for (const [fault, last] of [['megabyte-of-info', / Bad -> bestmove /], ['loop-silent', / Bad <- go nodes 1/]]) {
          const settings = { engines: [engine('Bad', { nodes: 1, timeout_ms: 400 }, { Fault: fault, FaultMove: 2, FaultColor: 'white' }), engine('Good', { nodes: 1 })], games: 2, adjudication: { max_moves: 6 }, openings: { source: { kind: 'startpos' } } };
          await page.evaluate(() => { window.log0 = ''; });
          await startMatch(page, { settings, workers: 1, log: true, stuck_ms: 500 }, [suite.faulty, suite.faulty]);
          await playUntil(page, 'Complete');
          const log = await page.evaluate(() => window.log0);
          assert.match(log, last, fault);
          const asked = (log.match(/ <- go /g) ?? []).length;
          const units = await unitsOf(page);
          const searches = units.flatMap((unit) => unit.games).reduce((sum, game) => sum + game.times_us.length, 0);
          assert.ok(asked >= searches && asked <= searches + 1, `${fault}: ${asked} searches in the log, ${searches} in the games`);
          if (fault === 'megabyte-of-info') assert.ok(log.length > 1_000_000, `${log.length} bytes`);
          else assert.ok(units[0].games[0].detail.includes('its worker was ended'), units[0].games[0].detail);
        }
      }));

    test('the number of workers changes while games are played', () =>
      suite.withLab({ isolation }, async (page) => {
        const settings = { engines: [engine('A', { nodes: 200 }), engine('B', { nodes: 200 })], games: 40, adjudication: SHORT };
        await startMatch(page, { settings, epd: EPD.join('\n'), workers: 1 }, [readFileSync(BUILT), suite.faulty]);
        await page.evaluate(() => window.next((event) => event.record));
        await page.evaluate(() => window.lab.set_workers(3));
        await page.evaluate(() => window.next((event) => event.record && JSON.parse(event.record).worker === 2));
        await page.evaluate(() => window.lab.set_workers(1));
        const units = await playUntil(page, 'Complete');
        assert.deepEqual(units.map((unit) => unit.unit), [...Array(20).keys()]);
      }));

    test('a unit that cannot be stored does not count, and is stored later', () =>
      suite.withLab({ isolation }, async (page) => {
        const settings = { engines: [engine('A', { nodes: 1 }), engine('B', { nodes: 1 })], games: 4, adjudication: SHORT };
        await page.evaluate(() => {
          window.isFull = true;
          window.saved = [];
          window.store = async (unit) => {
            if (window.isFull) throw 'the disk is full';
            window.saved.push(JSON.parse(unit).unit);
          };
        });
        await startMatch(page, { settings }, [suite.faulty, suite.faulty]);
        const units = await playUntil(page, 'Paused');
        assert.equal(await page.evaluate(() => window.lab.state()), 'Paused: finished games could not be stored: the disk is full');
        assert.deepEqual(units, []);
        await page.evaluate(() => {
          window.isFull = false;
          window.lab.resume();
        });
        assert.deepEqual((await playUntil(page, 'Complete')).map((unit) => unit.unit), [0, 1]);
        assert.deepEqual(await page.evaluate(() => window.saved.toSorted()), [0, 1]);
      }));
  });
}

/** The native program's options for the settings below. */
const MATCH = `match -engine builtin name=A nodes=2000 -engine builtin name=B nodes=400 -games 40 -repeat
  -openings file=openings.epd order=random -sprt elo0=0 elo1=300 -draw number=30 count=4 score=10 -resign count=3 score=600
  --seed 17 -concurrency 2 -ratinginterval 0 -sample 0.5,y,samples.csv -pgn games.pgn 5 -epd games.epd`;

test('the same games as the native program, move for move, and the same verdict', { skip: !existsSync(NATIVE) && `no ${NATIVE}` }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tabia-lab-'));
  try {
    writeFileSync(join(folder, 'openings.epd'), EPD.join('\n'));
    const output = execFileSync(NATIVE, MATCH.split(/\s+/), { cwd: folder, encoding: 'utf8' });
    // The date and round tags differ.
    const games = (pgn) =>
      pgn
        .replaceAll(/^\[(Date|Round) .*\n/gm, '')
        .trim()
        .split(/\n\n(?=\[)/)
        // So do times, and the line breaks after them.
        .map((game) => game.replaceAll(/\s+/g, ' ').replaceAll(/ \d+ms|, nps=\d+/g, ''));
    const native = games(readFileSync(join(folder, 'games.pgn'), 'utf8'));
    await suite.withLab({}, async (page) => {
      const settings = {
        engines: [engine('A', { nodes: 2000 }), engine('B', { nodes: 400 })],
        games: 40,
        openings: { source: { kind: 'epd', name: 'openings.epd', sha256: '0'.repeat(64) }, order: 'random' },
        adjudication: { draw: { number: 30, count: 4, score: 10 }, resign: { count: 3, score: 600, two_sided: false } },
        sprt: { elo0: 0, elo1: 300 },
        seed: 17,
        sample: { frequency: 0.5, resolve: true },
        variations: true,
      };
      await startMatch(page, { settings, epd: EPD.join('\n'), workers: 2 }, [readFileSync(BUILT_WITH_NET), readFileSync(BUILT_WITH_NET)]);
      await playUntil(page, 'Complete', 120_000);
      const records = await page.evaluate(() =>
        window.events
          .filter((event) => event.record)
          .toSorted((a, b) => a.unit - b.unit)
          .map((event) => ({ pgn: window.lab.text('5', event.record), epd: window.lab.text('epd', event.record), samples: window.lab.text('samples', event.record), lines: window.lab.text('lines', event.record) })),
      );
      const texts = (kind) => records.map((record) => record[kind]).join('');
      const played = games(texts('pgn'));
      // Different games may have been in progress when the test decided.
      const counted = Math.min(native.length, played.length);
      assert.ok(counted >= 10, `${native.length} and ${played.length} games`);
      assert.deepEqual(played.slice(0, counted), native.slice(0, counted));
      assert.ok(native.every((game) => / n=\d+.* sd=\d+.* pv="/.test(game) && game.includes('[ECO "') && game.includes('[Event "A vs B"]')), native[0]);
      // The other texts are identical.
      for (const kind of ['epd', 'samples']) {
        const file = readFileSync(join(folder, kind === 'epd' ? 'games.epd' : 'samples.csv'), 'utf8');
        const browser = texts(kind);
        const length = Math.min(file.length, browser.length);
        assert.ok(length > 1000);
        assert.equal(browser.slice(0, length), file.slice(0, length));
      }
      const finished = (text) => text.split('\n').filter((line) => line.startsWith('Finished game')).toSorted();
      const inBrowser = new Set(finished(texts('lines')));
      assert.ok(finished(output).filter((line) => inBrowser.has(line)).length >= counted);
      const report = await page.evaluate(() => window.lab.text('report', ''));
      for (const line of ['Results of A vs B', 'Player: A', '  Won ', '  Lost ']) assert.ok(report.includes(line) && output.includes(line), line);
      const { llr } = JSON.parse(await page.evaluate(() => window.lab.snapshot()));
      const [, verdict] = /SPRT .* (completed - H[01]|undecided)/.exec(output);
      const [, value] = /LLR: (-?[\d.]+)/.exec(output);
      assert.ok(Math.abs(llr.value - Number(value)) < 0.006, `LLR ${llr.value} and ${value}`);
      assert.equal(llr.verdict.toLowerCase(), verdict.replace('completed - ', '').toLowerCase());
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
