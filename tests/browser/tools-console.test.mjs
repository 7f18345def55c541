// The console: messages between page and engines, filtered, searched and saved; commands by hand and from a script.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { screenshot } from './support/harness.mjs';
import { phonePicture, SMALL_PHONE } from './support/phone.mjs';
import { browserSuite } from './support/suite.mjs';
import { ToolsPage } from './support/tools.mjs';

browserSuite('the console', { isEngineOff: true }, (suite) => {
  test('shows the lines between analysis and engine, by direction, text and expression', async () => {
    const { page, app } = await suite.open();
    await app.startEngine();
    await app.waitForLines(1);
    const tools = await ToolsPage.open(page, 'console');
    await tools.line('bestmove');
    const all = await tools.lines();
    assert.ok(all.some(({ engine }) => /^Analysis: Tabia/.test(engine)), JSON.stringify(all.slice(0, 5)));
    await tools.main.getByLabel('Direction').selectOption('To engines');
    await page.waitForFunction(() => [...document.querySelectorAll('.console-row')].every((row) => row.classList.contains('sent')));
    const sent = (await tools.lines()).map(({ text }) => text);
    assert.equal(sent[0], 'uci');
    assert.ok(sent.some((text) => text.startsWith('position ')) && sent.some((text) => text.startsWith('go ')), sent.join('; '));
    await tools.main.getByLabel('Direction').selectOption('Both');
    await tools.main.getByLabel('Search').fill('^info depth \\d+ .* pv e');
    await page.waitForFunction(() => {
      const rows = [...document.querySelectorAll('.console-row .console-text')];
      return rows.length > 0 && rows.every((row) => /^info depth \d+ .* pv e/.test(row.textContent));
    });
    // An invalid regular expression is searched for literally, and nothing breaks.
    await tools.main.getByLabel('Search').fill('(uciok');
    await tools.main.getByText('No lines match the filter.').waitFor();
    await tools.main.getByLabel('Search').fill('UCIOK');
    await tools.line('uciok');
    await tools.main.getByLabel('Matching lines only').uncheck();
    await tools.main.getByRole('button', { name: 'Next', exact: true }).click();
    assert.equal(await tools.main.locator('.console-row.chosen .console-text').innerText(), 'uciok');
    assert.equal(await tools.main.locator('.console-whole pre').innerText(), 'uciok');
    await screenshot(page, 'tools-console');
    await tools.main.getByLabel('Search').fill('');
    const download = page.waitForEvent('download');
    await tools.button('Export').click();
    const text = readFileSync(await (await download).path(), 'utf8');
    assert.match(text, /^\d+\.\d{3} Analysis: Tabia[^\n]* → uci$/m);
    assert.match(text, /^\d+\.\d{3} Analysis: Tabia[^\n]* ← uciok$/m);
    await tools.button('Clear').click();
    await tools.main.getByText('No engine output yet.').waitFor();
  });

  test('goes from line to line by keys', async () => {
    const { page, app } = await suite.open();
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'console');
    await tools.startEngine();
    await tools.command('isready');
    await tools.command('position startpos');
    await tools.line('position startpos');
    const engine = await tools.main.locator('.console-row', { hasText: 'position startpos' }).locator('.console-engine').innerText();
    await tools.main.locator('#console-engine').selectOption(engine);
    await tools.main.getByLabel('Search').fill('^(uci|isready|position)');
    await page.waitForFunction(() => document.querySelectorAll('.console-row').length === 4);
    const chosen = (text) => tools.main.locator('.console-row.chosen .console-text', { hasText: new RegExp(`^${text}$`) }).waitFor();
    await tools.main.getByRole('log', { name: 'Lines' }).focus();
    // The newest line first, then backwards.
    await page.keyboard.press('ArrowUp');
    await chosen('position startpos');
    await page.keyboard.press('ArrowUp');
    await chosen('isready');
    await page.keyboard.press('Home');
    await chosen('uci');
    assert.equal(await tools.main.locator('.console-whole pre').innerText(), 'uci');
    await page.keyboard.press('ArrowDown');
    await chosen('uciok');
    await page.keyboard.press('End');
    await chosen('position startpos');
    await page.keyboard.press('Escape');
    await tools.main.locator('.console-row.chosen').waitFor({ state: 'detached' });
    await tools.main.locator('.console-whole').waitFor({ state: 'detached' });
  });

  test('names engines on a phone, too', async () => {
    const { page, app } = await suite.open(SMALL_PHONE);
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'console');
    await tools.startEngine();
    const rows = tools.main.locator('.console-row');
    await rows.locator('.console-engine', { hasText: /^Console: Tabia/ }).last().waitFor();
    // Rows are where the list places them: none covers another.
    const tops = await rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().top)));
    assert.ok(tops.every((top, place) => place === 0 || top - tops[place - 1] === 42), tops.join());
    await phonePicture(page, 'console-engine');
  });

  test('switches the sounds of the page off and on', async () => {
    const { page, app } = await suite.open();
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'console');
    await tools.main.getByRole('button', { name: 'Sounds: on', pressed: true }).click();
    await tools.main.getByRole('button', { name: 'Sounds: off', pressed: false }).waitFor();
    // One switch for all pages, saved.
    await page.reload();
    await tools.main.getByRole('button', { name: 'Sounds: off', pressed: false }).click();
    await tools.main.getByRole('button', { name: 'Sounds: on', pressed: true }).waitFor();
  });

  test('takes typed commands, with earlier ones on the arrow keys', async () => {
    const { page, app } = await suite.open();
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'console');
    await tools.startEngine();
    await tools.command('position startpos moves e2e4');
    await tools.command('go infinite');
    await tools.line('info depth');
    await tools.command('d');
    await tools.main.getByText('The engine is busy').waitFor();
    await tools.command('stop');
    await tools.line('bestmove');
    await tools.line('Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
    await tools.command('stop');
    await tools.main.getByText('Not sent: the engine is idle.').waitFor();
    await tools.command('quit');
    await tools.main.getByText('Not sent: quit would end an engine').waitFor();
    const field = tools.main.getByLabel('Command', { exact: true });
    await field.press('ArrowUp');
    assert.equal(await field.inputValue(), 'quit');
    await field.press('ArrowUp');
    await field.press('ArrowUp');
    assert.equal(await field.inputValue(), 'd');
    for (let step = 0; step < 3; step += 1) await field.press('ArrowDown');
    assert.equal(await field.inputValue(), '');
    const card = tools.main.getByRole('region', { name: 'Console engine' });
    await card.getByRole('button', { name: /^End / }).click();
    await card.locator('li').waitFor({ state: 'detached' });
    // Pausing freezes the view.
    await tools.button('Pause').click();
    const count = await tools.main.locator('.console').getAttribute('data-lines');
    await card.getByRole('button', { name: 'Start engine' }).click();
    await tools.main.getByLabel('Send to').waitFor();
    assert.equal(await tools.main.locator('.console').getAttribute('data-lines'), count);
    await tools.button('Resume').click();
    await page.waitForFunction((before) => document.querySelector('.console').dataset.lines !== before, count);
  });

  test('a command for the engine of the analysis does not disturb it', async () => {
    const { page, app } = await suite.open();
    await app.stopEngine();
    const tools = await ToolsPage.openForAnalysis(page, '(pieces|go infinite|info depth)');
    await tools.command('eval json');
    await tools.line('"pieces":');
    await tools.command('go infinite');
    await tools.line('info depth');
    await page.evaluate(() => { location.hash = '#/'; });
    await app.startEngine();
    // The typed search is stopped for it, and the analysis gets its own lines.
    await app.waitForLines(1);
    await page.waitForFunction(() => /[1-9]\d*/.test(document.querySelector('.meter')?.textContent ?? ''));
  });

  test('runs a script in order, waiting for answers', async () => {
    const { page, app } = await suite.open();
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'console');
    await tools.startEngine();
    const script = '# a script\nucinewgame\nisready\nposition startpos\ngo nodes 20000\nposition startpos moves d2d4\ngo infinite\nwait 300\nstop\nd\n';
    await tools.main.locator('input[type=file][aria-label="Run a script"]').setInputFiles({ name: 'script.txt', mimeType: 'text/plain', buffer: Buffer.from(script) });
    await tools.main.getByText('The script has ended.').waitFor();
    await tools.line('Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b');
    await tools.main.getByLabel('Search').fill('^(go|position|stop|bestmove|readyok|d$)');
    await tools.line('bestmove');
    const order = (await tools.lines()).map(({ text }) => text.split(' ')[0]);
    assert.deepEqual(order.slice(-8), ['readyok', 'position', 'go', 'bestmove', 'position', 'go', 'stop', 'bestmove'].concat('d').slice(-8));
  });
});
