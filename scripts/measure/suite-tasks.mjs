// Measures the page's long tasks with a test suite of half a million positions: read, started, run, saved as CSV, reopened.
//
//     node scripts/measure/suite-tasks.mjs [--positions 500000]      needs dist (scripts/build.sh all) and ../shared/data
//
// Prints each part's time and the tasks of more than 50 ms in it, which Chromium reports.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { prepareBrowser } from '../arguments.mjs';

prepareBrowser(import.meta.url);
const { App, sharedText } = await import('../../tests/browser/support/app.mjs');
const { launchBrowser, openApp, serveApp } = await import('../../tests/browser/support/harness.mjs');
const { ToolsPage } = await import('../../tests/browser/support/tools.mjs');
const { untilKept } = await import('../../tests/browser/support/until.mjs');

const { values } = parseArgs({ options: { positions: { type: 'string', default: '500000' } } });
const positions = Number(values.positions);
if (!Number.isSafeInteger(positions) || positions < 5_000 || positions > 500_000) throw new Error('--positions: 5000 to 500000');
/** Nodes for a position, and how many attempts are watched. */
const [NODES, ATTEMPTS] = [100, 3_000];
/** Longest that a part may take, in ms. */
const PATIENCE_MS = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'tabia-suite-'));
const file = join(folder, 'many.epd');
const known = sharedText('epd', 'bk.epd').split('\n').filter((line) => line.trim() !== '');
writeFileSync(file, Array.from({ length: positions }, (_, index) => known[index % known.length]).join('\n'));

const browser = await launchBrowser();
const server = await serveApp();
try {
  const { page } = await openApp(browser, server.url);
  const app = await new App(page).ready();
  await app.stopEngine();
  const tools = await ToolsPage.open(page, 'suites');
  page.setDefaultTimeout(PATIENCE_MS);
  const watch = () =>
    page.evaluate(() => {
      window.long = [];
      new PerformanceObserver((list) => window.long.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: 'longtask' });
    });
  await watch();
  const part = async (name, body) => {
    const begun = performance.now();
    await body();
    const long = await page.evaluate(() => window.long.splice(0));
    console.log(`${name}: ${Math.round(performance.now() - begun)} ms; tasks of more than 50 ms: ${long.length > 0 ? `${long.join(', ')} ms` : 'none'}`);
  };
  const attempts = (count) => page.waitForFunction((least) => Number(document.querySelector('[data-done]')?.dataset.done) >= least, count);
  await part(`${positions} positions read and shown`, async () => {
    await tools.main.locator('input[type=file]').first().setInputFiles(file);
    await tools.main.getByText(`${positions} positions`).waitFor();
  });
  await tools.main.getByLabel('Nodes a position').fill(String(NODES));
  await part('the run begins', async () => {
    await tools.button('Start').click();
    await attempts(1);
  });
  await part(`${ATTEMPTS} attempts`, () => attempts(ATTEMPTS));
  await part('saved as CSV', async () => {
    await tools.button('Pause').click();
    await Promise.all([page.waitForEvent('download'), tools.button('Save as CSV').click()]);
  });
  await untilKept(page, 'suite-outcome', ATTEMPTS);
  await page.reload();
  await app.ready();
  await watch();
  await part('opened again after a reload', async () => {
    await tools.main.getByRole('button', { name: /^many/ }).click();
    await tools.button('Resume').waitFor();
    await tools.main.locator('.virtual-rows .suite-row').first().waitFor();
  });
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
