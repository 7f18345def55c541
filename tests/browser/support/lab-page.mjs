// The Lab's page as a user sees it, for its tests.

import { readFileSync } from 'node:fs';

/** Timeout for anything that a test waits for in a match, in ms; only a failing test waits that long. */
const PATIENCE_MS = 120_000;

/** Opens the Lab's set-up with its engines. */
export async function openLab(suite, options) {
  const opened = await suite.open(options);
  await opened.page.evaluate(() => { location.hash = '#/lab'; });
  await opened.page.getByRole('button', { name: 'Start', exact: true }).and(opened.page.locator(':enabled')).waitFor({ timeout: PATIENCE_MS });
  return opened;
}

/** Makes games short: few nodes, two games at a time. The SPRT of the default match ends it after some hundred games. */
export async function quick(page, { games = '2000', nodes = '300' } = {}) {
  await page.getByRole('button', { name: 'Fixed nodes' }).click();
  await page.getByLabel('Nodes per move').first().fill(nodes);
  await page.getByLabel('Maximum games').fill(games);
  await page.getByLabel('Games at a time').fill('2');
}

export const start = (page) => page.getByRole('button', { name: 'Start', exact: true }).click();
export const match = (page) => page.locator('.lab-match');
export const games = async (page) => Number(await match(page).getAttribute('data-games'));
export const waitForGames = (page, count) =>
  page.waitForFunction((wanted) => Number(document.querySelector('.lab-match')?.dataset.games) >= wanted, count, { timeout: PATIENCE_MS });

/** Waits until the shown match is `starting`, `playing`, `paused`, `stopped` or `complete`. */
export const waitForState = (page, state) =>
  page.waitForFunction((wanted) => document.querySelector('.lab-match')?.dataset.state === wanted, state, { timeout: PATIENCE_MS });

/** Presses a button of the page and reads the file that it downloads. */
export async function download(page, name) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

/** Picks a match file to open. */
export const openFile = (page, text) =>
  page.locator('input[type=file][aria-label="Open match file…"]').setInputFiles({ name: 'theirs.match.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text) });

/** Parses the units of a match file: number and games of each line. */
export const unitsOf = (text) => text.trim().split('\n').slice(1).map((line) => JSON.parse(line));
