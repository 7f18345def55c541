// A screening design for parts of the search: which of many changes gain, from the same games for all of them. Nothing here plays or
// writes.
//
// In each mini-match every change is on for one side and off for the other, by an orthogonal design (the columns of a Hadamard matrix,
// see Plackett and Burman 1946). So every game informs about every change, and N games say as much about each as N separate games
// would. Since the sides are opposites, interactions of two changes cancel: they are the same for both. Interactions of three are
// spread by redrawing the columns for each block of mini-matches.

import { openingsSeed, randomNumbers } from './random.mjs';

/** Elo for a score just above one half: the slope of 400 * log10(s / (1 - s)) there. */
const ELO_PER_SCORE = 1600 / Math.LN10;
/** Half the width of an interval of 95% in standard errors. */
const CONFIDENCE = 1.959964;

/** A run at its beginning: `changes` as `{ name, value }`, `iterations` mini-matches of `pairs` pairs of games each. */
export function begin(changes, { iterations, pairs, seed }) {
  // `iteration` counts those that were played. For each of `results`, in their order, the pairs by their points: 0, 1/2, 1, 3/2, 2; null
  // for one that was not played while a later one was.
  return { version: 1, iterations, pairs, seed, iteration: 0, games: 0, changes, results: [] };
}

/** The mini-matches of a block: each change is as often on one side as on the other, whatever any other change is. */
export function blockSize(count) {
  let size = 4;
  while (size <= count) size *= 2;
  return size;
}

/** On which side the changes are in iteration `k`, from 1: 1 for `plus`, -1 for `minus`. */
export function sidesOf({ changes, seed }, k) {
  const size = blockSize(changes.length);
  const block = Math.floor((k - 1) / size);
  const random = randomNumbers(seed, block);
  // Column 0 is the same in all rows, so it carries no information.
  const columns = shuffled(Array.from({ length: size - 1 }, (_, column) => column + 1), random);
  const rows = shuffled(Array.from({ length: size }, (_, row) => row), random);
  const flips = changes.map(() => (random() < 0.5 ? 1 : -1));
  const row = rows[(k - 1) % size];
  // Sylvester's matrix: the parity of the bits that row and column share.
  return changes.map((_, index) => flips[index] * (isOdd(row & columns[index]) ? -1 : 1));
}

/** Returns the next mini-match besides the iterations `playing`: both sides as engine options. `undefined` if there is none. */
export function planned(state, playing = []) {
  const isFree = (iteration) => !state.results[iteration - 1] && !playing.includes(iteration);
  let iteration = 1;
  while (!isFree(iteration)) iteration += 1;
  if (iteration > state.iterations) return undefined;
  const sides = sidesOf(state, iteration);
  const optionsOf = (side) => state.changes.filter((_, index) => sides[index] === side).map(({ name, value }) => `${name}=${value}`);
  return { iteration, openings: openingsSeed(state.seed, iteration), plus: optionsOf(1), minus: optionsOf(-1) };
}

/** The state after this iteration's mini-match with this report. */
export function after(state, { iteration, games, pairs }) {
  const length = Math.max(iteration, state.results.length);
  const results = Array.from({ length }, (_, index) => (index === iteration - 1 ? pairs : state.results[index] ?? null));
  return { ...state, iteration: state.iteration + 1, games: state.games + games, results };
}

/**
 * Returns each change's gain by least squares: `{ name, value, elo, error }`, where `error` is the half-width of the 95% interval, both
 * in Elo; undefined until there are enough mini-matches to separate the changes.
 */
export function effects(state) {
  const { changes, results } = state;
  const size = changes.length;
  const normal = Array.from({ length: size }, () => new Array(size).fill(0));
  const moment = new Array(size).fill(0);
  let within = 0;
  let pairs = 0;
  results.forEach((counts, index) => {
    if (counts === null) return;
    const sides = sidesOf(state, index + 1);
    const played = counts.reduce((sum, count) => sum + count, 0);
    const mean = counts.reduce((sum, count, points) => sum + (count * points) / 4, 0) / played;
    within += counts.reduce((sum, count, points) => sum + count * (points / 4 - mean) ** 2, 0);
    pairs += played;
    for (let i = 0; i < size; i += 1) {
      moment[i] += sides[i] * played * (mean - 0.5);
      for (let j = 0; j < size; j += 1) normal[i][j] += sides[i] * sides[j] * played;
    }
  });
  const inverse = inverted(normal);
  if (inverse === undefined) return undefined;
  const variance = within / Math.max(1, pairs - state.iteration);
  return changes.map(({ name, value }, i) => ({
    name, value,
    elo: ELO_PER_SCORE * inverse[i].reduce((sum, entry, j) => sum + entry * moment[j], 0),
    error: ELO_PER_SCORE * CONFIDENCE * Math.sqrt(variance * inverse[i][i]),
  }));
}

/** The table of docs/tuning.md: every change and what it gains, the greatest gain first. */
export function table(state) {
  const found = effects(state);
  if (found === undefined) return `(${state.games} games do not tell ${state.changes.length} changes apart yet)`;
  const rows = found.sort((a, b) => b.elo - a.elo)
    .map(({ name, value, elo, error }) => `| \`${name}=${value}\` | ${signed(elo)} ± ${error.toFixed(1)} |`);
  return [`| change | Elo of making it, ${state.games.toLocaleString('en')} games |`, '| --- | --- |', ...rows].join('\n');
}

function signed(number) {
  const text = number.toFixed(1).replace(/^-(?=0\.0$)/, '');
  return text.startsWith('-') ? text : `+${text}`;
}

function shuffled(list, random) {
  for (let index = list.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [list[index], list[other]] = [list[other], list[index]];
  }
  return list;
}

function isOdd(bits) {
  let odd = false;
  for (let rest = bits; rest > 0; rest &= rest - 1) odd = !odd;
  return odd;
}

/** The inverse of a symmetric matrix by Gauss and Jordan; undefined if it has none. */
function inverted(matrix) {
  const size = matrix.length;
  const rows = matrix.map((row, index) => [...row, ...row.map((_, column) => Number(column === index))]);
  for (let column = 0; column < size; column += 1) {
    const best = rows.slice(column).reduce((best, row, index) => (Math.abs(row[column]) > Math.abs(rows[best][column]) ? column + index : best), column);
    if (Math.abs(rows[best][column]) < 1e-9) return undefined;
    [rows[column], rows[best]] = [rows[best], rows[column]];
    const pivot = rows[column][column];
    rows[column] = rows[column].map((entry) => entry / pivot);
    for (let other = 0; other < size; other += 1) {
      const factor = rows[other][column];
      if (other !== column && factor !== 0) rows[other] = rows[other].map((entry, index) => entry - factor * rows[column][index]);
    }
  }
  return rows.map((row) => row.slice(size));
}
