// The Lab as a user sees it: a match by one click, closed and resumed, exported, opened, merged.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Chess } from 'chess.js';
import { screenshot } from './support/harness.mjs';
import { download, games, match, openLab, quick, start, unitsOf, waitForGames, waitForState } from './support/lab-page.mjs';
import { scriptedEngine } from '../engines/scripted.mjs';
import { browserSuite } from './support/suite.mjs';

browserSuite('the Lab', { isEngineOff: true }, (suite) => {
  test('the default match starts with one click, and shows its test', async () => {
    const { page } = await openLab(suite);
    await start(page);
    await page.locator('svg.llr-chart[data-llr]').waitFor({ timeout: 60_000 });
    await waitForState(page, 'playing');
    assert.match(page.url(), /#\/lab\/[0-9a-f-]{36}$/);
    await screenshot(page, 'lab-default-match');
    await page.getByRole('button', { name: 'Stop' }).click();
    await waitForState(page, 'stopped');
  });

  test('a match that is deleted while it starts is not played', async () => {
    const { page } = await openLab(suite);
    await quick(page, { games: '20000' });
    // The test controls when its engines are compiled.
    await page.evaluate(() => {
      const { compile } = WebAssembly;
      const gate = new Promise((done) => { window.openGate = done; });
      WebAssembly.compile = async (...all) => {
        window.isAtGate = true;
        await gate;
        return compile.apply(WebAssembly, all);
      };
    });
    await start(page);
    await waitForState(page, 'starting');
    await page.waitForFunction(() => window.isAtGate);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('region', { name: 'Matches in this browser' }).getByText('No matches yet.', { exact: false }).waitFor();
    await page.evaluate(() => window.openGate());
    // Another match is played to its end, without any game of the first.
    await page.getByRole('button', { name: 'Start', exact: true }).and(page.locator(':enabled')).waitFor();
    await quick(page, { games: '20' });
    await start(page);
    await waitForState(page, 'complete');
    const played = await page.evaluate(async () => {
      const answer = (request) => new Promise((done, fail) => Object.assign(request, { onsuccess: () => done(request.result), onerror: () => fail(request.error) }));
      const database = await answer(indexedDB.open('tabia'));
      const keys = await answer(database.transaction('units').objectStore('units').getAllKeys());
      database.close();
      return [...new Set(keys.map(([match]) => match))];
    });
    assert.deepEqual(played, [page.url().split('/').pop()]);
    await page.waitForFunction(() => localStorage.getItem('tabia.lab.running') === null);
  });

  test('a match outlives its page, and nothing is played twice', async () => {
    // A page that starts in the Lab doesn't need the pieces yet.
    const { page } = await openLab(suite, { tolerate: [/preloaded using link preload but not used/] });
    await quick(page);
    await start(page);
    await waitForGames(page, 6);
    // Reload without any warning to the page.
    await page.reload();
    await waitForState(page, 'playing');
    const after = await games(page);
    assert.ok(after >= 6, `${after} games are left`);
    await waitForGames(page, after + 4);
    await page.getByRole('button', { name: 'Stop' }).click();
    await waitForState(page, 'stopped');
    const { text } = await download(page, 'Match file');
    const units = unitsOf(text).map(({ unit }) => unit);
    assert.equal(new Set(units).size, units.length, 'a unit was played twice');
    // The page may draw its last pair just after it was saved.
    const kept = unitsOf(text).flatMap((unit) => unit.games).length;
    await waitForGames(page, kept);
    assert.equal(kept, await games(page));
    const highest = Math.max(...units);
    assert.ok(highest - units.length < 4, `units are missing: ${units.length} of ${highest + 1}`);
    await screenshot(page, 'lab-resumed');
  });

  test('games are taken out while they are played, and opened in the analysis', async () => {
    const { page, app } = await openLab(suite);
    await quick(page);
    await start(page);
    await waitForGames(page, 4);
    const { name, text } = await download(page, 'PGN');
    assert.match(name, /\.pgn$/);
    const texts = text.split(/(?=^\[Event )/m).filter((part) => part.trim() !== '');
    assert.ok(texts.length >= 4);
    for (const pgn of texts) {
      const game = new Chess();
      // chess.js accepts one comment after a move; the last move has two.
      game.loadPgn(pgn.replace(/\}\s+\{/g, '; '), { strict: false });
      assert.ok(game.history().length > 0);
    }
    const report = await download(page, 'Report');
    assert.match(report.text, /^Finished game 1 \(.+\): (1-0|0-1|1\/2-1\/2) \{.+\}$/m);
    await page.locator('.lab-game').first().click();
    await page.locator('.move[data-move]').first().waitFor();
    assert.ok((await app.moves()).length > 10);
    // The match has continued in the background.
    const before = await games(page);
    await page.goBack();
    await waitForGames(page, before + 2);
    await page.getByRole('button', { name: 'Stop' }).click();
  });

  test('a build that crashes: the reason is shown with its games, the same everywhere, also after a reload', async () => {
    const { page } = await openLab(suite, { tolerate: [/preloaded using link preload but not used/, /unreachable/] });
    await page.locator('.lab-engines input[type=file]').setInputFiles({ name: 'trap.wasm', mimeType: 'application/wasm', buffer: Buffer.from(scriptedEngine('traps-in-go', { name: 'Trap' })) });
    await page.waitForFunction(() => !/built in/.test(document.querySelector('#build-0').selectedOptions[0].textContent));
    await quick(page, { games: '40' });
    await start(page);
    await waitForState(page, 'paused');
    await page.locator('.lab-reason').getByText(/in a row/).waitFor();
    const row = page.locator('.lab-game').first();
    await row.getByText(/disconnects: .*unreachable/).waitFor();
    await screenshot(page, 'lab-crashes');
    // Ten lost games in a row pause a match; games being stored at that moment are counted everywhere.
    await waitForGames(page, 10);
    await page.waitForFunction(() => document.querySelectorAll('.lab-game').length >= Number(document.querySelector('.lab-match').dataset.games));
    const played = await games(page);
    assert.ok(played >= 10, `${played} games`);
    const address = page.url();
    await page.evaluate(() => { location.hash = '#/lab'; });
    await page.locator('.lab-match-facts').getByText(`${played} of 40 games`).waitFor();
    await page.evaluate((url) => { location.href = url; }, address);
    // The log is complete: every search of the games, up to the trap.
    await page.getByText(/UCI logs of this match: /).waitFor();
    const before = await download(page, 'UCI log');
    assert.match(before.text, /^# worker 1 of \w+, 20\d\d-.*\n/);
    assert.match(before.text, /<- go nodes 300/);
    await page.reload();
    await waitForState(page, 'stopped');
    await page.locator('.lab-game').first().getByText(/disconnects: .*unreachable/).waitFor();
    assert.equal(await games(page), played);
    await page.getByText(/UCI logs of this match: /).waitFor();
    const after = await download(page, 'UCI log');
    assert.ok(after.text.startsWith(before.text), 'the log is there after a reload');
    const pgn = await download(page, 'PGN');
    assert.match(pgn.text.replaceAll(/\s+/g, ' '), /disconnects: .*unreachable/);
    assert.match(pgn.text, /\[Event ".+ vs .+"\]/);
    const report = await download(page, 'Report');
    assert.match(report.text, /Lost \d+: crash \d+/);
    await page.getByText('How games ended').click();
    await page.getByRole('region', { name: 'How games ended' }).getByText(/^crash \d+$/).first().waitFor();
  });

  test('an opened game has its evaluations next to its moves', async () => {
    const { page } = await openLab(suite);
    await quick(page, { games: '2' });
    await start(page);
    await waitForState(page, 'complete');
    await page.getByLabel('PGN content').selectOption({ label: 'plus principal variations' });
    const pgn = await download(page, 'PGN');
    assert.match(pgn.text, /, n=\d+/);
    assert.match(pgn.text, /pv="/);
    const epd = await download(page, 'Final positions');
    assert.match(epd.text, /^\S+ [wb] \S+ \S+ hmvc \d+; fmvn \d+; id "game 1"; c0 ".+"; c1 ".+"; c9 "(1-0|0-1|1\/2-1\/2)";$/m);
    await page.locator('.lab-game').first().click();
    await page.locator('.move[data-move]').first().waitFor();
    await page.locator('.move-eval').first().waitFor();
    assert.ok((await page.locator('.move-eval').count()) > 5);
    // The only comment is how the game ended.
    assert.ok((await page.locator('.move-comment').count()) <= 1);
    await screenshot(page, 'lab-opened-game');
  });

  test('the analysis rests while a match with clocks is played', async () => {
    const { page } = await openLab(suite, { isEngineOff: false });
    await page.getByLabel('Games at a time').fill('1');
    await start(page);
    await waitForState(page, 'playing');
    await page.evaluate(() => { location.hash = '#/'; });
    await page.getByText(/Analysis is paused/).waitFor();
    assert.notEqual(await page.locator('.analysis').getAttribute('data-state'), 'searching');
    await screenshot(page, 'analysis-rests');
    await page.getByRole('button', { name: 'Analyse anyway' }).click();
    await page.locator('.analysis[data-state=searching]').waitFor();
    await page.getByRole('button', { name: 'Pause analysis', exact: true }).click();
    await page.locator('.analysis:not([data-state=searching])').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Stop' }).click();
    await waitForState(page, 'stopped');
    await page.evaluate(() => { location.hash = '#/'; });
    await page.locator('.analysis[data-state=searching]').waitFor();
    assert.equal(await page.getByText(/Analysis is paused/).count(), 0);
  });

  test('files that do not belong together are refused with the reason', async () => {
    const { page, app } = await openLab(suite);
    await quick(page, { games: '4' });
    await start(page);
    await waitForState(page, 'complete');
    const { text } = await download(page, 'Match file');
    const header = JSON.parse(text.split('\n')[0]);
    const merge = page.locator('input[type=file][aria-label="Merge results…"]');
    const give = (content) => merge.setInputFiles({ name: 'other.match.jsonl', mimeType: 'text/plain', buffer: Buffer.from(content) });
    for (const [content, reason] of [
      ['nonsense\n', /not a match file/i],
      [text.replace(header.id, '00000000-0000-4000-8000-000000000000'), /another match/i],
      [text.replace('"nodes":300', '"nodes":301'), /settings differ/i],
    ]) {
      await give(content);
      await page.locator('.toast.fault').waitFor();
      assert.match((await app.messages()).join('\n'), reason);
      await page.locator('.toast.fault button').last().click();
    }
    await give(text);
    await page.locator('.toast.news').waitFor();
    assert.equal(await games(page), 4);
  });

  test('one pair claims nothing', async () => {
    const { page } = await openLab(suite);
    await quick(page, { games: '2' });
    await page.getByLabel('Stop when decided (SPRT)').click();
    await start(page);
    await waitForState(page, 'complete');
    const banner = page.getByRole('region', { name: 'Verdict' });
    await banner.getByText('Finished: too few games to tell').waitFor();
    const result = await page.locator('.lab-figures').innerText();
    assert.doesNotMatch(result, /±/, 'no error that two games do not bear');
    assert.match(result, /too few games/);
    // The ratio has the same words as in every report.
    const ratio = await page.locator('.lab-figures div', { hasText: 'Pairs ratio' }).locator('dd').innerText();
    assert.match(ratio, /^(inf|n\/a|0\.00)$/);
    await screenshot(page, 'lab-one-pair');
  });

  test('a match of six engines shows its crosstable whole at 1280 pixels, and every engine in the result', async () => {
    const { page } = await openLab(suite, { viewport: { width: 1280, height: 800 } });
    const add = page.getByRole('region', { name: 'Engines', exact: true }).getByRole('button', { name: 'Add', exact: true });
    for (let count = 2; count < 6; count += 1) await add.click();
    await page.getByRole('button', { name: 'Fixed nodes' }).click();
    await page.getByLabel('Nodes per move').first().fill('100');
    await page.getByLabel('Games per pairing').fill('2');
    await page.getByLabel('Games at a time').fill('2');
    await start(page);
    await waitForState(page, 'complete');
    assert.equal(await games(page), 30);
    const table = page.getByRole('region', { name: 'Crosstable', exact: true }).locator('.lab-scroll');
    assert.equal(await table.locator('tbody tr').count(), 6);
    const [content, width] = await table.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    assert.ok(content <= width, `${content} pixels in ${width}`);
    const result = page.getByRole('region', { name: 'Result', exact: true });
    const names = await result.locator('.lab-bars-of h3').allInnerTexts();
    assert.equal(new Set(names).size, 6, names.join());
    // Each engine has played two games against each of the five others.
    for (const bars of await result.locator('.lab-bars-of').all()) {
      const counts = (await bars.locator('.lab-bar-legend b').allInnerTexts()).map(Number);
      assert.equal(counts.reduce((sum, count) => sum + count, 0), 10, counts.join());
    }
    await screenshot(page, 'lab-six-engines');
    // Any pairing in detail: by a cell of the table, from both sides, or by the lists.
    const cell = (row, column) => table.locator('tbody tr').nth(row).locator('td').nth(column + 2).getByRole('button');
    const figure = (name) => result.locator('.lab-figures div', { has: page.locator('dt', { hasText: name }) }).locator('dd').innerText();
    await cell(0, 5).click();
    assert.equal(await cell(0, 5).getAttribute('aria-pressed'), 'true');
    const score = Number.parseFloat(await figure(/^Score$/));
    assert.match(await figure(/^LLR$/), /^[+−]?\d.*\[0, 5\] nElo$/s);
    await figure(/^LOS$/);
    assert.equal(await result.getByRole('group', { name: 'Pairs by points' }).count(), 1);
    await cell(5, 0).click();
    assert.ok(Math.abs(Number.parseFloat(await figure(/^Score$/)) + score - 100) < 0.02, 'the other side has the rest');
    const [engine, opponent] = [result.getByLabel('Pairing of'), result.getByLabel('Opponent')];
    await engine.selectOption({ index: 2 });
    await opponent.selectOption({ index: 3 });
    assert.equal(await cell(1, 4).getAttribute('aria-pressed'), 'true');
    await screenshot(page, 'lab-six-engines-pairing');
    await engine.selectOption({ index: 0 });
    assert.equal(await result.locator('.lab-bars-of').count(), 6);
  });

  test('the list of matches follows the match, and a paused one has no speed', async () => {
    const { page } = await openLab(suite);
    await quick(page);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await waitForGames(page, 6);
    const address = page.url();
    await page.evaluate(() => { location.hash = '#/lab'; });
    const row = page.locator('.lab-matches li').first();
    const shown = async () => Number((await row.innerText()).match(/([\d\s\u202f,.]+) of /)?.[1].replaceAll(/\D/g, '') ?? 0);
    await row.getByText('Playing').waitFor();
    const before = await shown();
    await page.waitForFunction((count) => {
      const text = document.querySelector('.lab-matches li')?.innerText ?? '';
      return Number(text.match(/([\d\s\u202f,.]+) of /)?.[1].replaceAll(/\D/g, '')) >= count + 4;
    }, before, { timeout: 60_000 });
    await page.evaluate((url) => { location.href = url; }, address);
    await page.locator('.lab-progress', { hasText: 'games/s' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await waitForState(page, 'stopped');
    await page.waitForFunction(() => !/games\/s|left/.test(document.querySelector('.lab-progress').innerText));
  });

  test('a second match is asked about, and pauses the first without losing its games', async () => {
    const { page } = await openLab(suite);
    await quick(page, { nodes: '3000' });
    await start(page);
    await waitForGames(page, 2);
    const first = page.url();
    await page.evaluate(() => { location.hash = '#/lab'; });
    await page.getByLabel('Maximum games').fill('4');
    await start(page);
    const question = page.getByRole('dialog', { name: 'Another match is being played' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await match(page).count(), 0, 'nothing was begun');
    await start(page);
    await question.getByRole('button', { name: 'Pause it and start' }).click();
    await waitForState(page, 'complete');
    await page.evaluate((url) => { location.href = url; }, first);
    await waitForState(page, 'paused');
    await page.getByText('Paused between moves').first().waitFor();
    const before = await games(page);
    await page.getByRole('button', { name: 'Resume' }).click();
    await waitForState(page, 'playing');
    await waitForGames(page, before + 2);
  });

  test('games that are added are played', async () => {
    const { page } = await openLab(suite);
    await quick(page, { games: '4' });
    await start(page);
    await waitForState(page, 'complete');
    // Also for a match that is only being viewed.
    await page.reload();
    await waitForState(page, 'complete');
    await page.getByRole('button', { name: 'Games', exact: true }).click();
    await page.getByLabel(/^Total games/).fill('8');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await waitForGames(page, 8);
    await waitForState(page, 'complete');
  });

  test('an invalid setting is reported at its field', async () => {
    const { page } = await openLab(suite);
    const field = page.getByLabel('Clock', { exact: true }).last();
    await field.fill('8+');
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.equal(await page.getByRole('button', { name: 'Start', exact: true }).isEnabled(), false);
    await field.fill('40/60+0.6');
    assert.equal(await page.getByRole('button', { name: 'Start', exact: true }).isEnabled(), true);
  });

  test('an option that the engine does not take blocks the start, with the message at its field', async () => {
    const { page } = await openLab(suite);
    const begin = page.getByRole('button', { name: 'Start', exact: true });
    await page.getByText('UCI options').first().click();
    const hash = page.locator('#option-0-Hash');
    await hash.fill('99999999');
    assert.equal(await hash.getAttribute('aria-invalid'), 'true');
    await page.locator('.lab-option', { has: hash }).getByText(/whole number/).waitFor();
    assert.equal(await begin.isEnabled(), false);
    await hash.fill('8');
    assert.equal(await begin.isEnabled(), true);
    // Pondering isn't offered where it is unavailable, and the reason is shown.
    assert.equal(await page.locator('#ponder-0').count(), 0);
    await page.getByText(/No pondering/).first().waitFor();
  });

  test('a build that plays the same game twice passes its check', async () => {
    const { page } = await openLab(suite);
    await page.getByRole('button', { name: 'Determinism' }).click();
    await page.getByLabel('Games at a time').fill('2');
    await page.getByLabel(/^Depth/).first().fill('2');
    await start(page);
    await waitForState(page, 'complete');
    const banner = page.getByRole('region', { name: 'Verdict' });
    await banner.getByText(/^Passed: .+ plays the same game every time$/).waitFor();
    await banner.getByText(/40 games on 4 openings were compared/).waitFor();
    await screenshot(page, 'lab-determinism');
  });

  test('other pages show that a match is being played', async () => {
    const { page } = await openLab(suite);
    const lab = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Lab/ });
    const name = () => lab.evaluate((element) => element.textContent);
    await quick(page);
    await start(page);
    await waitForGames(page, 2);
    const address = page.url();
    assert.equal(await name(), 'Lab');
    await page.evaluate(() => { location.hash = '#/'; });
    await lab.getByText('(a match is being played)').waitFor({ state: 'attached' });
    await screenshot(page, 'lab-plays-elsewhere');
    await page.evaluate((url) => { location.href = url; }, address);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.evaluate(() => { location.hash = '#/'; });
    await page.waitForFunction(() => !document.querySelector('.page-busy'));
    assert.equal(await name(), 'Lab');
  });

  test('a build from a file plays, and a file that is not a build is refused with the reason', async () => {
    const { page, app } = await openLab(suite);
    const files = page.locator('.lab-engines input[type=file]');
    await files.setInputFiles({ name: 'broken.wasm', mimeType: 'application/wasm', buffer: Buffer.from('no build at all') });
    await page.locator('.toast.fault').waitFor();
    assert.match((await app.messages()).join('\n'), /broken\.wasm was not added: this is not a WebAssembly file/i);
    await page.locator('.toast.fault button').last().click();
    // A meaningless custom section gives the build another hash.
    const build = Buffer.concat([readFileSync('target/engine/tabia-material.wasm'), Buffer.from([0, 3, 2, 0x6d, 0x65])]);
    await files.setInputFiles({ name: 'mine.wasm', mimeType: 'application/wasm', buffer: build });
    const chosen = page.getByLabel('Build of engine 1').locator('option:checked');
    await page.waitForFunction(() => !/built in/.test(document.querySelector('#build-0').selectedOptions[0].textContent));
    assert.match(await chosen.textContent(), /\([0-9a-f]{8}\)$/);
    await quick(page);
    await start(page);
    await waitForGames(page, 2);
    await page.getByRole('button', { name: 'Stop' }).click();
  });

  for (const [name, viewport] of [['phone', { width: 390, height: 844 }], ['desktop', { width: 1440, height: 900 }]]) {
    for (const colorScheme of ['light', 'dark']) {
      test(`it fits on a ${name}, ${colorScheme}`, async () => {
        const { page } = await openLab(suite, { viewport, colorScheme });
        const fits = async (what) => {
          const { wide, seen } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, seen: document.documentElement.clientWidth }));
          assert.ok(wide <= seen, `${what} is ${wide} px wide on a window of ${seen}`);
        };
        await fits('the set-up');
        await page.screenshot({ path: `${process.env.TABIA_ARTEFACTS ?? 'artefacts/browser'}/lab-setup-${name}-${colorScheme}.png`, fullPage: true });
        await quick(page);
        await start(page);
        await waitForGames(page, 4);
        await fits('the match');
        await page.screenshot({ path: `${process.env.TABIA_ARTEFACTS ?? 'artefacts/browser'}/lab-match-${name}-${colorScheme}.png`, fullPage: true });
      });
    }
  }
});
