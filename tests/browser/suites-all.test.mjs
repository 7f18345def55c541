// Every suite of the conformance data runs to its end on the page, with the same results as `tabia epd` at the same nodes.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT, SHARED_DATA } from './support/paths.mjs';
import { browserSuite } from './support/suite.mjs';
import { ToolsPage } from './support/tools.mjs';

const NATIVE = process.env.TABIA_NATIVE ?? join(ROOT, 'target', 'release', 'tabia');
/** Few, because thousands of positions are searched, and as many numbers compared. */
const NODES = 1000;
/** Timeout for the longest suite, in ms. */
const PATIENCE_MS = 240_000;
/** Columns that differ in each run, or name the engine's file. */
const VARYING = new Set(['engine', 'solution ms', 'ms', 'nps']);

const suites = existing('epd', 'epd/raw', 'epd/crafty-format');

function existing(...folders) {
  return folders.flatMap((folder) =>
    readdirSync(join(SHARED_DATA, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(SHARED_DATA, folder, name)),
  );
}

/** Parses the rows of a table (RFC 4180), without the columns that vary. */
function table(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  const [header, ...others] = rows.filter((row) => row.length > 1);
  return others.map((row) => Object.fromEntries(row.map((cell, column) => [header[column], cell]).filter(([name]) => !VARYING.has(name))));
}

function native(file, folder) {
  const out = join(folder, 'native.csv');
  execFileSync(NATIVE, ['epd', file, '--nodes', String(NODES), '--hash', '16', '--csv', out], { stdio: 'ignore' });
  return table(readFileSync(out, 'utf8'));
}

browserSuite('all test suites', { isEngineOff: true }, (suite) => {
  test('run to the end, with the same table as natively', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tabia-suites-'));
    try {
      const { page, app } = await suite.open();
      await app.stopEngine();
      const tools = await ToolsPage.open(page, 'suites');
      page.setDefaultTimeout(PATIENCE_MS);
      let problems = 0;
      for (const file of suites) {
        const expected = native(file, folder);
        await app.drop(file.split('/').at(-1), readFileSync(file));
        await tools.main.getByLabel('Nodes a position', { exact: true }).fill(String(NODES));
        await tools.main.getByLabel('Engines at once', { exact: true }).fill('2');
        await tools.main.getByLabel('Hash per engine (MB)', { exact: true }).fill('16');
        await tools.button('Start').and(page.locator(':enabled')).click();
        await tools.waitForAttempts();
        const download = page.waitForEvent('download');
        await tools.button('Save as CSV').click();
        const found = table(readFileSync(await (await download).path(), 'utf8'));
        assert.deepEqual(found, expected, file);
        problems += found.length;
        await tools.button('Another suite').click();
      }
      assert.ok(suites.length >= 15 && problems > 2500, `${problems} problems of ${suites.length} suites`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
