// Simultaneous perturbation stochastic approximation (Spall 1992, 1998) in the form in which engines are tuned by it (Stockfish's
// fishtest, OpenBench): numbers, their perturbations, and what a mini-match changes. Nothing here plays or writes.

import { openingsSeed, randomNumbers } from './random.mjs';

/** The exponents of Spall's sequences, and the share of all iterations by which the steps are damped at the start. */
export const ALPHA = 0.602;
export const GAMMA = 0.101;
export const DAMPING = 0.1;

/**
 * Reads what `tabia spsa` prints: a line for each number, `NAME, int, VALUE, MIN, MAX, C_END, R_END`.
 * Throws an error that names the line it cannot read.
 */
export function readNumbers(text) {
  return text.split('\n').filter((line) => line.trim() !== '').map((line) => {
    const [name, type, ...values] = line.split(',').map((field) => field.trim());
    const [value, min, max, cEnd, rEnd] = values.map(Number);
    const isRight = type === 'int' && values.length === 5 && values.every((text) => text !== '' && Number.isFinite(Number(text)))
      && min <= value && value <= max && cEnd > 0 && rEnd > 0;
    if (!isRight) throw new Error(`'${line}' is no number to tune: NAME, int, VALUE, MIN, MAX, C_END, R_END`);
    return { name, value, min, max, cEnd, rEnd };
  });
}

/**
 * The numbers that `wanted` names, as NAME or NAME=C_END, from those that there are; all if nothing is named.
 * Throws an error that names what there is not.
 */
export function chosen(numbers, wanted) {
  if (wanted.length === 0) return numbers;
  return wanted.map((text) => {
    const [name, cEnd] = text.split('=');
    const number = numbers.find((one) => one.name === name);
    if (number === undefined) throw new Error(`there is no number '${name}' (tabia spsa lists them)`);
    if (cEnd === undefined) return number;
    if (!(Number(cEnd) > 0)) throw new Error(`'${text}': the last perturbation must be positive`);
    return { ...number, cEnd: Number(cEnd) };
  });
}

/** A run at its beginning. `iterations` mini-matches of `pairs` pairs of games each. */
export function begin(numbers, { iterations, pairs, seed }) {
  return {
    version: 1, iterations, pairs, seed, iteration: 0, games: 0,
    numbers: numbers.map((number) => ({ ...number, theta: number.value })),
    /** All parameters after each iteration. */
    history: [{ iteration: 0, thetas: numbers.map(({ value }) => value) }],
  };
}

/**
 * The perturbation and the step of a number in iteration `k`, from 1. At the last iteration they are C_END and R_END; a perturbation
 * is half a unit at least, so that whole numbers differ.
 */
export function sequences({ cEnd, rEnd }, k, iterations) {
  const c = Math.max(0.5, cEnd * (iterations / k) ** GAMMA);
  const damping = DAMPING * iterations;
  const aEnd = rEnd * cEnd ** 2;
  const a = aEnd * ((damping + iterations) / (damping + k)) ** ALPHA;
  return { c, r: a / c ** 2 };
}

/**
 * What the next iteration plays: the values of both sides, and how they came about. `undefined` when all were played. It
 * depends on the state only, so an iteration that was interrupted is played again with the same values.
 */
export function perturbed(state) {
  const k = state.iteration + 1;
  if (k > state.iterations) return undefined;
  const random = randomNumbers(state.seed, k);
  const sides = state.numbers.map((number) => {
    const { c, r } = sequences(number, k, state.iterations);
    const flip = random() < 0.5 ? 1 : -1;
    // Whole numbers, by lot between the two nearest, so that slow changes are not lost; the two sides share the lot.
    const lot = random();
    const whole = (value) => Math.min(number.max, Math.max(number.min, Math.floor(value + lot)));
    return {
      name: number.name, flip, c, r,
      plus: whole(number.theta + flip * c), minus: whole(number.theta - flip * c),
    };
  });
  return { iteration: k, openings: openingsSeed(state.seed, k), sides };
}

/** Returns the state after a mini-match with this result for the `plus` side. */
export function after(state, { wins, losses, draws }) {
  const { iteration, sides } = perturbed(state);
  const numbers = state.numbers.map((number, index) => {
    const { flip, c, r } = sides[index];
    const theta = number.theta + r * c * flip * (wins - losses);
    return { ...number, theta: Math.min(number.max, Math.max(number.min, theta)) };
  });
  const history = [...state.history, { iteration, thetas: numbers.map(({ theta }) => Number(theta.toFixed(4))) }];
  return { ...state, iteration, games: state.games + wins + losses + draws, numbers, history: thinned(history) };
}

/** At most 2,000 points: every second one goes when there are more, but the first and the last. */
function thinned(history) {
  if (history.length <= 2_000) return history;
  return history.filter((_, index) => index % 2 === 0 || index === history.length - 1);
}

/** The table of docs/tuning.md: every number before and after, its change in last perturbations, the largest first. */
export function table(state) {
  const rows = state.numbers
    .map((number) => ({ ...number, after: Math.round(number.theta), moved: (number.theta - number.value) / number.cEnd }))
    .sort((a, b) => Math.abs(b.moved) - Math.abs(a.moved))
    .map(({ name, value, after, moved, min, max }) => `| \`${name}\` | ${value} | ${after} | ${signed(moved)} | ${min} to ${max} |`);
  return ['| number | before | after | change in C_END | range |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}

function signed(number) {
  const text = number.toFixed(2).replace(/^-(?=0\.00$)/, '');
  return text.startsWith('-') ? text : `+${text}`;
}

/** The numbers as they are now as options of an engine. */
export function options(state) {
  return state.numbers.map(({ name, theta }) => `${name}=${Math.round(theta)}`);
}
