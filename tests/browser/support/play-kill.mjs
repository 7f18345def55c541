// Kills the browser during a game against a level, and compares what the next start shows with what was last seen.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { kill, openProfile } from './kill.mjs';
import { randomOf } from './random.mjs';

/** Longest tolerated loss after a kill, in ms: moves of the last moments, and time on a clock. */
export const LOSS_MS = 1000;
/** Tolerance for clocks, in ms: a clock is saved every second, and it is read shortly before the kill. */
export const CLOCK_MS = 2000;

/** Returns the game as a user sees it: moves, both players with their level, both clocks in ms. */
function look(page) {
  return page.evaluate(() => {
    const side = (color) => document.querySelector(`.play-player[data-color="${color}"]`);
    const clock = (color) => Number(side(color)?.querySelector('[role="timer"]')?.dataset.ms ?? NaN);
    return {
      moves: [...document.querySelectorAll('.play-moves .play-move')].map((element) => element.innerText.trim()),
      players: ['white', 'black'].map((color) => side(color)?.querySelector('strong')?.innerText ?? ''),
      clocks: [clock('white'), clock('black')],
      isOver: document.querySelector('.play-game')?.dataset.over === 'true',
    };
  });
}

/** Starts a game with White against level 3, with clocks. */
async function begin(page) {
  await page.getByRole('radio', { name: '10+5', exact: true }).check();
  await page.locator('.play-begin button[type=submit]').click();
  await page.locator('.play-game[data-over="false"]').waitFor();
}

/** Plays a random move if it is White's turn. */
async function playMove(page, random) {
  const { moves } = await look(page);
  if (moves.length % 2 !== 0) return false;
  const chess = new Chess();
  for (const san of moves) chess.move(san);
  const legal = chess.moves({ verbose: true });
  if (legal.length === 0) return false;
  const { from, to, promotion = '' } = legal[Math.floor(random() * legal.length)];
  const field = page.locator('#play-type-move');
  await field.fill(`${from}${to}${promotion}`);
  // The field plays some moves as soon as they are typed.
  if ((await field.inputValue()) !== '') await field.press('Enter');
  await page.waitForFunction((count) => document.querySelectorAll('.play-moves .play-move').length > count, moves.length);
  return true;
}

/**
 * Plays, kills and checks, `kills` times in one profile.
 *
 * @returns for each kill: the moves on the board, the maximum age of the recovered state in ms (0: nothing missing), and the difference of
 *   the clock of the side to move in ms
 */
export async function killPlayAgainAndAgain({ url, kills, seed, onKill = () => {} }) {
  const random = randomOf(seed);
  const folder = mkdtempSync(join(tmpdir(), 'tabia-play-kill-'));
  const results = [];
  let problems = [];
  const start = async () => {
    problems = [];
    const { page } = await openProfile(folder, problems);
    await page.goto(`${url}#/play`);
    await page.locator('.play-game, .play-form').first().waitFor();
    return page;
  };
  try {
    let page = await start();
    for (let number = 1; number <= kills; number += 1) {
      if ((await page.locator('.play-game').count()) === 0) await begin(page);
      else if ((await look(page)).isOver) {
        await page.locator('.play-result').getByRole('button', { name: 'New game' }).click();
        await begin(page);
      } else if ((await look(page)).moves.length % 2 !== 0) {
        await page.getByRole('button', { name: 'Continue', exact: true }).first().click();
      }
      const seen = [{ at: 0, what: await look(page) }];
      const end = Date.now() + 300 + random() * 4000;
      while (Date.now() < end) {
        if (random() < 0.5) await playMove(page, random).catch((error) => problems.push(error.message));
        const what = await look(page);
        seen.push({ at: Date.now(), what });
        await page.waitForTimeout(random() * 200);
      }
      const last = await look(page);
      const killed = Date.now();
      kill(folder);
      if (problems.length > 0) throw new Error(`seed ${seed}, kill ${number}: ${problems.join('; ')}`);
      page = await start();
      await page.locator('.play-game').waitFor();
      const found = await look(page);
      const text = ({ moves, players }) => JSON.stringify({ moves, players });
      const place = seen.findLastIndex(({ what }) => text(what) === text(found));
      // The engine may have moved at the last moment, unseen.
      const isAhead = found.moves.length === last.moves.length + 1 && text({ ...found, moves: found.moves.slice(0, -1) }) === text(last);
      const isLast = text(found) === text(last);
      const lostMs = isLast || isAhead ? 0 : place < 0 ? Infinity : killed - seen[place + 1].at;
      const off = [0, 1].map((side) => Math.abs(found.clocks[side] - last.clocks[side]));
      const clockMs = isLast ? Math.max(...off) : 0;
      const result = { number, moves: found.moves.length, lostMs, clockMs };
      results.push(result);
      onKill(result);
      if (lostMs > LOSS_MS || clockMs > CLOCK_MS) {
        throw new Error(`seed ${seed}, kill ${number}: found\n${JSON.stringify(found)}\nlast seen\n${JSON.stringify(last)}`);
      }
    }
    return { results };
  } finally {
    kill(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}
