// The board's engine evaluates with the net as soon as that is in the browser, and classically before that or where it can't.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { App, selectors } from './support/app.mjs';
import { NET_FILES } from './support/engines.mjs';
import { openApp, screenshot } from './support/harness.mjs';
import { phonePicture, SMALL_PHONE } from './support/phone.mjs';
import { browserSuite } from './support/suite.mjs';

const engineName = (page, pattern) => page.locator('.engine-name').filter({ hasText: pattern }).first().waitFor();
const CLASSIC = /^Tabia classic/;
const NET = /^Tabia$/;
/** The engine keeps its name; a badge shows that the evaluation is classical for now. */
const evaluatesByTerms = async (page) => {
  await page.locator('.analysis[data-awaits-net="true"]').first().waitFor();
  await page.getByText('Classical evaluation for now').waitFor();
  await engineName(page, NET);
};
const evaluatesByNet = async (page) => {
  await page.locator('.analysis[data-awaits-net="false"]').first().waitFor();
  await engineName(page, NET);
};

const offlineState = (page, state) => page.waitForFunction((wanted) => document.documentElement.dataset.offline === wanted, state);

/** Records the names of the engine builds that a page requests. */
function enginesOf(page) {
  const asked = [];
  page.on('request', (request) => {
    const name = /\/(tabia[\w-]*\.wasm)/.exec(request.url())?.[1];
    if (name && !request.serviceWorker()) asked.push(name);
  });
  return asked;
}

browserSuite('the net', {}, (suite) => {
  test('evaluates from the next position on when all files have arrived, and from the start on the next visit', async () => {
    const { page, context } = await openApp(suite.browser, suite.url, { visit: false, allowServiceWorker: true });
    await page.goto(suite.url);
    const app = await new App(page).ready();
    await evaluatesByTerms(page);
    await app.startEngine();
    await app.waitForLines();
    await offlineState(page, 'whole');
    // The current search isn't restarted.
    await evaluatesByTerms(page);
    // The list of engines uses the same name for the one on the board.
    await page.getByRole('button', { name: 'Engines and analysis options' }).click();
    await page.getByRole('menuitem', { name: 'Engines…' }).click();
    const row = page.locator('.engine-row').filter({ hasText: 'on the board' });
    assert.match(await row.locator('.engine-row-name').innerText(), /^Tabia \d/);
    await page.keyboard.press('Escape');
    await app.pasteGame('1. e4 e5 2. Nf3 *');
    await page.keyboard.press('End');
    await evaluatesByNet(page);
    await app.waitForLines();
    await screenshot(page, 'net-board');
    const asked = enginesOf(page);
    await page.reload();
    await app.ready();
    await evaluatesByNet(page);
    await app.waitForLines();
    assert.ok(asked.length > 0 && asked.every((name) => /^tabia-net/.test(name)), asked.join(', '));
    await context.close();
  });

  test('that fails to load is reported once, and the classical terms continue', async () => {
    const { page, context, problems } = await openApp(suite.browser, suite.url, { visit: false });
    let refused = 0;
    await page.route(NET_FILES, (route) => {
      refused += 1;
      return route.abort();
    });
    await page.goto(suite.url);
    const app = await new App(page).ready();
    await app.startEngine();
    await app.waitForLines();
    await offlineState(page, 'none');
    await app.pasteGame('1. e4 *');
    await page.keyboard.press('End');
    await page.getByText(/The classical terms evaluate, because the engine with the net was not loaded/).first().waitFor();
    await app.waitForLines();
    await app.pasteGame('1. d4 *');
    await page.keyboard.press('End');
    await app.waitForLines();
    await evaluatesByTerms(page);
    assert.equal(refused, 1);
    assert.ok(problems.every((problem) => /Failed to load|ERR_FAILED/.test(problem)), problems.join('; '));
    await context.close();
  });

  test('shows its value next to the classical terms, and what each piece is worth to it', async () => {
    const { app, page } = await suite.open();
    await app.paste('rnbqkb1r/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 2');
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog', { name: 'Explain the evaluation' });
    const verdict = dialog.locator('.explain-verdict').filter({ hasText: /The net, which the search uses, gives \+\d/ });
    await verdict.waitFor();
    await screenshot(page, 'explain-net');
    await dialog.getByRole('button', { name: 'Pieces', exact: true }).click();
    const queen = dialog.locator('.explain-list tbody tr').filter({ hasText: 'White queen d1' });
    assert.ok(Number(await queen.locator('td').last().innerText()) > 5, await queen.innerText());
    await screenshot(page, 'explain-net-pieces');
    await page.setViewportSize(SMALL_PHONE.viewport);
    await phonePicture(page, 'explain-net-pieces');
  });
});

browserSuite('a browser without SIMD instructions', {}, (suite) => {
  const noSimd = (context) => context.addInitScript(() => { WebAssembly.validate = () => false; });

  test('uses the classical terms, and names them', async () => {
    const { page, context } = await openApp(suite.browser, suite.url, { visit: false });
    await noSimd(context);
    await page.goto(suite.url);
    const app = await new App(page).ready();
    await engineName(page, CLASSIC);
    const badge = page.locator('details').filter({ hasText: 'Classical evaluation' });
    await badge.locator('summary').click();
    await badge.getByText('needs SIMD').waitFor();
    await screenshot(page, 'no-simd');
    await offlineState(page, 'none');
    await app.startEngine();
    await app.paste('1. e4 *');
    await app.waitForLines();
    await page.getByRole('button', { name: 'Engines and analysis options' }).click();
    await page.getByRole('menuitem', { name: 'Engines…' }).click();
    await page.locator('.engine-row').nth(1).waitFor();
    const names = await page.locator('.engine-row-name').allInnerTexts();
    assert.match(names[0], CLASSIC);
    assert.ok(names.slice(1).every((text) => /material/.test(text)), names.join(', '));
    assert.equal(await page.locator(selectors.engineMessage).count(), 0);
    await context.close();
  });
});
