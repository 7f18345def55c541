#!/usr/bin/env node
// Rates the players of several matches together, on the scale of those with a known rating.

import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { mustExist, readCommandLine } from '../arguments.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const USAGE = `usage: node scripts/match/ratings.mjs [options] [FILE...]

Reads match files (docs/match-file.md; by default those of 'node scripts/match/level-matches.mjs') and fits the Elo of all
players together by maximum likelihood: the score is logistic, a draw is half a win. Known ratings are held by their
errors. The errors (95%) come from a bootstrap over the pairs of games, which draws the known ratings again each time.

Versions of one engine differ more among themselves than against others. For pairings within such a family the
difference counts more, by a factor that is fitted along with the ratings. Errors are multiplied by the misfit, the
root of chi squared per degree of freedom: how much more than chance the pairings contradict each other.

  --anchor LIST  known ratings as NAME=ELO:ERROR, with commas  (Stockfish's skill levels, see docs/strength.md)
  --family REGEX names of the players of one family            (^L([4-9]|1[0-9])$: the levels that search)
  --samples N    bootstrap samples                             (300)
  --seed N       of the bootstrap                              (1)
  --dir DIR      where the match files are, if none is named   (artefacts/levels)`;

/** Stockfish's own calibration of its skill levels: Elo and its error (95%). */
const ANCHORS = 'SF0=1320:30,SF1=1468:30,SF2=1608:30,SF3=1742:30,SF4=1923:30,SF5=2204:30,SF6=2363:30,SF7=2500:30,SF8=2596:30';
/** The normal distribution's 95% interval in standard deviations. */
const Z95 = 1.96;
/** Matches no name. */
const NOBODY = /(?!)/;
const ELO_PER_LOGIT = 400 / Math.LN10;

/**
 * The pairings in the texts of match files: `{ players: [a, b], units: [[points of a, games], ...] }`, one per two players,
 * in the order of their first appearance. Units that a file has twice count once.
 */
export function pairings(texts) {
  const found = new Map();
  for (const text of texts) {
    const seen = new Set();
    // A last line without its end is one that was being written.
    for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n').slice(1).filter(Boolean)) {
      const { unit, games } = JSON.parse(line);
      if (seen.has(unit) || games.length === 0) continue;
      seen.add(unit);
      const players = [...games[0].players].sort(byNumber);
      const key = players.join('\0');
      if (!found.has(key)) found.set(key, { players, units: [] });
      found.get(key).units.push([games.reduce((sum, game) => sum + points(game, players[0]), 0), games.length]);
    }
  }
  return [...found.values()];
}

function points({ players, conclusion: { winner } }, player) {
  if (winner !== 'white' && winner !== 'black') return 0.5;
  return (winner === 'white') === (players[0] === player) ? 1 : 0;
}

/** L2 before L10, and L10 before SF0. */
function byNumber(a, b) {
  return a.localeCompare(b, 'en', { numeric: true });
}

/**
 * The Elo of all players as a Map, by maximum likelihood. `totals` are `{ players, score, games }`; `anchors` a Map of name to
 * `{ elo, error }`, the error at 95%. Differences within the family, a regular expression of names, count `stretch` times.
 */
export function fit(totals, anchors, family = NOBODY, stretch = 1) {
  const names = [...new Set(totals.flatMap(({ players }) => players))].sort(byNumber);
  const index = new Map(names.map((name, at) => [name, at]));
  const known = names.map((name) => anchors.get(name));
  const start = [...anchors.values()].reduce((sum, { elo }) => sum + elo, 0) / Math.max(anchors.size, 1);
  let elo = known.map((anchor) => anchor?.elo ?? start);
  for (let round = 0; round < 500; round += 1) {
    const gradient = names.map(() => 0);
    const hessian = names.map(() => names.map(() => 0));
    for (const { players, score, games } of totals) {
      const [a, b] = players.map((name) => index.get(name));
      const factor = factorOf(players, family, stretch);
      const expected = expectedScore(factor * (elo[a] - elo[b]));
      const slope = factor * (score - games * expected) / ELO_PER_LOGIT;
      // Never quite 0, so that a step stays finite where one side has won all.
      const curve = factor ** 2 * Math.max(games * expected * (1 - expected), 1e-6) / ELO_PER_LOGIT ** 2;
      gradient[a] += slope;
      gradient[b] -= slope;
      for (const [row, column, sign] of [[a, a, 1], [b, b, 1], [a, b, -1], [b, a, -1]]) hessian[row][column] += sign * curve;
    }
    for (const [at, anchor] of known.entries()) {
      // Without an anchor: a prior so wide that it holds only what nothing else does.
      const [mean, deviation] = anchor ? [anchor.elo, Math.max(anchor.error, 0.01) / Z95] : [start, 3000];
      gradient[at] += (mean - elo[at]) / deviation ** 2;
      hessian[at][at] += 1 / deviation ** 2;
    }
    const step = solve(hessian, gradient);
    // Steps of more than 200 Elo leave the region where the curvature holds.
    const scale = Math.min(1, 200 / Math.max(...step.map(Math.abs)));
    elo = elo.map((value, at) => value + scale * step[at]);
    if (Math.max(...step.map(Math.abs)) < 1e-6) break;
  }
  return new Map(names.map((name, at) => [name, elo[at]]));
}

function factorOf(players, family, stretch) {
  return players.every((name) => family.test(name)) ? stretch : 1;
}

/** The most likely ratings and the most likely stretch of the family, as `{ elo, stretch }`. */
export function fitWithStretch(totals, anchors, family = NOBODY) {
  if (!totals.some(({ players }) => players.every((name) => family.test(name)))) return { elo: fit(totals, anchors), stretch: 1 };
  const likelihood = (stretch) => {
    const elo = fit(totals, anchors, family, stretch);
    let sum = 0;
    for (const { players, score, games } of totals) {
      const [a, b] = players.map((name) => elo.get(name));
      const expected = expectedScore(factorOf(players, family, stretch) * (a - b));
      sum += score * Math.log(expected) + (games - score) * Math.log(1 - expected);
    }
    for (const [name, { elo: known, error }] of anchors) {
      if (elo.has(name)) sum -= ((elo.get(name) - known) / (Math.max(error, 0.01) / Z95)) ** 2 / 2;
    }
    return sum;
  };
  // Golden section.
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [1, 4];
  let [left, right] = [high - ratio * (high - low), low + ratio * (high - low)];
  let [atLeft, atRight] = [likelihood(left), likelihood(right)];
  while (high - low > 0.01) {
    if (atLeft > atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - ratio * (high - low);
      atLeft = likelihood(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + ratio * (high - low);
      atRight = likelihood(right);
    }
  }
  const stretch = (low + high) / 2;
  return { elo: fit(totals, anchors, family, stretch), stretch };
}

/** The expected score of a player who is stronger by `difference` Elo. */
export function expectedScore(difference) {
  return 1 / (1 + Math.exp(-difference / ELO_PER_LOGIT));
}

/** Solves a symmetric, positive definite system by Gauss's elimination. */
function solve(matrix, right) {
  const size = right.length;
  const rows = matrix.map((row, at) => [...row, right[at]]);
  for (let column = 0; column < size; column += 1) {
    for (let row = column + 1; row < size; row += 1) {
      const factor = rows[row][column] / rows[column][column];
      for (let at = column; at <= size; at += 1) rows[row][at] -= factor * rows[column][at];
    }
  }
  const solution = Array(size).fill(0);
  for (let row = size - 1; row >= 0; row -= 1) {
    const rest = solution.reduce((sum, value, at) => sum + (at > row ? rows[row][at] * value : 0), 0);
    solution[row] = (rows[row][size] - rest) / rows[row][row];
  }
  return solution;
}

function totalled(list, pick = (units) => units) {
  return list.map(({ players, units }) => {
    const [score, games] = pick(units).reduce(([sum, count], [points, games]) => [sum + points, count + games], [0, 0]);
    return { players, score, games };
  });
}

/**
 * How much more the pairings contradict the ratings than chance does: the root of chi squared per degree of freedom, at least
 * 1. A pairing's variance is that of its own pairs of games.
 */
export function misfit(list, elo, anchors, family = NOBODY, stretch = 1) {
  let square = 0;
  let freedom = 0;
  for (const { players, units } of list) {
    const [{ score, games }] = totalled([{ players, units }]);
    const mean = score / games;
    const spread = units.reduce((sum, [points, count]) => sum + (points - count * mean) ** 2, 0);
    const [a, b] = players.map((name) => elo.get(name));
    // Where one side wins nearly all, hardly any spread is seen: at least that of one game in a hundred is assumed.
    const variance = Math.max(spread, games * 0.01) / games ** 2;
    square += (mean - expectedScore(factorOf(players, family, stretch) * (a - b))) ** 2 / variance;
    freedom += 1;
  }
  for (const [name, value] of elo) {
    const anchor = anchors.get(name);
    if (anchor === undefined) freedom -= 1;
    else square += ((value - anchor.elo) / (Math.max(anchor.error, 0.01) / Z95)) ** 2;
  }
  return freedom > 0 ? Math.max(1, Math.sqrt(square / freedom)) : 1;
}

/** Ratings with their errors: `{ rated, stretch, misfit }`, `rated` being a Map of name to `{ elo, error, games }`. */
export function ratings(list, anchors, { samples = 300, seed = 1, family = NOBODY } = {}) {
  const totals = totalled(list);
  const { elo: best, stretch } = fitWithStretch(totals, anchors, family);
  const random = mulberry32(seed);
  const drawn = new Map([...best.keys()].map((name) => [name, []]));
  for (let sample = 0; sample < samples; sample += 1) {
    const picked = totalled(list, (units) => units.map(() => units[Math.floor(random() * units.length)]));
    const moved = new Map([...anchors].map(([name, { elo, error }]) => {
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      return [name, { elo: elo + normal * error / Z95, error }];
    }));
    for (const [name, elo] of fitWithStretch(picked, moved, family).elo) drawn.get(name).push(elo);
  }
  const factor = misfit(list, best, anchors, family, stretch);
  const games = (name) => totals.filter(({ players }) => players.includes(name)).reduce((sum, { games }) => sum + games, 0);
  const rated = new Map([...best].map(([name, elo]) => {
    const values = drawn.get(name);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
    return [name, { elo, error: factor * Z95 * Math.sqrt(variance), games: games(name) }];
  }));
  return { rated, stretch, misfit: factor };
}

/** Random numbers from 0 to 1 (mulberry32). */
function mulberry32(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Known ratings as the command line has them. */
export function readAnchors(text) {
  return new Map(text.split(',').filter(Boolean).map((part) => {
    const [, name, elo, error] = /^([^=]+)=(-?\d+):(\d+)$/.exec(part) ?? [];
    if (name === undefined) throw new Error(`'${part}' is no rating: NAME=ELO:ERROR is expected, as in SF0=1320:30`);
    return [name, { elo: Number(elo), error: Number(error) }];
  }));
}

function main() {
  const { values, positionals, usageError } = readCommandLine('ratings', USAGE, {
    defaults: { anchor: ANCHORS, family: '^L([4-9]|1[0-9])$', samples: '300', seed: '1', dir: join(root, 'artefacts', 'levels') },
  });
  let anchors;
  try {
    anchors = readAnchors(values.anchor);
  } catch (error) {
    usageError(error.message);
  }
  const samples = Number(values.samples);
  if (!Number.isInteger(samples) || samples < 2) usageError('--samples must be a whole number from 2 on');
  mustExist(positionals.length > 0 ? positionals : [values.dir], usageError);
  const inFolder = () => readdirSync(values.dir).filter((file) => file.endsWith('.tabia')).map((file) => join(values.dir, file));
  const files = positionals.length > 0 ? positionals : inFolder();
  const list = pairings(files.map((file) => readFileSync(file, 'utf8')));
  if (list.length === 0) usageError('the files have no games');
  list.sort((a, b) => byNumber(a.players[0], b.players[0]) || byNumber(a.players[1], b.players[1]));
  const family = new RegExp(values.family);
  const { rated, stretch, misfit: factor } = ratings(list, anchors, { samples, seed: Number(values.seed), family });
  console.log('| player | Elo (95%) | games |\n| --- | --- | --- |');
  for (const [name, { elo, error, games }] of rated) console.log(`| ${name} | ${elo.toFixed(0)} ± ${error.toFixed(0)} | ${games} |`);
  console.log(`\nstretch within the family: ${stretch.toFixed(2)}, misfit: ${factor.toFixed(2)}`);
  console.log('\n| pairing | games | score | by the ratings |\n| --- | --- | --- | --- |');
  for (const { players, score, games } of totalled(list)) {
    const [a, b] = players.map((name) => rated.get(name).elo);
    const percent = (share) => `${(100 * share).toFixed(1)}%`;
    const expected = expectedScore(factorOf(players, family, stretch) * (a - b));
    console.log(`| ${players.join(' : ')} | ${games} | ${percent(score / games)} | ${percent(expected)} |`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
