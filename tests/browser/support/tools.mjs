// The tools page as a user sees it.

/** Timeout for anything on the page, in ms; only a failing test waits that long. */
const PATIENCE_MS = 40_000;

export class ToolsPage {
  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page;
    this.main = page.locator('main.tools-page');
    page.setDefaultTimeout(PATIENCE_MS);
  }

  /** Opens a section of the page: suites, annotate, speed or console. */
  static async open(page, subject) {
    const tools = new ToolsPage(page);
    await page.evaluate((word) => { location.hash = `#/tools/${word}`; }, subject);
    await tools.main.waitFor();
    return tools;
  }

  button(name) {
    return this.main.getByRole('button', { name, exact: true });
  }

  /** Waits until the run of the suite, or `count` attempts, have finished. */
  async waitForAttempts(count) {
    await this.page.waitForFunction(
      (wanted) => {
        const run = document.querySelector('[aria-label="Run"][data-done]');
        return run && Number(run.dataset.done) >= (wanted ?? Number(run.dataset.total)) && (wanted !== null || run.dataset.running === 'false');
      },
      count ?? null,
    );
  }

  /** Pastes a suite into its field and starts a run; `fields` of the form by label. */
  async solve(text, fields = {}) {
    await this.prepare(text, fields);
    await this.button('Start').click();
  }

  /** Fills in the form until the run can be started. */
  async prepare(text, fields = {}) {
    await this.main.getByLabel('Or paste one').fill(text);
    await this.button('Use this text').click();
    for (const [label, value] of Object.entries(fields)) await this.main.getByLabel(label, { exact: true }).fill(String(value));
    await this.button('Start').and(this.page.locator(':enabled')).waitFor();
  }

  /** Returns the table's contents: the name of each problem, and each engine's cell. */
  rows() {
    return this.main.locator('.virtual-rows .suite-row').evaluateAll((rows) =>
      rows.map((row) => ({
        name: row.querySelector('.suite-problem button').textContent,
        cells: [...row.querySelectorAll('.suite-cell')].map(({ dataset }) => ({
          solved: dataset.solved === 'true',
          move: dataset.move,
          nodes: Number(dataset.nodes),
          depth: Number(dataset.depth),
          end: Number(dataset.end),
        })),
      })),
    );
  }

  /** Returns the rendered console lines. */
  lines() {
    return this.main.locator('.console-row').evaluateAll((rows) =>
      rows.map((row) => ({
        direction: ['sent', 'received', 'remark'].find((name) => row.classList.contains(name)),
        engine: row.querySelector('.console-engine').textContent,
        text: row.querySelector('.console-text').textContent,
      })),
    );
  }

  /** Waits until a console line with this text is rendered. */
  line(text) {
    return this.main.locator('.console-row', { hasText: text }).last().waitFor();
  }

  /** Opens the console for the analysis engine once it is ready, showing only matching lines: other engines may be handshaking. */
  static async openForAnalysis(page, pattern) {
    const tools = await ToolsPage.open(page, 'console');
    // The handshake is over: no more commands of the page get in between.
    await tools.line('readyok');
    await tools.main.getByLabel('Search').fill(pattern);
    return tools;
  }

  /** Sends a command from the console. */
  async command(text) {
    await this.main.getByLabel('Command', { exact: true }).fill(text);
    // While engines print a lot, the page may take a moment to notice the input.
    await this.button('Send').and(this.page.locator(':enabled')).waitFor();
    await this.main.getByLabel('Command', { exact: true }).press('Enter');
  }

  /** Starts an engine for the console. */
  async startEngine() {
    const card = this.main.getByRole('region', { name: 'Console engine' });
    await card.getByRole('button', { name: 'Start engine' }).click();
    const said = this.main.locator('.console-row', { has: this.page.locator('.console-engine', { hasText: 'Console:' }) });
    await said.filter({ hasText: 'uciok' }).waitFor();
    await this.page.waitForFunction(() => document.querySelector('#console-target')?.selectedOptions[0]?.text.startsWith('Console:'));
  }
}
