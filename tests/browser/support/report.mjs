// The report below the board, as a user sees it.

import { readFileSync } from 'node:fs';

export class ReportPanel {
  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page;
    this.panel = page.locator('section.report');
    this.work = this.panel.locator('.report-work');
    this.engine = this.panel.getByLabel(/^Engine(?!s)/);
    this.table = this.panel.locator('.report-numbers');
    this.lesson = new Lesson(page);
  }

  async switchOn() {
    const toggle = this.panel.getByRole('switch', { name: 'Report' });
    if ((await toggle.getAttribute('aria-checked')) !== 'true') await toggle.click();
  }

  button(name) {
    return this.panel.getByRole('button', { name, exact: true });
  }

  /** Fills in the form and starts the report. */
  async start({ nodes, workers, engine }) {
    if (engine) await this.engine.selectOption(engine);
    await this.panel.getByLabel('Search by').selectOption('Nodes');
    await this.panel.getByLabel('Nodes a move', { exact: true }).fill(`${nodes}`);
    await this.panel.getByLabel('Engines at once').fill(`${workers}`);
    await this.button('Make a report').click();
  }

  /** Returns the number of positions analysed in the current report. */
  async positions() {
    return Number(await this.work.getAttribute('data-done'));
  }

  async waitForPositions(count) {
    await this.page.waitForFunction((wanted) => Number(document.querySelector('.report-work')?.dataset.done) >= wanted, count);
  }

  /** Waits until no report is in progress and the game on the board has its report. */
  async waitUntilDone() {
    await this.table.waitFor({ timeout: 60_000 });
    await this.work.waitFor({ state: 'detached', timeout: 60_000 });
  }

  /** Returns the table: `{ Accuracy: ['84 %', '70 %'], ... }`. */
  async numbers() {
    const rows = await this.table.locator('tbody tr').evaluateAll((all) =>
      all.map((row) => [row.querySelector('th').lastChild.textContent.trim(), [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim())]),
    );
    return Object.fromEntries(rows);
  }

  /** Returns the judged moves with their glyphs. */
  judged() {
    return this.panel.locator('.judged-name').allInnerTexts();
  }

  /** Returns the text of the file that a button saves. */
  async savedText(name) {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.button(name).click()]);
    return readFileSync(await download.path(), 'utf8');
  }
}

/** "Learn from mistakes". */
export class Lesson {
  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Learn from mistakes' });
  }

  button(name) {
    return this.dialog.getByRole('button', { name, exact: true });
  }

  task() {
    return this.dialog.locator('.learn-task').innerText();
  }

  waitFor(state) {
    return this.dialog.locator(`.learn-body[data-state="${state}"]`).waitFor();
  }

  /** Plays a move on the dialog's board. */
  async move(from, to) {
    for (const name of [from, to]) {
      const box = await this.dialog.locator(`.board [data-square="${name}"]`).boundingBox();
      await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    }
  }
}
