// Reading what an engine printed.

import { need } from './faults.mjs';

/** The move of the one bestmove, which is the last line. */
export function bestMove(lines) {
  const answers = lines.filter((line) => /^bestmove\b/.test(line.trim()));
  need(answers.length === 1, `a search must end with exactly one bestmove; there were ${answers.length} (${show(lines)})`);
  need(lines.at(-1) === answers[0], `nothing may follow bestmove; the last line was ${JSON.stringify(lines.at(-1))}`);
  const move = answers[0].trim().split(/\s+/)[1] ?? '';
  need(/^([a-h][1-8][a-h][1-8][nbrq]?|\(none\)|0000)$/.test(move), `${JSON.stringify(answers[0])} holds no move`);
  return move;
}

export function parseInfo(line) {
  if (!/^info\b/.test(line) || /^info string\b/.test(line)) return null;
  return {
    depth: / depth (\d+)/.exec(line)?.[1],
    nodes: / nodes (\d+)/.exec(line)?.[1],
    score: / score (cp|mate) (-?\d+)/.exec(line)?.[0],
    pv: / pv ([a-h][1-8].*)/.exec(line)?.[1],
  };
}

export function parseOption(line) {
  const found = /^option name (.+?) type (\w+)(.*)$/.exec(line.trim());
  if (!found) return null;
  const [, name, type, rest] = found;
  return { name, type, min: / min (-?\d+)/.exec(rest)?.[1], fallback: / default (.*?)(?= (?:min|max|var) |$)/.exec(rest)?.[1] };
}

export const show = (lines) => (lines.length === 0 ? 'nothing' : JSON.stringify(lines.at(-1).slice(0, 100)));
