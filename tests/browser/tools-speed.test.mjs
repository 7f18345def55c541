// The speed page: perft with known counts, moves and nodes per second, latencies, and a report to copy.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenshot } from './support/harness.mjs';
import { phonePicture, SMALL_PHONE } from './support/phone.mjs';
import { browserSuite } from './support/suite.mjs';
import { ToolsPage } from './support/tools.mjs';

const RATE = /^[\d.]+ [kMG]$/;
const LATENCY = /^[\d.]+ ms$/;

browserSuite('the speed page', { isEngineOff: true }, (suite) => {
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
    // The figures of other machines are for the start position, to depth 6.
    const here = tools.main.locator('.speed-figures tbody tr').filter({ hasText: 'Perft 6' }).locator('td').first();
    assert.equal(await here.textContent(), '–');
    await tools.main.getByText('Leaves below each move, depth 4').click();
    const divide = await tools.main.locator('.perft-divide li').allInnerTexts();
    const sum = divide.map((text) => Number(text.split(' ')[1].replaceAll(',', ''))).reduce((a, b) => a + b, 0);
    assert.equal(sum, 422_333);
    // A custom position has no known counts; an invalid one is reported.
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
    await tools.main.getByText('The benchmark has 1,438,107 nodes, as in the native program.').waitFor({ timeout: 180_000 });
    await page.waitForFunction(() => document.querySelector('[aria-label="Speed"]').dataset.busy === '', undefined, { timeout: 180_000 });
    const rows = await tools.main.locator('.speed-figures tbody tr').evaluateAll((all) => all.map((row) => [row.querySelector('th').textContent, row.querySelector('td').textContent]));
    const here = Object.fromEntries(rows);
    for (const [name, pattern] of [
      ['Perft 6 from the start position, leaves a second', RATE], ['Moves generated a second', RATE], ['Moves made a second', RATE], ['Nodes a second, 1 engine', RATE],
      ['Engine start', LATENCY], ['From stop to bestmove', LATENCY], ['Message round trip', LATENCY],
    ]) assert.match(here[name], pattern, name);
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    if (cores > 1) assert.match(here[`Nodes a second, ${cores} engines`], RATE);
    await screenshot(page, 'tools-speed');
    await tools.button('Copy report').click();
    await page.getByText('Copied').waitFor();
    const report = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(report, /^Tabia \d/);
    assert.match(report, /perft, Start position \(rnbqkbnr.*\)\n {2}depth 1: 20 leaves \(✓ the same\)/);
    assert.match(report, /depth 6: 119,060,324 leaves \(✓ the same\), [\d.]+ s, [\d.]+ [kMG]\/s/);
    assert.match(report, /Nodes a second, 1 engine: [\d.]+ [kM] \(bench 1,438,107, ✓ the same\)/);
    assert.match(report, /start [\d.]+ ms, stop [\d.]+ ms, message [\d.]+ ms/);
  });

  test('fits a phone, with results', async () => {
    const { page, app } = await suite.open(SMALL_PHONE);
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'speed');
    await tools.button('Moves a second').click();
    await page.waitForFunction(() => document.querySelector('[aria-label="Speed"]').dataset.busy === '' && document.querySelector('.speed-figures tbody tr:nth-child(2) td').textContent !== '–');
    await phonePicture(page, 'speed');
    await tools.button('Count').click();
    await page.waitForFunction(() => document.querySelectorAll('.perft-table tbody tr').length === 5);
    await tools.main.locator('.perft-table').scrollIntoViewIfNeeded();
    await phonePicture(page, 'speed-perft');
  });
});
