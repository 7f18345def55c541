// Endgame tablebases from the user's files: selected in the settings, used by the engine, stored by the browser.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Chess } from 'chess.js';
import { screenshot } from './support/harness.mjs';
import { download, openLab, quick, start, waitForState } from './support/lab-page.mjs';
import { SHARED_DATA } from './support/paths.mjs';
import { browserSuite } from './support/suite.mjs';

const FOLDER = join(SHARED_DATA, 'syzygy');
const skip = !existsSync(FOLDER) && !process.env.CI && `conformance data missing: ${FOLDER}`;
/** The engine's first message about tables has to wait for its file of more than a megabyte. */
const PATIENCE = { timeout: 60_000 };

browserSuite('tablebases', {}, (suite) => {
  test('that the user chooses are used, stored, and removed', { skip }, async () => {
    const names = readdirSync(FOLDER).filter((name) => /\.rtb[wz]$/.test(name));
    const { app, page } = await suite.open();
    const tables = await openTables(page);
    await tables.files.setInputFiles(names.map((name) => join(FOLDER, name)));
    await page.getByText(`${names.length} files, up to 4 pieces`).waitFor();
    await tables.said(/Found \d+ tablebase files, up to 4 men\.$/);
    await screenshot(page, 'tablebases');
    await tables.kept();
    await page.keyboard.press('Escape');

    // Rook against knight, which only tables know for certain to be drawn, and queen against rook.
    await app.paste('8/8/8/3k4/4n3/8/8/R3K3 w - - 0 1');
    await app.startEngine();
    await page.locator('.meter-tbhits').waitFor(PATIENCE);
    await app.waitForLines(1);
    assert.match((await app.snapshot()).lines[0].score, /^[+−]?0\.00$/);
    await app.paste('8/8/8/8/3k4/8/1r6/K6Q w - - 0 1');
    await app.waitForFen('8/8/8/8/3k4/8/1r6/K6Q w');
    // Bishop and knight win, beyond the search's horizon: the tables give the distance to the next capture or pawn move, or mate.
    await app.paste('8/8/8/3k4/8/8/8/K1B2N2 w - - 0 1');
    await app.waitForFen('8/8/8/3k4/8/8/8/K1B2N2 w');
    await page.locator('.verdict-tables').filter({ hasText: /^Tablebase win for White, DTZ \d+$/ }).waitFor(PATIENCE);
    await screenshot(page, 'tablebase-win');
    // One piece more than the tables hold: they are probed within the search.
    await app.paste('8/8/1k6/8/3p4/1K1Q1p2/8/8 w - - 0 1');
    await app.waitForFen('8/8/1k6/8/3p4/1K1Q1p2/8/8 w');
    await page.locator('.meter-tbhits').waitFor(PATIENCE);
    await app.stopEngine();

    await page.reload();
    await app.ready();
    const again = await openTables(page);
    await page.getByText(`${names.length} files, up to 4 pieces`).waitFor(PATIENCE);
    await again.said(/Found \d+ tablebase files, up to 4 men\.$/);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.locator('[data-tables="0"][aria-busy="false"]').waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await app.ready();
    await openTables(page);
    await page.locator('[data-tables="0"]').waitFor();
    await page.keyboard.press('Escape');
    await app.startEngine();
    await app.waitForLines(1);
  });

  test('list every move with its result and distance, also without the engine, and a click plays one', { skip }, async () => {
    const names = readdirSync(FOLDER).filter((name) => /\.rtb[wz]$/.test(name));
    const { app, page } = await suite.open();
    await app.stopEngine();
    const tables = await openTables(page);
    await tables.files.setInputFiles(names.map((name) => join(FOLDER, name)));
    await tables.kept();
    await page.keyboard.press('Escape');

    const table = page.getByRole('table', { name: 'Tablebase moves' });
    const rows = () => table.locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    // Bishop and knight: some moves win, those that lose a piece don't.
    const fen = '8/8/8/3k4/8/8/8/K1B2N2 w - - 0 1';
    await app.paste(fen);
    await table.waitFor(PATIENCE);
    const found = await rows();
    assert.deepEqual(found.map(([san]) => san).sort(), new Chess(fen).moves().sort());
    const won = found.filter(([, result]) => result === 'Win').map(([, , dtz]) => Number(dtz));
    assert.ok(won.length > 0 && won.every((dtz) => dtz > 0), JSON.stringify(found));
    assert.deepEqual(won, won.toSorted((a, b) => a - b));
    assert.ok(found.slice(0, won.length).every(([, result]) => result === 'Win') && found.slice(won.length).every(([, result]) => result === 'Draw'), JSON.stringify(found));
    await screenshot(page, 'tablebase-moves');
    const after = new Chess(fen);
    after.move(found[0][0]);
    await table.locator('tbody tr').first().getByRole('button').click();
    await app.waitForFen(after.fen().split(' ').slice(0, 2).join(' '));
    await page.waitForFunction((count) => document.querySelectorAll('.tablebase-move').length === count, after.moves().length);
    const replies = await rows();
    assert.ok(replies.every(([, result]) => result === 'Loss'), JSON.stringify(replies));
    // The longest resistance comes first; tables may round by a ply.
    const resists = replies.map(([, , dtz]) => Number(dtz));
    assert.deepEqual(resists, resists.toSorted((a, b) => b - a));
    assert.ok(Math.abs(resists[0] + 1 - won[0]) <= 1, `${resists[0]} after ${won[0]}`);

    // The same position late on the 50-move clock.
    await app.paste('8/8/8/3k4/8/8/8/K1B2N2 w - - 96 140');
    await table.locator('tbody tr').first().filter({ hasText: 'Cursed win' }).waitFor();
    assert.ok((await rows()).every(([, result]) => ['Cursed win', 'Draw'].includes(result)));
    // A position in no tablebase has no table.
    await app.paste('4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1');
    await table.waitFor({ state: 'detached' });
  });

  test('that are stored are used after a reload, also by a search with a limit', { skip }, async () => {
    const names = readdirSync(FOLDER).filter((name) => /\.rtb[wz]$/.test(name));
    const { app, page } = await suite.open();
    const tables = await openTables(page);
    await tables.files.setInputFiles(names.map((name) => join(FOLDER, name)));
    await tables.said(/Found \d+ tablebase files/);
    await tables.kept();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Engines and analysis options' }).click();
    await page.getByRole('menuitem', { name: 'Limits and figures…' }).click();
    await page.getByLabel('The search ends').selectOption('at a depth');
    await page.getByLabel('Depth in plies').fill('4');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Done' }).click();
    // A win that only tables know: a search without them ends long before the build that reads them has loaded.
    await app.paste('8/8/8/3k4/8/8/8/K1B2N2 w - - 0 1');
    await app.waitForFen('8/8/8/3k4/8/8/8/K1B2N2 w');
    await app.startEngine();
    const verdict = page.locator('.verdict-tables').filter({ hasText: /^Tablebase win for White, DTZ \d+$/ });
    await verdict.waitFor(PATIENCE);
    for (let reload = 0; reload < 2; reload += 1) {
      await page.reload();
      await app.ready();
      await verdict.waitFor(PATIENCE);
      await page.getByText('Limit reached').waitFor();
    }
    assert.ok(await verdict.isVisible());
  });

  test('that are stored are used after a reload, also when the engine panel loads while their engine starts', { skip }, async () => {
    const names = readdirSync(FOLDER).filter((name) => /\.rtb[wz]$/.test(name));
    const { app, page } = await suite.open();
    let tables = await openTables(page);
    await tables.files.setInputFiles(names.map((name) => join(FOLDER, name)));
    await tables.said(/Found \d+ tablebase files/);
    await tables.kept();
    // As on a busy machine, where an engine takes a while to introduce itself.
    await page.addInitScript(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function slow(...message) { setTimeout(() => post.apply(this, message), 300); };
    });
    // The panel asks for the built-in engine once it is there.
    await page.route('**/split_tools.wasm*', async (route) => {
      await page.waitForResponse((response) => /tables[^/]*\.wasm/.test(response.url()));
      await page.waitForEvent('worker');
      await route.continue();
    });
    await page.reload();
    await app.ready();
    tables = await openTables(page);
    await tables.said(/Found \d+ tablebase files/);
  });

  test('that are damaged or not tablebases are reported, and the engine continues', { skip }, async () => {
    const { app, page } = await suite.open({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    const tables = await openTables(page);
    await tables.files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('e4 e5') });
    await page.getByText(/None of these files is a Syzygy table.*notes\.txt/).waitFor();

    const queen = readFileSync(join(FOLDER, 'KQvK.rtbw'));
    const file = (name, buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
    const inside = Buffer.from(queen);
    inside.fill(0xff, 5);
    await tables.files.setInputFiles([
      file('KQvK.rtbw', inside),
      file('KRvK.rtbw', readFileSync(join(FOLDER, 'KRvK.rtbw')).subarray(0, 100)),
      file('KBvK.rtbz', queen),
      file('KNvK.rtbw', readFileSync(join(FOLDER, 'KNvK.rtbw'))),
      file('notes.txt', queen),
    ]);
    await tables.said(/Found 2 tablebase files, up to 3 men; left out: KRvK\.rtbw is cut off or damaged .*; KBvK\.rtbz is not the table/);
    await screenshot(page, 'tablebases-damaged');
    await page.keyboard.press('Escape');
    await app.paste('8/8/8/4k3/8/8/8/KQ6 w - - 0 1');
    await app.startNet();
    await app.waitForLines(1);
    await app.stopEngine();
    await (await openTables(page)).said(/KQvK/);
  });

  test('that are stored end games of the Lab, and are requested when missing', { skip }, async () => {
    const names = readdirSync(FOLDER).filter((name) => /\.rtb[wz]$/.test(name));
    const { page } = await openLab(suite);
    let tables = await openTables(page);
    await tables.files.setInputFiles(names.map((name) => join(FOLDER, name)));
    await tables.said(/^Engine: Found/);
    await tables.kept();
    await page.keyboard.press('Escape');

    // A rook hangs: once it is captured, the rest is won, or drawn with a pawn, which no rule but the tables shows.
    const openings = ['4k3/8/8/8/8/8/4r3/4KR2 w - - 0 1', '4k3/5p2/8/8/8/8/4r3/4KB2 w - - 0 1'];
    await quick(page, { games: '4' });
    const card = page.getByRole('region', { name: 'Games and openings' });
    await card.locator('input[type=file]').setInputFiles({ name: 'rooks.epd', mimeType: 'text/plain', buffer: Buffer.from(openings.join('\n')) });
    await card.getByText('seed, adjudication').click();
    await card.getByLabel('Tablebase adjudication').check();
    await screenshot(page, 'lab-tablebases');
    await start(page);
    await waitForState(page, 'complete');
    const { text } = await download(page, 'PGN');
    assert.equal(text.match(/White wins by adjudication: SyzygyTB/g)?.length, 2, text);
    assert.equal(text.match(/Draw by adjudication: SyzygyTB/g)?.length, 2, text);

    tables = await openTables(page);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.locator('[data-tables="0"][aria-busy="false"]').waitFor();
    await page.keyboard.press('Escape');
    await page.evaluate(() => { location.hash = '#/lab'; });
    await start(page);
    await page.getByText(/no tablebases are stored in this browser: choose some in the settings/).first().waitFor();
    await screenshot(page, 'lab-tablebases-missing');
  });
});

/** Opens the settings; returns the actions for tables. */
async function openTables(page) {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const group = page.getByRole('group', { name: 'Tablebases' });
  await group.waitFor();
  return {
    files: group.locator('input[aria-label="Tablebase files"]'),
    said: (pattern) => group.locator('[data-tables-said]').filter({ hasText: pattern }).waitFor(PATIENCE),
    kept: () => page.locator('[data-tables][aria-busy="false"]').waitFor(PATIENCE),
  };
}
