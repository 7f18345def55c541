// A computer that slept, a tab hidden for an hour, a frozen page: work continues, nothing is lost, and no engine is charged for time in
// which it couldn't think. The test controls the page's clock; its workers don't notice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { App } from './support/app.mjs';
import { openApp } from './support/harness.mjs';
import { download, games, quick, start, unitsOf, waitForGames, waitForState } from './support/lab-page.mjs';
import { PlayPage } from './support/play.mjs';
import { ReportPanel } from './support/report.mjs';
import { browserSuite } from './support/suite.mjs';
import { ToolsPage } from './support/tools.mjs';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const GAME = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *';
const PROBLEM = '6k1/5ppp/8/8/8/8/8/3RK3 w - - bm Rd8#;';

const lines = (page) => page.waitForFunction(() => document.querySelectorAll('.analysis > .lines .line:not(.empty)').length > 0);

/** Returns the messages about engines that were restarted or have failed. */
const complaints = (app) => app.messages().then((all) => all.filter((text) => /restart|fail|silent|did not/i.test(text)));

/** Puts the computer to sleep for an hour: due timers fire once, late. */
const sleep = (page) => page.clock.fastForward(HOUR);

/** Real time per minute of a hidden tab in this test: long enough for workers to send something. */
const HIDDEN_MINUTE_MS = 150;

/** Hides the tab for an hour: its timers fire once a minute, as in browsers; its workers continue, and their messages arrive at once. */
async function hideForAnHour(page) {
  const show = (hidden) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (isHidden ? 'hidden' : 'visible') });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, hidden);
  await show(true);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000);
  for (let passed = 0; passed < HOUR; passed += MINUTE) {
    await setTimeout(HIDDEN_MINUTE_MS);
    await page.clock.fastForward(MINUTE);
  }
  await page.clock.resume();
  await show(false);
}

/** Asserts that every pair is there exactly once, and that no game was lost on time, by a stall or by a crash. */
function assertWhole(text) {
  const units = unitsOf(text);
  const numbers = units.map(({ unit }) => unit);
  assert.deepEqual(numbers, [...new Set(numbers)]);
  const reasons = units.flatMap(({ games }) => games.map(({ conclusion }) => conclusion.reason));
  assert.deepEqual(reasons.filter((reason) => /time|stall|disconnect|abandon/.test(JSON.stringify(reason))), []);
}

/** Starts a match in the Lab and waits for two games. */
async function setUp(page, request) {
  await page.evaluate(() => { location.hash = '#/lab'; });
  await page.getByRole('button', { name: 'Start', exact: true }).and(page.locator(':enabled')).waitFor({ timeout: 60_000 });
  await quick(page, request);
  await start(page);
  await waitForGames(page, 2);
}

browserSuite('a page whose clock the test has', {}, (suite) => {
  async function open() {
    const { page, context, problems } = await openApp(suite.browser, suite.url, { visit: false });
    await page.clock.install();
    await page.goto(suite.url);
    const app = await new App(page).ready();
    const close = async () => {
      assert.deepEqual(await complaints(app), []);
      assert.deepEqual(problems, []);
      await context.close();
    };
    return { page, app, close };
  }

  /** Asserts that the analysis follows the board, with the same engine. */
  async function analyses({ page, app }) {
    await app.drag('e2', 'e4');
    await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
    await lines(page);
    assert.equal(await page.locator('.analysis').getAttribute('data-state'), 'searching');
  }

  const AWAY = [['the computer slept', sleep], ['the tab was hidden for an hour', hideForAnHour]];

  for (const [away, leave] of AWAY) {
    test(`the analysis continues after ${away}`, async () => {
      const { page, app, close } = await open();
      await app.startEngine();
      await lines(page);
      await leave(page);
      await analyses({ page, app });
      await close();
    });
  }

  test('a match continues after the computer slept: the games of that time are replayed', async () => {
    const { page, close } = await open();
    await setUp(page, { games: '24' });
    await sleep(page);
    await waitForState(page, 'complete');
    assertWhole((await download(page, 'Match file')).text);
    await close();
  });

  test('a match is played while the tab is hidden', async () => {
    const { page, close } = await open();
    await setUp(page, { games: '2000' });
    const before = await games(page);
    await hideForAnHour(page);
    assert.ok((await games(page)) >= before + 4, 'games were played meanwhile');
    await waitForState(page, 'complete');
    assertWhole((await download(page, 'Match file')).text);
    await close();
  });

  for (const [away, leave] of AWAY) {
    test(`a game continues after ${away}: one's own clock ran, and the engine answers`, async () => {
      const { page, close } = await open();
      const play = await PlayPage.open(page);
      await play.begin({ level: 1, clock: '90', book: false });
      await play.type('e4');
      await play.waitForMoves(2);
      await leave(page);
      const left = Number(await play.clock('white').getAttribute('data-ms'));
      assert.ok(left > 20 * MINUTE && left <= 30 * MINUTE, `${left} ms`);
      await play.type('a3');
      await play.waitForMoves(4);
      assert.ok(Number(await play.clock('black').getAttribute('data-ms')) > 85 * MINUTE);
      await close();
    });
  }

  test('a report and a test suite come to their ends after the computer slept', async () => {
    const { page, app, close } = await open();
    await app.paste(GAME);
    const report = new ReportPanel(page);
    await report.switchOn();
    await report.start({ nodes: 100_000, workers: 1 });
    await report.waitForPositions(2);
    await sleep(page);
    await report.waitUntilDone();
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'suites');
    await tools.solve(Array(6).fill(PROBLEM).join('\n'), { 'Nodes a position': 300_000, 'Engines at once': 1 });
    await tools.waitForAttempts(1);
    await sleep(page);
    await tools.waitForAttempts();
    const rows = await tools.rows();
    assert.deepEqual(rows.map(({ cells }) => cells[0].move), Array(6).fill('Rd8#'));
    await close();
  });
});

browserSuite('a page that the browser has frozen', {}, (suite) => {
  test('analyses and plays a match as before', async () => {
    const { page, app, context } = await suite.open();
    await app.startEngine();
    await lines(page);
    const session = await context.newCDPSession(page);
    const freeze = async () => {
      for (const state of ['frozen', 'active']) await session.send('Page.setWebLifecycleState', { state });
    };
    await freeze();
    await app.drag('e2', 'e4');
    await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
    await lines(page);
    await app.stopEngine();
    await setUp(page, { games: '8' });
    await freeze();
    await waitForState(page, 'complete');
    assertWhole((await download(page, 'Match file')).text);
    assert.deepEqual(await complaints(app), []);
  });
});
