// The course of a tuning run as a picture (SVG).

const WIDTH = 960;
const HEIGHT = 540;
const MARGIN = { left: 60, right: 250, top: 40, bottom: 50 };
/** Labels at the right edge keep so many pixels between them. */
const LABEL_HEIGHT = 13;

/** How far every number has moved, in its last perturbations, over the iterations. */
export function plot(state) {
  const lines = state.numbers.map((number, index) => ({
    name: number.name,
    points: state.history.map(({ iteration, thetas }) => [iteration, (thetas[index] - number.value) / number.cEnd]),
  }));
  const most = Math.max(1, ...lines.flatMap(({ points }) => points.map(([, moved]) => Math.abs(moved))));
  const x = (iteration) => MARGIN.left + ((WIDTH - MARGIN.left - MARGIN.right) * iteration) / Math.max(1, state.iterations);
  const y = (moved) => MARGIN.top + ((HEIGHT - MARGIN.top - MARGIN.bottom) * (most - moved)) / (2 * most);
  const color = (index) => `hsl(${Math.round((360 * index) / lines.length)} 65% 40%)`;
  const labels = spread(lines.map(({ points }) => y(points.at(-1)[1])));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${MARGIN.left}" y="22" font-size="14">${state.iteration} of ${state.iterations} iterations, ${state.games} games</text>`,
    ...ticks(most).map((moved) => `<path d="M${x(0)} ${y(moved).toFixed(1)}H${x(state.iterations)}" stroke="${moved === 0 ? '#888' : '#ddd'}"/>`
      + `<text x="${x(0) - 6}" y="${(y(moved) + 4).toFixed(1)}" text-anchor="end">${moved}</text>`),
    ...[0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * state.iterations)).map((iteration) =>
      `<text x="${x(iteration).toFixed(1)}" y="${HEIGHT - MARGIN.bottom + 18}" text-anchor="middle">${iteration}</text>`),
    `<text x="${(x(0) + x(state.iterations)) / 2}" y="${HEIGHT - 12}" text-anchor="middle">iteration</text>`,
    `<text transform="translate(16 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">change in last perturbations (C_END)</text>`,
    ...lines.map(({ name, points }, index) =>
      `<path d="${path(points.map(([iteration, moved]) => [x(iteration), y(moved)]))}" fill="none" stroke="${color(index)}"/>`
      + `<text x="${x(state.iterations) + 8}" y="${(labels[index] + 4).toFixed(1)}" fill="${color(index)}">${name}</text>`),
    '</svg>',
    '',
  ].join('\n');
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
