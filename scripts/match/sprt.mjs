#!/usr/bin/env node
// Tests one engine build against another with a sequential probability ratio test (SPRT), and prints the lines for the commit
// message. Can be interrupted and resumed.

import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { evenGames, mustExist, readCommandLine } from '../arguments.mjs';
import { commitLines, readReport } from './match-report.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const sharedData = process.env.TABIA_SHARED_DATA ?? join(root, '..', 'shared', 'data');
const USAGE = `usage: node scripts/match/sprt.mjs NEW OLD [options]

Plays two builds against each other until the test has decided. NEW and OLD are programs, or revisions of git (HEAD, main,
1a2b3c4), which are built first. Interrupt it at any time; the same command continues with the builds that it began with. For hours in the background:

    nice -n 19 node scripts/match/sprt.mjs HEAD main --concurrency 1

  --tc TC          time control, seconds+increment           (8+0.08)
  --nodes N        nodes for each move instead; 25000 finds the effect of most parts of the search in a third of the time
  --elo0 N, --elo1 N  the hypotheses in normalised Elo       (0, 5; for a simplification -5, 0)
  --games N        the maximum number of games               (40000)
  --concurrency N  games at a time                           (2; by time no more than there are idle processors)
  --hash MB        hash table of each                        (16)
  --option NAME=VALUE,...      options of both
  --new-option NAME=VALUE,...  options of NEW only (with one build, for parameters of the search)
  --openings FILE  EPD, or builtin                           (../shared/data/openings/uho_8mvs_90_99.epd)
  --seed N         order of the openings                     (1)
  --runner PATH    the program whose \`match\` plays           (NEW)
  --out DIR        folder of journal, programs and log       (artefacts/sprt/NEW-OLD-LIMIT, with a hash of the options)

Exit status: 0 NEW passed (H1), 1 it did not (H0) or nothing was decided, 2 something could not be done.`;

const { options, usageError } = readArguments();
mkdirSync(options.out, { recursive: true });
checkSame();
const programs = Object.fromEntries(['new', 'old'].map((side) => [side, program(side)]));
const text = await play();
report(text);

function readArguments() {
  const { values, positionals, usageError } = readCommandLine('sprt', USAGE, {
    defaults: {
      tc: '8+0.08',
      nodes: undefined,
      elo0: '0',
      elo1: '5',
      games: '40000',
      concurrency: '2',
      hash: '16',
      option: '',
      'new-option': '',
      openings: join(sharedData, 'openings', 'uho_8mvs_90_99.epd'),
      seed: '1',
      runner: undefined,
      out: undefined,
    },
  });
  if (positionals.length !== 2) usageError('two builds are needed, NEW and OLD');
  const games = evenGames(values.games, usageError);
  for (const name of ['elo0', 'elo1']) {
    if (!Number.isFinite(Number(values[name]))) usageError(`--${name} must be a number`);
  }
  if (Number(values.elo0) >= Number(values.elo1)) usageError('--elo0 must be less than --elo1');
  if (values.openings !== 'builtin') mustExist([values.openings], usageError);
  const [newer, older] = positionals.map((text) => build(text, usageError));
  const limit = values.nodes === undefined ? values.tc : `${values.nodes}n`;
  const named = [newer.name, older.name, limit, ...changes(values)].join('-').replace(/[^\w.+-]+/g, '_');
  const out = resolve(values.out ?? join(root, 'artefacts', 'sprt', named));
  return { options: { ...values, new: newer, old: older, games, out }, usageError };
}

/** Distinguishes tests of one build with different options: a short hash, because there may be dozens of options. */
function changes({ option, 'new-option': newOption }) {
  if (option === '' && newOption === '') return [];
  return [createHash('sha256').update(JSON.stringify([option, newOption])).digest('hex').slice(0, 8)];
}

/** Resolves NEW or OLD: a program or a commit, with a name and a unique identification. */
function build(text, usageError) {
  if (existsSync(text)) {
    const sha256 = createHash('sha256').update(readFileSync(text)).digest('hex');
    return { name: basename(text), file: text, identity: `program ${sha256}` };
  }
  try {
    const args = ['rev-parse', '--verify', '--quiet', `${text}^{commit}`];
    const commit = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
    return { name: commit.slice(0, 10), commit, identity: `commit ${commit}` };
  } catch {
    return usageError(`'${text}' is neither a program nor a revision`);
  }
}

/** The program of a side: a copy in the folder of the test, so that a rebuild changes no running test. */
function program(side) {
  const kept = join(options.out, `tabia-${side}`);
  if (!existsSync(kept)) {
    const { file, commit } = options[side];
    copyFileSync(file ?? built(commit), `${kept}.new`);
    renameSync(`${kept}.new`, kept);
  }
  return kept;
}

/** The program of a commit, built in a separate work tree. */
function built(commit) {
  const tree = join(root, 'target', 'sprt', commit);
  const target = join(root, 'target', 'sprt', 'build');
  const git = (...args) => execFileSync('git', args, { cwd: root, stdio: 'inherit' });
  console.log(`building ${commit.slice(0, 10)}`);
  if (!existsSync(tree)) git('worktree', 'add', '--detach', '--quiet', tree, commit);
  try {
    const args = ['build', '--release', '--locked', '--quiet', '--bin', 'tabia', '--target-dir', target];
    execFileSync('cargo', args, { cwd: tree, stdio: ['ignore', 'inherit', 'inherit'] });
  } finally {
    git('worktree', 'remove', '--force', tree);
  }
  return join(target, 'release', process.platform === 'win32' ? 'tabia.exe' : 'tabia');
}

/** A resumed test must use the programs and settings it began with: they are recorded. */
function checkSame() {
  const path = join(options.out, 'test.json');
  // Without the number of games and how many at a time: these may change.
  const { tc, nodes, elo0, elo1, hash, option, openings, seed } = options;
  const limit = nodes === undefined ? { tc } : { nodes };
  const now = {
    ...limit, elo0, elo1, hash, option, new_option: options['new-option'], openings, seed,
    new: options.new.identity, old: options.old.identity,
  };
  if (existsSync(path)) {
    const before = JSON.parse(readFileSync(path, 'utf8'));
    const changed = [...new Set([...Object.keys(now), ...Object.keys(before)])].filter((key) => now[key] !== before[key]);
    if (changed.length > 0) {
      usageError(`the test in ${options.out} began with other settings (${changed.join(', ')}); give another --out, or remove that folder`);
    }
    console.log(`continuing the test in ${options.out}`);
  } else {
    for (const old of ['match.jsonl', 'tabia-new', 'tabia-old']) rmSync(join(options.out, old), { force: true });
    writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`);
  }
}

function matchArguments() {
  const settings = (list) => list.split(',').filter(Boolean).map((setting) => `option.${setting}`);
  const openings = options.openings === 'builtin' ? [] : [`file=${resolve(options.openings)}`, 'format=epd'];
  return [
    'match',
    '-engine', `cmd=${programs.new}`, 'name=new', ...settings(options['new-option']),
    '-engine', `cmd=${programs.old}`, 'name=old',
    '-each', options.nodes === undefined ? `tc=${options.tc}` : `nodes=${options.nodes}`, `option.Hash=${options.hash}`, ...settings(options.option),
    '-openings', ...openings, 'order=random',
    '-games', '2', '-rounds', String(options.games / 2), '-repeat', '--seed', options.seed,
    '-sprt', `elo0=${options.elo0}`, `elo1=${options.elo1}`, 'alpha=0.05', 'beta=0.05', 'model=normalized',
    '-resign', '3', '600', '-draw', 'number=34', 'count=8', 'score=20',
    '-concurrency', options.concurrency, '-ratinginterval', '10', '--resume', join(options.out, 'match.jsonl'),
  ];
}

/** Plays, shows what the match prints, and returns it. */
function play() {
  const runner = resolve(options.runner ?? programs.new);
  const child = spawn(runner, matchArguments(), { cwd: options.out, stdio: ['ignore', 'pipe', 'pipe'] });
  // An interrupt of the terminal reaches the match as well; its finished games are saved.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  let text = '';
  for (const [stream, out] of [[child.stdout, process.stdout], [child.stderr, process.stderr]]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk) => {
      // The games themselves are in the journal; a test of days must not fill the memory.
      text = (text + chunk).slice(-100_000);
      out.write(chunk.replace(/^(Started|Finished) game .*\n/gm, ''));
    });
  }
  return new Promise((done) => {
    child.on('error', (error) => usageError(`cannot start ${runner}: ${error.message}`));
    child.on('close', () => done(text));
  });
}

function report(text) {
  const result = readReport(text);
  if (result === undefined) {
    console.error('sprt: the match printed no result');
    process.exit(2);
  }
  const limit = options.nodes === undefined ? options.tc : `${options.nodes} nodes`;
  const lines = commitLines(result, `${limit}, Hash=${options.hash}`);
  writeFileSync(join(options.out, 'result.txt'), `${lines.join('\n')}\n`);
  console.log(`\nFor the commit message:\n\n${lines.join('\n')}`);
  if (result.verdict === undefined) console.log('\nNot decided yet: the same command continues.');
  process.exitCode = result.verdict === 'H1' ? 0 : 1;
}
