// The rating list over all matches of the browser: empty, with groups and bounds, anchored, with an engine's opponents and builds, exported,
// after a match that was just played, and over matches saved by an earlier version.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenshot } from './support/harness.mjs';
import { download, openFile, openLab, quick, start, waitForState } from './support/lab-page.mjs';
import { browserSuite } from './support/suite.mjs';

const HASH = (letter) => letter.repeat(64);
const ENGINES = { 'Alpha 1.0': HASH('a'), 'Alpha 1.1': HASH('b'), 'Beta 3': HASH('c'), 'Gamma 5': HASH('d') };

/** Returns a match file: pairs of games as two letters of the first engine's results each (W, D, L), first with White. */
function matchFile(id, created_ms, [one, other], pairs) {
  const engines = [one, other].map((name) => ({ name, build: ENGINES[name], limits: { nodes: 100 } }));
  const header = { format: 'tabia match 2', id, created_ms, settings: { engines, games: pairs.length * 2, repeat: true } };
  const game = (players, result) => {
    const winner = { W: players[0] === one ? 'white' : 'black', L: players[0] === one ? 'black' : 'white' }[result];
    return { players, moves: 'f2f3 e7e5', conclusion: winner ? { winner, reason: 'adjudication' } : { reason: 'adjudication' } };
  };
  const unit = (results, number) => ({ unit: number, games: [game([one, other], results[0]), game([other, one], results[1])] });
  return [header, ...pairs.map(unit)].map((line) => `${JSON.stringify(line)}\n`).join('');
}

const FIRST = matchFile('ratings-1', Date.UTC(2026, 0, 5, 12), ['Alpha 1.0', 'Beta 3'], ['WD', 'DD', 'WL', 'LD', 'WW', 'DL']);
const SECOND = matchFile('ratings-2', Date.UTC(2026, 5, 7, 12), ['Alpha 1.1', 'Beta 3'], ['WD', 'WD', 'WL', 'WD', 'WW', 'DL']);
/** Won altogether. */
const THIRD = matchFile('ratings-3', Date.UTC(2026, 6, 1, 12), ['Beta 3', 'Gamma 5'], ['WW', 'WW']);

async function open(page, ...texts) {
  for (const text of texts) {
    await page.evaluate(() => { location.hash = '#/lab'; });
    await openFile(page, text);
    await page.locator('.lab-match').waitFor();
  }
  await page.evaluate(() => { location.hash = '#/lab'; });
  await page.getByRole('link', { name: 'Ratings' }).click();
  await page.getByRole('heading', { name: 'Ratings', level: 1 }).waitFor();
}

const table = (page, name) => page.getByRole('region', { name, exact: true }).locator('table');
/** Returns the cells of each row of a table. */
const rows = async (page, name = 'Ratings') => {
  await table(page, name).last().locator('tbody tr').first().waitFor();
  return table(page, name).last().locator('tbody tr').evaluateAll((lines) => lines.map((line) => [...line.children].map((cell) => cell.innerText)));
};

browserSuite('ratings', { isEngineOff: true }, (suite) => {
  test('the list is reached without any match, and says so', async () => {
    const { page } = await openLab(suite);
    assert.equal(await page.getByRole('link', { name: 'Ratings' }).count(), 0);
    await page.evaluate(() => { location.hash = '#/lab/ratings'; });
    await page.getByText('No finished games yet.').waitFor();
    await screenshot(page, 'lab-ratings-empty');
    await page.getByRole('link', { name: 'All matches' }).click();
    await page.getByRole('heading', { name: 'New match' }).waitFor();
  });

  test('engines of several matches are rated together, on the chosen scale, with bounds for perfect scores', async () => {
    const { page } = await openLab(suite);
    await open(page, FIRST, SECOND, THIRD);
    const found = await rows(page);
    assert.deepEqual(found.map(([name]) => name), ['1. Alpha 1.1', '2. Alpha 1.0', '3. Beta 3', '4. Gamma 5']);
    // 8 and 6½ of 12 against the same opponent.
    const elo = (points, games) => -400 * Math.log10(games / points - 1);
    const mean = (elo(8, 12) + elo(6.5, 12)) / 3;
    const expected = [elo(8, 12) - mean, elo(6.5, 12) - mean, -mean];
    for (const [index, value] of expected.entries()) assert.ok(Math.abs(Number(found[index][1]) - value) < 0.06, `${found[index]} ${value}`);
    assert.match(found[3][1], /^< -/);
    assert.match(found[0][2], /^± \d/);
    assert.deepEqual(found[2].slice(3, 7), ['48.2 %', '28', '32.1 %', '3']);
    await page.getByText('4 players, 28 games.').waitFor();
    await screenshot(page, 'lab-ratings');

    await page.getByLabel('Anchor', { exact: true }).selectOption('Beta 3');
    await page.getByLabel('Rating of the anchor').fill('3000');
    await page.getByText('Beta 3 is set to 3000').waitFor();
    const anchored = await rows(page);
    assert.deepEqual(anchored[2].slice(1, 3), ['3000.0', '–']);
    assert.ok(Math.abs(Number(anchored[0][1]) - 3000 - elo(8, 12)) < 0.06);
    // Its distance from the others is unknown.
    await page.getByLabel('Anchor', { exact: true }).selectOption('Gamma 5');
    await page.getByRole('alert').getByText('The anchor won or lost every game').waitFor();
    await page.getByLabel('Anchor', { exact: true }).selectOption('Beta 3');

    const csv = await download(page, 'CSV');
    assert.equal(csv.name, 'ratings.csv');
    assert.match(csv.text, /^rank,name,group,rating,.*\r\n1,Alpha 1\.1,1,3120\.4/);
    const html = await download(page, 'HTML');
    assert.equal(html.name, 'ratings.html');
    assert.ok(html.text.startsWith('<!doctype html>') && html.text.includes('Beta 3 is set to 3000'));
  });

  test('an engine shows its opponents and the history of its builds', async () => {
    const { page } = await openLab(suite);
    await open(page, FIRST, SECOND, THIRD);
    await page.getByRole('button', { name: '1. Alpha 1.1' }).click();
    assert.equal(await page.getByRole('button', { name: '1. Alpha 1.1' }).getAttribute('aria-expanded'), 'true');
    const opponents = await rows(page, 'Opponents');
    assert.deepEqual(opponents.map(([name, , games, results]) => [name, games, results]), [['Beta 3', '12', '+6 =4 −2']]);
    const builds = await rows(page, 'Builds of Alpha');
    assert.deepEqual(builds.map(([name, date]) => [name, date]), [['Alpha 1.0', '2026-01-05'], ['Alpha 1.1', '2026-06-07']]);
    await screenshot(page, 'lab-ratings-engine');
    await page.getByRole('region', { name: 'Opponents' }).getByRole('button', { name: 'Beta 3' }).click();
    await page.getByRole('heading', { name: 'Beta 3' }).waitFor();
    assert.equal((await rows(page, 'Opponents')).length, 3);
    assert.equal(await page.getByRole('region', { name: /^Builds of/ }).count(), 0);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('region', { name: 'Opponents' }).waitFor({ state: 'detached' });
  });

  test('a match that was just played counts, and a reload changes nothing', async () => {
    const { page } = await openLab(suite);
    await quick(page, { games: '8' });
    await start(page);
    await waitForState(page, 'complete');
    await open(page);
    const before = await rows(page);
    assert.equal(before.length, 2);
    assert.equal(before[0][4], '8');
    await page.reload();
    assert.deepEqual(await rows(page), before);
  });

  test('the results of matches that an earlier version saved are counted once, and saved', async () => {
    const { page } = await openLab(suite);
    await open(page, FIRST, SECOND);
    const before = await rows(page);
    // As an earlier version wrote it, without results.
    const strip = () => new Promise((resolve, reject) => {
      const opening = indexedDB.open('tabia');
      opening.onsuccess = () => {
        const database = opening.result;
        const store = database.transaction('matches', 'readwrite').objectStore('matches');
        let counted = 0;
        store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
          if (!cursor) { database.close(); resolve(counted); return; }
          const record = cursor.value;
          const entry = JSON.parse(record.json);
          counted += entry.summary.summary.counted;
          delete entry.summary.summary.counted;
          delete entry.summary.summary.results;
          cursor.update({ ...record, json: JSON.stringify(entry), revision: record.revision + 1 });
          cursor.continue();
        };
      };
      opening.onerror = () => reject(opening.error);
    });
    assert.equal(await page.evaluate(strip), 12);
    await page.reload();
    await page.waitForFunction((count) => document.querySelectorAll('.lab-ratings tbody tr').length === count, before.length);
    await page.getByText('3 players, 24 games.').waitFor();
    assert.deepEqual(await rows(page), before);
    await page.waitForFunction(() => !document.querySelector('.lab-ratings [role=status]').textContent);
    assert.equal(await page.evaluate(strip), 12, 'the results were saved again');
  });
});
