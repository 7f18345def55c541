// The page offline, and its updates: the service worker saves all files and switches versions as a whole.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { writeList } from '../../scripts/build/list-files.mjs';
import { createAppServer, listen } from '../../scripts/serve.mjs';
import { App, selectors } from './support/app.mjs';
import { launchBrowser, launchProfile, openApp, screenshot } from './support/harness.mjs';
import { quick, waitForState } from './support/lab-page.mjs';
import { DIST } from './support/paths.mjs';
import { until } from './support/until.mjs';

/** Copies the built page under the version `name`, with the program at another address. */
function version(name) {
  const dir = mkdtempSync(join(tmpdir(), 'tabia-version-'));
  cpSync(DIST, dir, { recursive: true });
  for (const file of readdirSync(dir, { recursive: true })) if (/\.(gz|br)$/.test(file)) rmSync(join(dir, file));
  const folder = readdirSync(dir).find((entry) => /^app-[0-9a-f]+$/.test(entry));
  const renamed = `app-${Buffer.from(name).toString('hex').padEnd(16, '0').slice(0, 16)}`;
  renameSync(join(dir, folder), join(dir, renamed));
  const index = readFileSync(join(dir, 'index.html'), 'utf8');
  writeFileSync(join(dir, 'index.html'), index.replaceAll(folder, renamed).replace('</head>', `<meta name="tabia-version" content="${name}"></head>`));
  writeList(dir);
  return dir;
}

/** Starts a server that can be replaced by another one at the same address. */
async function serve(dir, { port = 0, filter, ...options } = {}) {
  const server = createAppServer({ dir, ...options });
  // `filter` handles the requests that it accepts.
  if (filter) {
    const [answer] = server.listeners('request');
    server.removeAllListeners('request').on('request', (request, response) => filter(request, response) || answer(request, response));
  }
  const url = await listen(server, { port });
  return {
    url,
    port: Number(new URL(url).port),
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

const versionOf = (page) => page.evaluate(() => document.querySelector('meta[name=tabia-version]')?.content);

/** Waits until the active service worker has every file. */
async function whole(page) {
  await page.evaluate(async () => {
    const isWhole = async () => {
      for (const name of await caches.keys()) if (await (await caches.open(name)).match('whole')) return true;
      return false;
    };
    while (!navigator.serviceWorker.controller || !(await isWhole())) await new Promise((done) => setTimeout(done, 100));
  });
}

/** Returns the addresses of the files saved by the service worker. */
const keptFiles = (page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('tabia-files:'));
    const lists = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)));
    return lists.flat();
  });

/** Makes the page see the browser's data saver as on. */
const savingData = (context) =>
  context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }));

const waitForOffline = (page, state) => page.waitForFunction((wanted) => document.documentElement.dataset.offline === wanted, state);

/** Waits until only one version's files are left. */
async function oneVersion(page) {
  await page.evaluate(async () => {
    const versions = async () => (await caches.keys()).filter((name) => name.startsWith('tabia-files:')).length;
    while ((await versions()) !== 1) await new Promise((done) => setTimeout(done, 100));
  });
}

/** Checks for a new version, and waits until it is ready or abandoned. */
const update = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update().catch(() => {});
    const worker = registration.installing ?? registration.waiting;
    if (!worker) return 'none';
    await new Promise((done) => {
      if (worker.state !== 'installing') done();
      worker.addEventListener('statechange', done);
    });
    return worker.state;
  });

/** Uses features whose files no page has fetched before: the book, the library's example, a match, the guide. */
async function worksOffline(page, url) {
  await page.goto(`${url}#/`);
  await page.locator('.book .book-move').first().waitFor();
  await page.goto(`${url}#/library`);
  await page.getByRole('button', { name: 'Load an example' }).click();
  await page.getByRole('grid').getByRole('row').nth(5).waitFor();
  await page.goto(`${url}#/lab`);
  const start = page.getByRole('button', { name: 'Start', exact: true });
  await start.and(page.locator(':enabled')).waitFor();
  await quick(page, { games: '4' });
  await start.click();
  await waitForState(page, 'complete');
  const guide = await page.context().newPage();
  await guide.goto(`${url}guide.html`);
  await guide.getByRole('heading', { name: 'Guide to Tabia' }).waitFor();
  await guide.close();
}

/** Kills the browser of a profile, like a crash. */
function killProfile(profile) {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(profile)) process.kill(Number(id), 'SIGKILL');
    } catch {
      // The process has ended.
    }
  }
}

describe('without a network', () => {
  let browser;
  const dirs = [];
  const made = (name) => {
    dirs.push(version(name));
    return dirs.at(-1);
  };
  before(async () => {
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    for (const dir of dirs) rmSync(dir, { recursive: true });
  });

  /** Opens the page, runs `body` and closes everything. */
  async function withPage(options, body) {
    const server = await serve(options.dir, options);
    const { page, context, problems } = await openApp(browser, server.url, { allowServiceWorker: true });
    try {
      await new App(page).ready();
      await whole(page);
      await body({ page, context, server, problems });
    } finally {
      await context.close();
      await server.close();
    }
  }

  for (const [name, isolation] of [['on a server that isolates', true], ['on any server', false]]) {
    test(`every page works after the first visit, ${name}`, () =>
      withPage({ dir: DIST, isolation }, async ({ page, context, server }) => {
        await server.close();
        await context.setOffline(true);
        await page.reload();
        await new App(page).ready();
        assert.ok(await page.evaluate(() => crossOriginIsolated));
        await page.locator(selectors.line).first().waitFor();
        for (const [hash, what] of [['play', '#play main'], ['lab', '#lab main'], ['book', '#book main'], ['library', '#library main']]) {
          await page.goto(`${server.url}#/${hash}`);
          await page.locator(what).waitFor({ state: 'visible' });
        }
        await worksOffline(page, server.url);
        await page.goto(`${server.url}#/`);
        await screenshot(page, `offline-${isolation}`);
      }));
  }

  test('a new version is offered, taken when the user agrees, and an open page of the old one continues', async () => {
    const [a, b] = [made('aa'), made('bb')];
    await withPage({ dir: a }, async ({ page, context, server }) => {
      const other = await context.newPage();
      await other.goto(server.url);
      await new App(other).ready();
      await server.close();
      const next = await serve(b, { port: server.port });
      try {
        assert.equal(await update(page), 'installed');
        const bar = page.locator('.update-bar');
        await bar.waitFor();
        await screenshot(page, 'offline-update');
        // Nothing is forced: a reload shows the old version and the offer again.
        await page.reload();
        await new App(page).ready();
        assert.equal(await versionOf(page), 'aa');
        await Promise.all([page.waitForEvent('load'), bar.getByRole('button', { name: 'Update now' }).click()]);
        await new App(page).ready();
        assert.equal(await versionOf(page), 'bb');
        // The other page finds its own version's parts, which no server has any more.
        assert.equal(await versionOf(other), 'aa');
        await other.evaluate(() => { location.hash = '#/book'; });
        await other.locator('#book main').waitFor({ state: 'visible' });
        // A freshly opened page keeps those parts too, even though it and the old one are the only pages.
        await page.close();
        const fresh = await context.newPage();
        await fresh.goto(server.url);
        await new App(fresh).ready();
        assert.equal(await versionOf(fresh), 'bb');
        await other.evaluate(() => { location.hash = '#/play'; });
        await other.locator('#play main').waitFor({ state: 'visible' });
        // Once it is the only page, the old files are deleted.
        await other.close();
        await fresh.reload();
        await oneVersion(fresh);
      } finally {
        await next.close();
      }
    });
  });

  test('a broken update leaves the old version working', async () => {
    const [a, b] = [made('aa'), made('broken')];
    // Break a file that the versions don't share: shared ones come from the older cache.
    const folder = readdirSync(b).find((entry) => entry.startsWith('app-'));
    writeFileSync(join(b, folder, 'app.js'), 'half of');
    await withPage({ dir: a }, async ({ page, context, server }) => {
      await server.close();
      const next = await serve(b, { port: server.port });
      try {
        assert.equal(await update(page), 'redundant');
        await page.reload();
        await new App(page).ready();
        assert.equal(await versionOf(page), 'aa');
        assert.equal(await page.locator('.update-bar').count(), 0);
      } finally {
        await next.close();
      }
      await context.setOffline(true);
      await page.reload();
      await new App(page).ready();
      await page.locator(selectors.line).first().waitFor();
    });
  });

  test('a first visit stores its files after the first analysis, and reports when everything is stored', async () => {
    const server = await serve(DIST);
    const { page, context, problems } = await openApp(browser, server.url, { allowServiceWorker: true });
    try {
      const asked = [];
      context.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const app = await new App(page).ready();
      await app.waitForLines(1);
      assert.deepEqual(asked.filter((path) => /split_|lab-worker|library-worker/.test(path)), [], 'files for later before the first analysis');
      await waitForOffline(page, 'whole');
      const files = await keptFiles(page);
      for (const part of [/split_lab/, /split_library/, /split_book/, /split_play/, /lab-worker_bg/, /library-worker_bg/, /book\.packed/, /tabia-material/, /pieces\/flat\.svg/, /pieces\/figurines\.otf/, /guide\.html/]) {
        assert.ok(files.some((url) => part.test(url)), `${part} is not kept`);
      }
      assert.deepEqual(problems, []);
    } finally {
      await context.close();
      await server.close();
    }
  });

  test('with data saver, used files are stored, and all files on request', async () => {
    const server = await serve(DIST);
    const { page, context } = await openApp(browser, server.url, { allowServiceWorker: true, visit: false });
    try {
      await savingData(context);
      await page.goto(server.url);
      const app = await new App(page).ready();
      await app.waitForLines(1);
      await waitForOffline(page, 'used');
      const before = await keptFiles(page);
      assert.ok(before.some((url) => /app_bg\.wasm/.test(url)) && before.some((url) => /tabia(-threads)?\.wasm/.test(url)), before.join('\n'));
      assert.equal(before.some((url) => /split_lab|library-worker|tabia-tables/.test(url)), false, before.join('\n'));
      // From now on used files are saved, too.
      await page.goto(`${server.url}#/book`);
      await page.locator('#book main').waitFor({ state: 'visible' });
      await until(page, async () => {
        const name = (await caches.keys()).find((key) => key.startsWith('tabia-files:'));
        return (await (await caches.open(name)).keys()).some(({ url }) => /split_book/.test(url));
      });

      await context.setOffline(true);
      await page.goto(`${server.url}#/`);
      await page.reload();
      await app.ready();
      await app.waitForLines(1);
      await page.goto(`${server.url}#/book`);
      await page.locator('#book main').waitFor({ state: 'visible' });
      await context.setOffline(false);

      await page.goto(`${server.url}#/`);
      await page.reload();
      await app.ready();
      await waitForOffline(page, 'used');
      await page.getByRole('button', { name: 'Settings' }).click();
      const dialog = page.getByRole('dialog', { name: 'Settings' });
      await dialog.getByText('only what you have used so far works').waitFor();
      await screenshot(page, 'offline-saving-data');
      await dialog.getByRole('button', { name: 'Make available offline' }).click();
      await dialog.getByText('Everything works offline.').waitFor({ timeout: 60_000 });
      assert.ok((await keptFiles(page)).some((url) => /split_lab/.test(url)));
    } finally {
      await context.close();
      await server.close();
    }
  });

  test('with data saver and a full disk every page works while there is a network', async () => {
    // There is room for the cache's mark, and for nothing after it.
    const full = `{
      const { put } = Cache.prototype;
      let left = 1;
      Cache.prototype.put = function (...given) {
        left -= 1;
        return left < 0 ? Promise.reject(new DOMException('no room', 'QuotaExceededError')) : put.apply(this, given);
      };
    }\n`;
    const server = await serve(DIST, {
      filter(request, response) {
        if (!request.url.startsWith('/sw.js')) return false;
        response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' });
        response.end(full + readFileSync(join(DIST, 'sw.js'), 'utf8'));
        return true;
      },
    });
    const { page, context, problems } = await openApp(browser, server.url, { allowServiceWorker: true, visit: false });
    try {
      await savingData(context);
      await page.goto(server.url);
      const app = await new App(page).ready();
      await waitForOffline(page, 'failed');
      assert.equal((await keptFiles(page)).length, 1);
      await page.reload();
      await app.ready();
      for (const hash of ['play', 'lab', 'book', 'library']) {
        await page.goto(`${server.url}#/${hash}`);
        await page.locator(`#${hash} main`).waitFor({ state: 'visible' });
      }
      assert.deepEqual(problems, []);
    } finally {
      await context.close();
      await server.close();
    }
  });

  test('an update that is cut off half way leaves the old version working, and is completed later', async () => {
    const [a, b] = [made('aa'), made('cut')];
    await withPage({ dir: a }, async ({ page, server }) => {
      await server.close();
      // The connection ends after half of the program.
      let isCut = true;
      const next = await serve(b, {
        port: server.port,
        filter(request, response) {
          if (!isCut || !/app_bg\.wasm/.test(request.url)) return false;
          response.writeHead(200, { 'Content-Type': 'application/wasm', 'Content-Length': '1000000' });
          response.write(Buffer.alloc(1000));
          setImmediate(() => response.destroy());
          return true;
        },
      });
      try {
        assert.equal(await update(page), 'redundant');
        await page.reload();
        await new App(page).ready();
        assert.equal(await versionOf(page), 'aa');
        isCut = false;
        assert.equal(await update(page), 'installed');
        await Promise.all([page.waitForEvent('load'), page.locator('.update-bar').getByRole('button', { name: 'Update now' }).click()]);
        await new App(page).ready();
        assert.equal(await versionOf(page), 'cut');
      } finally {
        await next.close();
      }
    });
  });

  test('a browser killed during an update restarts with one whole version', async () => {
    const [a, b] = [made('aa'), made('bb')];
    const profile = mkdtempSync(join(tmpdir(), 'tabia-profile-'));
    dirs.push(profile);
    let server = await serve(a);
    const { port } = server;
    const first = await launchProfile(profile);
    const page = first.pages()[0] ?? (await first.newPage());
    await page.goto(server.url);
    await new App(page).ready();
    await whole(page);
    await server.close();
    // The new version arrives slowly, and the browser dies before it is complete.
    let asked = 0;
    server = await serve(b, {
      port,
      filter(request) {
        if (/app_bg\.wasm/.test(request.url)) asked += 1;
        return /app_bg\.wasm/.test(request.url) && asked === 1;
      },
    });
    await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration()).update());
    const deadline = Date.now() + 20_000;
    while (asked === 0 && Date.now() < deadline) await new Promise((done) => setTimeout(done, 20));
    assert.equal(asked, 1, 'the update did not begin');
    killProfile(profile);
    await first.close().catch(() => {});
    await server.close();

    // Without a server: the old version is complete.
    const second = await launchProfile(profile);
    try {
      const again = second.pages()[0] ?? (await second.newPage());
      await again.goto(server.url);
      await new App(again).ready();
      assert.equal(await versionOf(again), 'aa');
      await again.locator(selectors.line).first().waitFor();
    } finally {
      await second.close();
    }
  });

  test('works without a service worker, below any path, and shows why it is not isolated', async () => {
    const server = createAppServer({ dir: DIST, base: '/a/sub path/'.replace(' ', '-'), isolation: false });
    const url = await listen(server, { base: '/a/sub-path/' });
    const { page, context, problems } = await openApp(browser, url);
    try {
      const app = await new App(page).ready();
      await app.waitForLines(1);
      const badge = page.locator('.isolation-badge');
      await badge.getByText('Single-threaded: this page is not isolated').click();
      await badge.getByText(/Cross-Origin-Opener-Policy/).waitFor();
      await screenshot(page, 'offline-not-isolated');
      await app.drag('e2', 'e4');
      await app.waitForFen('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
      await app.waitForLines(1);
      await page.goto(`${url}#/library`);
      await page.locator('#library main').waitFor({ state: 'visible' });
      assert.deepEqual(problems.filter((problem) => !/service ?worker/i.test(problem)), []);
    } finally {
      await context.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  });

  test('files and texts that the system hands over are opened', async () => {
    const server = await serve(DIST);
    const { page, context, problems } = await openApp(browser, `${server.url}?shared-text=${encodeURIComponent('1. e4 c5 2. Nf3 *')}`);
    try {
      const app = await new App(page).ready();
      await page.locator(selectors.moveListMove).nth(2).waitFor();
      assert.equal((await app.moves()).length, 3);
      assert.doesNotMatch(page.url(), /shared-text/);
      await page.evaluate(() => {
        const file = new File(['[White "Handed over"]\n\n1. d4 d5 *'], 'handed.pgn');
        dispatchEvent(new CustomEvent('tabia-open-files', { detail: [file] }));
      });
      await page.getByText('Handed over').first().waitFor();
      assert.deepEqual(problems, []);
    } finally {
      await context.close();
      await server.close();
    }
  });
});
