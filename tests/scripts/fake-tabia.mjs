#!/usr/bin/env node
// Fake build with the feature `tune` for tests of the scripts that run one: it plays no chess. The side with the greater sum of options
// scores one extra win. FAKE_VERDICT decides a test; FAKE_HANG=N makes the Nth match hang (FAKE_COUNT is the file that counts them).

import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [command, ...args] = process.argv.slice(2);
if (command === 'spsa') {
  console.log('SLOPE, int, 100, 0, 400, 20, 0.02\nBASE, int, 4, 1, 12, 1, 0.02');
} else if (command === 'bench') {
  console.log('1000 nodes 1000 nps');
} else if (command === 'match') {
  playMatch();
} else {
  speakUci();
}

function playMatch() {
  if (process.env.FAKE_COUNT) {
    appendFileSync(process.env.FAKE_COUNT, 'x');
    if (readFileSync(process.env.FAKE_COUNT, 'utf8').length === Number(process.env.FAKE_HANG)) {
      console.log('hanging');
      setInterval(() => {}, 1000);
      return;
    }
  }
  const behind = (name) => args[args.indexOf(name) + 1];
  const games = 2 * Number(behind('-rounds'));
  const [, first, second] = args.join(' ').split('-engine ');
  const sum = (side) => [...side.split(' -each')[0].matchAll(/option\.\w+=(\d+)/g)].reduce((total, [, value]) => total + Number(value), 0);
  const [wins, losses] = sum(first) > sum(second) ? [games / 2 + 1, games / 2 - 1] : [games / 2 - 1, games / 2 + 1];
  console.log('Started game 1 of 2 (new vs old)\nElo: 5.00 +/- 3.00, nElo: 9.00 +/- 5.00');
  console.log(`Games: ${games}, Wins: ${wins}, Losses: ${losses}, Draws: 0, Points: ${wins}.0 (50.00 %)`);
  console.log(`Ptnml(0-2): [1, 0, ${games / 2 - 3}, 0, 2], WL/DD Ratio: 1.00`);
  if (args.includes('-sprt')) console.log('LLR: 2.95 (100.2%) (-2.94, 2.94) [0.00, 5.00]');
  if (process.env.FAKE_VERDICT) console.log(`SPRT ([0.00, 5.00]) completed - ${process.env.FAKE_VERDICT} was accepted`);
}

function speakUci() {
  let nodes = 1_000;
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const bench = /^bench depth (\d+) nodes (\d+)$/.exec(line);
    if (line === 'uci') console.log('option name FIRST type check default true\noption name SECOND type check default false\noption name TIME_X type check default true\nuciok');
    if (line === 'setoption name FIRST value false') nodes = 3_000;
    if (bench) console.log(`Position 1/1: ${Math.min(nodes * bench[1], bench[2])} nodes\n${nodes * bench[1]} nodes 1000 nps`);
    if (line === 'quit') lines.close();
  });
}
