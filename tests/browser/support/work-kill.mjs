// Kills the browser during long work: a match, a report, a book, a game import. Everything shown as saved must survive, and nothing may be
// duplicated.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { App } from './app.mjs';
import { kill, openProfile } from './kill.mjs';
import { randomOf } from './random.mjs';
import { quick, start as startMatch } from './lab-page.mjs';
import { ReportPanel } from './report.mjs';
import { until } from './until.mjs';

/** Timeout for a start or a step, in ms; only a failing run waits that long. */
const PATIENCE_MS = 120_000;

/** Returns the records of a table of the page's database: key and JSON. */
const table = (page, name) =>
  page.evaluate(
    (wanted) =>
      new Promise((done, fail) => {
        const request = indexedDB.open('tabia');
        request.onerror = () => fail(request.error);
        request.onsuccess = () => {
          const store = request.result.transaction(wanted).objectStore(wanted);
          const [keys, values] = [store.getAllKeys(), store.getAll()];
          store.transaction.onerror = () => fail(store.transaction.error);
          store.transaction.oncomplete = () => {
            request.result.close();
            done(keys.result.map((key, index) => ({ key, json: values.result[index].json })));
          };
        };
      }),
    name,
  );

/** Returns the saved reports. */
const reports = async (page) => (await table(page, 'documents')).filter(({ key }) => key[0] === 'report').map(({ json }) => JSON.parse(json));

/** Returns a game whose headers follow from its number. */
const game = (number) =>
  `[Event "Open ${number % 50}"]\n[Date "${1950 + (number % 70)}.01.02"]\n[Round "${number}"]\n[White "Player ${number % 997}"]\n[Black "Rival ${number % 313}"]\n[Result "1-0"]\n\n` +
  '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 1-0\n\n';
/** Returns a game of at most 80 half-moves, seeded by its number. */
function randomGame(number) {
  const [random, chess] = [randomOf(number), new Chess()];
  while (chess.history().length < 80 && !chess.isGameOver()) {
    const moves = chess.moves();
    chess.move(moves[Math.floor(random() * moves.length)]);
  }
  chess.setHeader('Round', `${number}`);
  return chess.pgn();
}
const LIBRARY_GAMES = 30_000;
const BOOK_GAMES = 30_000;

const go = (page, hash) => page.evaluate((to) => { location.hash = to; }, hash);

/**
 * The kinds of work. `begin` starts it or resumes what was found; `told` returns what the page has reported as saved so far; `check`
 * compares that with the state after the next start, and returns a short summary.
 */
export const WORK = {
  match: {
    async begin({ page, state }) {
      const shown = page.locator('.lab-match');
      const isState = async (...states) => states.includes(await shown.getAttribute('data-state').catch(() => null));
      if (state.match !== undefined) {
        await go(page, state.match);
        await shown.waitFor({ timeout: PATIENCE_MS });
        // A match that was running when the page ended may wait for the user.
        const resume = page.getByRole('button', { name: 'Resume', exact: true });
        for (const end = Date.now() + PATIENCE_MS; Date.now() < end && !(await isState('playing', 'complete')); ) {
          if (await resume.isVisible()) await resume.click({ timeout: 2000 }).catch(() => {});
          await page.waitForTimeout(100);
        }
      }
      // Its test has reached a verdict, or there is no match yet.
      if (state.match === undefined || (await isState('complete'))) {
        await go(page, '#/lab');
        await page.getByRole('button', { name: 'Start', exact: true }).and(page.locator(':enabled')).waitFor({ timeout: PATIENCE_MS });
        await quick(page, { games: '20000' });
        await page.getByLabel('Nodes per move').first().fill('20');
        await startMatch(page);
        await until(page, (last) => document.querySelector('.lab-match') && location.hash !== last && /^#\/lab\/./.test(location.hash), state.match);
        state.match = await page.evaluate(() => location.hash);
        state.matches = (state.matches ?? 0) + 1;
      }
      await until(page, () => ['playing', 'complete'].includes(document.querySelector('.lab-match')?.dataset.state));
    },
    // What is stored counts; the page's counters may be slightly ahead.
    told: async ({ page }) => ({ units: await table(page, 'units') }),
    async check({ page, state, told }) {
      const units = await table(page, 'units');
      const found = new Map(units.map(({ key, json }) => [JSON.stringify(key), json]));
      if (found.size !== units.length) throw new Error('a unit is kept twice');
      for (const { key, json } of told.units) {
        const now = found.get(JSON.stringify(key));
        if (now === undefined) throw new Error(`unit ${JSON.stringify(key)} of ${told.units.length} was kept and is gone; ${units.length} are left`);
        if (now !== json) throw new Error(`unit ${JSON.stringify(key)} was kept as ${json} and is ${now}`);
      }
      for (const { key, json } of units) {
        const record = JSON.parse(json);
        if (record.unit !== key.at(-1) || record.games.length !== 2) throw new Error(`unit ${JSON.stringify(key)} is not whole`);
      }
      const matches = (await table(page, 'matches')).length;
      if (matches !== state.matches) throw new Error(`there are ${matches} matches, not ${state.matches}`);
      await go(page, state.match);
      const ofThis = told.units.filter(({ key }) => state.match.includes(key[0])).length;
      await until(page, (least) => Number(document.querySelector('.lab-match')?.dataset.games) >= least, ofThis * 2);
      return `${units.length} pairs, ${told.units.length} were seen`;
    },
  },

  report: {
    async begin({ page, app, state, number }) {
      await go(page, '#/');
      await app.ready();
      const panel = new ReportPanel(page);
      await panel.switchOn();
      // The work interrupted by the kill has resumed, or has finished by now.
      if (number > 1) await panel.work.or(panel.table).or(panel.button('Make a report')).first().waitFor({ timeout: PATIENCE_MS });
      if ((await panel.work.count()) === 0) {
        // A different game each time: analysed positions are reused.
        await app.paste(randomGame(number));
        await panel.button('Make a report').waitFor();
        await panel.start({ nodes: 10_000, workers: 1 });
        await panel.work.waitFor();
      }
    },
    told: async ({ page }) => ({ reports: await reports(page) }),
    async check({ page, told }) {
      const documents = await table(page, 'documents');
      const now = await reports(page);
      if (new Set(now.map(({ id }) => id)).size !== now.length) throw new Error('a report is kept twice');
      for (const { id, found, is_done: isDone } of told.reports) {
        const again = now.find((each) => each.id === id);
        if (!again) throw new Error(`the report ${id} is gone`);
        for (const position of Object.keys(found)) if (!(position in again.found)) throw new Error(`${position} was analysed and is not any more`);
        if (isDone && !again.is_done) throw new Error(`the report ${id} was finished and is not any more`);
      }
      const queue = documents.filter(({ key }) => key[0] === 'report-queue').map(({ json }) => json).join();
      for (const { id, is_done: isDone } of now) if (!isDone && !queue.includes(id)) throw new Error(`the report ${id} is not finished, and nobody goes on with it`);
      const positions = now.reduce((sum, { found }) => sum + Object.keys(found).length, 0);
      return `${now.length} reports, ${now.filter(({ is_done: isDone }) => isDone).length} of them finished, ${positions} positions`;
    },
  },

  book: {
    async begin({ page, state, number }) {
      state.kept ??= [];
      await go(page, '#/book');
      await page.getByRole('main', { name: 'Opening books' }).waitFor();
      await page.getByRole('navigation', { name: 'Opening books' }).getByRole('link', { name: 'Make', exact: true }).click();
      const section = page.getByRole('region', { name: 'Make a book from games' });
      // A different book each time: a file is stored once, by its content.
      writeFileSync(state.file, state.games + `${randomGame(number)}\n\n`.repeat(5));
      await section.locator('.pgn-files').setInputFiles(state.file);
      await section.getByLabel('Name', { exact: true }).fill(`book ${number}`);
      await section.getByRole('button', { name: 'Make the book' }).click();
    },
    async told({ page }) {
      return { files: await table(page, 'files') };
    },
    async check({ page, told }) {
      const [files, contents] = [await table(page, 'files'), await table(page, 'contents')];
      for (const { key, json } of told.files) {
        if (!files.some((file) => JSON.stringify(file.key) === JSON.stringify(key))) throw new Error(`the file ${json} is gone`);
      }
      // Every book has its content, and every content belongs to a book.
      const held = contents.filter(({ key }) => key[0] === 'file').map(({ key }) => key[1]);
      for (const { key } of files) if (!held.includes(key[0])) throw new Error(`the file ${key[0]} has no content`);
      if (new Set(held).size !== held.length) throw new Error('a content is kept twice');
      const names = files.flatMap(({ json }) => Object.entries(JSON.parse(json).uses).map(([kind, { name }]) => `${kind} ${name}`));
      if (new Set(names).size !== names.length) throw new Error(`a book is kept twice: ${names.join(', ')}`);
      return `${files.length} files, ${held.length} contents`;
    },
  },

  library: {
    async begin({ page, state, number }) {
      state.whole ??= 0;
      await go(page, '#/library');
      await page.locator('.library-side, .library-file').first().waitFor({ state: 'attached' });
      await page.locator('input.library-file').first().setInputFiles({ name: `games ${number}.pgn`, mimeType: 'text/plain', buffer: state.buffer });
    },
    async told({ page }) {
      const all = (await table(page, 'databases')).map(({ key, json }) => ({ key, ...JSON.parse(json) }));
      return { ready: all.filter((each) => each.is_ready) };
    },
    async check({ page, told }) {
      await go(page, '#/library');
      const all = (await table(page, 'databases')).map(({ key, json }) => ({ key, ...JSON.parse(json) }));
      if (new Set(all.map(({ key }) => JSON.stringify(key))).size !== all.length) throw new Error('a database is kept twice');
      for (const each of told.ready) {
        const now = all.find(({ id }) => id === each.id);
        if (!now?.is_ready || now.games !== each.games) throw new Error(`the database ${each.name} was ready with ${each.games} games; now ${JSON.stringify(now)}`);
      }
      for (const each of all.filter(({ is_ready: isReady }) => isReady)) {
        if (each.games !== LIBRARY_GAMES) throw new Error(`${each.name} has ${each.games} games, not ${LIBRARY_GAMES}`);
      }
      return `${all.length} databases, ${all.filter(({ is_ready: isReady }) => isReady).length} of them ready`;
    },
  },
};

/**
 * Works, kills and checks, `kills` times in one profile.
 *
 * @param kind one of {@link WORK}
 * @returns the findings after each kill
 */
export async function killWorkAgainAndAgain({ kind, url, kills, seed, onKill = () => {} }) {
  const { begin, told, check } = WORK[kind];
  const random = randomOf(seed);
  const folder = mkdtempSync(join(tmpdir(), `tabia-kill-${kind}-`));
  const games = mkdtempSync(join(tmpdir(), 'tabia-kill-games-'));
  const state = { file: join(games, 'games.pgn') };
  if (kind === 'book') state.games = Array.from({ length: BOOK_GAMES }, (_, number) => game(number)).join('');
  if (kind === 'library') state.buffer = Buffer.from(Array.from({ length: LIBRARY_GAMES }, (_, number) => game(number)).join(''));
  const results = [];
  let problems = [];
  const start = async () => {
    problems = [];
    const { page } = await openProfile(folder, problems);
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(url);
    return { page, app: await new App(page).ready() };
  };
  try {
    let { page, app } = await start();
    for (let number = 1; number <= kills; number += 1) {
      await begin({ page, app, state, number });
      await new Promise((done) => setTimeout(done, 100 + random() * 4000));
      const kept = await told({ page, state });
      kill(folder);
      if (problems.length > 0) throw new Error(`seed ${seed}, kill ${number}: ${problems.join('; ')}`);
      ({ page, app } = await start());
      const found = await check({ page, app, state, told: kept, number }).catch((error) => {
        throw new Error(`seed ${seed}, kill ${number} of ${kind}: ${error.message}`, { cause: error });
      });
      results.push({ number, found });
      onKill({ number, found });
    }
    if (problems.length > 0) throw new Error(problems.join('; '));
    return { results };
  } finally {
    kill(folder);
    for (const each of [folder, games]) rmSync(each, { recursive: true, force: true });
  }
}
