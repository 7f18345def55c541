// A match in two tabs at once, and matches with damaged records: nothing becomes unopenable, and damaged data can be saved and deleted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { download, games, match, openLab, quick, start, unitsOf, waitForGames, waitForState } from './support/lab-page.mjs';
import { browserSuite } from './support/suite.mjs';

/** Damages a record of a table. */
const spoil = (page, table, key) =>
  page.evaluate(([name, at]) => new Promise((done, failed) => {
    const opening = indexedDB.open('tabia');
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(name, 'readwrite');
      const store = transaction.objectStore(name);
      const reading = store.get(at);
      reading.onsuccess = () => {
        const value = reading.result;
        const field = Object.keys(value).find((candidate) => typeof value[candidate] === 'string');
        store.put({ ...value, [field]: '{"torn":' }, ...(store.keyPath ? [] : [at]));
      };
      transaction.oncomplete = () => { opening.result.close(); done(); };
      transaction.onerror = () => failed(transaction.error);
    };
  }), [table, key]);

const idOf = (page) => page.evaluate(() => location.hash.split('/').pop());

/** Plays a match of four games to its end. */
async function finished(suite) {
  const opened = await openLab(suite);
  const { page } = opened;
  await quick(page, { games: '4' });
  await start(page);
  await waitForState(page, 'complete');
  return opened;
}

async function addGames(page, count) {
  await page.getByRole('button', { name: 'Games', exact: true }).click();
  await page.getByLabel(/^Total games/).fill(count);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}

browserSuite('a match in two tabs', { isEngineOff: true }, (suite) => {
  test('a stale tab that renames a match does not undo what another has played', async () => {
    const { page, context } = await finished(suite);
    const stale = await context.newPage();
    await stale.goto(page.url());
    await waitForState(stale, 'complete');
    await addGames(page, '8');
    await waitForGames(page, 8);
    await waitForState(page, 'complete');
    await stale.bringToFront();
    await stale.getByRole('button', { name: 'Rename', exact: true }).click();
    await stale.getByRole('dialog').getByRole('textbox').fill('Seen by two');
    await stale.getByRole('dialog').getByRole('button', { name: 'Rename', exact: true }).click();
    await stale.getByRole('heading', { name: 'Seen by two' }).waitFor();
    for (const tab of [stale, page]) {
      await tab.reload();
      await waitForState(tab, 'complete');
      assert.equal(await games(tab), 8);
      await tab.getByRole('heading', { name: 'Seen by two' }).waitFor();
    }
    const units = unitsOf((await download(page, 'Match file')).text);
    assert.deepEqual(units.map(({ unit }) => unit), [0, 1, 2, 3]);
  });

  test('a match that another tab plays is followed, and can be resumed when that tab stops it', async () => {
    const { page, context } = await openLab(suite);
    await quick(page, { nodes: '3000' });
    await start(page);
    await waitForGames(page, 2);
    const other = await context.newPage();
    await other.goto(page.url());
    await waitForState(other, 'elsewhere');
    await other.getByText('Played in another tab of this browser').first().waitFor();
    assert.equal(await other.getByRole('button', { name: 'Resume' }).count(), 0);
    const shown = await games(other);
    await waitForGames(other, shown + 4);
    await page.getByRole('button', { name: 'Stop' }).click();
    await waitForState(page, 'stopped');
    await waitForState(other, 'stopped');
    await waitForGames(other, await games(page));
    await other.getByRole('button', { name: 'Resume' }).click();
    await waitForState(other, 'playing');
    await waitForState(page, 'elsewhere');
    await waitForGames(page, (await games(page)) + 2);
  });

  test('a match that keeps ending its tab is not resumed automatically forever', async () => {
    const { page, context } = await openLab(suite, { tolerate: [/the page crashed/] });
    await quick(page);
    await start(page);
    await waitForGames(page, 2);
    const address = page.url();
    /** Crashes the tab as if the match had done so, without any event in the page. */
    const crash = async (tab) => {
      const session = await context.newCDPSession(tab);
      const gone = tab.waitForEvent('crash');
      // The command never returns.
      session.send('Page.crash').catch(() => {});
      await gone;
      await tab.close();
    };
    const visit = async () => {
      const tab = await context.newPage();
      await tab.goto(address);
      return tab;
    };
    await crash(page);
    const second = await visit();
    await waitForState(second, 'playing');
    await crash(second);
    const third = await visit();
    await third.getByText('was not resumed automatically').waitFor();
    await waitForState(third, 'stopped');
    // The user is asked once and decides.
    await third.getByRole('button', { name: 'Resume' }).click();
    await waitForState(third, 'playing');
    // Leaving a page normally doesn't count as such an end, however often it happens.
    for (let visits = 0; visits < 3; visits += 1) {
      await third.reload();
      await waitForState(third, 'playing');
    }
  });

  test('a damaged pair is played again, and nothing else', async () => {
    const { page } = await finished(suite);
    const id = await idOf(page);
    await spoil(page, 'units', [id, 1]);
    await page.reload();
    await waitForState(page, 'stopped');
    assert.equal(await games(page), 2);
    await page.getByText('1 finished pairs could not be used').first().waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await waitForState(page, 'complete');
    assert.equal(await games(page), 4);
  });

  test('a match whose record is damaged is saved as it is, and deleted', async () => {
    const { page } = await finished(suite);
    const id = await idOf(page);
    // A match that has just ended may still be written; after a reload it is only listed.
    await page.evaluate(() => { location.hash = '#/lab'; });
    await page.reload();
    await page.locator('.lab-match-link').first().waitFor();
    await spoil(page, 'matches', [id]);
    await page.reload();
    const damaged = page.locator('.lab-damaged');
    await damaged.getByText('2 finished pairs are stored').waitFor();
    const { text } = await download(page, 'Save raw data');
    assert.equal(text.trim().split('\n').length, 3);
    assert.match(text, /^\{"torn"/);
    await damaged.getByRole('button', { name: 'Delete…' }).click();
    await damaged.getByRole('button', { name: 'Delete for good' }).click();
    await damaged.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Matches in this browser').waitFor();
    assert.equal(await page.locator('.lab-damaged').count(), 0);
    assert.equal(await match(page).count(), 0);
  });
});
