// Room on the analysis page: board, lines and moves stay on a laptop's screen, whatever else is on it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectors } from './support/app.mjs';
import { UNIFORM_ENGINE } from './support/engines.mjs';
import { screenshot } from './support/harness.mjs';
import { ReportPanel } from './support/report.mjs';
import { browserSuite } from './support/suite.mjs';

const LAPTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
/** Players, clocks, evaluations, and variations inside each other. */
const GAME = `[White "Anna"]\n[Black "Ben"]\n[WhiteElo "2100"]\n[Result "*"]\n
1. e4 { [%eval 0.3] [%clk 0:10:00] } 1... c5 { [%eval 0.4] [%clk 0:09:30] } (1... e5 2. Nf3 Nc6 (2... Nf6 3. Nxe5 (3. d4 exd4 4. e5) 3... d6) 3. Bb5 a6) (1... e6 2. d4 d5)
2. Nf3 { [%eval 0.2] [%clk 0:09:50] } 2... d6 { [%eval 0.3] [%clk 0:09:01] } 3. d4 { [%eval 0.3] } 3... cxd4 { [%eval -2.4] } 4. Nxd4 { [%eval 0.3] } *`;

/** Returns the place of the first element of each selector, in pixels of the window. */
const places = (page, ...all) => page.evaluate((parts) => parts.map((part) => document.querySelector(part).getBoundingClientRect().toJSON()), all);

async function openGame(suite, options) {
  const opened = await suite.open(options);
  await opened.app.paste(GAME);
  await opened.page.locator(selectors.moveListMove).nth(6).waitFor();
  return opened;
}

/** Asserts that board, lines, moves and the buttons below them are on the screen, and that the moves have room. */
async function assertRoom(page) {
  const { height } = page.viewportSize();
  const parts = ['.board', '.analysis', '.moves-scroll', '.controls'];
  const all = await places(page, ...parts);
  for (const [index, { top, bottom }] of all.entries()) assert.ok(top >= 0 && bottom <= height, `${parts[index]} is at ${top} to ${bottom}`);
  assert.ok(all[2].height >= 240, `the moves have ${all[2].height} px`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), height, 'the page need not be scrolled');
}

browserSuite('room beside the board', { isEngineOff: true }, (suite) => {
  test('ten lines leave the moves and the buttons where they can be seen', async () => {
    const { app, page } = await openGame(suite, LAPTOP);
    await app.setLines(10);
    await app.startEngine();
    await app.waitForLines(10);
    await assertRoom(page);
    const heights = await page.locator('.lines .line').evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height));
    assert.ok(Math.max(...heights) <= 36, `lines of ${heights} px`);
    // The last line can be scrolled to.
    await page.locator('.lines .line').last().scrollIntoViewIfNeeded();
    const [panel, last] = await places(page, '.analysis', '.lines .line:last-child');
    assert.ok(last.bottom <= panel.bottom, `the last line ends at ${last.bottom}, the panel at ${panel.bottom}`);
    await assertRoom(page);
    await screenshot(page, 'layout-ten-lines');
  });

  test('three engines leave the moves and the buttons where they can be seen', async () => {
    const { app, page } = await openGame(suite, LAPTOP);
    await app.setLines(3);
    await app.startEngine();
    for (const name of ['Second', 'Third']) {
      await app.drop(`${name}.js`, Buffer.from(UNIFORM_ENGINE.replace('Little', name)));
      await page.locator('.analysis .engine-name').first().filter({ hasText: name }).waitFor();
    }
    await page.getByRole('button', { name: 'Engines and analysis options' }).click();
    await page.getByRole('menuitem', { name: 'Engines…' }).click();
    await page.getByRole('button', { name: 'Alongside: Second' }).click();
    await page.getByRole('button', { name: /^Alongside: Tabia/ }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await page.locator('.side-engine .line .pv-move').nth(1).waitFor();
    assert.equal(await page.locator('.side-engine').count(), 2);
    await assertRoom(page);
    await screenshot(page, 'layout-three-engines');
  });

  test('a panel that is off takes one row', async () => {
    const { page } = await openGame(suite, LAPTOP);
    await page.locator('.book').getByRole('switch').click();
    await page.locator('.book[data-state="off"]').waitFor();
    for (const panel of ['.book', '.report', '.explorer']) {
      const [{ height }] = await places(page, panel);
      assert.ok(height <= 48, `${panel} has ${height} px`);
    }
    await assertRoom(page);
  });

  test('the graph of the report is wide and on the screen, and so are board and moves', async () => {
    const { page } = await openGame(suite, LAPTOP);
    const report = new ReportPanel(page);
    await page.getByRole('button', { name: 'Analyse game' }).click();
    await report.table.waitFor();
    const parts = ['.graph-box', '.board', '.analysis', '.moves-scroll', '.controls'];
    const all = await places(page, ...parts);
    for (const [index, { top, bottom }] of all.entries()) assert.ok(top >= 0 && bottom <= 800, `${parts[index]} is at ${top} to ${bottom}`);
    assert.ok(all[0].width >= 400, `the graph has ${all[0].width} px`);
    assert.ok(all[1].width >= 440, `the board has ${all[1].width} px`);
    // Lines and moves stay when the page scrolls to the end of the report.
    await page.mouse.move(all[0].left + 20, all[0].top + 20);
    await page.mouse.wheel(0, 2000);
    await page.waitForFunction(() => scrollY > 100);
    const [lines, controls] = await places(page, '.analysis', '.controls');
    assert.ok(lines.top >= 0 && controls.bottom <= 800, JSON.stringify([lines, controls]));
    await screenshot(page, 'layout-report');
  });

  test('the handle resizes the board; the size is kept, and a double click resets it', async () => {
    const { page } = await openGame(suite, LAPTOP);
    const size = async () => (await page.locator('.board').boundingBox()).width;
    const usual = await size();
    const handle = page.getByRole('slider', { name: 'Board size' });
    const { x, y, width, height } = await handle.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x - 100, y - 110, { steps: 4 });
    await page.mouse.up();
    const dragged = await size();
    assert.ok(Math.abs(usual - dragged - 112) <= 16, `from ${usual} to ${dragged}`);
    await handle.focus();
    assert.equal(Number(await handle.inputValue()), dragged);
    const fen = await page.locator(selectors.fen).inputValue();
    await page.keyboard.press('ArrowRight');
    assert.equal(await size(), dragged + 8);
    assert.equal(await page.locator(selectors.fen).inputValue(), fen, 'the game stays where it is');
    await page.reload();
    await page.locator(selectors.moveListMove).first().waitFor();
    assert.equal(await size(), dragged + 8);
    await handle.dblclick();
    assert.equal(await size(), usual);
    assert.equal(await page.evaluate(() => localStorage.getItem('tabia.board-size')), null);
  });
});

browserSuite('variations in the move list', { isEngineOff: true }, (suite) => {
  test('variations are indented, and no number parts from its move', async () => {
    const { page } = await openGame(suite, LAPTOP);
    const lefts = await page.locator('.variation').evaluateAll((all) => all.map((variation) => variation.getBoundingClientRect().left));
    assert.equal(lefts.length, 4);
    assert.ok(lefts[1] >= lefts[0] + 16 && lefts[2] >= lefts[1] + 16 && lefts[3] === lefts[0], `${lefts}`);
    const parted = await page.locator('.inline-number').evaluateAll((all) => all.filter((number) => {
      const [own, move] = [number, number.nextElementSibling].map((element) => element.getBoundingClientRect());
      return move.left < own.right - 1 || move.top >= own.bottom;
    }).map((number) => number.textContent));
    assert.deepEqual(parted, []);
    await screenshot(page, 'layout-variations');
  });

  test('a variation is collapsed by click or key, and expands for a move inside', async () => {
    const { page } = await openGame(suite, LAPTOP);
    const toggles = page.locator('.variation > summary');
    const inside = page.locator(selectors.moveListMove, { hasText: 'Nxe5' });
    await toggles.first().click();
    await inside.waitFor({ state: 'hidden' });
    assert.match(await toggles.first().innerText(), /^1… e5 …$/);
    await toggles.first().click();
    await inside.click();
    await page.locator(selectors.currentMove, { hasText: 'Nxe5' }).waitFor();
    // Of all toggles, only those around the current move are tab stops.
    assert.deepEqual(await toggles.evaluateAll((all) => all.map((toggle) => toggle.tabIndex)), [0, 0, -1, -1]);
    await inside.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await inside.waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowRight');
    await page.locator(selectors.currentMove, { hasText: 'd6' }).waitFor();
    await inside.waitFor();
  });
});

browserSuite('players and moves on a phone', { isEngineOff: true }, (suite) => {
  test('players and clocks are at the board, and the moves are below their header', async () => {
    const { page } = await openGame(suite, PHONE);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.locator('.player-clock', { hasText: '9:30' }).waitFor();
    const names = async () => {
      const [board, white, black] = await places(page, '.board', '.player:not(:has(.black))', '.player:has(.black)');
      return [white, black].map(({ top, bottom }) => (bottom <= board.top ? 'above' : top >= board.bottom - 1 && top <= board.bottom + 12 ? 'below' : JSON.stringify({ top, bottom, board })));
    };
    assert.deepEqual(await names(), ['below', 'above']);
    await page.keyboard.press('f');
    assert.deepEqual(await names(), ['above', 'below']);
    const [header, list] = await places(page, '.moves > .panel-header', '.moves-scroll');
    assert.ok(Math.abs(list.top - header.bottom) <= 1, `the header ends at ${header.bottom}, the moves begin at ${list.top}`);
    await screenshot(page, 'layout-phone');
  });
});
