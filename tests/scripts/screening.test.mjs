// scripts/tuning: the design of a screening, its findings in simulated games, and its table.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { chosenChanges, readOptions } from '../../scripts/tuning/engine-options.mjs';
import { after, begin, blockSize, effects, planned, sidesOf, table } from '../../scripts/tuning/screening-core.mjs';

const changes = (count) => Array.from({ length: count }, (_, index) => ({ name: `PART_${index}`, value: 'true' }));

test('in a block each change is on both sides as often, whatever any other is', () => {
  for (const count of [1, 3, 4, 10, 15, 16, 31]) {
    const state = begin(changes(count), { iterations: 1000, pairs: 4, seed: 9 });
    const size = blockSize(count);
    assert.ok(size > count);
    for (const block of [0, 3]) {
      const rows = Array.from({ length: size }, (_, row) => sidesOf(state, block * size + row + 1));
      for (let i = 0; i < count; i += 1) {
        assert.ok(rows.every((row) => row[i] === 1 || row[i] === -1));
        assert.equal(rows.reduce((sum, row) => sum + row[i], 0), 0, `${count} changes, change ${i}`);
        for (let j = 0; j < i; j += 1) assert.equal(rows.reduce((sum, row) => sum + row[i] * row[j], 0), 0, `${count} changes, ${i} and ${j}`);
      }
    }
    assert.notDeepEqual(sidesOf(state, 1), sidesOf(state, 2));
  }
});

test('a mini-match has each change on one side', () => {
  const state = begin(changes(10), { iterations: 2, pairs: 4, seed: 1 });
  const plan = planned(state);
  assert.deepEqual([...plan.plus, ...plan.minus].sort(), changes(10).map(({ name }) => `${name}=true`).sort());
  assert.deepEqual(planned(JSON.parse(JSON.stringify(state))), plan);
  const second = planned(state, [1]);
  assert.equal(second.iteration, 2);
  assert.notEqual(second.openings, plan.openings);
  assert.equal(planned(state, [1, 2]), undefined);
});

test('mini-matches may end in any order', () => {
  const report = (iteration) => ({ iteration, games: 8, pairs: [0, iteration % 2, 2, 1, 0] });
  const finished = (order) => order.reduce((state, iteration) => after(state, report(iteration)), begin(changes(3), { iterations: 5, pairs: 4, seed: 2 }));
  const early = finished([2, 4]);
  assert.deepEqual([early.iteration, early.games], [2, 16]);
  assert.equal(planned(early).iteration, 1);
  assert.equal(planned(early, [1]).iteration, 3);
  assert.equal(planned(JSON.parse(JSON.stringify(early)), [1, 3]).iteration, 5);
  assert.equal(planned(early, [1, 3, 5]), undefined);
  assert.deepEqual(finished([5, 3, 1, 2, 4]), finished([1, 2, 3, 4, 5]));
  assert.deepEqual(effects(finished([5, 3, 1, 2])), effects(finished([1, 2, 3, 5])));
  assert.equal(planned(finished([5, 3, 1, 2, 4])), undefined);
});

/**
 * Plays a run whose changes have these Elo; half of the games are drawn, and the first two changes are worth `together` more or less as a
 * pair.
 */
function simulated(elos, { iterations, pairs, together = 0 }) {
  let lot = 7;
  const random = () => (lot = (lot * 48_271) % 2_147_483_647) / 2_147_483_647;
  let state = begin(changes(elos.length), { iterations, pairs, seed: 5 });
  for (let plan = planned(state); plan !== undefined; plan = planned(state)) {
    const sides = sidesOf(state, plan.iteration);
    // A side is stronger by `together` if it has both of the first two changes or neither: opposite sides are equal in this.
    const strength = (side) => elos.reduce((sum, elo, index) => sum + (sides[index] === side ? elo : 0), 0) + (sides[0] === sides[1] ? together : 0);
    const expected = 1 / (1 + 10 ** ((strength(-1) - strength(1)) / 400));
    const counts = [0, 0, 0, 0, 0];
    const game = () => (random() < 0.5 ? 1 : 2 * Number(random() < expected));
    for (let pair = 0; pair < pairs; pair += 1) counts[game() + game()] += 1;
    state = after(state, { iteration: plan.iteration, games: 2 * pairs, pairs: counts });
  }
  return state;
}

test('what changes gain is found, as exactly as is said', () => {
  const elos = [20, -15, 0, 0, 8, 0, -30, 0, 0, 3];
  let inside = 0;
  const state = simulated(elos, { iterations: 320, pairs: 100, together: 40 });
  for (const [index, { name, elo, error }] of effects(state).entries()) {
    assert.equal(name, `PART_${index}`);
    assert.ok(error > 1 && error < 3, `${name} ± ${error}`);
    // Half of the games are drawn whatever the sides are, which halves the measured Elo.
    if (Math.abs(elo - elos[index] / 2) < error) inside += 1;
  }
  assert.ok(inside >= 8, `${inside} of 10 within the interval of 95%: ${JSON.stringify(effects(state))}`);
  assert.equal(state.games, 64_000);
});

test('the table has the greatest gain first, or says that it is too early', () => {
  const early = simulated([5, 5, 5, 5], { iterations: 3, pairs: 4 });
  assert.equal(effects(early), undefined);
  assert.match(table(early), /^\(24 games do not tell 4 changes apart yet\)$/);
  const lines = table(simulated([0, 90, -90], { iterations: 40, pairs: 20 })).split('\n');
  assert.equal(lines[0], '| change | Elo of making it, 1,600 games |');
  assert.match(lines[2], /^\| `PART_1=true` \| \+\d+\.\d ± \d+\.\d \|$/);
  assert.match(lines[4], /^\| `PART_2=true` \| -\d+\.\d ± \d+\.\d \|$/);
});

test('changes are named as a build announces its options', () => {
  const text = 'option name Hash type spin default 16 min 1 max 9\noption name ON type check default true\noption name OFF type check default false\n'
    + 'option name TIME_X type check default false\noption name SLOPE type spin default 7 min 0 max 9\noption name Ponder type check default false\n';
  const announced = readOptions(text);
  assert.deepEqual(chosenChanges(announced, ['ON', 'SLOPE=8']), [{ name: 'ON', value: 'false' }, { name: 'SLOPE', value: '8' }]);
  assert.throws(() => chosenChanges(announced, ['NOTHING']), /no option 'NOTHING'/);
  assert.throws(() => chosenChanges(announced, ['SLOPE']), /'SLOPE' is a number/);
});
