// The Lab's queue: matches wait for the one being played, are reordered, removed and started, and are played in order by one tab only.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenshot } from './support/harness.mjs';
import { download, match, openLab, quick, start, unitsOf, waitForGames, waitForState } from './support/lab-page.mjs';
import { browserSuite } from './support/suite.mjs';

const PATIENCE = { timeout: 120_000 };
const queue = (page) => page.getByRole('region', { name: 'Queue', exact: true });
/** Names of the waiting matches, in order. */
const waiting = (page) => queue(page).locator('.lab-match-name').allInnerTexts();
const waitForQueue = (page, names) =>
  page.waitForFunction((wanted) => {
    const shown = [...document.querySelectorAll('.lab-queue .lab-match-name')].map((name) => name.textContent);
    return JSON.stringify(shown) === JSON.stringify(wanted);
  }, names, PATIENCE);
const row = (page, name) => page.locator('.lab-matches li', { hasText: name });
const toSetup = (page) => page.evaluate(() => { location.hash = '#/lab'; });
const open = (page, name) => row(page, name).locator('.lab-match-link').click();

/** Starts a match with a name; while another one is played, `answer` is the button to press in the question. */
async function begin(page, name, { games = '4', nodes = '300', answer = null } = {}) {
  await quick(page, { games, nodes });
  const field = page.getByLabel('Match name (Event)');
  if (!(await field.isVisible())) await page.locator('summary', { hasText: 'seed, adjudication' }).click();
  await field.fill(name);
  await start(page);
  if (answer !== null) await page.getByRole('dialog', { name: 'Another match is being played' }).getByRole('button', { name: answer }).click();
}

/** Plays `First` and queues the other matches behind it; ends on the set-up. */
async function queued(suite, names, first = { games: '20000', nodes: '3000' }) {
  const opened = await openLab(suite, { tolerate: [/preloaded using link preload but not used/] });
  const { page } = opened;
  await begin(page, 'First', first);
  await waitForGames(page, 2);
  await toSetup(page);
  for (const [place, name] of names.entries()) {
    await begin(page, name, { answer: 'Play it afterwards' });
    await waitForQueue(page, names.slice(0, place + 1));
  }
  return opened;
}

browserSuite("the Lab's queue", { isEngineOff: true }, (suite) => {
  test('a match that waits is played when the one before it is complete, and so is the next', async () => {
    const { page } = await queued(suite, ['Second', 'Third'], { games: '30', nodes: '3000' });
    assert.equal(await match(page).count(), 0, 'the set-up stays');
    await row(page, 'Second').getByText('Waiting').waitFor();
    await queue(page).getByText('The next one starts when a match is complete.', { exact: false }).waitFor();
    await screenshot(page, 'lab-queue');
    await queue(page).waitFor({ state: 'detached', ...PATIENCE });
    for (const name of ['First', 'Second', 'Third']) await row(page, name).getByText('Complete').waitFor(PATIENCE);
    await page.waitForFunction(() => localStorage.getItem('tabia.lab.running') === null);
  });

  test('the queue is reordered by keyboard and kept, and a match that is removed stays stored', async () => {
    const { page } = await queued(suite, ['Second', 'Third', 'Fourth']);
    const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
    assert.equal(await page.getByRole('button', { name: 'Move Second up' }).isEnabled(), false);
    await page.getByRole('button', { name: 'Move Fourth up' }).press('Enter');
    await waitForQueue(page, ['Second', 'Fourth', 'Third']);
    assert.equal(await focused(), 'Move Fourth up: it is 2 of 3', 'the button keeps the focus');
    await page.keyboard.press('Enter');
    await waitForQueue(page, ['Fourth', 'Second', 'Third']);
    assert.equal(await focused(), 'Move Fourth down: it is 1 of 3', 'the first one cannot move up');
    await page.getByRole('button', { name: 'Remove Second from the queue' }).click();
    await waitForQueue(page, ['Fourth', 'Third']);
    await row(page, 'Second').getByText('Paused').waitFor();
    await page.reload();
    await waitForQueue(page, ['Fourth', 'Third']);
    await row(page, 'First').getByText('Playing').waitFor(PATIENCE);
  });

  test('a match that is paused or stopped starts no other, and the list says so', async () => {
    const { page } = await queued(suite, ['Second']);
    for (const [button, state] of [['Pause', 'paused'], ['Stop', 'stopped']]) {
      await open(page, 'First');
      if (button === 'Stop') await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByRole('button', { name: button, exact: true }).click();
      await waitForState(page, state);
      await toSetup(page);
      await queue(page).getByText('No match is being played: press Start now.', { exact: false }).waitFor();
      await page.reload();
      await queue(page).getByText('No match is being played', { exact: false }).waitFor();
      assert.deepEqual(await waiting(page), ['Second']);
    }
  });

  test('a waiting match is started at once from the list and from its page, and pauses the other', async () => {
    const { page } = await queued(suite, ['Second']);
    await begin(page, 'Third', { games: '20000', nodes: '3000', answer: 'Play it afterwards' });
    await waitForQueue(page, ['Second', 'Third']);
    await page.getByRole('button', { name: 'Start Third now' }).click();
    await row(page, 'Third').getByText('Playing').waitFor();
    await row(page, 'First').getByText('Paused').waitFor();
    await waitForQueue(page, ['Second']);
    await open(page, 'Second');
    await waitForState(page, 'waiting');
    await page.getByText('Waiting: it starts when the matches before it are complete.').first().waitFor();
    await page.getByRole('button', { name: 'Start now' }).click();
    await waitForState(page, 'complete');
    await toSetup(page);
    await row(page, 'Third').getByText('Paused').waitFor();
    assert.equal(await queue(page).count(), 0);
  });

  test('after a reload the queue goes on', async () => {
    const { page } = await queued(suite, ['Second'], { games: '60', nodes: '3000' });
    await page.reload();
    await row(page, 'Second').getByText('Complete').waitFor(PATIENCE);
    await row(page, 'First').getByText('Complete').waitFor();
  });

  test('the tab that ends a match plays the next, and no other tab does', async () => {
    const { page, context } = await queued(suite, ['Second'], { games: '60', nodes: '3000' });
    await open(page, 'First');
    const other = await context.newPage();
    await other.goto(page.url());
    await waitForState(other, 'elsewhere');
    await page.getByRole('button', { name: 'Stop' }).click();
    await waitForState(other, 'stopped');
    await other.getByRole('button', { name: 'Resume' }).click();
    await waitForState(other, 'complete');
    for (const tab of [other, page]) {
      await toSetup(tab);
      await row(tab, 'Second').getByText('Complete').waitFor(PATIENCE);
      await open(tab, 'Second');
      await waitForGames(tab, 4);
    }
    const units = unitsOf((await download(other, 'Match file')).text);
    assert.deepEqual(units.map(({ unit }) => unit), [0, 1]);
  });

  test('a match that another tab plays is asked about, too', async () => {
    const { page, context } = await queued(suite, []);
    const other = await context.newPage();
    await other.goto(`${suite.url}#/lab`);
    await other.getByRole('button', { name: 'Start', exact: true }).and(other.locator(':enabled')).waitFor();
    await begin(other, 'Second', { answer: 'Play it afterwards' });
    await waitForQueue(other, ['Second']);
    await waitForQueue(page, ['Second']);
  });

  test('two matches are played at a time where there are enough processors, also after a reload', async () => {
    const { page, context } = await openLab(suite, { tolerate: [/preloaded using link preload but not used/] });
    await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 5 }));
    await page.reload();
    await page.getByRole('button', { name: 'Start', exact: true }).and(page.locator(':enabled')).waitFor();
    await begin(page, 'First', { games: '20000' });
    await waitForGames(page, 2);
    await toSetup(page);
    await begin(page, 'Second', { games: '20000', answer: 'Play both' });
    await waitForGames(page, 2);
    await toSetup(page);
    for (const name of ['First', 'Second']) await row(page, name).getByText('Playing').waitFor();
    await page.reload();
    for (const name of ['First', 'Second']) {
      await open(page, name);
      await waitForState(page, 'playing');
      await page.getByRole('button', { name: 'Stop' }).click();
      await waitForState(page, 'stopped');
      await toSetup(page);
    }
  });
});
