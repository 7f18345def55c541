// A suite of browser tests: one browser, one server, and the checks that apply to every test.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe } from 'node:test';
import { App } from './app.mjs';
import { launchBrowser, openApp, serveApp } from './harness.mjs';

/**
 * Defines a suite of tests that share one browser and one server. Tests get them through `suite.open`, which also checks at the end of each
 * test that no problems occurred.
 *
 * @param options for `serveApp`, or a function that prepares them (and `cleanUp`, called at the end). `isEngineOff`: the user has switched
 *   the board's analysis off, so that it takes no CPU time from the test
 */
export function browserSuite(name, options, define) {
  describe(name, () => {
    let browser;
    let server;
    let opened = [];
    const suite = {
      /** Opens the page. `tolerate`: problems that the test provokes (regular expressions). */
      async open({ tolerate = [], ...contextOptions } = {}) {
        const { page, context, problems } = await openApp(browser, server.url, { isEngineOff, ...contextOptions });
        opened.push({ context, problems, tolerate });
        return { page, context, problems, app: await new App(page).ready() };
      },
      get browser() {
        return browser;
      },
      get url() {
        return server.url;
      },
    };
    let cleanUp;
    let isEngineOff = false;
    before(async () => {
      const { cleanUp: made, isEngineOff: off = false, ...served } = typeof options === 'function' ? await options() : options;
      cleanUp = made;
      isEngineOff = off;
      browser = await launchBrowser();
      server = await serveApp(served);
    });
    after(async () => {
      await browser?.close();
      await server?.close();
      cleanUp?.();
    });
    afterEach(async () => {
      const closing = opened;
      opened = [];
      for (const { context } of closing) await context.close();
      for (const { problems, tolerate } of closing) {
        assert.deepEqual(problems.filter((problem) => !tolerate.some((pattern) => pattern.test(problem))), []);
      }
    });
    define(suite);
  });
}
