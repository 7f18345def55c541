// scripts/match/match-report.mjs: reads a match's last report and formats it for a commit message.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { commitLines, readReport } from '../../scripts/match/match-report.mjs';

const REPORT = `--------------------------------------------------
Results of new vs old (8+0.08, NULL, 16MB, uho_8mvs_90_99.epd):
Elo: 7.12 +/- 4.03, nElo: 12.50 +/- 7.10
LOS: 99.98 %, DrawRatio: 53.10 %, PairsRatio: 1.21
Games: 4312, Wins: 1100, Losses: 1012, Draws: 2200, Points: 2200.0 (51.02 %)
Ptnml(0-2): [20, 450, 1145, 510, 31], WL/DD Ratio: 0.80
LLR: 2.95 (100.2%) (-2.94, 2.94) [0.00, 5.00]
--------------------------------------------------
`;

test('the last of several reports counts', () => {
  const earlier = REPORT.replace('Games: 4312', 'Games: 10').replace('Elo: 7.12', 'Elo: -inf');
  assert.deepEqual(readReport(`${earlier}Started game 3\n${REPORT}SPRT ([0.00, 5.00]) completed - H1 was accepted\n`), {
    elo: 7.12, eloError: 4.03, nelo: 12.5, neloError: 7.1,
    games: 4312, wins: 1100, losses: 1012, draws: 2200,
    pairs: [20, 450, 1145, 510, 31],
    llr: 2.95, lower: -2.94, upper: 2.94, elo0: 0, elo1: 5, verdict: 'H1',
  });
  assert.equal(readReport(earlier).elo, -Infinity);
});

test('what is missing is missing', () => {
  assert.equal(readReport('Started game 1\n'), undefined);
  const short = readReport('Elo: 0.00 +/- nan, nElo: 0.00 +/- nan\nGames: 2, Wins: 0, Losses: 0, Draws: 2, Points: 1.0 (50.00 %)\n');
  assert.equal(short.games, 2);
  assert.ok(Number.isNaN(short.eloError));
  assert.ok(!('llr' in short) && !('verdict' in short) && !('pairs' in short));
});

test('the lines of a commit message', () => {
  const report = readReport(REPORT);
  assert.deepEqual(commitLines(report, '8+0.08, Hash=16'), [
    'SPRT at 8+0.08, Hash=16: LLR 2.95 (-2.94, 2.94) [0, 5], undecided',
    'Elo 7.1 ± 4.0, 4312 games +1100 =2200 -1012, pairs 20 450 1145 510 31',
  ]);
  assert.match(commitLines({ ...report, verdict: 'H0' }, '25000 nodes')[0], /^SPRT at 25000 nodes: .*, H0 accepted$/);
});
