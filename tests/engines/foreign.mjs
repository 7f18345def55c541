// Misbehaving UCI workers in JavaScript, one for every fault of a foreign engine. They run in the sandbox of www/foreign-frame.html, as
// users' engines do.
//
// Each knows three moves for either side, and commits the fault it is named after on its second move with White.

/** The moves of White and of Black. */
const MOVES = [['g1f3', 'b1c3', 'a1b1'], ['g8f6', 'b8c6', 'a8b8']];

/** Code run instead of that move; if it doesn't return, the engine then moves. */
const IN_GO = {
  none: '',
  'illegal-move': "say('bestmove a1a1'); return;",
  'null-move': "say('bestmove 0000'); return;",
  'nonsense-move': "say('bestmove what?'); return;",
  'no-move': "say('bestmove (none)'); return;",
  throws: "throw new Error('out of ideas');",
  recurses: 'const again = (n) => again(n + 1) + 1; again(0);',
  'breaks-a-promise': "Promise.reject(new Error('not kept')); return;",
  silence: 'return;',
  loops: 'for (;;);',
  closes: 'close(); return;',
  flood: "for (;;) say('info depth 1 score cp 1 nodes 1 pv e2e4 e7e5 g1f3');",
  'flood-of-nothing': "for (;;) say('');",
  'giant-string': "say('info string ' + 'x'.repeat(2 << 20)); return;",
  'wasm-memory': 'const all = []; for (;;) all.push(new WebAssembly.Memory({ initial: 16384 }));',
  // More than any browser allocates at once: no memory is taken.
  buffers: 'say(new ArrayBuffer(2 ** 50)); return;',
  'no-readyok': 'isMute = true;',
  'late-bestmove': 'isLate = true; return;',
  'hears-nothing': 'onmessage = null; return;',
  'child-that-loops': "new Worker(URL.createObjectURL(new Blob(['for (;;);']))); return;",
  // These still move, and don't affect the result.
  'long-line': "say('info depth 1 score cp 1 pv e2e4 ' + 'a2a3 '.repeat(1 << 16));",
  objects: "for (const word of ['fault', 'restarted', 'refused', 'idle', 'loaded']) postMessage({ tabia: word, message: 'no text' }); postMessage(null); postMessage(new ArrayBuffer(8));",
  'garbage-score': "say('info depth x score cp twelve nodes -7 pv e2e4'); say('info score'); say('info depth 99999999999999999999 score mate 99999999999 nodes 18446744073709551616'); say('bestmove b1c3'); return;",
  'wrong-pv': "say('info depth 5 nodes 9 score cp 20 pv a1a1 a8a8 e2e9'); say('bestmove b1c3'); return;",
  'lines-together': "say('info depth 2 score cp 7 nodes 2\\r\\ninfo depth 3 score cp 7 nodes 3\\n\\n');",
};

/** Code run after that move. */
const AFTER_MOVE = {
  'talks-after-bestmove': "say('info depth 3 score cp 1 pv e2e4'); say('bestmove e2e4');",
  'throws-after-bestmove': "throw new Error('out of ideas');",
  'loops-after-bestmove': 'for (;;);',
  'closes-after-bestmove': 'close();',
};

/** Other faults, before there is a game. */
const OTHERWISE = {
  'throws-in-ucinewgame': "if (data === 'ucinewgame') throw new Error('no new game');",
  'no-readyok-after-ucinewgame': "if (data === 'ucinewgame') isMute = true;",
  'no-uciok': "if (data === 'uci') return say('id name Foreign no-uciok');",
  'no-readyok-at-all': 'isMute = true;',
  'closes-at-once': "if (data === 'uci') return close();",
};

/** Code run on `go` in analysis. The engine prints its lines, moves when stopped, and knows no chess. */
const IN_ANALYSIS = {
  'analysis-good': "tick = setInterval(() => say('info depth ' + ++depth + ' score cp 33 nodes ' + depth * 1000 + ' pv ' + PV), 20);",
  'analysis-throws': "throw new Error('out of ideas');",
  'analysis-closes': 'close();',
  'analysis-flood': "for (;;) say('info depth 1 score cp 1 nodes 1 pv e2e4 e7e5 g1f3');",
  'analysis-giant-string': "say('info string ' + 'x'.repeat(2 << 20));",
  'analysis-wasm-memory': 'const all = []; for (;;) all.push(new WebAssembly.Memory({ initial: 16384 }));',
  'analysis-loops': 'for (;;);',
  'analysis-never-stops': "isDeaf = true; tick = setInterval(() => say('info depth ' + ++depth + ' score cp 33 nodes 5 pv ' + PV), 20);",
  'analysis-wrong-pv': "tick = setInterval(() => { say('info depth ' + ++depth + ' score cp 33 nodes 5 pv a1a1 e9e9'); say('info depth ' + depth + ' score cp x nodes -5 pv e2e4 e2e4 e2e4'); say('info depth ' + depth + ' multipv 99999 score mate 99999999999 pv h1h8'); }, 20);",
  'analysis-talks-on': "setInterval(() => { say('info depth ' + ++depth + ' score cp 33 nodes 5 pv ' + PV); say('bestmove e2e4'); }, 20);",
};

export const ANALYSIS_FAULTS = Object.keys(IN_ANALYSIS);

/** Returns the script of a foreign engine with this behaviour in analysis. */
export function analysingEngine(fault) {
  if (!ANALYSIS_FAULTS.includes(fault)) throw new Error(`no foreign engine is called ${fault}`);
  return `
  const PV = 'e2e4 e7e5';
  const say = (line) => postMessage(line);
  let [tick, depth, isDeaf] = [0, 0, false];
  onmessage = ({ data }) => {
    if (data === 'uci') say('id name Foreign ${fault}\\nid author the tests\\noption name MultiPV type spin default 1 min 1 max 5\\nuciok');
    if (data === 'isready') say('readyok');
    if (data.startsWith('go')) { depth = 0; ${IN_ANALYSIS[fault]} }
    if (data === 'stop' && !isDeaf) { clearInterval(tick); say('bestmove e2e4'); }
  };`;
}

export const FAULTS = [...Object.keys(IN_GO), ...Object.keys(AFTER_MOVE), ...Object.keys(OTHERWISE)];

/** Returns the script of a foreign engine with this fault. Its worker's `heard` holds the last command. */
export function foreignEngine(fault) {
  if (!FAULTS.includes(fault)) throw new Error(`no foreign engine is called ${fault}`);
  return `
  const MOVES = ${JSON.stringify(MOVES)};
  const say = (line) => postMessage(line);
  let [position, isMute, isLate] = ['', false, false];
  const go = () => {
    const plies = position.includes(' moves ') ? position.split(' moves ')[1].split(' ').length : 0;
    const [side, number] = [plies % 2, plies >> 1];
    const isDue = side === 0 && number === 1;
    if (isDue) { ${IN_GO[fault] ?? ''} }
    say('info depth 1 score cp 5 nodes 20 pv ' + MOVES[side][number]);
    say('bestmove ' + MOVES[side][number]);
    if (isDue) { ${AFTER_MOVE[fault] ?? ''} }
  };
  onmessage = ({ data }) => {
    self.heard = data;
    ${OTHERWISE[fault] ?? ''}
    if (data === 'uci') say('id name Foreign ${fault}\\nid author the tests\\nuciok');
    if (data === 'isready' && !isMute) say('readyok');
    if (data.startsWith('position')) position = data;
    if (data.startsWith('go')) go();
    if (data === 'stop' && isLate) setTimeout(() => say('bestmove b1c3'), 1000);
  };`;
}
