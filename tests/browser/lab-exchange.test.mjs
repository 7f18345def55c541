// A match in several browsers, and engines that come and go: parts of a match, match files whose builds are missing, files dropped on the
// page, engines renamed and removed.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { artefact, screenshot } from './support/harness.mjs';
import { download, games, match, openFile, openLab, quick, start, unitsOf, waitForGames, waitForState } from './support/lab-page.mjs';
import { browserSuite } from './support/suite.mjs';

/** Returns a build with a different hash: ours with a meaningless custom section. */
function build(name, letter) {
  const bytes = Buffer.concat([readFileSync('target/engine/tabia-material.wasm'), Buffer.from([0, 3, 2, 0x6d, letter.charCodeAt(0)])]);
  const path = artefact(name);
  writeFileSync(path, bytes);
  return { name, path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Drags files from outside over the page and drops them, as the browser sees it. */
async function drop(page, ...files) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: files.map(({ path }) => path), dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  await session.detach();
}

const resume = (page) => page.getByRole('button', { name: 'Resume' });
const toastWith = (page, text) => page.locator('.toast', { hasText: text });
/** Returns the figures that the page shows for a match. */
async function figures(page) {
  const text = (name) => page.getByRole('region', { name, exact: true }).innerText();
  const numbers = async (name) => {
    const legend = await page.getByRole('group', { name, exact: true }).locator('li b').allInnerTexts();
    return legend.map((number) => Number(number.replaceAll(/\D/g, '')));
  };
  const [won, drawn, lost] = await numbers('Games by result');
  const pairs = (await numbers('Pairs by points')).reduce((sum, count) => sum + count, 0);
  const progress = await page.locator('.lab-progress').innerText();
  const verdict = (await text('Verdict')).replace(progress, '');
  const result = await page.locator('.lab-figures').innerText();
  return { won, drawn, lost, pairs, progress, verdict, result };
}

const goToSetup = (page) => page.evaluate(() => { location.hash = '#/lab'; });

/** Waits until the first engine uses the build of this file. */
const waitForBuild = (page, { sha256 }) =>
  page.locator('.lab-engine').first().locator(`abbr[title$="${sha256}"]`).waitFor({ timeout: 60_000 });

/** Plays a few games of a build that only this browser has, and returns the page and the match file. */
async function matchWith(suite, file) {
  const opened = await openLab(suite);
  const { page } = opened;
  await drop(page, file);
  await waitForBuild(page, file);
  await quick(page);
  await start(page);
  await waitForGames(page, 2);
  await page.getByRole('button', { name: 'Stop' }).click();
  await waitForState(page, 'stopped');
  return { ...opened, text: (await download(page, 'Match file')).text };
}

browserSuite('matches and engines on their way', { isEngineOff: true }, (suite) => {
  test('a part of a match is played in another browser, and the results are put together', async () => {
    const here = await openLab(suite, { permissions: ['clipboard-read', 'clipboard-write'] });
    await quick(here.page, { games: '24' });
    // Long enough to be split before it is over.
    await here.page.getByLabel('Nodes per move').first().fill('4000');
    await start(here.page);
    // Some pairs are played before it is split.
    await waitForGames(here.page, 4);
    await here.page.getByRole('button', { name: 'Pause' }).click();
    await here.page.getByText('Several browsers').click();
    await here.page.getByRole('button', { name: 'Copy link for part 2' }).click();
    await toastWith(here.page, 'Link for part 2 copied').waitFor();
    const link = await here.page.evaluate(() => navigator.clipboard.readText());
    await here.page.getByText('this one plays part 1 of 2').waitFor();

    // Pasted into the address bar with the Lab already open.
    const there = await openLab(suite);
    await there.page.evaluate((url) => { location.href = url; }, link);
    // Nothing is stored before the user agrees.
    await there.page.getByRole('dialog', { name: 'Play a part of a match?' }).getByRole('button', { name: 'Store the match' }).click();
    await resume(there.page).click();
    await waitForState(there.page, 'complete');
    const theirs = await download(there.page, 'Match file');

    await resume(here.page).click();
    await waitForState(here.page, 'complete');
    const before = await games(here.page);
    assert.equal(before + (await games(there.page)), 24);
    await here.page.locator('input[type=file][aria-label="Merge results…"]').setInputFiles({ name: 'theirs.jsonl', mimeType: 'text/plain', buffer: Buffer.from(theirs.text) });
    await toastWith(here.page, 'theirs.jsonl was imported').waitFor();
    await waitForGames(here.page, 24);
    await here.page.locator('.lab-progress', { hasText: '24 of' }).waitFor();
    const units = unitsOf((await download(here.page, 'Match file')).text).sort((a, b) => a.unit - b.unit);
    assert.deepEqual(units.map(({ unit }) => unit), [...Array(12).keys()]);
    assert.equal(new Set(units.map(({ host }) => host)).size, 2);
    // All figures count both parts, and do so again after a reload from storage.
    const whole = await figures(here.page);
    assert.match(whole.progress, /^24 of /);
    assert.match(whole.verdict, /after 24 games|^24 games: /m);
    assert.equal(whole.won + whole.drawn + whole.lost, 24);
    assert.equal(whole.pairs, 12);
    assert.match((await download(here.page, 'Report')).text, /^Games: 24, /m);
    await here.page.reload();
    await waitForState(here.page, 'complete');
    assert.deepEqual(await figures(here.page), whole);
    await screenshot(here.page, 'lab-merged');
    // A third browser, which has played none of it, shows the same.
    const third = await openLab(suite);
    await openFile(third.page, theirs.text);
    await match(third.page).waitFor();
    // Its test needs the pairs before those of this part: they are listed, with what they wait for.
    await third.page.getByText('they wait for earlier pairs').first().waitFor();
    assert.equal(await games(third.page), unitsOf(theirs.text).length * 2);
    const mine = await download(here.page, 'Match file');
    await third.page.locator('input[type=file][aria-label="Merge results…"]').setInputFiles({ name: 'mine.jsonl', mimeType: 'text/plain', buffer: Buffer.from(mine.text) });
    await toastWith(third.page, 'mine.jsonl was imported').waitFor();
    await waitForGames(third.page, 24);
    assert.deepEqual(await figures(third.page), whole);
    for (const { page } of [here, third]) {
      await goToSetup(page);
      await page.locator('.lab-matches li', { hasText: '24 of' }).waitFor();
    }
  });

  test('a match whose games have no partners is counted by games, and takes any number of them', async () => {
    const { page } = await openLab(suite);
    const engines = ['One', 'Two'].map((name) => ({ name, limits: { nodes: 100 } }));
    const header = { format: 'tabia match 2', id: 'single-games', created_ms: 1, settings: { engines, games: 1, rounds: 4, repeat: true } };
    const game = { players: ['One', 'Two'], moves: Array(3).fill('g1f3 g8f6 f3g1 f6g8').join(' '), conclusion: { reason: 'repetition' } };
    const units = [0, 1, 2, 3].map((unit) => ({ unit, games: [game] }));
    await openFile(page, [header, ...units].map((line) => `${JSON.stringify(line)}\n`).join(''));
    await toastWith(page, 'New games: 4. Already here: 0.').waitFor();
    await waitForState(page, 'complete');
    await page.getByRole('button', { name: 'Games', exact: true }).click();
    const total = page.getByLabel(/^Total games/);
    // An invalid number is reported and stays in the field to be fixed.
    for (const wrong of ['seven', '2']) {
      await total.fill(wrong);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('dialog').getByRole('alert').waitFor();
      assert.equal(await total.inputValue(), wrong);
    }
    await total.fill('7');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('.lab-progress', { hasText: '4 of 7' }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
  });

  test('the page names the file of a missing build, and takes it when dropped', async () => {
    const [mine, other] = [build('mine.wasm', 'a'), build('other.wasm', 'b')];
    const { text } = await matchWith(suite, mine);
    const played = unitsOf(text).length * 2;

    const { page } = await openLab(suite);
    await openFile(page, text);
    const missing = page.getByRole('region', { name: 'Missing engines' });
    await missing.waitFor();
    const words = (await missing.innerText()).replaceAll(/[\s,.\u202f]/g, '');
    for (const part of [mine.name.replace('.', ''), `${mine.size}bytes`, mine.sha256]) assert.ok(words.includes(part), `${part} is not in ${words}`);
    assert.equal(await games(page), played, 'what was played is seen all the same');
    assert.equal(await resume(page).isEnabled(), false);
    await screenshot(page, 'lab-missing-engine');

    await drop(page, other);
    await toastWith(page, 'is not part of this match').waitFor({ timeout: 60_000 });
    assert.equal(await resume(page).isEnabled(), false);
    await drop(page, mine);
    await toastWith(page, 'is available').waitFor({ timeout: 60_000 });
    await missing.waitFor({ state: 'detached' });
    await resume(page).click();
    await waitForGames(page, played + 2);
    await page.getByRole('button', { name: 'Stop' }).click();
    await waitForState(page, 'stopped');
  });

  test('an engine is renamed, removed after a question, and its match is not lost', async () => {
    const mine = build('passing.wasm', 'c');
    const { page } = await matchWith(suite, mine);
    const address = page.url();
    await goToSetup(page);
    await page.getByText(/^Engines in this browser \(4\)$/).click();
    const row = page.locator(`[data-engine="${mine.sha256}"]`);
    await row.getByRole('button', { name: /^Rename/ }).click();
    await page.getByLabel('Display name').fill('Passing');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await row.getByText('Passing').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 1, 'what comes with the page stays');
    const remove = row.getByRole('button', { name: 'Remove Passing' });
    await remove.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Used by one match').waitFor();
    await dialog.getByText('Games and results stay').waitFor();
    await screenshot(page, 'lab-remove-engine');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await row.count(), 1);
    await remove.click();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await row.waitFor({ state: 'detached' });

    await page.evaluate((url) => { location.href = url; }, address);
    await page.getByRole('region', { name: 'Missing engines' }).getByText(mine.sha256).waitFor();
    const before = await games(page);
    assert.ok(before >= 2);
    await drop(page, mine);
    await resume(page).and(page.locator(':enabled')).click({ timeout: 60_000 });
    await waitForGames(page, before + 2);

    // An engine that is playing can't be removed.
    await goToSetup(page);
    await page.getByText(/^Engines in this browser \(4\)$/).click();
    await row.getByRole('button', { name: /^Remove/ }).click();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await toastWith(page, 'stop that match first').waitFor();
    await page.evaluate((url) => { location.href = url; }, address);
    await match(page).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
  });
});
