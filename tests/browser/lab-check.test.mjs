// Checks of engine builds in the Lab's list of engines.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedEngine } from '../engines/scripted.mjs';
import { openLab, quick, start, waitForGames } from './support/lab-page.mjs';
import { browserSuite } from './support/suite.mjs';

browserSuite('checks of engine builds', { isEngineOff: true }, (suite) => {
  const open = (page) => page.getByText(/^Engines in this browser/).click();
  const row = (page, name) => page.locator('[data-engine]').filter({ hasText: name });
  const check = (page, name) => row(page, name).getByRole('button', { name: /^Check / });

  test("the app's engine passes, and the result stays with it", async () => {
    const { page } = await openLab(suite);
    await open(page);
    await check(page, 'Tabia classic').click();
    await row(page, 'Tabia classic').getByText(/^checking: /).waitFor();
    const result = row(page, 'Tabia classic').getByText(/^check passed · \d+ of \d+ tactics$/);
    const words = await result.innerText();
    const [solved, problems] = words.match(/\d+/g).map(Number);
    assert.ok(solved > problems / 2, words);
    await page.reload();
    await open(page);
    await row(page, 'Tabia classic').getByText(words, { exact: true }).waitFor();
  });

  test('what a build does wrong is listed', async () => {
    const { app, page } = await openLab(suite);
    // It plays the same move in every position, at once.
    const name = 'Scripted ends-infinite-by-itself';
    await app.drop('hasty.wasm', scriptedEngine('ends-infinite-by-itself'));
    await open(page);
    await check(page, name).click();
    await row(page, name).getByText(/^check: \d+ faults · /).click();
    await row(page, name).getByText(/^Legal moves: illegal: "bestmove \w+" in /).first().waitFor();
  });

  test('a match is not disturbed by a check', async () => {
    const { page } = await openLab(suite);
    await quick(page);
    await start(page);
    await waitForGames(page, 1);
    await page.evaluate(() => { location.hash = '#/lab'; });
    await open(page);
    await check(page, 'Tabia classic').click();
    await page.locator('.toast.fault', { hasText: 'pause it first' }).waitFor();
  });
});
