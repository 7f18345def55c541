// Work that crashes its page: a match, a test suite run, a report. It resumes on its own on any page, but not on every visit: after two
// unclean ends the user is asked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { games, match, openLab, quick, start, waitForGames, waitForState } from './support/lab-page.mjs';
import { ReportPanel } from './support/report.mjs';
import { browserSuite } from './support/suite.mjs';
import { ToolsPage } from './support/tools.mjs';
import { until, untilKept } from './support/until.mjs';

/** Unsolved until all its nodes are searched. */
const PROBLEM = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm a3; id "problem";';
const GAME = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *';
const TOLERATE = { tolerate: [/the page crashed/] };

/** Crashes the tab as if its work had done so, without any event in the page. */
async function crash(context, tab) {
  const session = await context.newCDPSession(tab);
  const gone = tab.waitForEvent('crash');
  // The command never returns.
  session.send('Page.crash').catch(() => {});
  await gone;
  await tab.close();
}

async function visit(context, address) {
  const tab = await context.newPage();
  await tab.goto(address);
  return tab;
}

/**
 * Runs in the page before anything else: counts the times that another tab held the match. With `isHeld` the page isn't notified before
 * `window.tellRefusals()`, so that a busy machine doesn't use up its retries.
 */
function countRefusals(isHeld) {
  const { request } = LockManager.prototype;
  const told = isHeld && new Promise((done) => { window.tellRefusals = done; });
  window.refused = 0;
  LockManager.prototype.request = function asked(name, options, answer) {
    return request.call(this, name, options, (lock) => {
      if (lock !== null || !name.startsWith('tabia match ')) return answer(lock);
      window.refused += 1;
      return told ? told.then(() => answer(lock)) : answer(lock);
    });
  };
}

/** Waits until `ends` ends of the page are counted for some work. */
const counted = (page, work, ends) =>
  until(page, ([prefix, wanted]) => {
    const key = Object.keys(localStorage).find((each) => each.startsWith(prefix));
    return (key ? Number(localStorage.getItem(key)) : 0) === wanted;
  }, [`tabia.ends.${work}`, ends]);

browserSuite('work that ends its page', { isEngineOff: true }, (suite) => {
  test('a match is resumed on any page, and the user is asked after two unclean ends', async () => {
    const { page, context } = await openLab(suite, TOLERATE);
    await quick(page);
    await start(page);
    await waitForGames(page, 2);
    const address = page.url();
    await counted(page, 'match.', 1);
    await crash(context, page);
    const second = await visit(context, `${suite.url}#/`);
    await counted(second, 'match.', 2);
    await crash(context, second);
    const third = await visit(context, `${suite.url}#/play`);
    await until(third, () => localStorage.getItem('tabia.lab.running') === null);
    await counted(third, 'match.', 0);
    await third.evaluate((hash) => { location.hash = hash; }, new URL(address).hash);
    await third.getByText('was not resumed automatically').waitFor();
    await waitForState(third, 'stopped');
    await third.getByRole('button', { name: 'Resume' }).click();
    await waitForState(third, 'playing');
  });

  test('closing other tabs does not count as an end of a running match', async () => {
    const { page, context } = await openLab(suite, TOLERATE);
    await quick(page, { nodes: '3000' });
    await start(page);
    await waitForGames(page, 2);
    const address = page.url();
    await context.addInitScript(countRefusals);
    const others = [];
    for (let count = 0; count < 3; count += 1) {
      const other = await visit(context, address);
      await waitForState(other, 'elsewhere');
      await until(other, () => window.refused > 0);
      others.push(other);
    }
    // It has stopped requesting the match; otherwise it would take it over.
    await until(others[2], () => window.refused >= 20);
    const kept = () => page.evaluate(() => [localStorage.getItem('tabia.lab.running') !== null, ...Object.entries(localStorage).filter(([key]) => key.startsWith('tabia.ends.')).map(([, ends]) => ends)]);
    assert.deepEqual(await kept(), [true, '1']);
    for (const other of others) assert.deepEqual(await other.locator('.toast').allInnerTexts(), []);
    // Once left normally, once crashed.
    await others[0].goto('about:blank');
    assert.deepEqual(await kept(), [true, '1']);
    await crash(context, others[1]);
    assert.deepEqual(await kept(), [true, '1']);
    await crash(context, page);
    const next = await visit(context, address);
    await waitForState(next, 'playing');
    await counted(next, 'match.', 2);
    // A match that is left normally has ended cleanly.
    await next.reload();
    await waitForState(next, 'playing');
    await counted(next, 'match.', 1);
  });

  test('a tab opened during a match continues it with all its games when the other tab is killed', async () => {
    const { page, context } = await openLab(suite, TOLERATE);
    await quick(page, { nodes: '3000' });
    await start(page);
    await waitForGames(page, 2);
    await context.addInitScript(countRefusals, true);
    const other = await visit(context, page.url());
    await waitForState(other, 'elsewhere');
    const shown = await games(other);
    await until(other, () => window.refused > 0);
    // The other tab may not show the latest games yet.
    await waitForGames(page, shown + 2);
    await crash(context, page);
    await other.evaluate(() => window.tellRefusals());
    await waitForState(other, 'playing');
    const taken = await games(other);
    assert.ok(taken >= shown + 2, `${shown} games were shown, ${taken} are taken up`);
    await waitForGames(other, taken + 10);
    assert.equal(await match(other).getAttribute('data-state'), 'playing');
  });

  test('a run of a test suite is resumed on any page, and the user is asked after two unclean ends', async () => {
    const { page, context, app } = await suite.open(TOLERATE);
    await app.stopEngine();
    const tools = await ToolsPage.open(page, 'suites');
    const problems = Array.from({ length: 50 }, (_, number) => PROBLEM.replace('problem', `problem ${number}`)).join('\n');
    await tools.solve(problems, { 'Nodes a position': 3_000_000, 'Engines at once': 1 });
    await untilKept(page, 'suite-run', 1);
    await counted(page, 'suite.', 1);
    await crash(context, page);
    const second = await visit(context, `${suite.url}#/play`);
    await counted(second, 'suite.', 2);
    await crash(context, second);
    const third = await visit(context, `${suite.url}#/`);
    await until(third, () => localStorage.getItem('tabia.suite-run') === null);
    await counted(third, 'suite.', 0);
    await third.evaluate(() => { location.hash = '#/tools/suites'; });
    await third.locator('.toast', { hasText: 'The run was not resumed automatically' }).waitFor();
    const again = new ToolsPage(third);
    await again.main.locator('[aria-label="Run"][data-running="false"]').waitFor();
    await again.button('Resume').click();
    await again.main.locator('[aria-label="Run"][data-running="true"]').waitFor();
    await counted(third, 'suite.', 1);
  });

  test('a report is resumed on any page, and the user is asked after two unclean ends', async () => {
    const { page, context, app } = await suite.open(TOLERATE);
    await app.paste(GAME);
    const panel = new ReportPanel(page);
    await panel.switchOn();
    await panel.start({ nodes: 3_000_000, workers: 1 });
    await panel.work.waitFor();
    await untilKept(page, 'report', 1);
    await counted(page, 'reports', 1);
    await crash(context, page);
    const second = await visit(context, `${suite.url}#/`);
    await counted(second, 'reports', 2);
    await crash(context, second);
    const third = await visit(context, `${suite.url}#/play`);
    await counted(third, 'reports', 0);
    await third.evaluate(() => { location.hash = '#/'; });
    // The message stays until closed, covering what is below it.
    await third.locator('.toast', { hasText: 'the page crashed twice' }).getByRole('button').last().click();
    const again = new ReportPanel(third);
    await again.work.waitFor();
    await again.button('Resume').click();
    await counted(third, 'reports', 1);
    // Left normally, it resumes.
    await third.reload();
    await counted(third, 'reports', 1);
  });
});
