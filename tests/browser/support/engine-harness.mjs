// The folder from which the engine harness is served: the harness itself, the worker, and an engine build.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './harness.mjs';

const TARGET = join(ROOT, 'target', 'wasm32-unknown-unknown', 'debug');
const FOLDER = join(ROOT, 'target', 'engine-harness');

/** Builds the harness and fills its folder; `engine` are the bytes of the engine build that it ships. */
export function buildHarness(engine) {
  const run = (command, ...args) => execFileSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  run('cargo', 'build', '--quiet', '--locked', '--target', 'wasm32-unknown-unknown',
    '--package', 'tabia-app', '--example', 'engine-harness', '--package', 'tabia-worker', '--bin', 'worker');
  mkdirSync(FOLDER, { recursive: true });
  const bindgen = (target, file) =>
    run('wasm-bindgen', '--target', target, '--no-typescript', '--out-dir', FOLDER, join(TARGET, file));
  bindgen('web', 'examples/engine-harness.wasm');
  bindgen('no-modules', 'worker.wasm');
  writeFileSync(join(FOLDER, 'engine.wasm'), engine);
  cpSync(join(ROOT, 'tests', 'browser', 'engine-harness', 'index.html'), join(FOLDER, 'index.html'));
  for (const file of ['engine-worker.js', 'sw.js']) cpSync(join(ROOT, 'www', file), join(FOLDER, file));
  return FOLDER;
}
