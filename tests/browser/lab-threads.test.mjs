// Threads in the Lab: off by default, available through the same build with threads where the page shares memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenshot } from './support/harness.mjs';
import { download, openFile, openLab, start, waitForGames, waitForState } from './support/lab-page.mjs';
import { SMALL_PHONE, phonePicture } from './support/phone.mjs';
import { browserSuite } from './support/suite.mjs';
import { THREAD, skipWithoutThreads, threadsOf, trap } from './support/threads.mjs';

const skip = skipWithoutThreads('tabia-net-threads');

const card = (page, index) => page.locator('.lab-engine').nth(index);
const chosen = (page, index) => page.locator(`#build-${index} option:checked`).textContent();

/** Opens an engine's UCI options and switches to the build with threads. */
async function takeThreads(page, index) {
  await card(page, index).getByText('UCI options').click();
  await card(page, index).getByRole('button', { name: 'Use the build with threads' }).click();
  await page.waitForFunction((id) => document.getElementById(id)?.selectedOptions[0]?.textContent.includes('with threads'), `build-${index}`);
}

/** Sets up a pair of games with a short time per move. */
async function shortGames(page) {
  await page.getByLabel('Limit', { exact: true }).first().selectOption({ label: 'Seconds per move' });
  await page.getByLabel('Seconds per move').first().fill('0.05');
  await page.getByLabel('Maximum games').fill('2');
}

browserSuite('threads in the Lab', { isEngineOff: true }, (suite) => {
  test('are off, and on with the build that has them, against a single-threaded one', { skip }, async () => {
    const { page } = await openLab(suite);
    assert.doesNotMatch((await page.locator('#build-0 option').allInnerTexts()).join('\n'), /threads/);
    await card(page, 0).getByText('UCI options').click();
    assert.equal(await card(page, 0).getByLabel('Threads', { exact: true }).count(), 0, 'one value is no choice');
    await card(page, 0).getByLabel('Hash', { exact: true }).fill('32');
    await card(page, 0).getByText('UCI options').click();
    await takeThreads(page, 0);
    const threads = card(page, 0).getByLabel('Threads', { exact: true });
    assert.equal(await threads.inputValue(), '2');
    assert.equal(Number(await threads.getAttribute('max')), await page.evaluate(() => navigator.hardwareConcurrency));
    assert.equal(await card(page, 0).getByLabel('Hash', { exact: true }).inputValue(), '32', 'what was set stays');
    // More games at a time than processors are allowed, with a notice.
    await page.getByLabel('Games at a time').fill('64');
    await page.getByText(/Games at a time \(64\) times threads \(2\) is more than the \d+ processors here/).waitFor();
    await screenshot(page, 'lab-threads-setup');
    await page.getByLabel('Games at a time').fill('');
    await shortGames(page);
    // A thread runs during the match and ends with it.
    const thread = page.waitForEvent('worker', { predicate: (worker) => worker.url().includes('engine-thread.js') });
    await start(page);
    await thread;
    await waitForState(page, 'complete');
    while (threadsOf(page) > 0) await page.evaluate(() => 0);
    assert.equal(await page.locator('.lab-faults').count(), 0);
    const { text } = await download(page, 'UCI log');
    assert.match(text, /with threads.* <- setoption name Threads value 2$/m);
    assert.match(text, /with threads.* <- setoption name Hash value 32$/m);
    assert.equal(text.match(/ <- setoption name Threads /g).length, 1, 'the other has one thread');
    await screenshot(page, 'lab-threads-match');
  });

  test('stay chosen over a reload, are stored like other engines, and are offered to matches only', { skip }, async () => {
    const { page } = await openLab(suite);
    await takeThreads(page, 0);
    const name = await chosen(page, 0);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('#build-0 option').length > 1);
    assert.equal(await chosen(page, 0), name);
    const list = page.locator('.lab-fold', { hasText: 'Engines in this browser' });
    await list.locator('summary').first().click();
    await list.getByText('engine build with threads').waitFor();
    await page.evaluate(() => { location.hash = '#/play'; });
    const play = page.getByRole('main', { name: /^Play/ });
    await play.waitFor();
    assert.doesNotMatch(await play.innerText(), /with threads/);
  });

  test('one that fails costs its engine the game, with what happened, and the match continues', { skip }, async () => {
    const { page } = await openLab(suite);
    await takeThreads(page, 0);
    await shortGames(page);
    // On a busy machine a thread starts late: each game must last until then.
    await page.getByLabel('Seconds per move').first().fill('0.3');
    await page.route(THREAD, trap);
    await start(page);
    await waitForState(page, 'complete');
    const faults = (await page.locator('.lab-faults').innerText()).split('\n').join(' ');
    assert.match(faults, /one of its threads failed: RuntimeError: unreachable/);
    assert.match(faults, /one of its threads failed/);
    const [row] = await page.getByRole('row', { name: /with threads/ }).allInnerTexts();
    assert.match(row, /\b2\b/);
  });

  test('continue in another browser, which takes the build from the app by itself', { skip }, async () => {
    const here = await openLab(suite);
    await takeThreads(here.page, 0);
    await shortGames(here.page);
    // Some games remain when it is stopped, however fast the machine is.
    await here.page.getByLabel('Maximum games').fill('8');
    await here.page.getByLabel('Games at a time').fill('1');
    await start(here.page);
    await waitForGames(here.page, 2);
    await here.page.getByRole('button', { name: 'Stop' }).click();
    await waitForState(here.page, 'stopped');
    const { text } = await download(here.page, 'Match file');
    await here.context.close();

    const there = await openLab(suite);
    await openFile(there.page, text);
    await there.page.getByRole('button', { name: 'Resume' }).and(there.page.locator(':enabled')).click();
    await waitForState(there.page, 'complete');
    assert.equal(await there.page.getByRole('region', { name: 'Missing engines' }).count(), 0);
    assert.equal(await there.page.locator('.lab-faults').count(), 0);
    assert.match((await download(there.page, 'UCI log')).text, /with threads.* <- setoption name Threads value 2$/m);
  });

  test("the current version's build replaces an earlier one in the form, with its options", { skip }, async () => {
    const { page } = await openLab(suite);
    await takeThreads(page, 0);
    await card(page, 0).getByLabel('Hash', { exact: true }).fill('32');
    const [name, other] = [await chosen(page, 0), await chosen(page, 1)];
    const form = () => page.evaluate(() => JSON.parse(localStorage.getItem('tabia.lab.form')));
    await page.waitForFunction(() => localStorage.getItem('tabia.lab.form').includes('"Hash","32"'));
    const { engines: [{ build }], threads: [{ of }] } = await form();
    // The form as an earlier version would have left it.
    const old = JSON.stringify(await form()).replaceAll(build, 'e'.repeat(64)).replaceAll(of, 'd'.repeat(64));
    await page.evaluate((text) => addEventListener('pagehide', () => localStorage.setItem('tabia.lab.form', text)), old);
    await page.reload();
    await page.waitForFunction((text) => document.getElementById('build-0')?.selectedOptions[0]?.textContent === text, name);
    assert.equal(await chosen(page, 1), other);
    await card(page, 0).getByText('UCI options').click();
    for (const [option, value] of [['Threads', '2'], ['Hash', '32']]) {
      assert.equal(await card(page, 0).getByLabel(option, { exact: true }).inputValue(), value);
    }
    assert.deepEqual((await form()).threads, [{ build, of, is_old: false }], 'it is that of this version from now on');
    assert.equal(await page.locator('main.lab .toast').count(), 0);
  });

  test('the choice fits on a phone', { skip }, async () => {
    const { page } = await openLab(suite, SMALL_PHONE);
    await card(page, 0).getByText('UCI options').click();
    const button = card(page, 0).getByRole('button', { name: 'Use the build with threads' });
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= page.viewportSize().width);
    await phonePicture(page, 'lab-threads');
  });
});

browserSuite('threads in the Lab of a page that shares no memory', { isEngineOff: true, isolation: false }, (suite) => {
  test('are not offered', async () => {
    const { page } = await openLab(suite);
    await card(page, 0).getByText('UCI options').click();
    await card(page, 0).getByLabel('Hash', { exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Use the build with threads' }).count(), 0);
  });
});
