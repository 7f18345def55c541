// Durations of the main thread's tasks. Wall time says little on a busy machine, where tasks wait for a processor; CPU time decides.

import assert from 'node:assert/strict';

/** CPU time limit of a main-thread task, in ms, on a machine of ordinary speed; the browser reports tasks whose wall time exceeds it. */
const LONG_TASK_MS = 50;
/** Approximate time of `sample` on such a machine, in ms: one where `tabia bench` searches 2.2 million nodes per second. */
const SAMPLE_MS = 24;
const SAMPLES = 9;
/** Number of runs until one has no such task: other load can slow any task down, but a fault of the page recurs. */
const TRIES = 3;

/** Work like that of a page: strings, sorting, objects scattered in memory. Returns its time in ms. */
function sample() {
  const began = performance.now();
  const words = Array.from({ length: 20_000 }, (_, number) => `${(number * 7919) % 20_011} of a list`).sort();
  const places = new Map(words.map((word, place) => [word, { word, place }]));
  let sum = 0;
  for (let number = 0; number < 20_000; number += 1) sum += places.get(`${(number * 104_729) % 20_011} of a list`)?.place ?? 0;
  assert.ok(sum > 0);
  return performance.now() - began;
}

/**
 * Returns the CPU time limit of a task here and now, in ms. Other load on the host can cut a machine to a third of its speed (its caches
 * and memory, not its clock), so that everything takes more CPU time.
 */
export function longTaskLimit() {
  const times = Array.from({ length: SAMPLES }, sample).sort((a, b) => a - b);
  return Math.round(LONG_TASK_MS * Math.max(1, times[(SAMPLES - 1) / 2] / SAMPLE_MS));
}

/**
 * Fails if every one of a few runs had a task with too much CPU time. `watch` resolves to `{ long, busiest }` and anything that `check`
 * looks at after each run; returns the runs.
 */
export async function assertNoLongTask(t, watch, check = () => {}) {
  const runs = [];
  let limit = 0;
  while (runs.length < TRIES && !(runs.at(-1)?.busiest.cpu <= limit)) {
    const run = await watch();
    runs.push(run);
    limit = longTaskLimit();
    t.diagnostic(`tasks that took over ${LONG_TASK_MS} ms to end: ${run.long.length === 0 ? 'none' : run.long.map((ms) => `${ms} ms`).join(', ')}`);
    t.diagnostic(`most time a task computed: ${run.busiest.cpu} ms (of ${run.busiest.wall} ms until it ended); limit ${limit} ms`);
    check(run);
  }
  const { cpu } = runs.at(-1).busiest;
  assert.ok(cpu <= limit, `a task computed for ${cpu} ms, in each of ${runs.length} runs`);
  return runs;
}

/** Returns the task of a page's main thread with the most CPU time, in ms: CPU time and wall time. */
export function busiestTask(events) {
  const threads = new Set(
    events.filter((event) => event.name === 'thread_name' && event.args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events.filter(({ ph, pid, tid, tdur }) => ph === 'X' && tdur !== undefined && threads.has(`${pid} ${tid}`));
  assert.ok(tasks.length > 0, 'the trace has no tasks of the page');
  const busiest = tasks.reduce((a, b) => (b.tdur > a.tdur ? b : a));
  return { cpu: Math.round(busiest.tdur / 1000), wall: Math.round(busiest.dur / 1000) };
}

/** Runs in the page: `window.tasks()` returns what was observed since; `updates` counts the changes below the element `watched`. */
export function observeTasks(watched = '.analysis') {
  const long = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) long.push(Math.round(entry.duration));
  }).observe({ type: 'longtask', buffered: false });

  const frames = [];
  let before = performance.now();
  const frame = (now) => {
    frames.push(now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);

  let updates = 0;
  new MutationObserver(() => {
    updates += 1;
  }).observe(document.querySelector(watched), { subtree: true, childList: true, characterData: true });
  window.tasks = () => ({ long, frames, updates });
}

/** Returns the count, median, quantiles and maximum. */
export function summary(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]);
  return { count: sorted.length, median: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}
