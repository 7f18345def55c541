// Long files of openings are read by a worker, so the page stays responsive.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sharedText } from './support/app.mjs';
import { match, openLab, quick, start, waitForGames } from './support/lab-page.mjs';
import { browserSuite } from './support/suite.mjs';
import { busiestTask, longTaskLimit, observeTasks } from './support/tasks.mjs';

/** Timeout for a file on a busy machine, in ms; only a failing test waits that long. */
const PATIENCE_MS = 240_000;
const LINES = 300_000;
const PGN_BYTES = 100_000_000;

/** Generates the test files, shared by all tests. */
function prepare() {
  const folder = mkdtempSync(join(tmpdir(), 'tabia-openings-'));
  const epd = join(folder, 'list.epd');
  const lines = Array.from({ length: LINES }, (_, number) => `r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - hmvc 3; fmvn ${3 + (number % 200)};\n`);
  writeFileSync(epd, `nonsense\n${lines.join('')}`);
  const games = sharedText('games', 'gnuchess-book-sample-8k.pgn');
  const pgn = join(folder, 'games.pgn');
  writeFileSync(pgn, games.repeat(Math.ceil(PGN_BYTES / games.length)));
  return { epd, pgn, cleanUp: () => rmSync(folder, { recursive: true, force: true }) };
}

const files = prepare();

browserSuite('long files of openings', () => ({ cleanUp: files.cleanUp, isEngineOff: true }), (suite) => {
  const openings = (page) => page.getByRole('region', { name: 'Games and openings' }).locator('input[type=file]');

  /** Runs `act` while watching the tasks of the main thread. */
  async function watched(t, page, name, act) {
    await page.evaluate(observeTasks, '.lab-setup');
    await suite.browser.startTracing(page, { categories: ['toplevel'] });
    await act();
    const { long } = await page.evaluate(() => window.tasks());
    const { cpu } = busiestTask(JSON.parse(await suite.browser.stopTracing()).traceEvents);
    t.diagnostic(`${name}: most time a task computed: ${cpu} ms; reported as long: ${long.length === 0 ? 'none' : long.join(', ')}`);
    assert.ok(cpu <= longTaskLimit(), `${name}: a task computed for ${cpu} ms`);
  }

  test('a list of 300,000 positions is counted and played without a task over 50 ms', async (t) => {
    const { page } = await openLab(suite);
    await quick(page, { games: '2' });
    await watched(t, page, 'counted', async () => {
      await openings(page).setInputFiles(files.epd);
      await page.getByText(/^300\D?000 openings; 1 of 300\D?001 lines was skipped\.$/).waitFor({ timeout: PATIENCE_MS });
    });
    await watched(t, page, 'begun', async () => {
      await start(page);
      await match(page).waitFor({ timeout: PATIENCE_MS });
    });
    await waitForGames(page, 2);
  });

  test('100 MB of games are counted without a task over 50 ms, and too many openings for a match are reported', async (t) => {
    const { page } = await openLab(suite);
    await quick(page, { games: '2' });
    await watched(t, page, 'counted', async () => {
      await openings(page).setInputFiles(files.pgn);
      await page.getByText(/^\d{3}\D?\d{3} openings/).waitFor({ timeout: PATIENCE_MS });
    });
    await page.getByLabel('Opening plies').fill('8');
    await page.getByText(/^\d{3}\D?\d{3} openings/).waitFor({ timeout: PATIENCE_MS });
    await start(page);
    await match(page).waitFor({ timeout: PATIENCE_MS });
    await waitForGames(page, 2);
  });
});
