// Kills the browser while a user edits games, and compares what the next start shows with what was last seen.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { chromium } from 'playwright-core';
import { App, selectors } from './app.mjs';
import { CHROMIUM, FLAGS } from './harness.mjs';
import { randomOf } from './random.mjs';

/** Longest tolerated loss after a kill, in ms. */
export const LOSS_MS = 1000;

const THREE_GAMES = ['A', 'B', 'C'].map((name, index) => `[White "${name}"]\n[Black "Z"]\n\n1. ${['e4 e5 2. Nf3', 'd4 d5', 'c4 (1. b3 e5) e5'][index]} *\n`).join('\n');

/** Returns the processes of the browser with this profile folder and all their descendants. */
function processTree(folder) {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter(Boolean)
    .map(([, pid, parent, args]) => ({ pid: Number(pid), parent: Number(parent), args }));
  const tree = new Set(rows.filter(({ args }) => args.includes(`--user-data-dir=${folder}`)).map(({ pid }) => pid));
  for (let size = -1; size !== tree.size; ) {
    size = tree.size;
    for (const { pid, parent } of rows) if (tree.has(parent)) tree.add(pid);
  }
  return [...tree];
}

/** Kills every process of the browser at once, so that none can write any more. */
export function kill(folder) {
  for (const pid of processTree(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
  while (processTree(folder).length > 0);
  // Remove the locks that the dead browser left behind.
  for (const name of readdirSync(folder).filter((each) => each.startsWith('Singleton'))) rmSync(join(folder, name), { force: true });
}

/** Returns the games as a user sees them, including glyphs, comments, drawings and tags. */
function look(page) {
  return page.evaluate(({ fen, moveListMove, currentMove }) => {
    const texts = (selector) => [...document.querySelectorAll(selector)].map((element) => element.innerText);
    const squares = [...document.querySelectorAll('.board [data-square]')];
    const place = (cell) => cell.getBoundingClientRect();
    const lowest = squares.reduce((best, cell) => (place(cell).left - place(cell).top < place(best).left - place(best).top ? cell : best));
    return JSON.stringify({
      fen: document.querySelector(fen).value,
      moves: texts(moveListMove),
      current: texts(currentMove),
      comments: texts('.move-comment, .inline-comment'),
      drawn: document.querySelector('.board .drawings').innerHTML,
      about: texts('.game-info'),
      games: document.querySelectorAll('.game-item').length,
      shown: texts('.game-item.current .names'),
      below: lowest.dataset.square,
    });
  }, selectors);
}

/** Pastes text and waits for its list of games, which appears just after the first game. */
async function paste({ page, app }, text, count) {
  await app.paste(text);
  await page.waitForFunction((wanted) => document.querySelectorAll('.game-item').length === wanted, count);
}

/** Opens the menu of a random move and picks the first enabled entry with this name; closes the menu if there is none. */
async function chooseInMenu({ page, random }, name) {
  const moves = page.locator(selectors.moveListMove);
  const count = await moves.count();
  if (count === 0) return;
  await moves.nth(Math.floor(random() * count)).click({ button: 'right' });
  const menu = page.getByRole('menu');
  const entry = menu.getByRole('menuitem', { name, disabled: false });
  await menu.waitFor();
  if ((await entry.count()) > 0) await entry.first().click();
  else await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
}

/** Draws an arrow or a circle in a random colour with the right button. */
async function draw({ page, app, random }) {
  const square = () => `${'abcdefgh'[Math.floor(random() * 8)]}${1 + Math.floor(random() * 8)}`;
  const from = square();
  const [start, end] = [await app.middle(from), await app.middle(random() < 0.3 ? from : square())];
  const held = ['Control', 'Alt'].filter(() => random() < 0.5);
  for (const key of held) await page.keyboard.down(key);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(end.x, end.y, { steps: 2 });
  await page.mouse.up({ button: 'right' });
  for (const key of held) await page.keyboard.up(key);
}

/** Writes a comment on the current move, or on the game. */
async function comment({ page, random }) {
  const field = page.locator('#move-comment');
  if ((await field.count()) === 0) return;
  await field.fill(`idea ${Math.floor(random() * 1000)} {a}`);
  await field.press('Escape');
}

/** Edits a tag and the result. */
async function editTags({ page, random }) {
  const button = page.getByRole('button', { name: 'Edit tags and result' });
  if ((await button.count()) === 0) return; // An untouched board.
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Edit tags and result' });
  await dialog.getByLabel('White', { exact: true }).fill(`Player ${Math.floor(random() * 1000)}`);
  await dialog.getByLabel('Result', { exact: true }).selectOption(['1-0', '0-1', '1/2-1/2', '*'][Math.floor(random() * 4)]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** User actions with their weights; each leaves the page at rest. */
const DEEDS = [
  [3, comment],
  [3, draw],
  [1, editTags],
  [2, (person) => chooseInMenu(person, /^(Promote variation|Make main line)/)],
  [1, (person) => chooseInMenu(person, 'Clear arrows and circles')],
  [1, ({ page }) => page.keyboard.press('Control+Shift+z')],
  [8, async function play({ app, random }) {
    const moves = new Chess(await app.fen()).moves({ verbose: true }).filter((move) => !move.promotion);
    if (moves.length === 0) return;
    const { from, to } = moves[Math.floor(random() * moves.length)];
    await app.click(from);
    await app.click(to);
  }],
  [3, ({ page }) => page.keyboard.press('ArrowLeft')],
  [1, ({ page }) => page.keyboard.press('Home')],
  [1, ({ page }) => page.keyboard.press('f')],
  [2, ({ page, random }) => page.keyboard.press(`${1 + Math.floor(random() * 6)}`)],
  [1, ({ page }) => page.keyboard.press('Delete')],
  [2, ({ page }) => page.keyboard.press('Control+z')],
  [1, (person) => paste(person, THREE_GAMES, 3)],
  [1, (person) => paste(person, '[White "Single"]\n\n1. f4 {Bird} e5 *', 0)],
  [2, async function choose({ page, random }) {
    const items = page.locator('.game-item');
    const count = await items.count();
    if (count > 0) await items.nth(Math.floor(random() * count)).click();
  }],
  [1, async function begin({ page }) {
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('button', { name: 'Standard position' }).click();
  }],
];

function choose(random) {
  let left = random() * DEEDS.reduce((sum, [weight]) => sum + weight, 0);
  return DEEDS.find(([weight]) => (left -= weight) < 0)[1];
}

/** Returns the number of games in the database. */
function keptGames(page) {
  return page.evaluate(
    () =>
      new Promise((done, fail) => {
        const request = indexedDB.open('tabia');
        request.onerror = () => fail(request.error);
        request.onsuccess = () => {
          const count = request.result.transaction('games').objectStore('games').count();
          count.onsuccess = () => {
            request.result.close();
            done(count.result);
          };
        };
      }),
  );
}

/** Opens a browser with this profile and a page in it; `problems` collects the errors that the page reports. */
export async function openProfile(folder, problems) {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM,
    headless: true,
    args: FLAGS,
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return { context, page };
}

/**
 * Works, kills and checks, `kills` times in one profile.
 *
 * @returns for each kill: the number of actions before it, and the maximum age of the recovered state in ms (0: nothing missing)
 */
export async function killAgainAndAgain({ url, kills, seed, onKill = () => {} }) {
  const random = randomOf(seed);
  const folder = mkdtempSync(join(tmpdir(), 'tabia-kill-'));
  const results = [];
  let problems = [];
  let kept = 0;
  const start = async () => {
    problems = [];
    const { context, page } = await openProfile(folder, problems);
    await page.goto(url);
    return { context, page, app: await new App(page).ready() };
  };
  try {
    let { page, app } = await start();
    for (let number = 1; number <= kills; number += 1) {
      // What was seen, and since when.
      const seen = [{ at: 0, what: await look(page) }];
      const end = Date.now() + 300 + random() * 3500;
      let actions = 0;
      while (Date.now() < end) {
        const action = choose(random);
        await action({ page, app, random });
        // The click may have waited for a message covering its target: only now is it certain to have happened.
        const at = Date.now();
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        actions += 1;
        const what = await look(page);
        if (what !== seen.at(-1).what) seen.push({ at, what });
        // Pause now and then, as if thinking.
        if (random() < 0.2) await page.waitForTimeout(random() * 700);
      }
      const killed = Date.now();
      kill(folder);
      if (problems.length > 0) throw new Error(`seed ${seed}, kill ${number}: ${problems.join('; ')}`);
      ({ page, app } = await start());
      // On a slow machine the board is drawn first, and its contents follow.
      const patience = Date.now() + 5000;
      let found;
      let lostSince;
      do {
        found = await look(page);
        const last = seen.findLastIndex(({ what }) => what === found);
        lostSince = last < 0 ? Infinity : last === seen.length - 1 ? 0 : killed - seen[last + 1].at;
      } while (lostSince > LOSS_MS && Date.now() < patience);
      const result = { number, actions, lostMs: lostSince };
      results.push(result);
      onKill(result);
      if (lostSince > LOSS_MS) {
        const shown = seen.slice(-4).map(({ at, what }) => `${at === 0 ? 'before' : at - killed} ${what}`);
        throw new Error(`seed ${seed}, kill ${number}: found\n${found}\nwhich is not of the last second:\n${shown.join('\n')}`);
      }
      const now = await keptGames(page);
      if (now < kept) throw new Error(`seed ${seed}, kill ${number}: ${kept} games were kept, now ${now}`);
      kept = now;
    }
    if (problems.length > 0) throw new Error(problems.join('; '));
    return { results, kept };
  } finally {
    kill(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}
