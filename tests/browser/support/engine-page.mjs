// The engine handle's own page (engine-harness), for files that test it without the app.

import { after, before } from 'node:test';
import { scriptedEngine } from '../../engines/scripted.mjs';
import { prepareHarness } from './engine-harness.mjs';
import { launchBrowser, openApp, serveApp } from './harness.mjs';

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/**
 * Launches a browser for the tests of a file. `withServer` serves the page to `body(url)`; `withPage` opens it and starts the scripted
 * engine before `body(page, problems)`.
 */
export function enginePages() {
  const suite = {};
  let dir;
  before(async () => {
    dir = prepareHarness(scriptedEngine('good'));
    suite.browser = await launchBrowser();
  });
  after(() => suite.browser?.close());

  async function withServer({ isolation = true, base = '/' }, body) {
    const server = await serveApp({ dir, isolation, base });
    try {
      await body(server.url);
    } finally {
      await server.close();
    }
  }

  function withPage(options, body) {
    return withServer(options, async (url) => {
      const { page, context, problems } = await openApp(suite.browser, url);
      await page.waitForFunction(() => window.isReady);
      await page.evaluate(() => {
        window.start();
        return window.next((event) => event.state === 'Idle');
      });
      await body(page, problems);
      await context.close();
    });
  }

  return { suite, withServer, withPage };
}
