// Copies of the built page that load another engine.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DIST } from './paths.mjs';

/** The engine build inside the built page. */
export const ENGINE_FILE = 'tabia.wasm';
/** The builds that the board prefers: with threads where the page can share memory, with the net once that is in the browser. */
const OTHER_FILES = ['tabia-threads.wasm', 'tabia-net.wasm', 'tabia-net-threads.wasm'];
/** Matches any of these builds, for `page.route`. */
export const ENGINE_FILES = /\/tabia(-net)?(-threads)?\.wasm(\?|$)/;
/** Matches the builds with the net. */
export const NET_FILES = /\/tabia-net(-threads)?\.wasm(\?|$)/;

/** A UCI worker as others write them, named Little, which scores every position a third of a pawn better for White. */
export const UNIFORM_ENGINE = `
  let isWhite;
  onmessage = ({ data }) => {
    if (data === 'uci') postMessage('id name Little\\nid author Nobody\\noption name Hash type spin default 1 min 1 max 9\\nuciok');
    if (data === 'isready') postMessage('readyok');
    if (data.startsWith('position')) {
      const words = data.split(' ');
      const moves = words.includes('moves') ? words.length - words.indexOf('moves') - 1 : 0;
      isWhite = (words[1] === 'fen' && words[3] === 'b') === (moves % 2 === 1);
    }
    if (data.startsWith('go')) postMessage('info depth 5 score cp ' + (isWhite ? 33 : -33) + ' nodes 1000 time 1 pv e2e4');
    if (data === 'stop' || (data.startsWith('go') && !data.includes('infinite'))) postMessage('bestmove e2e4');
  };`;

/**
 * Returns a copy of the built page with another engine: `dir`, and `cleanUp`, which deletes it.
 *
 * @param {(bytes: Buffer) => Uint8Array | Promise<Uint8Array>} change derives the file from the real one
 */
export async function distWithEngine(change) {
  const dir = mkdtempSync(join(tmpdir(), 'tabia-dist-'));
  cpSync(DIST, dir, { recursive: true });
  const changed = await change(readFileSync(join(dir, ENGINE_FILE)));
  for (const name of [ENGINE_FILE, ...OTHER_FILES]) {
    const path = join(dir, name);
    writeFileSync(path, changed);
    for (const twin of ['gz', 'br']) rmSync(`${path}.${twin}`, { force: true });
  }
  return { dir, cleanUp: () => rmSync(dir, { recursive: true, force: true }) };
}
