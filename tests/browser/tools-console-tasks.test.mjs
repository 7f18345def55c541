// The page stays responsive while an engine floods the console.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserSuite } from './support/suite.mjs';
import { busiestTask, longTaskLimit } from './support/tasks.mjs';
import { ToolsPage } from './support/tools.mjs';

browserSuite('the console of an engine that floods it', {}, (suite) => {
  test('an engine that talks without end does not stop the page', async (t) => {
    const { page, app } = await suite.open();
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'console');
    await tools.startEngine();
    await suite.browser.startTracing(page, { categories: ['toplevel'] });
    // More than a thousand perft counts, as fast as the engine prints them.
    const script = Array.from({ length: 1500 }, () => 'perft 2').join('\n');
    await tools.main.locator('input[type=file][aria-label="Run a script"]').setInputFiles({ name: 'flood.txt', mimeType: 'text/plain', buffer: Buffer.from(script) });
    await tools.main.getByText('The script has ended.').waitFor({ timeout: 120_000 });
    await page.waitForFunction(() => Number(document.querySelector('.console').dataset.lines) > 20_000);
    assert.ok((await tools.lines()).length < 120, 'rows that cannot be seen are not drawn');
    const events = JSON.parse(await suite.browser.stopTracing()).traceEvents;
    const busiest = busiestTask(events);
    t.diagnostic(`busiest task: ${busiest.cpu} ms of computing, ${busiest.wall} ms until it ended`);
    assert.ok(busiest.cpu <= longTaskLimit(), `a task computed for ${busiest.cpu} ms`);
  });
});
