// The course of a tuning run, and of a net's training, as a picture (SVG).

const WIDTH = 960;
const HEIGHT = 540;
const MARGIN = { left: 60, right: 250, top: 40, bottom: 50 };
/** Minimum distance of labels at the right edge, in pixels. */
const LABEL_HEIGHT = 13;

/**
 * Lines over a common scale, each with its name at the right edge.
 *
 * `lines` are `{ name, points: [[x, y]...] }` with one point at least; `xMost` is the right end (the left one is 0), `low` and `high` the
 * lowest and the highest value, `marks` the heights that get a line.
 */
export function chart({ title, xLabel, yLabel, lines, xMost, low, high, marks }) {
  const right = Math.max(1, xMost);
  const x = (value) => MARGIN.left + ((WIDTH - MARGIN.left - MARGIN.right) * value) / right;
  const y = (value) => MARGIN.top + ((HEIGHT - MARGIN.top - MARGIN.bottom) * (high - value)) / (high - low);
  const color = (index) => `hsl(${Math.round((360 * index) / lines.length)} 65% 40%)`;
  const labels = spread(lines.map(({ points }) => y(points.at(-1)[1])));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${MARGIN.left}" y="22" font-size="14">${title}</text>`,
    ...marks.map((mark) => `<path d="M${x(0)} ${y(mark).toFixed(1)}H${x(right)}" stroke="${mark === 0 ? '#888' : '#ddd'}"/>`
      + `<text x="${x(0) - 6}" y="${(y(mark) + 4).toFixed(1)}" text-anchor="end">${mark}</text>`),
    ...[0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * right)).filter((value, index, all) => all.indexOf(value) === index).map((value) =>
      `<text x="${x(value).toFixed(1)}" y="${HEIGHT - MARGIN.bottom + 18}" text-anchor="middle">${value}</text>`),
    `<text x="${(x(0) + x(right)) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${xLabel}</text>`,
    `<text transform="translate(14 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">${yLabel}</text>`,
    ...lines.map(({ name, points }, index) =>
      `<path d="${path(points.map(([at, value]) => [x(at), y(value)]))}" fill="none" stroke="${color(index)}"/>`
      + `<text x="${x(right) + 8}" y="${(labels[index] + 4).toFixed(1)}" fill="${color(index)}">${name}</text>`),
    '</svg>',
    '',
  ].join('\n');
}

/** How far every number has moved, in its last perturbations, over the iterations. */
export function plot(state) {
  const lines = state.numbers.map((number, index) => ({
    name: number.name,
    points: state.history.map(({ iteration, thetas }) => [iteration, (thetas[index] - number.value) / number.cEnd]),
  }));
  const most = Math.max(1, ...lines.flatMap(({ points }) => points.map(([, moved]) => Math.abs(moved))));
  return chart({
    title: `${state.iteration} of ${state.iterations} iterations, ${state.games} games`,
    xLabel: 'iteration',
    yLabel: 'change in last perturbations (C_END)',
    lines,
    xMost: state.iterations,
    low: -most,
    high: most,
    marks: ticks(most),
  });
}

/** The losses of a net by its passes, from the log that `tabia train` writes. */
export function lossChart({ losses, recipe, data }) {
  const lines = [['positions learned from', 'loss'], ['positions held out', 'held_out']].map(([name, field]) => ({
    name,
    points: losses.map((entry) => [entry.pass, entry[field]]),
  }));
  const values = lines.flatMap(({ points }) => points.map(([, loss]) => loss));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // Three digits are enough to distinguish nets; equal losses get a scale, too.
  const step = [0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05].find((size) => (most - least) / size <= 8) ?? 0.1;
  const [first, last] = [Math.floor(least / step), Math.max(Math.ceil(most / step), Math.floor(least / step) + 1)];
  return chart({
    title: `2 x ${recipe.hidden} neurons, ${data.positions.toLocaleString('en')} positions`,
    xLabel: 'pass',
    yLabel: 'mean squared error of the expected score',
    lines,
    xMost: losses.at(-1).pass,
    low: first * step,
    high: last * step,
    marks: Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toFixed(4))),
  });
}

function path(points) {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** Round values from -most to most. */
function ticks(most) {
  const step = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100].find((size) => most / size <= 4) ?? 200;
  const count = Math.floor(most / step);
  return Array.from({ length: 2 * count + 1 }, (_, index) => (index - count) * step);
}

/** The same heights, moved apart so that labels do not cover each other, and kept inside the picture. */
export function spread(heights) {
  const order = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height);
  let least = MARGIN.top;
  for (const label of order) {
    label.height = Math.max(label.height, least);
    least = label.height + LABEL_HEIGHT;
  }
  let most = HEIGHT - 6;
  for (const label of order.toReversed()) {
    label.height = Math.min(label.height, most);
    most = label.height - LABEL_HEIGHT;
  }
  const spreadOut = [];
  for (const { height, index } of order) spreadOut[index] = height;
  return spreadOut;
}
