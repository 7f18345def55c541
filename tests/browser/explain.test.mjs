// Explaining the evaluation: terms, pieces, piece-square tables, and two moves side by side.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenshot, spoilRequests } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

/** White is a knight up. */
const KNIGHT_UP = 'rnbqkb1r/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 2';
/** Qxd5 wins a piece; Qd2 lets it go, and White has nothing. */
const FREE_PIECE = '6k1/pp3ppp/1q6/3n4/8/5N2/PP3PPP/3Q2K1 w - - 0 1';

const number = (text) => Number(text.replace('−', '-'));

async function explain(page) {
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Explain the evaluation' });
  await dialog.locator('.explain-verdict').filter({ hasText: /stands|rule|check/ }).waitFor();
  return dialog;
}

/** Returns the chart's differences by row name. */
async function differences(dialog) {
  await dialog.locator('.explain-terms tfoot').waitFor();
  return Object.fromEntries(await dialog.locator('.explain-terms tr:has(td)').evaluateAll((rows) => rows.map((row) => [row.querySelector('th').textContent, row.lastElementChild.textContent])));
}

browserSuite('the evaluation explained', { isEngineOff: true }, (suite) => {
  test('terms by side and phase add up to the evaluation, and the game can be stepped through', async () => {
    const { app, page } = await suite.open();
    await app.pasteGame('1. e4 e5 2. Qh5 Nc6 3. Bc4 *');
    await page.keyboard.press('End');
    const dialog = await explain(page);
    assert.match(await dialog.locator('.explain-place').innerText(), /After 3\. Bc4 · Black to move/);
    const now = await differences(dialog);
    assert.deepEqual(Object.keys(now).slice(0, 2), ['Material', 'Piece squares']);
    const { Sum: sum, ...terms } = now;
    const added = Object.values(terms).map(number).reduce((one, other) => one + other, 0);
    // Every row is rounded separately.
    assert.ok(Math.abs(added - number(sum)) < 0.07, `${added} and ${sum}`);
    const verdict = await dialog.locator('.explain-verdict').innerText();
    const [, side, ahead] = /(White|Black) is ahead by (\d+\.\d\d)/.exec(verdict);
    assert.ok(Math.abs(number(ahead) * (side === 'White' ? 1 : -1) - number(sum)) < 0.03, `${verdict}, ${sum}`);
    await dialog.getByRole('button', { name: 'Endgame', exact: true }).click();
    assert.notDeepEqual(await differences(dialog), now);
    await dialog.getByRole('button', { name: 'Back one move' }).click();
    await dialog.getByText('After 2… Nc6 · White to move').waitFor();
    await page.waitForFunction((before) => document.querySelector('.explain-verdict').textContent !== before, verdict);
    await screenshot(page, 'explain-terms');
  });

  test('the value of a piece is the loss without it', async () => {
    const { app, page } = await suite.open();
    await app.paste(KNIGHT_UP);
    const dialog = await explain(page);
    assert.ok(number((await differences(dialog)).Material) > 2, 'a knight more');
    await dialog.getByRole('button', { name: 'Pieces', exact: true }).click();
    const rows = dialog.locator('.explain-list tbody tr');
    assert.equal(await rows.count(), 29);
    const worth = async (name) => number(await rows.filter({ hasText: name }).locator('td').first().innerText());
    assert.ok((await worth('White queen d1')) > 7);
    assert.ok((await worth('White knight f3')) > 2);
    assert.ok((await worth('Black pawn a7')) < 2);
  });

  test('piece-square tables are drawn for both sides and every phase', async () => {
    const { app, page } = await suite.open();
    await app.paste(KNIGHT_UP);
    const dialog = await explain(page);
    await dialog.getByRole('button', { name: 'Squares', exact: true }).click();
    const square = (name) => dialog.locator(`.heat-square[title="${name}"]`);
    await square('f3').waitFor();
    assert.equal(await dialog.locator('.heat-square').count(), 64);
    assert.equal(await dialog.locator('.heat-square.here').count(), 2, "White's knights");
    const white = await square('c2').innerText();
    await dialog.getByRole('button', { name: 'Black', exact: true }).click();
    assert.equal(await dialog.locator('.heat-square.here').count(), 1, "Black's knight");
    assert.equal(await square('c7').innerText(), white, 'mirrored');
    await dialog.getByRole('button', { name: 'King', exact: true }).click();
    const middlegame = await square('e5').innerText();
    await dialog.getByRole('slider').fill('24');
    await dialog.getByText('0% middlegame').waitFor();
    assert.ok(number(await square('e5').innerText()) > number(middlegame), 'a king in the middle is welcome in the endgame');
  });

  test('two moves are compared term by term at the end of their lines, and a line is added', async () => {
    const { app, page } = await suite.open();
    await app.paste(FREE_PIECE);
    const dialog = await explain(page);
    await dialog.getByRole('button', { name: 'Compare moves' }).click();
    await dialog.getByLabel('First move').selectOption('Qd2');
    await dialog.getByLabel('Second move').selectOption('Qd2');
    await dialog.getByText('Choose two different moves.').waitFor();
    await dialog.getByLabel('Second move').selectOption('Qxd5');
    await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
    const answer = dialog.locator('.explain-answer');
    await answer.waitFor();
    assert.match(await answer.innerText(), /^Qxd5 is better than Qd2 by \d+\.\d\d\. For Qxd5: .*material/);
    const found = await differences(dialog);
    assert.ok(number(found.Material) < -0.5 && number(found.Sum) < -0.5, JSON.stringify(found));
    await screenshot(page, 'explain-compare');
    await dialog.locator('.explain-line').nth(1).getByRole('button', { name: 'Add as variation' }).click();
    await page.keyboard.press('Escape');
    await page.locator('.move[data-move]').first().waitFor();
    assert.match(await page.locator('.moves').innerText(), /Qxd5/);
    await app.waitForFen(FREE_PIECE);
  });

  test('positions that cannot be explained are reported', async () => {
    const { app, page } = await suite.open();
    // In check, with only two legal moves.
    await app.paste('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1');
    let dialog = await explain(page);
    assert.match(await dialog.locator('.explain-verdict').innerText(), /in check/);
    await page.keyboard.press('Escape');
    // Checkmate: no legal moves.
    await app.paste('R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1');
    dialog = await explain(page);
    await dialog.getByRole('button', { name: 'Compare moves' }).click();
    await dialog.getByText('There are no two moves to compare').waitFor();
    await page.keyboard.press('Escape');
    // King and pawn against king has a separate table in the engine.
    await app.paste('8/8/8/4k3/8/4K3/4P3/8 w - - 0 1');
    dialog = await explain(page);
    assert.match(await dialog.locator('.explain-verdict').innerText(), /By a rule for this ending/);
  });

  test('an engine that fails to load is reported, and loaded again when the dialog is reopened', async () => {
    const { app, page, context } = await suite.open({ tolerate: [/tabia\.wasm/, /Failed to load resource/] });
    await app.paste(KNIGHT_UP);
    const mend = await spoilRequests(context, /tabia[^/]*\.wasm/, (route) => route.abort());
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog', { name: 'Explain the evaluation' });
    await dialog.getByRole('alert').filter({ hasText: 'The engine did not arrive' }).waitFor();
    await page.keyboard.press('Escape');
    await mend();
    await explain(page);
  });
});
