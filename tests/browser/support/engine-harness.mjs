// The folder from which the engine harness is served: the harness itself, the worker, and an engine build.

import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

const FOLDER = join(ROOT, 'target', 'engine-harness');

/** Completes the folder; `engine` are the bytes of the engine build that the harness ships. */
export function prepareHarness(engine) {
  if (!existsSync(join(FOLDER, 'worker.js'))) throw new Error(`${FOLDER} is not there: scripts/build.sh harness builds it`);
  writeFileSync(join(FOLDER, 'engine.wasm'), engine);
  cpSync(join(ROOT, 'tests', 'browser', 'engine-harness', 'index.html'), join(FOLDER, 'index.html'));
  for (const file of ['engine-worker.js', 'isolation.js', 'sw.js']) cpSync(join(ROOT, 'www', file), join(FOLDER, file));
  return FOLDER;
}
