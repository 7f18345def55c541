// Ratings of several players from the games between them.

import assert from 'node:assert/strict';
import test from 'node:test';

import { expectedScore, fit, fitWithStretch, misfit, pairings, ratings, readAnchors } from '../../scripts/match/ratings.mjs';

const anchored = (elo, error = 0) => new Map([['A', { elo, error }]]);
const unit = (number, games) => JSON.stringify({ unit: number, games });
const game = (white, black, winner) => ({ players: [white, black], conclusion: winner ? { winner } : {} });

/** Returns units of two games in which the first of `players` scores `share` on average. */
function units(count, share) {
  const wins = Math.round(count * share);
  return Array.from({ length: count }, (_, at) => [at < wins ? 2 : 0, 2]);
}

test('two players differ by what the logistic curve says', () => {
  const fitted = fit([{ players: ['A', 'B'], score: 76, games: 100 }], anchored(1500));
  assert.ok(Math.abs(fitted.get('A') - 1500) < 0.1);
  assert.ok(Math.abs(fitted.get('B') - (1500 - 400 * Math.log10(76 / 24))) < 0.5, String(fitted.get('B')));
  assert.ok(Math.abs(expectedScore(400) - 10 / 11) < 1e-12);
});

test('a chain carries ratings from the anchor, and contradictions are shared out', () => {
  const step = expectedScore(100);
  const chain = [['A', 'B'], ['B', 'C'], ['C', 'D']].map((players) => ({ players, score: 1000 * step, games: 1000 }));
  const fitted = fit(chain, anchored(2000));
  for (const [name, elo] of [['B', 1900], ['C', 1800], ['D', 1700]]) assert.ok(Math.abs(fitted.get(name) - elo) < 0.5, name);
  // A beats D by less than the chain predicts: all steps shrink alike.
  const closed = fit([...chain, { players: ['A', 'D'], score: 1000 * expectedScore(200), games: 1000 }], anchored(2000));
  const steps = [['A', 'B'], ['B', 'C'], ['C', 'D']].map(([a, b]) => closed.get(a) - closed.get(b));
  assert.ok(steps.every((difference) => difference > 70 && difference < 95), String(steps));
});

test('two anchors that disagree with the games meet in the middle by their errors', () => {
  const anchors = new Map([['A', { elo: 1500, error: 20 }], ['B', { elo: 1500, error: 20 }]]);
  const fitted = fit([{ players: ['A', 'B'], score: 6400, games: 10000 }], anchors);
  const middle = (fitted.get('A') + fitted.get('B')) / 2;
  assert.ok(Math.abs(middle - 1500) < 0.1 && fitted.get('A') - fitted.get('B') > 90, [...fitted].join(' '));
});

test('a player who won all games has a finite rating', () => {
  const fitted = fit([{ players: ['A', 'B'], score: 100, games: 100 }], anchored(1500));
  assert.ok(Number.isFinite(fitted.get('B')) && fitted.get('B') < 700, String(fitted.get('B')));
});

test('errors are those of the score and shrink with the games', () => {
  const error = (count) => ratings([{ players: ['A', 'B'], units: units(count, 0.5) }], anchored(1500), { samples: 400 }).rated.get('B').error;
  // Pairs that are all wins or losses: a deviation of the mean score of 0.5 / sqrt(pairs), and 1 Elo is 1/695 of a point at evens.
  const expected = (count) => 1.96 * (0.5 / Math.sqrt(count)) * (400 / Math.LN10) * 4;
  for (const count of [100, 400]) assert.ok(Math.abs(error(count) / expected(count) - 1) < 0.12, `${count}: ${error(count)}`);
  const withAnchor = ratings([{ players: ['A', 'B'], units: units(10000, 0.5) }], anchored(1500, 30), { samples: 400 });
  assert.ok(Math.abs(withAnchor.rated.get('B').error - 30) < 5, 'the error of the scale itself is in it');
});

test('pairings that contradict each other make the errors larger', () => {
  const list = (last) => [
    { players: ['A', 'B'], units: units(200, expectedScore(100)) },
    { players: ['B', 'C'], units: units(200, expectedScore(100)) },
    { players: ['A', 'C'], units: units(200, expectedScore(last)) },
  ];
  const found = (last) => ratings(list(last), anchored(1500), { samples: 200 }).rated;
  assert.equal(misfit(list(200), fit([], anchored(1500)).set('B', 1400).set('C', 1300).set('A', 1500), anchored(1500)), 1);
  assert.ok(found(500).get('C').error > 1.5 * found(200).get('C').error);
});

test('the wider spread within a family is fitted', () => {
  const anchors = new Map([['S0', { elo: 1000, error: 20 }], ['S1', { elo: 1400, error: 20 }]]);
  const game = (a, b, difference) => ({ players: [a, b], score: 1000 * expectedScore(difference), games: 1000 });
  // L1 and L2 are rated 1050 and 1350, and play each other as if 1.6 times as far apart.
  const totals = [game('L1', 'S0', 50), game('L2', 'S1', -50), game('L1', 'L2', -480)];
  const { elo, stretch } = fitWithStretch(totals, anchors, /^L/);
  assert.ok(Math.abs(stretch - 1.6) < 0.03, String(stretch));
  assert.ok(Math.abs(elo.get('L1') - 1050) < 2 && Math.abs(elo.get('L2') - 1350) < 2);
  assert.equal(fitWithStretch(totals, anchors).stretch, 1);
});

test('match files are read: colours, draws, repeated and torn lines', () => {
  const text = [
    '{"format":"tabia match 2"}',
    unit(0, [game('L10', 'L9', 'white'), game('L9', 'L10', 'white')]),
    unit(1, [game('L10', 'L9'), game('L9', 'L10', 'black')]),
    unit(1, [game('L10', 'L9'), game('L9', 'L10', 'black')]),
    '{"unit":2,"games":[{"play',
  ].join('\n');
  assert.deepEqual(pairings([text]), [{ players: ['L9', 'L10'], units: [[1, 2], [0.5, 2]] }]);
});

test('a rating that cannot be read is named', () => {
  assert.deepEqual(readAnchors('SF0=1320:30'), new Map([['SF0', { elo: 1320, error: 30 }]]));
  assert.throws(() => readAnchors('SF0=x'), /'SF0=x' is no rating/);
});
