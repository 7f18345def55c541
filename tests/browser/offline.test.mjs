// The page without a network, and its updates: the service worker keeps all files, and switches versions as a whole.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { writeList } from '../../scripts/list-files.mjs';
import { createAppServer, listen } from '../../scripts/serve.mjs';
import { App, selectors } from './support/app.mjs';
import { launchBrowser, openApp, screenshot } from './support/harness.mjs';
import { DIST } from './support/paths.mjs';

/** A copy of the built page that calls itself `name`; the program has another address. */
function version(name) {
  const dir = mkdtempSync(join(tmpdir(), 'tabia-version-'));
  cpSync(DIST, dir, { recursive: true });
  for (const file of readdirSync(dir, { recursive: true })) if (file.endsWith('.gz')) rmSync(join(dir, file));
  const folder = readdirSync(dir).find((entry) => /^app-[0-9a-f]+$/.test(entry));
  const renamed = `app-${Buffer.from(name).toString('hex').padEnd(16, '0').slice(0, 16)}`;
  renameSync(join(dir, folder), join(dir, renamed));
  const index = readFileSync(join(dir, 'index.html'), 'utf8');
  writeFileSync(join(dir, 'index.html'), index.replaceAll(folder, renamed).replace('</head>', `<meta name="tabia-version" content="${name}"></head>`));
  writeList(dir);
  return dir;
}

/** A server that can be replaced by another one at the same address. */
async function serve(dir, { port = 0, ...options } = {}) {
  const server = createAppServer({ dir, ...options });
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

/** Waits until the service worker in charge has every file. */
async function whole(page) {
  await page.evaluate(async () => {
    const isWhole = async () => {
      for (const name of await caches.keys()) if (await (await caches.open(name)).match('whole')) return true;
      return false;
    };
    while (!navigator.serviceWorker.controller || !(await isWhole())) await new Promise((done) => setTimeout(done, 100));
  });
}

/** Waits until the files of one version are left. */
async function oneVersion(page) {
  await page.evaluate(async () => {
    const versions = async () => (await caches.keys()).filter((name) => name.startsWith('tabia-files:')).length;
    while ((await versions()) !== 1) await new Promise((done) => setTimeout(done, 100));
  });
}

/** Asks for a new version, and waits until it is ready or was given up. */
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

  /** Opens the page, and closes everything in the end. `tolerate`: what the browser says of requests that fail. */
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
        for (const [hash, what] of [['lab', '#lab main'], ['book', '#book main'], ['library', '#library main']]) {
          await page.goto(`${server.url}#/${hash}`);
          await page.locator(what).waitFor({ state: 'visible' });
        }
        await page.goto(`${server.url}#/`);
        await screenshot(page, `offline-${isolation}`);
      }));
  }

  test('a new version is offered, taken when the user agrees, and an open page of the old one goes on', async () => {
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
        // Nothing is forced: a reload shows the old version, and the offer again.
        await page.reload();
        await new App(page).ready();
        assert.equal(await versionOf(page), 'aa');
        await Promise.all([page.waitForEvent('load'), bar.getByRole('button', { name: 'Update now' }).click()]);
        await new App(page).ready();
        assert.equal(await versionOf(page), 'bb');
        // The other page finds the parts of its own version, which no server has any more.
        assert.equal(await versionOf(other), 'aa');
        await other.evaluate(() => { location.hash = '#/book'; });
        await other.locator('#book main').waitFor({ state: 'visible' });
        // Alone, the old files go.
        await other.close();
        await page.reload();
        await oneVersion(page);
      } finally {
        await next.close();
      }
    });
  });

  test('a broken update leaves the old version working', async () => {
    const [a, b] = [made('aa'), made('broken')];
    // A file that the versions do not share: what they share is taken from the older cache.
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
