// Test suites on the tools page: solved like `tabia epd`, saved, resumed, and exported as a table.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sharedText } from './support/app.mjs';
import { screenshot } from './support/harness.mjs';
import { ROOT } from './support/paths.mjs';
import { exportChosen, openStoredData } from './support/stored-data.mjs';
import { browserSuite } from './support/suite.mjs';
import { ToolsPage } from './support/tools.mjs';
import { untilKept } from './support/until.mjs';

const NATIVE = process.env.TABIA_NATIVE ?? join(ROOT, 'target', 'release', 'tabia');
const lines = (text) => text.split('\n').filter((line) => line.trim() !== '');
/** Some positions of a public suite, and one of each other kind. */
const SUITE = [
  ...lines(sharedText('epd', 'bk.epd')).slice(0, 5),
  '6k1/5ppp/8/8/8/8/8/3RK3 w - - dm 1; id "mate";',
  'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - am Nxe5; id "avoid";',
].join('\n');
const CRAFTY = 'title back rank\nsetboard 6k1/5ppp/8/8/8/8/8/3RK3 w\nsolution Rd8 Ke2?\nend\n';

/** Returns the native program's result for a suite. */
function native(text, options) {
  const folder = mkdtempSync(join(tmpdir(), 'tabia-suite-'));
  try {
    const file = join(folder, 'suite.epd');
    writeFileSync(file, text);
    return JSON.parse(execFileSync(NATIVE, ['epd', file, '--json', ...options], { encoding: 'utf8' })).engines[0];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

browserSuite('test suites', { isEngineOff: true }, (suite) => {
  test('are solved with the same result as natively at the same nodes, by any number of engines', async () => {
    const { page, app } = await suite.open();
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'suites');
    await tools.solve(SUITE, { 'Nodes a position': 60000, 'Engines at once': 2, 'Hash per engine (MB)': 16 });
    await tools.waitForAttempts();
    const expected = native(SUITE, ['--nodes', '60000', '--hash', '16']);
    const found = (await tools.rows()).map(({ name, cells: [cell] }) => ({ id: name, ...cell }));
    const same = expected.problems.map(({ id, solved, move, found: moment, depth, nodes }) => ({
      id, solved, move, nodes: moment?.nodes ?? nodes, depth: moment?.depth ?? depth, end: nodes,
    }));
    assert.deepEqual(found, same);
    assert.ok(expected.right > 0 && expected.right < expected.total, 'the suite has positions of both kinds');
    const totals = tools.main.getByRole('region', { name: 'Totals' });
    assert.match(await totals.innerText(), new RegExp(`Right\\s+${expected.right} `));
    assert.match(await totals.innerText(), new RegExp(`Nodes\\s+${expected.nodes.toLocaleString('en')}`));
    await screenshot(page, 'tools-suite-done');
    const download = page.waitForEvent('download');
    await tools.button('Save as CSV').click();
    const table = lines(readFileSync(await (await download).path(), 'utf8'));
    assert.equal(table.length, SUITE.split('\n').length + 1);
    assert.match(table[0], /^id,fen,question,engine,move,solved/);
    for (const [index, problem] of expected.problems.entries()) {
      assert.ok(table[index + 1].startsWith(`${problem.id},`), table[index + 1]);
      assert.ok(table[index + 1].includes(`,${problem.move},${problem.solved ? 1 : 0},`), table[index + 1]);
    }
  });

  test('show a position with the line of the engine, and open it on the board', async () => {
    const { page, app } = await suite.open();
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'suites');
    await tools.solve(CRAFTY, { 'Nodes a position': 5000 });
    await tools.waitForAttempts();
    await tools.main.getByRole('table', { name: 'Problems' }).focus();
    await page.keyboard.press('ArrowDown');
    const detail = tools.main.getByRole('region', { name: 'back rank' });
    await detail.waitFor();
    assert.match(await detail.innerText(), /bm Rd8#; am Ke2/);
    await detail.getByRole('button', { name: '1. Rd8#' }).click();
    await detail.locator('.board [data-square="d8"][aria-label*="rook"]').waitFor();
    await screenshot(page, 'tools-suite-detail');
    await detail.getByRole('button', { name: 'Open on the board' }).click();
    await app.waitForFen('6k1/5ppp/8/8/8/8/8/3RK3 w');
  });

  test('two engines are shown side by side, and searches end early', async () => {
    const { page, app } = await suite.open();
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'suites');
    await tools.main.getByLabel('Or paste one').fill(SUITE);
    await tools.button('Use this text').click();
    const engines = tools.main.getByRole('group', { name: 'Engines' }).getByRole('checkbox');
    await engines.nth(1).check();
    await tools.main.getByLabel('Limit', { exact: true }).selectOption('by depth');
    await tools.main.getByLabel('Depth in plies').fill('60');
    await tools.main.getByLabel('Stop after iterations with the solution').fill('2');
    // A mate in one and a move to avoid are solved from the first iterations on; the others need a limit.
    await tools.main.getByLabel('Limit', { exact: true }).selectOption('by time');
    await tools.main.getByLabel('Seconds a position').fill('1');
    await tools.button('Start').click();
    await tools.waitForAttempts();
    const rows = await tools.rows();
    assert.ok(rows.every(({ cells }) => cells.length === 2));
    const mate = rows.find(({ name }) => name === 'mate').cells;
    assert.ok(mate.every(({ solved, end }) => solved && end < 100_000), JSON.stringify(mate));
    await tools.main.getByLabel('Show', { exact: true }).selectOption('Solved');
    await page.waitForFunction((all) => document.querySelectorAll('.virtual-rows .suite-row').length < all, rows.length);
    await screenshot(page, 'tools-suite-two-engines');
    // The curves match the table: a point for each limit, a curve for each engine.
    const byTime = tools.main.getByRole('region', { name: 'Solved by time' });
    const table = await byTime.locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent))));
    const curves = await byTime.locator('.suite-curve > svg polyline').evaluateAll((all) => all.map((curve) => curve.getAttribute('points').split(' ').map((corner) => Number(corner.split(',')[1]))));
    assert.equal(curves.length, 2);
    for (const [engine, corners] of curves.entries()) {
      assert.equal(corners.length, table.length);
      const heights = table.map((row) => 142 - (130 * row[engine]) / rows.length);
      for (const [place, height] of heights.entries()) assert.ok(Math.abs(height - corners[place]) < 0.1, `${corners} and ${heights}`);
    }
    await byTime.scrollIntoViewIfNeeded();
    const cut = await byTime.locator('.suite-curve > svg text').evaluateAll((all) => {
      const { left, right } = all[0].ownerSVGElement.getBoundingClientRect();
      return all.filter((label) => label.getBoundingClientRect().left < left - 1 || label.getBoundingClientRect().right > right + 1).map((label) => label.textContent);
    });
    assert.deepEqual(cut, [], 'labels that are cut off');
    await screenshot(page, 'tools-suite-by-time');
  });

  test('continue after a reload, and are listed and deleted', async () => {
    const { page, app } = await suite.open();
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'suites');
    await tools.solve(SUITE, { 'Nodes a position': 2000000, 'Engines at once': 1 });
    await tools.waitForAttempts(2);
    // Every finished attempt is stored before the page closes.
    await untilKept(page, 'suite-outcome', 2);
    await page.evaluate(() => { location.hash = '#/'; });
    await page.reload();
    await app.ready();
    // The run continues on another page.
    await page.waitForFunction(() => document.querySelector('[aria-label="Run"][data-running="true"]'), undefined, { polling: 200 });
    assert.ok(Number(await page.locator('section[aria-label="Run"]').getAttribute('data-done')) >= 2);
    await page.evaluate(() => { location.hash = '#/tools'; });
    await tools.waitForAttempts(3);
    await tools.button('Pause').click();
    await tools.button('Resume').waitFor();
    await tools.button('Another suite').click();
    const earlier = tools.main.getByRole('region', { name: 'Earlier runs' });
    await earlier.getByRole('button', { name: /^Pasted suite/ }).click();
    await tools.button('Resume').waitFor();
    await tools.button('Another suite').click();
    await screenshot(page, 'tools-suite-earlier');
    await earlier.getByRole('button', { name: 'Delete the run of Pasted suite' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await earlier.waitFor({ state: 'detached' });
  });

  test('of two saved runs opened at once, the last one requested is shown', async () => {
    const { page, app } = await suite.open();
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'suites');
    for (const text of [SUITE, CRAFTY]) {
      await tools.solve(text, { 'Nodes a position': 100 });
      await tools.waitForAttempts();
      await tools.button('Another suite').click();
    }
    await untilKept(page, 'suite-outcome', lines(SUITE).length + 1);
    await tools.main.getByRole('button', { name: /^Pasted suite/ }).nth(1).waitFor();
    // Records the runs whose attempts are read: the run that the user has left is read no further, and can't replace the other.
    await page.evaluate(() => {
      const read = IDBObjectStore.prototype.getAll;
      window.runsRead = [];
      IDBObjectStore.prototype.getAll = function getAll(range, ...others) {
        const [kind, id] = range?.lower ?? [];
        if (kind === 'suite-outcome' && !window.runsRead.includes(id)) window.runsRead.push(id);
        return read.call(this, range, ...others);
      };
      // Newest first: the shorter run is requested last.
      const [shorter, longer] = document.querySelectorAll('button.tools-run');
      longer.click();
      shorter.click();
    });
    await tools.main.getByRole('button', { name: 'back rank' }).waitFor();
    assert.equal((await tools.rows()).length, 1);
    assert.equal((await page.evaluate(() => window.runsRead)).length, 1);
  });

  test('are in the backup, and come back with their results', async () => {
    const { page, app } = await suite.open();
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'suites');
    await tools.solve(SUITE, { 'Nodes a position': 5000 });
    await tools.waitForAttempts();
    const before = await tools.rows();
    await untilKept(page, 'suite-outcome', before.length);
    const openStorage = async () => {
      await page.evaluate(() => { location.hash = '#/'; });
      await openStoredData(page);
    };
    await openStorage();
    const { bytes: backup } = await exportChosen(page);
    await page.keyboard.press('Escape');
    await ToolsPage.open(page, 'suites');
    await tools.button('Another suite').click();
    const earlier = tools.main.getByRole('region', { name: 'Earlier runs' });
    await earlier.getByRole('button', { name: 'Delete the run of Pasted suite' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await earlier.waitFor({ state: 'detached' });
    await openStorage();
    await page.locator('.import input[type="file"]').setInputFiles({ name: 'a.tabia', mimeType: 'application/octet-stream', buffer: backup });
    await page.getByText(/complete backup/).waitFor();
    await page.locator('.import').getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText(/^Imported/).waitFor();
    await page.reload();
    await app.ready();
    await ToolsPage.open(page, 'suites');
    await earlier.getByRole('button', { name: /^Pasted suite/ }).click();
    await tools.main.locator('.virtual-rows .suite-row').first().waitFor();
    assert.deepEqual(await tools.rows(), before);
  });

  test('unusable lines are reported by number, and a suite of many thousand positions is read and shown', async () => {
    const { page, app } = await suite.open();
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'suites');
    await tools.main.getByLabel('Or paste one').fill('nonsense\n8/8/8/8/8/8/8/8 w - - bm a1;\n');
    await tools.button('Use this text').click();
    await tools.main.getByText('2 lines were skipped').waitFor();
    assert.ok(await tools.button('Start').isDisabled());
    assert.match(await tools.main.locator('.tools-faults').innerText(), /line 1:.*\n.*line 2:/);
    await tools.button('Another suite').click();
    await tools.main.getByLabel('Or paste one').fill('r5k1/ppp2ppp/8/8/8/8/PPP2PPP/R5K1 w Qq - bm Rd1; id "castling rights of a king that has moved";\n');
    await tools.button('Use this text').click();
    await tools.main.getByText('1 line was corrected').click();
    await tools.main.getByText(/line 1:.*castling rights/).waitFor();
    await tools.button('Another suite').click();
    const positions = lines(sharedText('epd', 'bk.epd'));
    const many = Array.from({ length: 20_000 }, (_, index) => positions[index % positions.length]).join('\n');
    await app.drop('many.epd', many);
    await tools.main.getByText('20000 positions').waitFor();
    assert.ok((await tools.rows()).length < 100, 'rows that cannot be seen are not drawn');
    await tools.main.getByRole('table', { name: 'Problems' }).focus();
    await page.keyboard.press('End');
    await tools.main.locator('[aria-rowindex="20001"].chosen').waitFor();
  });

  test('an included one opens with a click', async () => {
    const { page } = await suite.open();
    const tools = await ToolsPage.open(page, 'suites');
    await screenshot(page, 'tools-suite-empty');
    await tools.button('Bratko-Kopec').click();
    await tools.main.getByText('24 positions').waitFor();
    await tools.main.getByLabel('Nodes a position').fill('none');
    await tools.main.getByText('Enter a whole number from 1 to 1000000000000.').waitFor();
    assert.ok(await tools.button('Start').isDisabled());
    await screenshot(page, 'tools-suite-form');
  });
});
