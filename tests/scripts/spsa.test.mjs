// scripts/tuning: SPSA's steps, its table and its chart; the node table.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lossChart, plot, spread } from '../../scripts/tuning/plot.mjs';
import { after, begin, chosen, options, perturbed, readNumbers, sequences, table } from '../../scripts/tuning/spsa-core.mjs';

const LINES = 'RAZOR_SLOPE, int, 230, 80, 500, 25, 0.002\nLATE_MOVE_BASE, int, 4, 1, 12, 1, 0.002\n';
const NUMBERS = readNumbers(LINES);

test('the lines of `tabia spsa` are read, and others are refused', () => {
  assert.deepEqual(NUMBERS[0], { name: 'RAZOR_SLOPE', value: 230, min: 80, max: 500, cEnd: 25, rEnd: 0.002 });
  for (const line of ['A, float, 1, 0, 2, 1, 0.002', 'A, int, 5, 0, 2, 1, 0.002', 'A, int, 1, 0, 2', 'A, int, 1, 0, 2, 0, 0.002', 'A, int, x, 0, 2, 1, 0.1']) {
    assert.throws(() => readNumbers(line), /is no number to tune/, line);
  }
  assert.equal(chosen(NUMBERS, []).length, 2);
  assert.deepEqual(chosen(NUMBERS, ['LATE_MOVE_BASE=2']), [{ ...NUMBERS[1], cEnd: 2 }]);
  assert.throws(() => chosen(NUMBERS, ['NOTHING']), /no number 'NOTHING'/);
  assert.throws(() => chosen(NUMBERS, ['RAZOR_SLOPE=0']), /must be positive/);
});

test('perturbations and steps shrink to what was asked for', () => {
  const [number] = NUMBERS;
  const last = sequences(number, 1000, 1000);
  assert.ok(Math.abs(last.c - number.cEnd) < 1e-9 && Math.abs(last.r - number.rEnd) < 1e-9);
  const first = sequences(number, 1, 1000);
  assert.ok(first.c > last.c && first.r * first.c ** 2 > last.r * last.c ** 2);
  // As OpenBench computes them from the same line: c_end * N^gamma / k^gamma, and a / (A + k)^alpha / c^2.
  assert.ok(Math.abs(first.c - 25 * 1000 ** 0.101) < 1e-9);
  assert.ok(Math.abs(first.r * first.c ** 2 - (0.002 * 625 * 1100 ** 0.602) / 101 ** 0.602) < 1e-9);
});

test('an iteration is a function of the state', () => {
  const state = begin(NUMBERS, { iterations: 100, pairs: 4, seed: 7 });
  const plan = perturbed(state);
  assert.deepEqual(perturbed(JSON.parse(JSON.stringify(state))), plan);
  assert.notDeepEqual(perturbed({ ...state, seed: 8 }), plan);
  assert.notEqual(perturbed({ ...state, iteration: 1 }).openings, plan.openings);
  for (let iteration = 0; iteration < 100; iteration += 1) {
    for (const [index, side] of perturbed({ ...state, iteration }).sides.entries()) {
      const { min, max } = NUMBERS[index];
      assert.ok(Number.isInteger(side.plus) && Number.isInteger(side.minus));
      assert.ok(side.plus !== side.minus && Math.sign(side.plus - side.minus) === side.flip, JSON.stringify(side));
      assert.ok(Math.min(side.plus, side.minus) >= min && Math.max(side.plus, side.minus) <= max);
    }
  }
  assert.equal(perturbed({ ...state, iteration: 100 }), undefined);
});

test('the winner moves the numbers, inside their ranges', () => {
  const state = begin(NUMBERS, { iterations: 100, pairs: 4, seed: 3 });
  const { sides } = perturbed(state);
  const won = after(state, { wins: 5, losses: 1, draws: 2 });
  for (const [index, { flip, r, c }] of sides.entries()) {
    assert.ok(Math.abs(won.numbers[index].theta - (NUMBERS[index].value + 4 * r * c * flip)) < 1e-9);
  }
  assert.deepEqual([won.iteration, won.games, won.history.length], [1, 8, 2]);
  assert.deepEqual(after(state, { wins: 3, losses: 3, draws: 2 }).numbers, state.numbers);
  const far = after(state, { wins: 1e9, losses: 0, draws: 0 });
  assert.ok(far.numbers.every(({ theta, min, max }) => theta === min || theta === max));
  assert.equal(state.iteration, 0, 'the old state stays');
});

test('a simulated engine is brought to its best numbers', () => {
  // Loses Elo with the square of the distance from 300 and 7; game results are random.
  const best = { RAZOR_SLOPE: 300, LATE_MOVE_BASE: 7 };
  let lot = 1;
  const random = () => (lot = (lot * 48_271) % 2_147_483_647) / 2_147_483_647;
  const elo = (sides, key) => -sides.reduce((sum, side) =>
    sum + 8 * ((side[key] - best[side.name]) / NUMBERS.find(({ name }) => name === side.name).cEnd) ** 2, 0);
  let state = begin(NUMBERS.map((number) => ({ ...number, rEnd: 0.02 })), { iterations: 1_500, pairs: 8, seed: 11 });
  for (let plan = perturbed(state); plan !== undefined; plan = perturbed(state)) {
    const expected = 1 / (1 + 10 ** (-(elo(plan.sides, 'plus') - elo(plan.sides, 'minus')) / 400));
    let wins = 0;
    for (let game = 0; game < 16; game += 1) wins += random() < expected ? 1 : 0;
    state = after(state, { wins, losses: 16 - wins, draws: 0 });
  }
  const [razor, late] = state.numbers.map(({ theta }) => theta);
  assert.ok(Math.abs(razor - 300) < 25 && Math.abs(late - 7) < 1.2, `${razor} ${late}`);
  assert.ok(state.history.length <= 2_000 && state.history.at(-1).iteration === 1_500);
});

test('table, options and picture', () => {
  let state = begin(NUMBERS, { iterations: 10, pairs: 4, seed: 3 });
  state = after(state, { wins: 8, losses: 0, draws: 0 });
  state.numbers[1].theta = 6.4;
  assert.equal(table(state).split('\n')[2], '| `LATE_MOVE_BASE` | 4 | 6 | +2.40 | 1 to 12 |');
  assert.match(table(state).split('\n')[3], /^\| `RAZOR_SLOPE` \| 230 \| 23\d \| \+0\.\d\d \||^\| `RAZOR_SLOPE` \| 230 \| 2[23]\d \| -0\.\d\d \|/);
  assert.equal(options(state)[1], 'LATE_MOVE_BASE=6');
  const svg = plot(state);
  assert.equal(svg.match(/<path [^>]*fill="none"/g).length, 2);
  assert.ok(!/NaN|undefined|Infinity/.test(svg), svg);
  assert.ok(!/NaN|undefined|Infinity/.test(plot(begin(NUMBERS, { iterations: 10, pairs: 4, seed: 3 }))));
});

test('the losses of a net as a picture', () => {
  const log = (losses) => ({ recipe: { hidden: 32 }, data: { positions: 1234567 }, losses });
  const svg = lossChart(log([
    { pass: 1, loss: 0.0912, held_out: 0.0875 },
    { pass: 2, loss: 0.0861, held_out: 0.0857 },
    { pass: 3, loss: 0.0844, held_out: 0.0851 },
  ]));
  assert.match(svg, /2 x 32 neurons, 1,234,567 positions/);
  const heights = [...svg.matchAll(/<path d="M([^"]*)" fill="none"/g)].map(([, path]) => path.split('L').map((point) => Number(point.split(' ')[1])));
  assert.deepEqual(heights.map((line) => line.length), [3, 3]);
  for (const line of heights) assert.ok(line[0] < line[1] && line[1] < line[2], 'a smaller loss is drawn lower');
  assert.ok(heights.flat().every((y) => y >= 40 && y <= 490), String(heights));
  assert.ok(!/NaN|undefined|Infinity/.test(lossChart(log([{ pass: 1, loss: 0.1, held_out: 0.1 }]))));
});

test('labels are moved apart and stay inside', () => {
  for (const heights of [[100, 101, 102, 300], Array.from({ length: 30 }, () => 500), [40, 40, 40]]) {
    const labels = spread(heights).toSorted((a, b) => a - b);
    for (let index = 1; index < labels.length; index += 1) assert.ok(labels[index] - labels[index - 1] >= 12.9, String(labels));
    assert.ok(labels.at(-1) <= 534);
  }
});
