// The analysis tools on a small phone: every view fits its width.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectors, sharedText } from './support/app.mjs';
import { phonePicture, SMALL_PHONE } from './support/phone.mjs';
import { ReportPanel } from './support/report.mjs';
import { browserSuite } from './support/suite.mjs';
import { ToolsPage } from './support/tools.mjs';

const WITH_EVALS = `[Event "Rated game"]
[White "Chandrasekharan-Wickramasinghe, A"]
[Black "Bob"]
[Result "*"]
[TimeControl "300+3"]

1. e4 { [%eval 0.3] [%clk 0:05:00] } 1... g5 { [%eval 1.4] [%clk 0:04:58] } 2. Ke2 { [%eval 0.25] [%clk 0:04:33] } 2... e5 { [%eval 0.4] [%clk 0:04:50] } *
`;
const SCHOLAR = '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n';

async function open(suite, subject) {
  const opened = await suite.open(SMALL_PHONE);
  await opened.app.stopEngine();
  return { ...opened, tools: subject && (await ToolsPage.open(opened.page, subject)) };
}

browserSuite('the tools of analysis on a phone', { isEngineOff: true }, (suite) => {
  test('the report, and learning from mistakes', async () => {
    const { app, page } = await open(suite);
    await app.paste(WITH_EVALS);
    await page.locator(selectors.moveListMove).first().waitFor();
    const report = new ReportPanel(page);
    await report.switchOn();
    await report.table.waitFor();
    await report.table.scrollIntoViewIfNeeded();
    await phonePicture(page, 'report');
    await page.locator('.judged-moves').scrollIntoViewIfNeeded();
    await phonePicture(page, 'report-moves');
    await app.paste(SCHOLAR);
    await report.start({ nodes: 3000, workers: 1 });
    await report.waitUntilDone();
    await page.getByRole('button', { name: 'Learn from mistakes' }).click();
    await report.lesson.dialog.locator('.board').waitFor();
    await phonePicture(page, 'learn');
  });

  test('the moves are right below the buttons, and nothing moves while the engine searches', async () => {
    const { app, page } = await open(suite);
    await app.paste(WITH_EVALS);
    await page.locator(selectors.moveListMove).nth(3).waitFor();
    await page.keyboard.press('End');
    // The message lies over the engine's switch.
    await page.waitForFunction(() => document.querySelector('.toast') === null);
    const places = () => page.evaluate(() => ['.board', '.controls', '.moves > .panel-header', '.moves-scroll', '.analysis'].map((part) => {
      const { top, bottom } = document.querySelector(part).getBoundingClientRect();
      return [Math.round(top), Math.round(bottom)];
    }));
    const before = await places();
    for (const [index, [, bottom]] of before.slice(0, -1).entries()) {
      const gap = before[index + 1][0] - bottom;
      // A player stands between the board and the buttons.
      assert.ok(gap >= -1 && gap <= (index === 0 ? 44 : 16), `part ${index + 1} stands ${gap} px below the one before`);
    }
    // The current move is visible above the page links.
    const { bottom } = await page.locator(selectors.currentMove).evaluate((move) => move.getBoundingClientRect().toJSON());
    assert.ok(bottom <= SMALL_PHONE.viewport.height - 56, `the current move ends at ${bottom}`);
    await app.startEngine();
    await app.waitForLines(1);
    assert.deepEqual((await places()).map(([top]) => top), before.map(([top]) => top));
    await phonePicture(page, 'moves');
  });

  test('results of annotating', async () => {
    const { page } = await open(suite, 'annotate');
    const form = page.locator('.annotate-form');
    await form.getByRole('textbox', { name: 'Games as PGN' }).fill(`${SCHOLAR}\n${WITH_EVALS}`);
    await form.getByLabel('Nodes a move', { exact: true }).fill('1000');
    await form.getByRole('button', { name: 'Annotate', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('.annotate-results')?.dataset.left === '0', undefined, { timeout: 60_000 });
    await page.locator('.annotate-results').scrollIntoViewIfNeeded();
    await phonePicture(page, 'annotate');
  });

  test('a test suite solved by two engines', async () => {
    const { page, tools } = await open(suite, 'suites');
    const text = sharedText('epd', 'bk.epd').split('\n').slice(0, 6).join('\n');
    await tools.main.getByLabel('Or paste one').fill(text);
    await tools.button('Use this text').click();
    await tools.main.getByRole('group', { name: 'Engines' }).getByRole('checkbox').nth(1).check();
    await tools.main.getByLabel('Nodes a position', { exact: true }).fill('150000');
    await phonePicture(page, 'suite-form');
    await tools.button('Start').click();
    await tools.waitForAttempts();
    await tools.main.getByRole('region', { name: 'Run' }).scrollIntoViewIfNeeded();
    await phonePicture(page, 'suite-run');
    await tools.main.getByRole('region', { name: 'Solved by time' }).scrollIntoViewIfNeeded();
    await phonePicture(page, 'suite-by-time');
    await tools.main.locator('.suite-problem button').first().click();
    await tools.main.locator('.suite-detail .board').scrollIntoViewIfNeeded();
    await phonePicture(page, 'suite-detail');
  });

  test('lines of the console', async () => {
    const { page, tools } = await open(suite, 'console');
    await tools.startEngine();
    await tools.command('position startpos moves e2e4');
    await tools.command('go nodes 30000');
    await tools.line('bestmove');
    await tools.main.locator('.console-row', { hasText: 'bestmove' }).last().click();
    await tools.main.locator('.console-whole').waitFor();
    await tools.main.locator('.console-lines').scrollIntoViewIfNeeded();
    await phonePicture(page, 'console');
  });

  test('the evaluation explained', async () => {
    const { app, page } = await open(suite);
    await app.paste('rnbqkb1r/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 2');
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog', { name: 'Explain the evaluation' });
    await dialog.locator('.explain-terms tfoot').waitFor();
    await phonePicture(page, 'explain-terms');
    await dialog.getByRole('button', { name: 'Pieces', exact: true }).click();
    await dialog.locator('.explain-list tbody tr').first().waitFor();
    await phonePicture(page, 'explain-pieces');
    await dialog.getByRole('button', { name: 'Squares', exact: true }).click();
    await dialog.locator('.heat-square').first().waitFor();
    await phonePicture(page, 'explain-squares');
    await dialog.getByRole('button', { name: 'Compare moves' }).click();
    await dialog.getByLabel('First move').selectOption('e5');
    await dialog.getByLabel('Second move').selectOption('f6');
    await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
    await dialog.locator('.explain-answer').waitFor();
    await dialog.locator('.explain-answer').scrollIntoViewIfNeeded();
    await phonePicture(page, 'explain-compare');
  });

  test('menus and dialogs of the engine panel', async () => {
    const { app, page } = await open(suite);
    await app.startEngine();
    await app.waitForLines(1);
    await app.stopEngine();
    const menu = async (entry) => {
      await page.getByRole('button', { name: 'Engines and analysis options' }).click();
      if (entry === undefined) return;
      await page.getByRole('menuitem', { name: entry }).click();
      await page.getByRole('dialog').waitFor();
    };
    const close = async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await page.locator('.analysis').scrollIntoViewIfNeeded();
    await page.locator('.analysis > .lines').getByRole('button', { name: 'Line menu' }).first().click();
    await page.getByRole('menuitem', { name: /Step through/ }).waitFor();
    await phonePicture(page, 'panel-line-menu');
    await page.getByRole('menuitem', { name: /Step through/ }).click();
    await page.getByRole('dialog', { name: 'Line' }).waitFor();
    await phonePicture(page, 'panel-viewer');
    await close();
    for (const [entry, name] of [['Engines…', 'engines'], ['Engine options…', 'options'], ['Limits and figures…', 'limits'], ['Search only some moves…', 'moves']]) {
      await menu(entry);
      await phonePicture(page, `panel-${name}`);
      await close();
    }
  });
});
