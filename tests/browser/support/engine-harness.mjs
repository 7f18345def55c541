// The folder from which the engine harness is served: the harness, the worker and an engine build.

import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownCopy } from './own-folder.mjs';
import { ROOT } from './paths.mjs';

const BUILT = join(ROOT, 'target', 'engine-harness');

/** Returns the meta element with the app page's Content Security Policy, which the harness shares. */
export function pagePolicy() {
  const [policy] = readFileSync(join(ROOT, 'www', 'index.html'), 'utf8').match(/<meta http-equiv="Content-Security-Policy"[^>]*>/);
  return policy;
}

/** Returns a folder with the harness of this test file; `engine` holds the bytes of the engine build that it ships. */
export function prepareHarness(engine) {
  if (!existsSync(join(BUILT, 'worker.js'))) throw new Error(`${BUILT} is not there: scripts/build.sh harness builds it`);
  const folder = ownCopy(BUILT);
  writeFileSync(join(folder, 'engine.wasm'), engine);
  const source = join(ROOT, 'tests', 'browser', 'engine-harness');
  const page = readFileSync(join(source, 'index.html'), 'utf8');
  writeFileSync(join(folder, 'index.html'), page.replace(/<!-- POLICY.*-->/, pagePolicy()));
  cpSync(join(source, 'harness.js'), join(folder, 'harness.js'));
  for (const file of ['engine-worker.js', 'engine-thread.js', 'isolation.js', 'sw.js']) cpSync(join(ROOT, 'www', file), join(folder, file));
  return folder;
}
