// The same page in two tabs that both change stored data: neither undoes the other's changes. Matches, games and databases have separate
// tests: lab-tabs, play-kept, nothing-lost, report, engine-list and library-storage.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { App } from './support/app.mjs';
import { SHARED_DATA } from './support/paths.mjs';
import { browserSuite } from './support/suite.mjs';
import { ToolsPage } from './support/tools.mjs';
import { untilKept } from './support/until.mjs';

const SMALL_BOOK = join(SHARED_DATA, 'polyglot', 'cutechess_book_small.bin');
/** Unsolved until all its nodes are searched. */
const PROBLEM = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm a3; id "problem";';
const toast = (page, text) => page.locator('.toast', { hasText: text });
const go = (page, hash) => page.evaluate((to) => { location.hash = to; }, hash);

/** Opens two tabs of one browser and waits for both. */
async function twoTabs(suite, hash = '') {
  const { page, context } = await suite.open();
  const other = await context.newPage();
  await other.goto(`${suite.url}${hash}`);
  if (hash !== '') await go(page, hash);
  return [page, other];
}

browserSuite('two tabs', { isEngineOff: true }, (suite) => {
  test("both tabs' changes of the settings are kept", async () => {
    const tabs = await twoTabs(suite);
    const dialogs = [];
    for (const tab of tabs) {
      await new App(tab).ready();
      await tab.getByRole('button', { name: 'Settings' }).click();
      dialogs.push(tab.getByRole('dialog', { name: 'Settings' }));
    }
    await dialogs[0].getByLabel('Coordinates').uncheck();
    await dialogs[1].getByLabel('Evaluation bar').uncheck();
    await dialogs[0].getByLabel('Animation').selectOption('Slow');
    for (const tab of tabs) {
      await tab.reload();
      await new App(tab).ready();
      await tab.getByRole('button', { name: 'Settings' }).click();
      const dialog = tab.getByRole('dialog', { name: 'Settings' });
      assert.equal(await dialog.getByLabel('Coordinates').isChecked(), false);
      assert.equal(await dialog.getByLabel('Evaluation bar').isChecked(), false);
      assert.equal(await dialog.getByLabel('Animation').locator('option:checked').innerText(), 'Slow');
    }
  });

  test('a backup imported in one is reported in both, and shown after a reload', async () => {
    const tabs = await twoTabs(suite);
    const coordinates = async (tab) => {
      await tab.getByRole('button', { name: 'Settings' }).click();
      return tab.getByRole('dialog', { name: 'Settings' }).getByLabel('Coordinates');
    };
    for (const tab of tabs) await new App(tab).ready();
    const [page, other] = tabs;
    await (await coordinates(page)).uncheck();
    await page.getByRole('button', { name: 'Stored data' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export chosen' }).click()]);
    const buffer = readFileSync(await file.path());
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await (await coordinates(page)).check();
    await page.getByRole('button', { name: 'Stored data' }).click();
    await page.locator('.import input[type="file"]').setInputFiles({ name: 'a.tabia', mimeType: 'application/octet-stream', buffer });
    await page.getByText(/complete backup/).waitFor();
    await page.getByRole('radio', { name: /^is replaced/ }).check();
    await page.locator('.import').getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText(/^Imported/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const tab of [other, page]) {
      const bar = tab.getByRole('region', { name: 'Imported data' });
      await bar.getByText('A backup was imported').waitFor();
      await Promise.all([tab.waitForEvent('load'), bar.getByRole('button', { name: 'Reload this page' }).click()]);
      await new App(tab).ready();
      assert.equal(await bar.count(), 0);
      assert.equal(await (await coordinates(tab)).isChecked(), false);
    }
  });

  test('a run of a suite belongs to one of them: the other neither continues nor deletes it', async () => {
    const { page, app, context } = await suite.open();
    await app.stopEngine();
    const first = await ToolsPage.open(page, 'suites');
    const problems = Array.from({ length: 4 }, (_, number) => PROBLEM.replace('problem', `problem ${number}`)).join('\n');
    await first.solve(problems, { 'Nodes a position': 3_000_000, 'Engines at once': 1 });
    await untilKept(page, 'suite-run', 1);
    const other = await context.newPage();
    await other.goto(`${suite.url}#/tools/suites`);
    const second = new ToolsPage(other);
    await toast(other, 'it is running in another tab').waitFor();
    await second.button('Another suite').click();
    const earlier = second.main.getByRole('region', { name: 'Earlier runs' });
    await earlier.getByRole('button', { name: 'Delete the run of Pasted suite' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await toast(other, 'The run was not deleted').waitFor();
    await first.waitForAttempts();
    await untilKept(page, 'suite-outcome', 4);
    await other.reload();
    await earlier.getByRole('button', { name: /^Pasted suite/ }).click();
    await second.waitForAttempts();
    assert.equal((await second.rows()).length, 4);
  });

  test('books: what one stores or removes, the other finds or reports', async () => {
    const [page, other] = await twoTabs(suite, '#/book');
    const book = (tab) => tab.locator('.saved-book', { hasText: 'cutechess_book_small.bin' });
    await page.locator('.saved-book-file').setInputFiles(SMALL_BOOK);
    await book(page).getByText('stored in this browser').waitFor();
    // The same file in the other tab is the same book.
    await other.locator('.saved-book-file').setInputFiles(SMALL_BOOK);
    await book(other).getByText('stored in this browser').waitFor();
    await book(page).getByRole('button', { name: 'Remove' }).click();
    await book(page).waitFor({ state: 'detached' });
    await other.reload();
    await other.locator('.saved-book').first().waitFor();
    assert.equal(await book(other).count(), 0);
    // Removed and restored in one tab, it is back in both.
    await page.getByRole('button', { name: 'Restore' }).click();
    await book(page).waitFor();
    await other.reload();
    await book(other).waitFor();
  });

  test('lessons and recipes of both are saved', async () => {
    const tabs = await twoTabs(suite, '#/book/learn');
    const games = (white) => Buffer.from(
      `[White "${white}"]\n[Black "Stronger"]\n[WhiteElo "1800"]\n[BlackElo "2200"]\n[Result "0-1"]\n\n` +
        '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. h3 {-250/18} e5 7. Nb1 {-300/18} h6 8. Na3 {-400/18} 0-1\n',
    );
    for (const [number, tab] of tabs.entries()) {
      const section = tab.getByRole('region', { name: 'Learning' });
      await section.getByLabel('Player').fill(`Player ${number}`);
      await section.locator('.learning-games').setInputFiles({ name: 'mine.pgn', mimeType: '', buffer: games(`Player ${number}`) });
    }
    await Promise.all(tabs.map(async (tab) => {
      const section = tab.getByRole('region', { name: 'Learning' });
      await section.getByRole('button', { name: 'Learn', exact: true }).click();
      await section.getByText(/1 game by the player gave \d+ lessons?/).waitFor();
    }));
    const counts = [];
    for (const tab of tabs) {
      await tab.reload();
      await tab.locator('.book-learning').waitFor();
      await tab.waitForFunction(() => Number(document.querySelector('.book-learning')?.dataset.lessons) > 0);
      counts.push(Number(await tab.locator('.book-learning').getAttribute('data-lessons')));
    }
    assert.equal(counts[0], counts[1]);
    assert.ok(counts[0] >= 2, `${counts}`);
  });
});
