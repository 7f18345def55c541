// The checks of an engine that runs, in the order in which they are made.

import { bestMove, parseInfo, parseOption, show } from './answers.mjs';
import { CHESS_CHECKS } from './chess.mjs';
import { ANSWER_LIMIT, SEARCH_LIMIT, Signal } from './engine.mjs';
import { Shortcoming, need, wish } from './faults.mjs';

/** The longest time between two polls of `signal`, and to answer a stop, in milliseconds. */
const MAX_POLL_GAP = 50;
const GOOD_POLL_GAP = 10;
const MAX_STOP = 50;
/** The longest command, in bytes. */
const MAX_BYTES = 65_536;

const START = 'position startpos';
const MIDDLEGAME = 'position fen r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8';

/** A check that stops searches: skipped if the build cannot be signalled. */
const signalled = (name, body) => [name, (engine) => {
  if (!engine.hasSignal) throw new Shortcoming('not checked: without uci.signal a search ends by its limits or with its worker');
  return body(engine);
}];

/** Name and body of each check; the body's return value is shown next to the verdict. */
export const CHECKS = [
  ['handshake', async (engine) => {
    const { lines } = await engine.run('uci', ANSWER_LIMIT);
    need(lines.at(-1)?.trim() === 'uciok', `uci must be answered with uciok as the last line, not with ${show(lines)}`);
    const name = lines.find((line) => line.startsWith('id name '))?.slice(8).trim();
    need(name, 'uci must be answered with id name');
    engine.options = lines.map(parseOption).filter(Boolean);
    for (const { name, type } of engine.options) {
      need(['check', 'spin', 'combo', 'button', 'string'].includes(type), `option ${name} is of the unknown type ${type}`);
    }
    const { lines: ready } = await engine.run('isready', 2 * ANSWER_LIMIT);
    need(ready.some((line) => line.trim() === 'readyok'), `isready must be answered with readyok, not with ${show(ready)}`);
    return `${name}, ${engine.options.length} options`;
  }],
  ['go depth', async (engine) => {
    await engine.run('ucinewgame');
    await engine.run(START);
    const { lines } = await engine.run('go depth 5', SEARCH_LIMIT);
    const best = bestMove(lines);
    const infos = lines.map(parseInfo).filter(Boolean);
    wish(infos.some((info) => info.depth && info.score && info.pv), 'no info with depth, score and pv was printed');
    return `bestmove ${best}`;
  }],
  ['go nodes', async (engine) => {
    await engine.run(MIDDLEGAME);
    return `bestmove ${bestMove((await engine.run('go nodes 20000', SEARCH_LIMIT)).lines)}`;
  }],
  ['go movetime', async (engine) => {
    await engine.run(MIDDLEGAME);
    const { lines, took } = await engine.run('go movetime 300', SEARCH_LIMIT);
    bestMove(lines);
    wish(took < 500, `300 ms were given, ${took.toFixed(0)} ms taken`);
    return `300 ms given, ${took.toFixed(0)} ms taken`;
  }],
  ['no legal move', async (engine) => {
    for (const fen of ['7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 'R5k1/5ppp/8/8/8/8/8/7K b - - 0 1']) {
      await engine.run(`position fen ${fen}`);
      const best = bestMove((await engine.run('go depth 3', SEARCH_LIMIT)).lines);
      need(best === '(none)' || best === '0000', `${fen} has no legal move, but the answer was bestmove ${best}`);
    }
    return 'bestmove (none)';
  }],
  signalled('polls signal', async (engine) => {
    await engine.run(MIDDLEGAME);
    await engine.run('go movetime 500', SEARCH_LIMIT); // Until the code is compiled, gaps say nothing.
    const search = engine.search('go infinite');
    await search.wait(1000);
    const { polls, gap } = await search.stop();
    const found = `${polls} polls in a second, at most ${gap.toFixed(1)} ms apart`;
    need(polls > 0 && gap <= MAX_POLL_GAP, `${found}; more than ${MAX_POLL_GAP} ms are a fault`);
    wish(gap <= GOOD_POLL_GAP, `${found}; less than ${GOOD_POLL_GAP} ms is better`);
    return found;
  }),
  signalled('stop', async (engine) => {
    const times = [];
    for (let round = 0; round < 10; round += 1) {
      await engine.run(round % 2 === 0 ? START : MIDDLEGAME);
      const search = engine.search('go infinite');
      await search.wait(50 + 20 * round);
      const { lines, stopped } = await search.stop();
      bestMove(lines);
      times.push(stopped);
    }
    times.sort((a, b) => a - b);
    const found = `bestmove after ${times[0].toFixed(1)} to ${times.at(-1).toFixed(1)} ms, median ${times[5].toFixed(1)} ms`;
    need(times[5] <= MAX_STOP, `${found}; at most ${MAX_STOP} ms are allowed`);
    wish(times.at(-1) <= MAX_STOP, found);
    return found;
  }),
  signalled('stop at once', async (engine) => {
    await engine.run(START);
    const search = engine.search('go infinite', Signal.stop);
    bestMove((await search.stop()).lines);
  }),
  signalled('infinite waits', async (engine) => {
    // Mated: nothing to search, and yet no answer before stop.
    await engine.run('position fen R5k1/5ppp/8/8/8/8/8/7K b - - 0 1');
    const search = engine.search('go infinite');
    await search.wait(200);
    bestMove((await search.stop()).lines);
  }),
  signalled('ponder', async (engine) => {
    await engine.run(MIDDLEGAME);
    const search = engine.search('go ponder movetime 100');
    await search.wait(300);
    // An answer before the ponder hit is found by `stop`.
    const { lines, stopped } = await search.stop(Signal.ponderHit);
    bestMove(lines);
    wish(stopped < 1000, `100 ms were given from the ponder hit on, ${stopped.toFixed(0)} ms taken`);
  }),
  ['stop when idle', async (engine) => {
    for (const line of ['stop', 'ponderhit']) {
      const { lines } = await engine.run(line);
      need(!lines.some((line) => line.startsWith('bestmove')), `${line} outside of a search was answered with ${show(lines)}`);
    }
  }],
  ...CHESS_CHECKS,
  ['nonsense', async (engine) => {
    for (const line of NONSENSE) {
      // It may be without an end.
      if (!engine.hasSignal && line.startsWith('go')) continue;
      // A nonsense `go` may be one without an end.
      const { lines } = await engine.run(line, ANSWER_LIMIT, 200);
      const isGo = line.trimStart().startsWith('go');
      need(isGo || !lines.some((line) => line.startsWith('bestmove')), `${JSON.stringify(line)} was answered with bestmove`);
    }
    const { lines } = await engine.run('isready');
    need(lines.some((line) => line.trim() === 'readyok'), 'isready was not answered any more after nonsense');
    return `${NONSENSE.length} lines`;
  }],
  ['long game', async (engine) => {
    const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    const moves = Array.from({ length: 2000 }, (_, ply) => shuffle[ply % 4]).join(' ');
    await engine.run(`${START} moves ${moves}`);
    bestMove((await engine.run('go depth 2', SEARCH_LIMIT)).lines);
    const longest = `${START} moves `.padEnd(MAX_BYTES, 'g1f3 g8f6 f3g1 f6g8 ').trimEnd();
    await engine.run(longest);
    return `2000 moves, and a command of ${MAX_BYTES} bytes`;
  }],
  ['options', async (engine) => {
    let set = 0;
    for (const { name, type, min, fallback } of engine.options) {
      const values = { spin: [min, 'x', '99999999999999999999'], check: ['true', 'maybe', 'false'], string: [''], combo: ['?'], button: [] }[type];
      // A hash table of the greatest size is more than this check should ask for.
      for (const value of /hash/i.test(name) ? [min] : values) {
        if (value === undefined) continue;
        await engine.run(`setoption name ${name} value ${value}`.trimEnd(), ANSWER_LIMIT);
        set += 1;
      }
      if (fallback !== undefined) await engine.run(`setoption name ${name} value ${fallback}`.trimEnd(), ANSWER_LIMIT);
    }
    await engine.run('setoption name No Such Option value 1');
    const { lines } = await engine.run('isready', ANSWER_LIMIT);
    need(lines.some((line) => line.trim() === 'readyok'), 'isready was not answered any more after setoption');
    return `${set} values`;
  }],
  ['files', async (engine) => {
    if (engine.version < 2) return 'version 1 knows none';
    const names = engine.options.filter(({ name, type }) => type === 'string' && /syzygy|table|file|path/i.test(name));
    for (const { name } of names) await engine.run(`setoption name ${name} value files`);
    await engine.run('position fen 8/8/8/4k3/8/8/8/KR6 w - - 0 1');
    bestMove((await engine.run('go depth 4', SEARCH_LIMIT)).lines);
    for (const { name } of names) await engine.run(`setoption name ${name} value`);
    return `${names.map(({ name }) => name).join(', ') || 'no option'}, with files that are damaged`;
  }],
  ['repeatable', async (engine) => {
    const once = async () => {
      await engine.run('ucinewgame');
      await engine.run(MIDDLEGAME);
      const { lines } = await engine.run('go depth 6', SEARCH_LIMIT);
      const nodes = lines.map(parseInfo).findLast((info) => info?.nodes)?.nodes;
      return `${nodes ?? '?'} nodes, bestmove ${bestMove(lines)}`;
    };
    const [first, second] = [await once(), await once()];
    wish(first === second, `go depth 6 gave ${first}, and then ${second}`);
    return first;
  }],
  ['bench', async (engine) => {
    const once = async () => {
      const { lines } = await engine.run('bench', 8 * SEARCH_LIMIT);
      return /(\d+) nodes/.exec(lines.at(-1) ?? '')?.[1];
    };
    const first = await once();
    wish(first, 'bench does not end with a line "N nodes M nps"');
    const second = await once();
    need(first === second, `bench gave ${first} nodes, and then ${second}`);
    return `${first} nodes, twice`;
  }],
  ['quit', async (engine) => {
    await engine.run('quit', ANSWER_LIMIT);
  }],
];

const NONSENSE = [
  ' ',
  'hello',
  'position',
  'position fen',
  'position fen nonsense',
  'position fen 8/8/8/8/8/8/8/8 w - - 0 1',
  'position fen kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w KQkq e9 999999999999 -1',
  'position startpos moves e2e5',
  'position startpos moves e2e4 e7e5 xyzzy',
  'position startpos moves 0000',
  'go depth',
  'go depth x',
  'go depth 0',
  'go depth -1',
  'go nodes 0',
  'go movetime -5',
  'go wtime x btime y depth 1',
  'go searchmoves a1a1 depth 1',
  'setoption',
  'setoption name',
  'setoption name value',
  'setoption value 5',
  'uci uci uci',
  'ünïcödé ♞ \u{1F600}',
  'x'.repeat(10_000),
  'go '.repeat(5_000) + 'depth 1',
];
