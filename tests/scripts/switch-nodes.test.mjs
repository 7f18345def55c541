// scripts/tuning/switch-nodes.mjs: benchmarks are read, and what was cut off is told.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { nodesTable, readBench, readSwitches } from '../../scripts/tuning/switch-nodes.mjs';

test('nodes are read, and positions at the cap are counted', () => {
  const text = 'Position 1/3: 90 nodes\nPosition 2/3: 100 nodes\nPosition 3/3: 101 nodes\n\n'
    + 'bench nodes 291 negamax_nodes 200 quiescence_nodes 91 time(s) 0.1s nps 2910\n291 nodes 2910 nps\n';
  assert.deepEqual(readBench(text, 100), { nodes: 291, capped: 2 });
  assert.deepEqual(readBench(text, 1_000), { nodes: 291, capped: 0 });
  assert.equal(readBench('Position 1/3: 90 nodes\n', 100), undefined);
});

test('switches are told from usual options', () => {
  const text = 'option name Ponder type check default false\noption name NULL_MOVE type check default true\n'
    + 'option name RAZOR_SLOPE type spin default 230 min 80 max 500\noption name NEW_IDEA type check default false\nuciok\n';
  assert.deepEqual(readSwitches(text), [{ name: 'NULL_MOVE', isOn: true }, { name: 'NEW_IDEA', isOn: false }]);
});

test('the table begins with what costs most', () => {
  const results = {
    ' 12': { nodes: 1_000, capped: 0 }, ' 14': { nodes: 4_000, capped: 0 },
    'A 12': { nodes: 1_500, capped: 0 }, 'A 14': { nodes: 5_000, capped: 0 },
    'B 12': { nodes: 900, capped: 0 }, 'B 14': { nodes: 60_000, capped: 3 },
    'C 12': { nodes: 1_000, capped: 0 },
  };
  const switches = [{ name: 'A', isOn: true }, { name: 'C', isOn: true }, { name: 'B', isOn: false }];
  assert.deepEqual(nodesTable(switches, [12, 14], results).split('\n'), [
    '| changed | depth 12 | depth 14 |',
    '| --- | --- | --- |',
    '| as built | 1,000 | 4,000 |',
    '| B on | 900 -10.0% | ≥ 60,000 (3 cut) +1400.0% |',
    '| A off | 1,500 +50.0% | 5,000 +25.0% |',
    '| C off | 1,000 +0.0% |  |',
  ]);
});
