// The page stays responsive while it makes a GIF.

import { test } from 'node:test';
import { browserSuite } from './support/suite.mjs';
import { assertNoLongTask, busiestTask, observeTasks } from './support/tasks.mjs';

browserSuite('a GIF of a long game', { isEngineOff: true }, (suite) => {
  test('no task is long while a GIF of 100 moves is made', async (t) => {
    await assertNoLongTask(t, async () => {
      const { app, page, context } = await suite.open();
      await app.stopEngine();
      await app.paste(`${Array.from({ length: 25 }, (_, index) => `${2 * index + 1}. Nf3 Nf6 ${2 * index + 2}. Ng1 Ng8`).join(' ')} *`);
      await page.locator('.move[data-move]').first().waitFor();
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('dialog', { name: 'Share' }).getByRole('heading', { name: 'Link' }).waitFor();
      await page.evaluate(observeTasks);
      await suite.browser.startTracing(page, { categories: ['toplevel'] });
      await page.getByRole('button', { name: 'Make GIF' }).click();
      await page.getByRole('button', { name: 'Save GIF' }).waitFor({ timeout: 120_000 });
      const { long } = await page.evaluate(() => window.tasks());
      const { traceEvents } = JSON.parse(await suite.browser.stopTracing());
      await context.close();
      return { long, busiest: busiestTask(traceEvents) };
    });
  });
});
