// The page as a user sees it: what is visible and what can be done. Tests use these helpers instead of their own selectors, so a change
// to the page needs an update in one place only.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { PATIENCE_MS } from './harness.mjs';
import { SHARED_DATA } from './paths.mjs';

export const selectors = {
  board: '.board',
  fen: '.position-bar input',
  engineToggle: '.analysis [role="switch"]',
  /** A line of analysis with moves. */
  line: '.lines .line:has(.pv-move)',
  pvMove: '.pv-move',
  lineScore: '.line-score',
  moveListMove: '.move[data-move]',
  currentMove: '.move.current',
  toast: '.toast',
  /** Message of the analysis panel when it has no lines. */
  engineMessage: '.engine-message',
};

export class App {
  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE_MS);
  }

  /** Waits until the board is usable. */
  async ready() {
    await this.page.locator(`${selectors.board} [data-square="e1"]`).waitFor();
    return this;
  }

  // --- Games and positions ---------------------------------------------------------------------------

  /** Pastes text into the page, as Ctrl+V does. */
  async paste(text) {
    await this.page.evaluate((value) => {
      const data = new DataTransfer();
      data.setData('text/plain', value);
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
  }

  /** Pastes a game and waits until the move list shows its moves. */
  async pasteGame(text) {
    const listed = () => this.page.locator(selectors.moveListMove).allInnerTexts();
    const before = JSON.stringify(await listed());
    await this.paste(text);
    await this.page.waitForFunction(
      ([moves, old]) => {
        const texts = [...document.querySelectorAll(moves)].map((move) => move.innerText);
        return texts.length > 0 && JSON.stringify(texts) !== old;
      },
      [selectors.moveListMove, before],
    );
  }

  /** Drops a file onto the page. */
  async drop(name, content) {
    await this.page.evaluate(
      ({ name: fileName, content: bytes }) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], fileName));
        for (const type of ['dragenter', 'dragover', 'drop']) {
          document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
        }
      },
      { name, content: [...Buffer.from(content)] },
    );
  }

  /** Returns the FEN shown for the position on the board. */
  fen() {
    return this.page.locator(selectors.fen).inputValue();
  }

  /** Waits until the page shows this FEN; with only four fields the move counters may differ. */
  async waitForFen(fen) {
    await this.page.waitForFunction(
      ([selector, wanted]) => document.querySelector(selector)?.value.startsWith(wanted),
      [selectors.fen, fen],
    );
  }

  /** Returns the pieces as the squares are labelled for screen readers: `{ e1: 'white king', ... }`. */
  pieces() {
    return this.page.locator(`${selectors.board} [data-square]`).evaluateAll((cells) =>
      Object.fromEntries(
        cells
          .map((cell) => [cell.dataset.square, /(white|black) (pawn|knight|bishop|rook|queen|king)/.exec(cell.ariaLabel)?.[0]])
          .filter(([, piece]) => piece !== undefined),
      ),
    );
  }

  /** Returns the square in the lower left corner. */
  lowerLeftSquare() {
    return this.page.locator(`${selectors.board} [data-square]`).evaluateAll((cells) => {
      const place = (cell) => cell.getBoundingClientRect();
      return cells.reduce((best, cell) => {
        const [a, b] = [place(cell), place(best)];
        return a.left - a.top < b.left - b.top ? cell : best;
      }).dataset.square;
    });
  }

  /** Returns the moves of the move list in order, as text. */
  moves() {
    return this.page.locator(selectors.moveListMove).allInnerTexts();
  }

  // --- The board -------------------------------------------------------------------------------------

  square(name) {
    return this.page.locator(`${selectors.board} [data-square="${name}"]`);
  }

  /** Returns the centre of a square, in pixels of the window. */
  async middle(name) {
    const box = await this.square(name).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async click(name) {
    const { x, y } = await this.middle(name);
    await this.page.mouse.click(x, y);
  }

  async tap(name) {
    const { x, y } = await this.middle(name);
    await this.page.touchscreen.tap(x, y);
  }

  async drag(from, to) {
    const [start, end] = [await this.middle(from), await this.middle(to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
    await this.page.mouse.move(end.x, end.y);
    await this.page.mouse.up();
  }

  /** Chooses the promotion piece: `queen`, `rook`, `bishop` or `knight`. */
  async promoteTo(role) {
    await this.page.getByRole('dialog', { name: /promot/i }).getByRole('button', { name: new RegExp(role, 'i') }).click();
  }

  // --- The engine ------------------------------------------------------------------------------------

  engineSwitch() {
    return this.page.locator(selectors.engineToggle).first();
  }

  async isAnalysing() {
    return (await this.engineSwitch().getAttribute('aria-checked')) === 'true';
  }

  async startEngine() {
    if (!(await this.isAnalysing())) await this.engineSwitch().click();
  }

  /**
   * Starts analysis with the net. On a first visit the classical terms evaluate until the net has loaded, and finish the current search;
   * the engine with the net then has to find again what they found, from tablebases for example.
   */
  async startNet() {
    await this.page.waitForFunction(() => ['whole', 'none'].includes(document.documentElement.dataset.offline));
    await this.stopEngine();
    await this.startEngine();
    await this.page.locator('.analysis[data-awaits-net="false"] .engine-name').first().filter({ hasText: /^Tabia(?! classic)/ }).waitFor();
  }

  /** Switches the board's engine off and waits for the end of its search. */
  async stopEngine() {
    if (!(await this.isAnalysing())) return;
    await this.engineSwitch().click();
    await this.page.waitForFunction(() => !['searching', 'stopping'].includes(document.querySelector('.analysis[data-state]')?.dataset.state));
  }

  /** Sets the number of lines shown. */
  async setLines(count) {
    const shown = this.page.locator('.stepper output').first();
    for (;;) {
      const now = Number.parseInt(await shown.innerText(), 10);
      if (now === count) return;
      await this.page.getByRole('button', { name: now < count ? /more lines/i : /fewer lines/i }).click();
    }
  }

  /** Waits until at least `count` lines of analysis are shown. */
  async waitForLines(count = 1) {
    await this.page.waitForFunction(
      ([selector, wanted]) => document.querySelectorAll(selector).length >= wanted,
      [selectors.line, count],
    );
  }

  /** Returns the position and its lines as shown at one moment. */
  snapshot() {
    return this.page.evaluate(takeSnapshot, selectors);
  }

  /** Returns the open toasts as text. */
  messages() {
    return this.page.locator(selectors.toast).allInnerTexts();
  }
}

/** Runs in the page. `lines` are the moves in SAN, without numbers. */
export function takeSnapshot({ fen, line, pvMove, lineScore }) {
  return {
    fen: document.querySelector(fen)?.value ?? '',
    lines: [...document.querySelectorAll(line)].map((row) => ({
      score: row.querySelector(lineScore)?.textContent.trim() ?? '',
      moves: [...row.querySelectorAll(pvMove)].map((move) => move.textContent.trim()),
    })),
  };
}

/**
 * Plays the lines of a snapshot on its position with an independent library.
 *
 * @returns the faults, one sentence each; empty when every move is legal
 */
export function faultsOf({ fen, lines }) {
  const faults = [];
  for (const { moves } of lines) {
    const game = new Chess(fen);
    for (const move of moves) {
      try {
        game.move(move, { strict: false });
      } catch {
        faults.push(`${move} of the line ${moves.join(' ')} is not legal in ${game.fen()} (position shown: ${fen})`);
        break;
      }
    }
  }
  return faults;
}

/** Reads a file of the conformance data as text. */
export function sharedText(...path) {
  return readFileSync(join(SHARED_DATA, ...path), 'utf8');
}

/** Splits a PGN file into games, one text each. */
export function splitGames(pgn) {
  return pgn.split(/(?=^\[Event )/m).filter((text) => text.trim() !== '');
}

/** Returns every position of a PGN's main line as FEN with four fields, including the start. */
export function positionsOf(pgn) {
  const game = new Chess();
  game.loadPgn(pgn, { strict: false });
  const moves = game.history({ verbose: true });
  return [moves[0].before, ...moves.map((move) => move.after)].map((fen) => fen.split(' ').slice(0, 4).join(' '));
}
