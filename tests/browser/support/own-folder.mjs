// Separate folders for each test file: several files run at once, and none may see what another writes.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Copies a folder; the copy is deleted with the process. @returns its path */
export function ownCopy(folder) {
  const copy = mkdtempSync(join(tmpdir(), 'tabia-'));
  cpSync(folder, copy, { recursive: true });
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  return copy;
}
