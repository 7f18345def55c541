// What scripts/switch-nodes.mjs reads and prints.

/**
 * The nodes of a benchmark in what the engine prints: `{ nodes, capped }`, with how many positions came to `cap` nodes before
 * their depth. Undefined if it did not end.
 */
export function readBench(text, cap) {
  const total = [...text.matchAll(/^(\d+) nodes \d+ nps$/gm)].at(-1);
  if (total === undefined) return undefined;
  const positions = [...text.matchAll(/^Position \d+\/\d+: (\d+) nodes$/gm)].map(([, nodes]) => Number(nodes));
  return { nodes: Number(total[1]), capped: positions.filter((nodes) => nodes >= cap).length };
}

/** The switches among the options that an engine announces: in capitals, as no usual option is. */
export function readSwitches(text) {
  return [...text.matchAll(/^option name ([A-Z][A-Z0-9_]*) type check default (true|false)$/gm)]
    .map(([, name, value]) => ({ name, isOn: value === 'true' }));
}

/**
 * The table: a row for the build as it is and one for each switch that was changed, those that need most nodes at the greatest
 * depth first. `results` maps `NAME DEPTH` to what `readBench` read, with the name '' for the build as it is.
 */
export function nodesTable(switches, depths, results) {
  const deepest = depths.at(-1);
  const usual = (depth) => results[` ${depth}`];
  const cell = (name, depth) => {
    const result = results[`${name} ${depth}`];
    if (result === undefined) return '';
    const count = result.nodes.toLocaleString('en');
    const bound = result.capped > 0 ? `≥ ${count} (${result.capped} cut)` : count;
    if (name === '' || usual(depth) === undefined) return bound;
    const change = 100 * (result.nodes / usual(depth).nodes - 1);
    return `${bound} ${change >= 0 ? '+' : ''}${change.toFixed(1)}%`;
  };
  const rows = [...switches].sort((a, b) => nodesOf(b.name) - nodesOf(a.name));
  function nodesOf(name) {
    return results[`${name} ${deepest}`]?.nodes ?? 0;
  }
  const row = (label, name) => `| ${[label, ...depths.map((depth) => cell(name, depth))].join(' | ')} |`;
  return [
    `| changed | ${depths.map((depth) => `depth ${depth}`).join(' | ')} |`,
    `| --- |${' --- |'.repeat(depths.length)}`,
    row('as built', ''),
    ...rows.map(({ name, isOn }) => row(`${name} ${isOn ? 'off' : 'on'}`, name)),
  ].join('\n');
}
