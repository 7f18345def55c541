// Parses the reports that `tabia match` prints, and formats them for a commit message.

const NUMBER = '(-?(?:[\\d.]+|inf|nan))';

/**
 * Returns the last report in a match's output: `{ elo, eloError, nelo, neloError, games, wins, losses, draws, pairs, llr, lower,
 * upper, elo0, elo1, verdict }`, where the pairs, the test's numbers and its verdict (H0, H1) may be missing. Undefined if
 * there is no report.
 */
export function readReport(text) {
  const elo = last(text, `^Elo: ${NUMBER} \\+/- ${NUMBER}, nElo: ${NUMBER} \\+/- ${NUMBER}`);
  const games = last(text, '^Games: (\\d+), Wins: (\\d+), Losses: (\\d+), Draws: (\\d+)');
  if (elo === undefined || games === undefined) return undefined;
  const pairs = last(text, '^Ptnml\\(0-2\\): \\[(\\d+), (\\d+), (\\d+), (\\d+), (\\d+)\\]');
  const llr = last(text, `^LLR: ${NUMBER} \\(\\S+\\) \\(${NUMBER}, ${NUMBER}\\) \\[${NUMBER}, ${NUMBER}\\]`);
  const verdict = last(text, '^SPRT \\(.*\\) completed - (H[01]) was accepted')?.[0];
  return {
    ...named(['elo', 'eloError', 'nelo', 'neloError'], elo.map(toNumber)),
    ...named(['games', 'wins', 'losses', 'draws'], games.map(Number)),
    ...(pairs && { pairs: pairs.map(Number) }),
    ...(llr && named(['llr', 'lower', 'upper', 'elo0', 'elo1'], llr.map(toNumber))),
    ...(verdict && { verdict }),
  };
}

/** The groups of the last match of a pattern, line by line. */
function last(text, pattern) {
  return [...text.matchAll(new RegExp(pattern, 'gm'))].at(-1)?.slice(1);
}

function named(names, values) {
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
}

function toNumber(text) {
  return text.endsWith('inf') ? (text.startsWith('-') ? -Infinity : Infinity) : Number(text);
}

/** A report in the lines of a commit message; `conditions` says what was played, as `8+0.08, Hash=16`. */
export function commitLines(report, conditions) {
  const { elo, eloError, wins, losses, draws, games, pairs } = report;
  const test = report.llr === undefined
    ? ''
    : `: LLR ${report.llr.toFixed(2)} (${report.lower.toFixed(2)}, ${report.upper.toFixed(2)}) `
      + `[${report.elo0}, ${report.elo1}]${verdictText(report.verdict)}`;
  return [
    `SPRT at ${conditions}${test}`,
    `Elo ${elo.toFixed(1)} ± ${eloError.toFixed(1)}, ${games} games +${wins} =${draws} -${losses}`
      + (pairs ? `, pairs ${pairs.join(' ')}` : ''),
  ];
}

function verdictText(verdict) {
  return { H0: ', H0 accepted', H1: ', H1 accepted' }[verdict] ?? ', undecided';
}
