// The Lab's set-up: engines are measured, openings are counted, nothing typed or chosen is lost, and removed items can be restored.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { screenshot } from './support/harness.mjs';
import { openLab, quick, start, waitForGames, waitForState } from './support/lab-page.mjs';
import { browserSuite } from './support/suite.mjs';

/** A UCI worker that shuffles rooks and knights, each move `lateMs` late. */
const slow = (name, lateMs) => `
  let position = 'startpos';
  onmessage = ({ data }) => {
    if (data === 'uci') postMessage('id name ${name}\\nuciok');
    if (data === 'isready') postMessage('readyok');
    if (data.startsWith('position')) position = data;
    if (!data.startsWith('go')) return;
    const moves = position.split(' moves ')[1]?.split(' ').length ?? 0;
    const tours = position.includes('startpos') ? [['g1f3', 'f3g1'], ['g8f6', 'f6g8']] : [['a1b1', 'b1a1'], ['a8b8', 'b8a8']];
    const time = Number(/movetime (\\d+)/.exec(data)?.[1] ?? 0);
    setTimeout(() => postMessage('bestmove ' + tours[moves % 2][(moves >> 1) % 2]), time + ${lateMs});
  };`;

const script = (name, lateMs) => ({ name: `${name.toLowerCase()}.js`, mimeType: 'text/javascript', buffer: Buffer.from(slow(name, lateMs)) });
const engines = (page) => page.locator('.lab-engines input[type=file]');
const openings = (page) => page.getByRole('region', { name: 'Games and openings' }).locator('input[type=file]');
const chosen = (page, index) => page.locator(`#build-${index} option:checked`).textContent();

browserSuite("the Lab's set-up", { isEngineOff: true }, (suite) => {
  test('how late an engine is, is measured, shown, and taken into the margin', async () => {
    const { page } = await openLab(suite);
    await engines(page).setInputFiles(script('Late', 9));
    await page.waitForFunction(() => /moves \d+ (to \d+ )?ms late/.test(document.querySelector('.lab-engine .lab-facts')?.textContent ?? ''), null, { timeout: 60_000 });
    await engines(page).setInputFiles(script('Later', 12));
    await page.waitForFunction(() => /moves \d+ (to \d+ )?ms late/.test(document.querySelectorAll('.lab-engine')[1]?.querySelector('.lab-facts')?.textContent ?? ''), null, { timeout: 60_000 });
    assert.match(await chosen(page, 0), /^Late /);
    await page.getByLabel('Limit', { exact: true }).first().selectOption({ label: 'Seconds per move' });
    await page.getByLabel('Seconds per move').first().fill('0.05');
    const summary = page.locator('.lab-start .lab-facts');
    const margin = Number(/margin (\d+) ms/.exec(await summary.textContent())?.[1]);
    assert.ok(margin >= 35 && margin <= 200, `${margin} ms`);
    await page.screenshot({ path: `${process.env.TABIA_ARTEFACTS ?? 'artefacts/browser'}/lab-latency.png`, fullPage: true });

    // Short games: from the start position to a draw by repetition.
    await page.getByLabel('Openings', { exact: true }).selectOption({ label: 'Start position only' });
    await page.getByLabel('Stop when decided (SPRT)').setChecked(false);
    await page.getByLabel('Maximum games').fill('4');
    await page.getByLabel('Games at a time').fill('1');
    // Without a margin all of its moves are late.
    await page.locator('.lab-limits summary').first().click();
    await page.getByLabel('Time margin (ms)').first().fill('0');
    await start(page);
    await waitForState(page, 'complete');
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await verdict.getByText('All 4 games were lost on time').waitFor();
    // On a very busy machine the referee doesn't wait for the latest moves.
    assert.match(await verdict.textContent(), /Their moves were \d+ (to \d+ )?ms late.*, with 0 ms allowed|No move came at all/);
    await screenshot(page, 'lab-time-losses');
  });

  test('openings are counted, and skipped lines are named', async () => {
    const { page, app } = await openLab(suite);
    await page.getByText(/^1\D?500 openings\.$/).waitFor();
    const good = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    const lines = [good, 'nonsense', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq -', '8/8/8/8/8/8/8/8 w - -', 'k7/8/8/8/8/8/8/K7', '7k/6Q1/6K1/8/8/8/8/8 b - - 0 1', good];
    await openings(page).setInputFiles({ name: 'suite.epd', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) });
    const found = page.locator('.lab-found');
    await found.getByText('2 openings; 5 of 7 lines were skipped.').waitFor();
    assert.match((await app.messages()).join('\n'), /suite\.epd: 2 openings; 5 of 7 lines were skipped/);
    await found.getByText('Skipped openings').click();
    assert.deepEqual((await found.locator('li').allInnerTexts()).map((text) => text.slice(0, 7)), ['Line 2:', 'Line 3:', 'Line 4:', 'Line 5:', 'Line 6:']);
    await page.screenshot({ path: `${process.env.TABIA_ARTEFACTS ?? 'artefacts/browser'}/lab-openings.png`, fullPage: true });
    const pgn = '1. e4 e5 2. Qxe5 *\n\n1. d4 d5 2. c4 *\n';
    await openings(page).setInputFiles({ name: 'games.pgn', mimeType: 'text/plain', buffer: Buffer.from(pgn) });
    await found.getByText('2 openings; 1 game is cut short.').waitFor();
    // Both stay in the list, even after a reload.
    await page.reload();
    await found.getByText('2 openings; 1 game is cut short.').waitFor();
    const list = page.getByLabel('Openings', { exact: true });
    assert.deepEqual(await list.locator('option').allInnerTexts(), ['Built-in set', 'Start position only', 'suite.epd', 'games.pgn']);
    await list.selectOption({ label: 'suite.epd' });
    await found.getByText('2 openings; 5 of 7 lines were skipped.').waitFor();
  });

  test('the usual match needs no scrolling, and what is folded away is summarised', async () => {
    const { page } = await openLab(suite, { viewport: { width: 1280, height: 800 } });
    const bottom = await page.getByRole('button', { name: 'Start', exact: true }).evaluate((button) => button.getBoundingClientRect().bottom);
    assert.ok(bottom <= 800, `Start ends at ${bottom} px`);
    assert.equal(await page.getByRole('button', { name: 'STC' }).getAttribute('aria-pressed'), 'true');
    const notes = () => page.locator('.lab-summary-note').allInnerTexts();
    assert.deepEqual((await notes()).filter((note) => note !== '' && !/margin/.test(note)), []);
    await page.getByLabel('Bounds').selectOption({ label: '[−5, 0] no loss' });
    assert.deepEqual([await page.getByLabel('H0: at most').inputValue(), await page.getByLabel('H1: at least').inputValue()], ['-5', '0']);
    await page.getByLabel('H1: at least').fill('1');
    assert.equal(await page.getByLabel('Bounds').locator('option:checked').textContent(), '[-5, 1]');
    await page.locator('summary', { hasText: 'error rates' }).click();
    await page.getByLabel('alpha').fill('0.1');
    await page.locator('summary', { hasText: 'seed, adjudication' }).click();
    await page.getByLabel('Order', { exact: true }).selectOption({ label: 'Sequential' });
    assert.ok((await notes()).includes('alpha 0.1') && (await notes()).includes('sequential'), (await notes()).join('; '));
    // A fault unfolds its part.
    await page.getByLabel('alpha').fill('7');
    await page.reload();
    await page.getByLabel('alpha').and(page.locator('[aria-invalid=true]:visible')).waitFor();
    assert.equal(await page.getByLabel('Order', { exact: true }).isVisible(), false);
    await screenshot(page, 'lab-setup-folded');
  });

  test('a match is estimated by its clock, then by the games that were played', async () => {
    const { page } = await openLab(suite);
    const estimate = page.locator('.lab-cost');
    const text = async () => (await estimate.textContent()).replaceAll('\u202f', ' ');
    assert.match(await text(), /^About 25 000 to 40 000 games, at most .+ \(27 s per game of 68 moves\)$/);
    await quick(page, { games: '4' });
    await page.getByLabel('Stop when decided (SPRT)').setChecked(false);
    assert.match(await text(), /^4 games\. The time is known once you have played some at this limit\.$/);
    await start(page);
    await waitForState(page, 'complete');
    await page.evaluate(() => { location.hash = '#/lab'; });
    await estimate.getByText('as in your matches at this limit', { exact: false }).waitFor();
    assert.match(await text(), /^4 games, \d+ s \(\d+\.\d\d s per game, as in your matches at this limit\)$/);
  });

  test('typed text survives a reload, to the last key', async () => {
    const { page } = await openLab(suite);
    const clock = page.getByLabel('Clock', { exact: true }).last();
    await clock.fill('');
    await clock.pressSequentially('40/60+');
    await page.locator('.lab-engine').nth(1).getByText('UCI options').click();
    await page.getByLabel('Name in results').nth(1).fill('Base');
    await page.getByLabel('Maximum games').fill('12');
    await page.getByLabel('Games at a time').fill('3');
    // Without leaving the field.
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('#build-0 option').length > 1);
    assert.equal(await clock.inputValue(), '40/60+');
    assert.equal(await clock.getAttribute('aria-invalid'), 'true');
    assert.equal(await page.getByLabel('Name in results').nth(1).inputValue(), 'Base');
    assert.deepEqual([await page.getByLabel('Maximum games').inputValue(), await page.getByLabel('Games at a time').inputValue()], ['12', '3']);
    // A preset changes only its own settings.
    await page.getByRole('button', { name: 'STC' }).click();
    assert.equal(await clock.inputValue(), '8+0.08');
    assert.equal(await page.getByLabel('Games at a time').inputValue(), '3');
    assert.equal(await page.getByLabel('Name in results').nth(1).inputValue(), 'Base');
  });

  test('a link is taken on whichever page it is followed, also when the Lab was seen before', async () => {
    const { page } = await openLab(suite);
    await quick(page, { games: '8' });
    const settings = { engines: ['One', 'Two'].map((name) => ({ name, limits: { nodes: 123 } })), games: 10 };
    const link = `#/lab?link=${encodeURIComponent(JSON.stringify({ settings }))}`;
    for (const other of ['Library', 'Book', 'Tools']) {
      await page.getByRole('link', { name: other, exact: true }).click();
      await page.getByRole('main', { name: other }).waitFor();
      await page.evaluate((hash) => { location.hash = hash; }, link);
      const question = page.getByRole('dialog', { name: 'Fill in the form from the link?' });
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      assert.equal(await page.getByLabel('Maximum games').inputValue(), '8');
    }
  });

  test('engines without Chess960 are named where the openings need it: in the set-up, and before the match is resumed', async () => {
    const { page } = await openLab(suite);
    for (const name of ['Alpha', 'Beta']) {
      await engines(page).setInputFiles(script(name, 0));
      await page.locator('.toast', { hasText: `${name} was added` }).waitFor();
    }
    await openings(page).setInputFiles({ name: '960.epd', mimeType: '', buffer: Buffer.from('bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf -\n') });
    const warnings = page.getByText(/^(Alpha|Beta) has no option UCI_Chess960, but the openings include Chess960 positions/);
    await warnings.nth(1).waitFor();
    await start(page);
    await waitForState(page, 'playing');
    await page.getByRole('button', { name: 'Stop' }).click();
    await waitForState(page, 'stopped');
    await page.reload();
    await waitForState(page, 'stopped');
    await page.locator('.lab-match').and(page.locator(':visible')).waitFor();
    await warnings.nth(1).waitFor();
  });

  test('engines dropped one after the other play each other, and a third one asks', async () => {
    const { page } = await openLab(suite);
    for (const name of ['Alpha', 'Beta']) {
      await engines(page).setInputFiles(script(name, 0));
      await page.locator('.toast', { hasText: `${name} was added` }).waitFor();
    }
    const names = () => page.getByLabel('Name in results').evaluateAll((fields) => fields.map((field) => field.value));
    assert.deepEqual(await names(), ['Alpha', 'Beta']);
    await engines(page).setInputFiles(script('Gamma', 0));
    const toast = page.locator('.toast', { hasText: 'Gamma was added' });
    await toast.waitFor();
    assert.deepEqual(await names(), ['Alpha', 'Beta']);
    await screenshot(page, 'lab-third-engine');
    await toast.getByRole('button', { name: 'Use as engine 1' }).click();
    assert.deepEqual(await names(), ['Gamma', 'Beta']);
    // Names are numbered only while two engines share one.
    const label = (await page.locator('#build-1 option').allInnerTexts()).find((text) => text.startsWith('Gamma'));
    await page.locator('#build-1').selectOption({ label });
    assert.deepEqual(await names(), ['Gamma', 'Gamma 2']);
    await page.locator('#build-0').selectOption({ index: 0 });
    assert.equal((await names())[1], 'Gamma');
  });

  test('a removed engine can be restored, and so can a match', async () => {
    const { page } = await openLab(suite);
    await engines(page).setInputFiles(script('Alpha', 0));
    const list = page.locator('.lab-fold', { hasText: 'Engines in this browser' });
    await list.locator('summary').first().click();
    await list.getByRole('button', { name: 'Remove Alpha' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    const toast = page.locator('.toast', { hasText: 'Alpha was removed' });
    await toast.waitFor();
    await list.getByRole('button', { name: 'Remove Alpha' }).waitFor({ state: 'detached' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await list.getByRole('button', { name: 'Remove Alpha' }).waitFor();

    await page.locator('#build-0').selectOption({ index: 0 });
    await quick(page, { games: '6' });
    await start(page);
    await waitForState(page, 'complete');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    const matches = page.getByRole('region', { name: 'Matches in this browser' });
    await matches.getByText('No matches yet.', { exact: false }).waitFor();
    await page.locator('.toast', { hasText: 'was deleted' }).getByRole('button', { name: 'Undo' }).click();
    await matches.locator('.lab-match-link').click();
    await waitForGames(page, 6);
  });

  test('a file that is not an engine is refused within seconds, with the reason', async () => {
    // Stockfish's script prints this before it gives up.
    const { page, app } = await openLab(suite, { tolerate: [/WASM streaming failed|falling back to ArrayBuffer/i] });
    const refusal = async (files, title) => {
      const since = Date.now();
      await engines(page).setInputFiles(files);
      await page.locator('.lab-trying', { hasText: 'Testing' }).or(page.locator('.toast.fault')).first().waitFor();
      await page.locator('.toast.fault', { hasText: title }).waitFor({ timeout: 25_000 });
      return { text: (await app.messages()).join('\n'), seconds: (Date.now() - since) / 1000 };
    };
    const file = (name, text) => ({ name, mimeType: 'text/javascript', buffer: Buffer.from(text) });
    assert.match((await refusal(file('empty.js', ''), 'empty.js was not added')).text, /it is empty/i);
    assert.match((await refusal(file('data.js', 'const x = 1;'), 'data.js was not added')).text, /listens to no message/);
    assert.match((await refusal(file('mute.js', 'onmessage = () => {};'), 'mute.js was not added')).text, /does not speak UCI/);
    const path = 'node_modules/stockfish/bin/stockfish-19-lite-single.js';
    const alone = { name: 'stockfish-19-lite-single.js', mimeType: 'text/javascript', buffer: readFileSync(path) };
    assert.match((await refusal(alone, 'stockfish-19-lite-single.js was not added')).text, /asks for stockfish-19-lite-single\.wasm, which is not among its files/);
    await screenshot(page, 'lab-refusals');
    // With the missing file it is an engine.
    const file19 = path.replace('.js', '.wasm');
    await engines(page).setInputFiles([path, file19]);
    await page.locator('.toast.news', { hasText: /Stockfish 19.* was added/ }).waitFor({ timeout: 60_000 });
    assert.match(await chosen(page, 0), /^Stockfish 19/);
  });
});
