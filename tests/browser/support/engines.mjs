// Copies of the built page that load another engine.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DIST } from './paths.mjs';

/** The engine build inside the built page. */
export const ENGINE_FILE = 'tabia.wasm';

/**
 * A copy of the built page with another engine: `dir`, and `cleanUp` which deletes it.
 *
 * @param {(bytes: Buffer) => Uint8Array | Promise<Uint8Array>} change makes the file from the real one
 */
export async function distWithEngine(change) {
  const dir = mkdtempSync(join(tmpdir(), 'tabia-dist-'));
  cpSync(DIST, dir, { recursive: true });
  const path = join(dir, ENGINE_FILE);
  writeFileSync(path, await change(readFileSync(path)));
  for (const twin of ['gz', 'br']) rmSync(`${path}.${twin}`, { force: true });
  return { dir, cleanUp: () => rmSync(dir, { recursive: true, force: true }) };
}
