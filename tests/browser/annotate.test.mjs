// Annotating many games in one run: the tools page.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { selectors } from './support/app.mjs';
import { UNIFORM_ENGINE } from './support/engines.mjs';
import { ROOT } from './support/paths.mjs';
import { browserSuite } from './support/suite.mjs';

/** The native program, built by `./test` for its bench. */
const NATIVE = process.env.TABIA_NATIVE ?? join(ROOT, 'target', 'release', 'tabia');

const GAMES = `[Event "Lesson"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 {(Nf6)} 3. Qh5 Nf6 (3... g6) 4. Qxf7# 1-0

[Event "Club"]
[White "Bob"]
[Black "Cleo"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Club"]
[White "Cleo"]
[Black "Ann"]
[Result "*"]

1. d4 d5 2. c4 dxc4 3. Qa4+ Qd7 *
`;

async function openAnnotate(suite) {
  const opened = await suite.open();
  await opened.app.stopEngine();
  await opened.page.evaluate(() => { location.hash = '#/tools/annotate'; });
  await opened.page.getByRole('textbox', { name: 'Games as PGN' }).waitFor();
  return opened;
}

async function annotate(page, { text = GAMES, nodes, workers = 1, player, every = false }) {
  const form = page.locator('.annotate-form');
  await form.getByRole('textbox', { name: 'Games as PGN' }).fill(text);
  if (player !== undefined) {
    await form.getByLabel('Whose moves').selectOption('A player');
    await form.getByLabel(/^Name/).fill(player);
  }
  if (every) await form.getByLabel('Comment on').selectOption('Every move');
  await form.getByLabel('Nodes a move', { exact: true }).fill(`${nodes}`);
  await form.getByLabel('Engines at once').fill(`${workers}`);
  await form.getByRole('button', { name: 'Annotate', exact: true }).click();
}

const results = (page) => page.locator('.annotate-results');
const done = (page, count) => page.waitForFunction((wanted) => document.querySelector('.annotate-results')?.dataset.left === '0' && document.querySelector('.annotate-results').dataset.done === `${wanted}`, count, { timeout: 60_000 });

async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), results(page).getByRole('button', { name, exact: true }).click()]);
  return readFileSync(await download.path(), 'utf8');
}

browserSuite('annotate', { isEngineOff: true }, (suite) => {
  test('a run has the results of the native program', { skip: existsSync(NATIVE) ? false : `no ${NATIVE}` }, async () => {
    const { page } = await openAnnotate(suite);
    await annotate(page, { nodes: 3000, workers: 2, player: 'Bob', every: true });
    await done(page, 2);
    const folder = mkdtempSync(join(tmpdir(), 'tabia-annotate-'));
    try {
      const [from, to, html] = ['games.pgn', 'annotated.pgn', 'annotated.html'].map((name) => join(folder, name));
      writeFileSync(from, GAMES);
      execFileSync(NATIVE, ['annotate', from, '--nodes', '3000', '--player', 'Bob', '--margin', '-1', '-o', to, '--html', html]);
      assert.equal(await saved(page, 'PGN'), readFileSync(to, 'utf8'));
      assert.equal(await saved(page, 'HTML'), readFileSync(html, 'utf8'));
    } finally {
      rmSync(folder, { recursive: true });
    }
    await page.getByText('1 game without "Bob" was skipped.').waitFor();
  });

  test('a run continues after a reload, and a game of it is put on the board', async () => {
    const { page } = await openAnnotate(suite);
    await annotate(page, { nodes: 60_000 });
    await results(page).waitFor();
    await page.reload();
    await done(page, 3);
    const table = results(page).getByRole('table');
    await table.getByRole('button', { name: 'Ann – Bob' }).waitFor();
    await table.getByRole('button', { name: 'Bob – Cleo' }).click();
    await page.waitForFunction(() => location.hash === '#/');
    await page.waitForFunction((selector) => /g4\?\?/.test([...document.querySelectorAll(selector)].map((move) => move.textContent).join(' ')), selectors.moveListMove);
  });

  test('another tab shows how far a run is, and neither replaces nor forgets it', async () => {
    const { page, context } = await openAnnotate(suite);
    await annotate(page, { nodes: 150_000 });
    await page.waitForFunction(() => Number(document.querySelector('.annotate-results')?.dataset.done) >= 1);
    await results(page).getByRole('button', { name: 'Pause' }).click();
    await results(page).getByRole('button', { name: 'Resume' }).waitFor();
    const left = await results(page).getAttribute('data-left');
    assert.notEqual(left, '0');
    const other = await context.newPage();
    await other.goto(`${suite.url}#/tools/annotate`);
    await other.locator(`.annotate-results[data-left="${left}"]`).waitFor();
    await results(other).getByText('Another tab is making the rest.').waitFor();
    const refused = other.getByRole('main', { name: 'Tools' }).locator('.toast', { hasText: 'Another tab is making reports' });
    const one = { text: '[White "New"]\n[Black "Game"]\n\n1. e4 e5 2. Nf3 *\n', nodes: 1000 };
    await annotate(other, one);
    await refused.getByRole('button', { name: 'Close this message' }).click();
    await refused.waitFor({ state: 'detached' });
    await results(other).getByRole('button', { name: 'Discard the run' }).click();
    await refused.waitFor();
    assert.equal(await results(other).locator('tbody tr').count(), 3);
    await results(page).getByRole('button', { name: 'Resume' }).click();
    await done(page, 3);
    await done(other, 3);
    await results(other).getByRole('button', { name: 'Ann – Bob' }).waitFor();

    // The first tab still shows its own run after the other tab has replaced it.
    await annotate(other, one);
    await results(other).locator('tbody', { hasText: 'New – Game' }).waitFor();
    await done(other, 1);
    assert.equal(await results(page).locator('tbody tr').count(), 3);
    await results(page).getByRole('button', { name: 'Discard the run' }).click();
    await results(page).locator('tbody', { hasText: 'New – Game' }).waitFor();
    await other.reload();
    await done(other, 1);
    await results(other).getByRole('button', { name: 'New – Game' }).waitFor();
    await results(other).getByRole('button', { name: 'Discard the run' }).click();
    await results(other).waitFor({ state: 'detached' });
  });

  test('games come from the board and from the library, and any engine of the list analyses them', async () => {
    const { app, page } = await suite.open();
    await app.stopEngine();
    await app.paste('[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Qh5 *\n');
    await page.locator(selectors.moveListMove).first().waitFor();
    await app.startEngine();
    await app.drop('little.js', Buffer.from(UNIFORM_ENGINE));
    await page.locator('.analysis .engine-name').filter({ hasText: 'Little' }).waitFor();
    await app.stopEngine();
    await page.evaluate(() => { location.hash = '#/library'; });
    await page.locator('.library-file').setInputFiles({ name: 'club.pgn', mimeType: 'text/plain', buffer: Buffer.from(GAMES) });
    await page.getByRole('heading', { level: 1, name: 'club.pgn' }).waitFor();
    await page.waitForFunction(() => /^#\/library\/./.test(location.hash) && !document.querySelector('.library-progress'));
    await page.locator('.library-rows [data-row="2"]').waitFor();
    await page.locator('.library-rows [data-row="0"] .cell-white').click();
    await page.locator('.library-rows [data-row="2"] .cell-white').click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').waitFor();
    await page.getByRole('group', { name: 'Selected games' }).getByRole('button', { name: 'Annotate' }).click();
    const field = page.getByRole('textbox', { name: 'Games as PGN' });
    await field.waitFor();
    await page.waitForFunction(() => document.querySelector('.annotate-games textarea').value.includes('[White "Cleo"]'));
    assert.equal([...(await field.inputValue()).matchAll(/\[White /g)].length, 3);
    await page.getByRole('button', { name: 'Games on the board' }).click();
    await page.waitForFunction(() => document.querySelector('.annotate-games textarea').value.includes('2. Qh5'));
    assert.equal([...(await field.inputValue()).matchAll(/\[White /g)].length, 1);
    await page.locator('.annotate-form').getByLabel(/^Engine(?!s)/).selectOption('Little');
    await annotate(page, { text: await field.inputValue(), nodes: 500, every: true });
    await done(page, 1);
    assert.equal([...(await saved(page, 'PGN')).matchAll(/%eval 0\.33/g)].length, 3);
  });

  test('impossible settings are reported at the form', async () => {
    const { page } = await openAnnotate(suite);
    await annotate(page, { text: 'no chess', nodes: 100 });
    await page.getByText('The text has no game with moves.').waitFor();
    await annotate(page, { nodes: 100, player: 'Nobody' });
    await page.getByText(/"Nobody" is not in the name of exactly one player in any game/).waitFor();
    assert.equal(await results(page).count(), 0);
  });
});
