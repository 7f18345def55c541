// Shared by the scripts that play many short matches between two settings of one build, in a folder from which they continue.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { mustExist } from '../arguments.mjs';
import { readReport } from '../match/match-report.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const sharedData = process.env.TABIA_SHARED_DATA ?? join(root, '..', 'shared', 'data');

/** The options that the scripts share, with their defaults; each adds its own `--iterations`, `--pairs`, `--nodes` and `--out`. */
export const SHARED_DEFAULTS = {
  engine: join(root, 'target', 'tune', 'release', 'tabia'),
  tc: undefined,
  hash: '16',
  openings: join(sharedData, 'openings', 'uho_8mvs_90_99.epd'),
  concurrency: '2',
  seed: '1',
};

/** The default folder of a run. */
export const defaultFolder = (name) => join(root, 'artefacts', name);

/** The values of a command line with those options, checked, and with whole paths. */
export function checkedOptions(values, usageError) {
  for (const name of ['iterations', 'pairs', 'nodes', 'hash', 'concurrency', 'seed']) {
    const number = Number(values[name]);
    if (!Number.isSafeInteger(number) || number < 1) usageError(`--${name} must be a positive whole number`);
  }
  mustExist([values.engine], usageError);
  if (values.openings !== 'builtin') mustExist([values.openings], usageError);
  return { ...values, engine: resolve(values.engine), out: resolve(values.out) };
}

/**
 * The mini-matches of one run. `name` is the script's, for its messages; the engine is copied into the run's folder, so that a rebuild
 * changes nothing of it.
 */
export class MiniMatches {
  #name;
  #options;
  #usageError;
  #running = new Set();
  /** Whether the user wants it to end; the matches that are played then count for nothing. */
  #isInterrupted = false;

  constructor(name, options, usageError) {
    this.#name = name;
    this.#options = options;
    this.#usageError = usageError;
    this.engine = join(options.out, 'tabia');
    mkdirSync(options.out, { recursive: true });
    if (!existsSync(this.engine)) copyFileSync(options.engine, this.engine);
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.on(signal, () => {
        this.#isInterrupted = true;
        for (const match of this.#running) match.kill('SIGTERM');
      });
    }
  }

  /**
   * The run in the folder, or what `begin` makes of nothing. Ends the script if what decides about it (`settings`, with what the options
   * say) has changed.
   */
  load(settings, begin) {
    const path = join(this.#options.out, 'state.json');
    const { iterations, pairs, hash, tc, nodes, seed } = this.#options;
    const now = {
      ...settings, iterations, pairs, hash, openings: this.#openingsInWords(),
      limit: tc === undefined ? `nodes=${nodes}` : `tc=${tc}`, seed,
      engine: this.#signature(),
    };
    if (!existsSync(path)) return { ...begin(), settings: now };
    const { settings: before, state } = JSON.parse(readFileSync(path, 'utf8'));
    // What was played to its end can be told again with any engine.
    const isComplete = state.iteration === state.iterations;
    const changed = Object.keys(now).filter((name) => now[name] !== before[name] && !(isComplete && name === 'engine'));
    if (changed.length > 0) {
      this.#usageError(`the run in ${this.#options.out} began with other settings (${changed.join(', ')}); give another --out, or remove that folder`);
    }
    console.log(`continuing after iteration ${state.iteration} of ${state.iterations}`);
    return { ...state, settings: now };
  }

  /** Writes the run and the texts about it, file by file. */
  save({ settings, ...state }, texts) {
    for (const [name, text] of Object.entries({ 'state.json': `${JSON.stringify({ settings, state })}\n`, ...texts })) {
      // Written next to the old file first, so that an interruption loses neither.
      const path = join(this.#options.out, name);
      writeFileSync(`${path}.new`, text);
      renameSync(`${path}.new`, path);
    }
  }

  /**
   * Plays the plans of `next` (`{ iteration, plus, minus, openings }`, both sides as engine options, `NAME=VALUE`) until there are
   * no more or the user interrupts, and passes each plan to `take` with its report from the side of `plus`. With `abreast`, mini-matches
   * of one game at a time run in parallel, up to the game concurrency, and `next` gets the iterations in progress; otherwise they run
   * one after the other, with concurrent games.
   */
  async run(next, take, { abreast = false } = {}) {
    const most = abreast ? Number(this.#options.concurrency) : 1;
    const playing = new Map();
    for (;;) {
      while (!this.#isInterrupted && playing.size < most) {
        const plan = next([...playing.keys()]);
        if (plan === undefined) break;
        playing.set(plan.iteration, this.#play(plan, abreast ? '1' : this.#options.concurrency).then((result) => ({ plan, result })));
      }
      if (playing.size === 0) return;
      const { plan, result } = await Promise.race(playing.values());
      playing.delete(plan.iteration);
      if (result !== undefined) take(plan, result);
    }
  }

  /** Plays one; undefined if the user interrupts it. */
  #play({ plus, minus, openings }, concurrency) {
    const options = this.#options;
    const side = (list) => list.map((option) => `option.${option}`);
    const file = options.openings === 'builtin' ? [] : [`file=${resolve(options.openings)}`, 'format=epd'];
    const args = [
      'match',
      '-engine', `cmd=${this.engine}`, 'name=plus', ...side(plus),
      '-engine', `cmd=${this.engine}`, 'name=minus', ...side(minus),
      '-each', options.tc === undefined ? `nodes=${options.nodes}` : `tc=${options.tc}`, `option.Hash=${options.hash}`,
      '-openings', ...file, 'order=random', '-games', '2', '-rounds', options.pairs, '-repeat', '--seed', String(openings),
      '-resign', '3', '600', '-draw', 'number=34', 'count=8', 'score=20',
      '-concurrency', concurrency, '-ratinginterval', '0',
    ];
    return new Promise((done) => {
      const match = spawn(this.engine, args, { cwd: options.out, stdio: ['ignore', 'pipe', 'pipe'] });
      this.#running.add(match);
      let text = '';
      for (const stream of [match.stdout, match.stderr]) {
        stream.setEncoding('utf8');
        stream.on('data', (chunk) => { text += chunk; });
      }
      match.on('close', (status) => {
        this.#running.delete(match);
        if (this.#isInterrupted) return done(undefined);
        const result = readReport(text);
        if (status !== 0 || result?.games !== 2 * Number(options.pairs)) {
          console.error(`${this.#name}: the match failed with status ${status}:\n${text.slice(-2_000)}`);
          for (const other of this.#running) other.kill('SIGTERM');
          process.exit(2);
        }
        return done(result);
      });
    });
  }

  /** What the engine prints for `args`, or undefined if it fails. */
  say(args, input) {
    const { stdout, status } = spawnSync(this.engine, args, { encoding: 'utf8', input });
    return status === 0 ? stdout : undefined;
  }

  /** Identifies the engine by its bench: another machine may build different bytes that search the same. */
  #signature() {
    const nodes = /^(\d+) nodes /m.exec(this.say(['bench']) ?? '')?.[1];
    if (nodes === undefined) this.#usageError(`'${this.#options.engine} bench' prints no nodes`);
    return `bench ${nodes}`;
  }

  /** Identifies the openings by the file's contents, wherever it is. */
  #openingsInWords() {
    const { openings } = this.#options;
    if (openings === 'builtin') return 'builtin';
    return `sha256 ${createHash('sha256').update(readFileSync(openings)).digest('hex')}`;
  }
}

/** Returns a progress line for each mini-match of a run: its speed, and the time left. */
export function progress(began) {
  const start = { time: Date.now(), games: began.games };
  return (state, { wins, losses, draws }) => {
    const rate = (state.games - start.games) / ((Date.now() - start.time) / 1000);
    const left = ((state.iterations - state.iteration) * state.pairs * 2) / rate / 3600;
    return `${state.iteration}/${state.iterations}: +${wins} =${draws} -${losses}, ${rate.toFixed(1)} games/s, ${left.toFixed(1)} h left`;
  };
}
