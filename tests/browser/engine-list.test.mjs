// One list of engines for all pages: an engine dropped on the board stays, and changes show everywhere.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { scriptedEngine } from '../engines/scripted.mjs';
import { selectors } from './support/app.mjs';
import { screenshot } from './support/harness.mjs';
import { browserSuite } from './support/suite.mjs';

/** A UCI worker as others write them: it knows one move and can be stopped. */
const FOREIGN = `
  let timer;
  const go = (multipv) => {
    let depth = 0;
    clearInterval(timer);
    timer = setInterval(() => {
      depth += 1;
      postMessage('info depth ' + depth + ' score cp 33 nodes ' + depth * 1000 + ' nps 1000 time 1 pv e2e4 e7e5');
    }, 20);
  };
  onmessage = ({ data }) => {
    if (data === 'uci') postMessage('id name Little\\nid author Nobody\\noption name Hash type spin default 1 min 1 max 9\\nuciok');
    if (data === 'isready') postMessage('readyok');
    if (data.startsWith('go')) go();
    if (data === 'stop') { clearInterval(timer); postMessage('bestmove e2e4'); }
  };`;

const name = (page) => page.locator('.analysis .engine-name').first();

async function openEngines(page) {
  await page.getByRole('button', { name: 'Engines and analysis options' }).click();
  await page.getByRole('menuitem', { name: 'Engines…' }).click();
  await page.getByRole('dialog', { name: 'Engines' }).locator('.engine-row').first().waitFor();
}

const rowNames = (page) => page.locator('.engine-row-name').allInnerTexts();

async function until(look, isIt) {
  for (;;) {
    const seen = await look();
    if (isIt(seen)) return seen;
    await new Promise((done) => setTimeout(done, 50));
  }
}

browserSuite('the engines of the browser', {}, (suite) => {
  test('an engine dropped on the board stays, is chosen again, renamed and removed', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    await app.waitForLines();
    await app.drop('mine.wasm', scriptedEngine('good'));
    await name(page).filter({ hasText: 'Scripted good' }).waitFor();
    await app.waitForLines();

    await page.reload();
    await app.ready();
    await name(page).filter({ hasText: 'Scripted good' }).waitFor();
    await app.waitForLines();
    assert.equal(await page.locator(selectors.toast).filter({ hasText: /lacks|is loaded/ }).count(), 0, 'it is introduced once');

    await openEngines(page);
    assert.ok((await rowNames(page)).some((text) => /^Tabia/.test(text)));
    await screenshot(page, 'engine-list');
    await page.getByRole('button', { name: 'Rename Scripted good' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    await page.keyboard.press('Enter');
    await name(page).filter({ hasText: 'Mine' }).waitFor();

    // Remove it: the built-in engine takes over, and the removal can be undone.
    await page.getByRole('button', { name: 'Remove Mine' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog', { name: 'Engines' }).getByRole('button', { name: 'Done' }).click();
    await name(page).filter({ hasText: /^Tabia/ }).waitFor();
    await app.waitForLines();
    await page.locator(selectors.toast).filter({ hasText: 'Mine removed' }).getByRole('button', { name: /undo/i }).click();
    await openEngines(page);
    await until(() => rowNames(page), (names) => names.includes('Mine'));
    await page.getByRole('radio', { name: /Mine/ }).check();
    await name(page).filter({ hasText: 'Mine' }).waitFor();
  });

  test('the build with the classical terms can be chosen, and stays after a reload', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    await app.waitForLines();
    await openEngines(page);
    await until(() => rowNames(page), (names) => names.some((text) => /^Tabia classic /.test(text)) && /^Tabia \d/.test(names[0]));
    await page.getByRole('radio', { name: /^Tabia classic / }).check();
    await page.getByRole('dialog', { name: 'Engines' }).getByRole('button', { name: 'Done' }).click();
    await name(page).filter({ hasText: /^Tabia classic/ }).waitFor();
    await app.waitForLines();
    await page.reload();
    await app.ready();
    await name(page).filter({ hasText: /^Tabia classic/ }).waitFor();
    await app.waitForLines();
    assert.equal(await page.locator(selectors.engineMessage).count(), 0);
  });

  test('has the engines that the host offers, with licence and size, and fetches them when they are added', async () => {
    const { app, page } = await suite.open();
    const fetched = [];
    const offer = { name: 'Little', license: 'MIT', homepage: 'https://example.org/', files: [{ path: 'engines/little.js', size: FOREIGN.length, sha256: createHash('sha256').update(FOREIGN).digest('hex') }] };
    let offers = { engines: [offer, { ...offer, name: 'Changed', files: [{ ...offer.files[0], path: 'engines/changed.js' }] }] };
    await page.route('**/engines.json', (route) => route.fulfill({ json: offers }));
    await page.route('**/engines/*.js', (route) => {
      fetched.push(new URL(route.request().url()).pathname);
      return route.fulfill({ contentType: 'text/javascript', body: route.request().url().endsWith('changed.js') ? `${FOREIGN}//` : FOREIGN });
    });
    await openEngines(page);
    const offered = page.getByRole('list', { name: 'Offered by this site' });
    await offered.getByText('MIT · ').first().waitFor();
    assert.equal(await offered.getByRole('listitem').count(), 2);
    assert.deepEqual(fetched, []);
    await screenshot(page, 'engine-list-offered');
    await page.getByRole('button', { name: 'Download and add Changed' }).click();
    await page.locator(selectors.toast).filter({ hasText: 'not the file that engines.json of this site describes' }).waitFor();
    await page.getByRole('button', { name: 'Download and add Little' }).click();
    await until(() => rowNames(page), (names) => names.filter((text) => text === 'Little').length === 1);
    await offered.getByText('Little').waitFor({ state: 'detached' });
    assert.deepEqual(fetched, ['/engines/changed.js', '/engines/little.js']);
    await page.getByRole('dialog', { name: 'Engines' }).getByRole('button', { name: 'Done' }).click();
    await name(page).filter({ hasText: 'Little' }).waitFor();

    offers = { engines: [{ ...offer, licence: 'MIT' }] };
    await page.reload();
    await app.ready();
    await openEngines(page);
    await page.getByText(/^Invalid engines\.json: unknown field/).waitFor();
  });

  test('is one list for the Lab, for games and for another tab', async () => {
    const { app, page, context } = await suite.open();
    await page.goto(`${suite.url}#/lab`);
    await page.getByText(/engines in this browser/i).first().waitFor();
    await page.goto(`${suite.url}#/play`);
    await page.getByLabel('An engine', { exact: true }).check();
    await page.locator('#play-engine').waitFor();
    await page.goto(`${suite.url}#/`);
    await app.ready();
    const other = await context.newPage();
    await other.goto(suite.url);
    await openEngines(other);

    await app.drop('mine.wasm', scriptedEngine('good'));
    await name(page).filter({ hasText: 'Scripted good' }).waitFor();
    await until(() => rowNames(other), (names) => names.includes('Scripted good'));

    await other.getByRole('button', { name: 'Rename Scripted good' }).click();
    await other.getByLabel('Name', { exact: true }).fill('Ours');
    await other.keyboard.press('Enter');
    await name(page).filter({ hasText: 'Ours' }).waitFor();
    await page.goto(`${suite.url}#/play`);
    await until(() => page.locator('#play-engine option').allInnerTexts(), (names) => names.includes('Ours'));
    await page.goto(`${suite.url}#/lab`);
    await until(() => page.locator('#lab .lab-match-name').allTextContents(), (names) => names.some((text) => text.includes('Ours')));
  });

  test('a foreign engine analyses on the board', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    await app.drop('little.js', Buffer.from(FOREIGN));
    await name(page).filter({ hasText: 'Little' }).waitFor();
    await page.locator('.line .pv-move', { hasText: 'e5' }).first().waitFor();
    await app.drag('d2', 'd4');
    await app.waitForFen('rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b');
    await page.keyboard.press('ArrowLeft');
    await page.locator('.line .pv-move', { hasText: 'e5' }).first().waitFor();
    assert.equal(await page.locator(selectors.engineMessage).count(), 0);
  });

  test('a missing engine file is reported, and the built-in engine continues', async () => {
    const { app, page } = await suite.open();
    await app.startEngine();
    await app.drop('mine.wasm', scriptedEngine('good'));
    await name(page).filter({ hasText: 'Scripted good' }).waitFor();
    await page.evaluate(() => new Promise((done, fail) => {
      const opening = indexedDB.open('tabia');
      opening.onerror = fail;
      opening.onsuccess = () => {
        const change = opening.result.transaction(['contents'], 'readwrite');
        change.objectStore('contents').clear();
        change.oncomplete = () => { opening.result.close(); done(); };
      };
    }));
    await page.reload();
    await app.ready();
    await page.locator(selectors.toast).filter({ hasText: 'The chosen engine cannot analyse' }).filter({ hasText: 'The built-in engine analyses instead.' }).waitFor();
    await name(page).filter({ hasText: /^Tabia/ }).waitFor();
    await app.waitForLines();
  });

  test('a file that is not an engine is reported, and the current engine continues', async () => {
    const { app, page } = await suite.open({ tolerate: [/CompileError|wasm/i] });
    await app.startEngine();
    await app.drop('broken.wasm', scriptedEngine('good').slice(0, 200));
    await page.locator(selectors.toast).filter({ hasText: 'broken.wasm was not added' }).waitFor();
    await app.waitForLines();
    assert.match(await name(page).innerText(), /^Tabia/);
  });
});
