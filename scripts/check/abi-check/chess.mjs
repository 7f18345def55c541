// Checks of play: legal moves, castling, Chess960, short times. The ABI works without them, games do not.

import { bestMove } from './answers.mjs';
import { SEARCH_LIMIT } from './engine.mjs';
import { wish } from './faults.mjs';
import { CASTLING, CHESS960, RULES } from './positions.mjs';

const MIDDLEGAME = 'position fen r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8';
/** A move may exceed its time by this many milliseconds without a warning. */
const LATE = 1;

/** Requests a move in every position, and warns about illegal ones. */
async function play(engine, positions) {
  const wrong = [];
  await engine.run('ucinewgame');
  for (const [position, legal] of positions) {
    await engine.run(`position fen ${position}`);
    const best = bestMove((await engine.run('go depth 2', SEARCH_LIMIT)).lines);
    if (!legal.split(' ').includes(best)) wrong.push({ best, position });
  }
  const [first] = wrong;
  wish(!first, `${wrong.length} of ${positions.length} moves would lose the game: ${first?.best} is not legal in ${first?.position}`);
  return `${positions.length} positions`;
}

export const CHESS_CHECKS = [
  ['legal moves', (engine) => play(engine, RULES)],
  ['castling', (engine) => play(engine, CASTLING)],
  ['searchmoves', async (engine) => {
    // The only way to ask for castling: so it is seen how the engine writes it.
    await engine.run('position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    for (const move of ['e1g1', 'e1c1']) {
      const best = bestMove((await engine.run(`go depth 2 searchmoves ${move}`, SEARCH_LIMIT)).lines);
      wish(best === move, `go depth 2 searchmoves ${move} was answered with ${best}`);
    }
  }],
  ['Chess960', async (engine) => {
    const option = engine.options.find(({ name }) => name.toLowerCase() === 'uci_chess960');
    if (!option) return 'no option UCI_Chess960: it cannot play Chess960';
    await engine.run(`setoption name ${option.name} value true`);
    try {
      return await play(engine, CHESS960);
    } finally {
      await engine.run(`setoption name ${option.name} value false`);
    }
  }],
  ['short times', async (engine) => {
    const searches = [...Array(20).fill(10), ...Array(20).fill(20), ...Array(10).fill(50)];
    const late = [];
    await engine.run(MIDDLEGAME);
    for (const time of searches) {
      const { lines, worked } = await engine.run(`go movetime ${time}`, SEARCH_LIMIT);
      bestMove(lines);
      late.push(worked - time);
    }
    const tooLate = late.filter((ms) => ms > LATE).length;
    const worst = Math.max(...late);
    const found = `${searches.length} searches of 10, 20 and 50 ms, ${worst > 0 ? `at most ${worst.toFixed(1)} ms late` : 'none late'}`;
    wish(tooLate === 0, `${found}, ${tooLate} by more than ${LATE} ms: at a margin of 0 each of them loses the game; plan with a reserve`);
    return found;
  }],
];
