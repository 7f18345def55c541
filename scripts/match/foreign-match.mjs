#!/usr/bin/env node
// Plays foreign engines in their sandboxes against the app's build, in the browser's match workers, and counts protocol
// faults. Uses the page's engine list, sandbox, pool and referee.
//
//   scripts/build.sh engine && scripts/build.sh harness
//   node scripts/match/foreign-match.mjs --help

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../../tests/browser/support/paths.mjs';
import { evenGames, mustExist, prepareBrowser, readCommandLine } from '../arguments.mjs';

const USAGE = `usage: node scripts/match/foreign-match.mjs [options] [NAME=FILE[,FILE...]]...

Plays engines against our build in Chromium, one game at a time, and prints results from their side. An engine is its script, then its .wasm
file; an engine build is a .wasm file alone. Default: both stockfish packages of package.json.

  --build FILE     our build             (target/engine/tabia-net.wasm)
  --games N        games against each, an even number       (20)
  --nodes N        nodes for each move of both              (2000)
  --move-time MS   time for each move instead; needs two idle cores

Exit status: 0 no faults, 1 an engine made one, 2 wrong usage.`;

/** What an engine may need over its time before it loses the game, in ms: messages between workers take some. */
const MARGIN_MS = 1000;
/** Longest that a game takes, on average; a match that takes longer hangs. */
const GAME_MS = 120_000;

const { values, positionals, usageError } = readCommandLine('foreign-match', USAGE, {
  defaults: { build: join(ROOT, 'target', 'engine', 'tabia-net.wasm'), games: '20', nodes: '2000', 'move-time': undefined },
});
const games = evenGames(values.games, usageError);
const limits = values['move-time'] === undefined
  ? { nodes: positive('nodes') }
  : { movetime_ms: positive('move-time'), margin_ms: MARGIN_MS };
const engines = positionals.map((text) => {
  const at = text.indexOf('=');
  if (at < 1) usageError(`'${text}' is not NAME=FILE`);
  return [text.slice(0, at), text.slice(at + 1).split(',')];
});
prepareBrowser(import.meta.url);
const { launchBrowser } = await import('../../tests/browser/support/harness.mjs');
const { playForeign } = await import('../../tests/browser/support/foreign-match.mjs');
const npm = (...path) => join(ROOT, 'node_modules', ...path);
if (engines.length === 0) {
  engines.push(['Stockfish 19', ['js', 'wasm'].map((ending) => npm('stockfish', 'bin', `stockfish-19-lite-single.${ending}`))]);
  engines.push(['Stockfish 11', ['js', 'wasm'].map((ending) => npm('stockfish-11', 'src', `stockfish.${ending}`))]);
}
mustExist([values.build, ...engines.flatMap(([, files]) => files)], usageError);

const browser = await launchBrowser();
let faults = 0;
for (const [name, files] of engines) {
  const began = Date.now();
  const result = await playForeign(browser, {
    games,
    limits,
    limitMs: games * GAME_MS,
    build: readFileSync(values.build),
    foreign: files.map((path) => [basename(path), readFileSync(path)]),
  });
  faults += result.faults.length;
  console.log(
    `${name}: ${result.games} games, +${result.wins} =${result.draws} -${result.losses} for it (${elo(result)}), ${result.faults.length} faults, ` +
      `${result.latency === undefined ? '' : `isready in ${result.latency.toFixed(2)} ms, `}${((Date.now() - began) / 1000).toFixed(0)} s`,
  );
  for (const fault of result.faults) console.log(`  ${fault}`);
}
await browser.close();
process.exitCode = faults === 0 ? 0 : 1;

function positive(name) {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 1) usageError(`--${name} must be a positive number`);
  return number;
}

/** The difference in logistic Elo from the foreign engine's side, with twice its standard error. */
function elo({ wins, draws, losses }) {
  const count = wins + draws + losses;
  const score = (wins + draws / 2) / count;
  if (score === 0 || score === 1) return 'all games went one way';
  const variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score ** 2) / count;
  const slope = 400 / (Math.LN10 * score * (1 - score));
  return `${(400 * Math.log10(score / (1 - score))).toFixed(0)} ± ${(2 * slope * Math.sqrt(variance / count)).toFixed(0)} Elo`;
}
