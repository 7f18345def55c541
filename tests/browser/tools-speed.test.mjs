// The speed page: perft with known counts, moves and nodes a second, latencies, and a report to copy.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';
import { ToolsPage } from './support/tools.mjs';

browserSuite('the speed page', {}, (suite) => {
  test('counts leaves and ticks known counts off', async () => {
    const { page, app } = await suite.open();
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'speed');
    await screenshot(page, 'tools-speed-empty');
    await tools.main.getByLabel('Position').selectOption('Position 4');
    await tools.main.getByLabel('Depth in plies').selectOption('4');
    await tools.button('Count').click();
    await page.waitForFunction(() => document.querySelectorAll('.perft-table tbody tr').length === 4);
    const rows = await tools.main.locator('.perft-table tbody tr').evaluateAll((list) => list.map((row) => [...row.cells].slice(0, 3).map((cell) => cell.textContent)));
    assert.deepEqual(rows, [['1', '6', '✓ the same'], ['2', '264', '✓ the same'], ['3', '9,467', '✓ the same'], ['4', '422,333', '✓ the same']]);
    await tools.main.getByText('Leaves below each move, depth 4').click();
    const divide = await tools.main.locator('.perft-divide li').allInnerTexts();
    const sum = divide.map((text) => Number(text.split(' ')[1].replaceAll(',', ''))).reduce((a, b) => a + b, 0);
    assert.equal(sum, 422_333);
    // A position of one's own has no known counts; a bad one is told.
    await tools.main.getByLabel('Position').selectOption('Another position');
    await tools.main.getByLabel('FEN').fill('8/8/8/8/8/8/8/8 w - -');
    await tools.main.locator('.field-error').waitFor();
    assert.ok(await tools.button('Count').isDisabled());
    await tools.main.getByLabel('FEN').fill('8/8/8/8/8/k7/8/K7 w - - 0 1');
    await tools.main.getByLabel('Depth in plies').selectOption('2');
    await tools.button('Count').click();
    await tools.main.getByText('none known').first().waitFor();
  });

  test('a count that takes too long is cancelled', async () => {
    const { page, app } = await suite.open();
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'speed');
    await tools.main.getByLabel('Position').selectOption('Position 3');
    await tools.main.getByLabel('Depth in plies').selectOption('7');
    await tools.button('Count').click();
    await tools.button('Cancel').click();
    await tools.button('Count').waitFor();
    assert.ok(await tools.button('Count').isEnabled());
  });

  test('measures everything, and writes a report', async () => {
    const { page, app, context } = await suite.open();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'speed');
    assert.ok(await tools.button('Copy report').isDisabled());
    await tools.button('Measure everything').click();
    await tools.main.getByText('The benchmark has 1,851,388 nodes, here as natively.').waitFor({ timeout: 180_000 });
    await page.waitForFunction(() => document.querySelector('[aria-label="Speed"]').dataset.busy === '', undefined, { timeout: 180_000 });
    const facts = await tools.main.locator('dl[aria-label="Latencies"]').innerText();
    assert.match(facts, /Start of an engine\s+[\d.]+ ms\s+From stop to the move\s+[\d.]+ ms\s+Message and answer\s+[\d.]+ ms/);
    const cells = await tools.main.locator('table[class="tools-table"] tbody td:nth-child(2)').allInnerTexts();
    assert.equal(cells.filter((text) => /^[\d.]+ [kMG]$/.test(text)).length, 4, cells.join());
    await screenshot(page, 'tools-speed');
    await tools.button('Copy report').click();
    await page.getByText('Copied').waitFor();
    const report = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(report, /^Tabia \d/);
    assert.match(report, /Nodes a second, 1 engine: [\d.]+ [kM] \(bench 1,851,388\)/);
    assert.match(report, /start [\d.]+ ms, stop [\d.]+ ms, message [\d.]+ ms/);
  });
});
