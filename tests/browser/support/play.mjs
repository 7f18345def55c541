// The play page as a user sees it.

/** Timeout for anything on the page, in ms; only a failing test waits that long. */
const PATIENCE_MS = 60_000;

/** After White's Rg2 the king must go to h7, and Rh2 mates, whatever the level. */
export const MATE_IN_TWO = '7k/5K2/8/8/8/8/8/6R1 w - - 0 1';

export class PlayPage {
  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page;
    this.main = page.locator('main.play');
    page.setDefaultTimeout(PATIENCE_MS);
  }

  /** Opens the page and waits for its set-up. */
  static async open(page) {
    const play = new PlayPage(page);
    await page.evaluate(() => { location.hash = '#/play'; });
    await play.waitForStage('setup');
    await play.button('Play').waitFor();
    return play;
  }

  waitForStage(stage) {
    return this.page.locator(`main.play[data-stage="${stage}"]`).waitFor();
  }

  button(name) {
    return this.main.getByRole('button', { name, exact: true });
  }

  /** Opens the menu of the game. */
  async openMenu() {
    await this.button('Menu').click();
    await this.page.getByRole('menu', { name: 'Menu' }).waitFor();
  }

  /** Returns an entry of the open menu. */
  entry(name) {
    return this.main.locator('.menu-item').filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** Chooses an entry of the game's menu. */
  async menu(name) {
    await this.openMenu();
    await this.entry(name).click();
  }

  /** Picks a radio button: `choose('Opponent', 'A person here')`. */
  choose(group, name) {
    return this.main.getByRole('group', { name: group, exact: true }).getByRole('radio', { name, exact: true }).check();
  }

  /** Sets up and starts a game. */
  async begin({ opponent, level, color, clock, fen, book } = {}) {
    if (opponent) await this.choose('Opponent', opponent);
    if (level) await this.main.getByLabel('Level', { exact: true }).fill(String(level));
    if (color) await this.choose('Your colour', color);
    if (clock !== undefined) {
      await this.choose('Clock', 'Other…');
      await this.main.getByLabel('Time control', { exact: true }).fill(clock);
    }
    if (fen) {
      await this.choose('Start', 'FEN');
      await this.main.getByLabel('Position (FEN)').fill(fen);
    }
    if (book === false) {
      await this.main.getByText('More', { exact: true }).click();
      await this.main.getByLabel('The engine uses a book').uncheck();
    }
    await this.button('Play').click();
    await this.waitForStage('game');
  }

  square(name) {
    return this.main.locator(`.board [data-square="${name}"]`);
  }

  async middle(name) {
    const box = await this.square(name).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async drag(from, to) {
    const [start, end] = [await this.middle(from), await this.middle(to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
    await this.page.mouse.move(end.x, end.y, { steps: 3 });
    await this.page.mouse.up();
  }

  async tap(name) {
    const { x, y } = await this.middle(name);
    await this.page.touchscreen.tap(x, y);
  }

  /** Types into the move field. */
  async type(text, { enter = false } = {}) {
    const field = this.main.locator('#play-type-move');
    await field.fill(text);
    if (enter) await field.press('Enter');
  }

  moves() {
    return this.main.locator('.play-move').allInnerTexts();
  }

  /** Waits until the list has `count` moves. */
  waitForMoves(count) {
    return this.page.waitForFunction((wanted) => document.querySelectorAll('main.play .play-move').length === wanted, count);
  }

  /** Waits for the end of the game and returns its headline and reason. */
  async result() {
    const panel = this.main.getByRole('region', { name: 'Result' });
    await panel.waitFor();
    return [await panel.getByRole('heading').innerText(), await panel.locator('p').first().innerText()];
  }

  status() {
    return this.main.locator('.play-status');
  }

  clock(side) {
    return this.main.locator(`.play-player[data-color="${side}"] .play-clock`);
  }

  /** Returns the last announcement to screen readers. */
  announcement() {
    return this.main.locator('.play-announcement').innerText();
  }

  async waitForAnnouncement(pattern) {
    await this.page.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector('.play-announcement')?.textContent ?? ''),
      pattern.source,
    );
  }
}
