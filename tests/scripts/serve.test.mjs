// The server of ./run and of the browser tests, while a build replaces the files it serves.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { createAppServer, listen } from '../../scripts/serve.mjs';

const PAGE = '<!doctype html><title>Page</title>';
/** More bytes than sockets and streams buffer. */
const LONG = 32 << 20;

/** Runs `body` with a server for a folder with a page and its compressed twins, and `get`, which resolves with status, headers and text. */
async function served(body, options = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'tabia-serve-'));
  const build = (page = PAGE) => {
    writeFileSync(join(dir, 'index.html'), page);
    writeFileSync(join(dir, 'index.html.br'), brotliCompressSync(page));
    writeFileSync(join(dir, 'index.html.gz'), gzipSync(page));
  };
  build();
  const server = createAppServer({ dir, ...options });
  const url = await listen(server, { base: options.base });
  const get = async (path = '', init = {}) => {
    const response = await fetch(url + path, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  try {
    await body({ dir, build, get, url, server });
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    rmSync(dir, { recursive: true });
  }
}

const withEncoding = (encoding) => ({ headers: { 'accept-encoding': encoding } });

describe('serve', () => {
  test('sends the twin that the client accepts, with the headers of an isolated page', () =>
    served(async ({ get }) => {
      for (const [accepted, sent] of [['gzip, deflate, br', 'br'], ['gzip', 'gzip'], ['identity', null]]) {
        const { status, headers, text } = await get('', withEncoding(accepted));
        assert.deepEqual([status, headers.get('content-encoding'), text], [200, sent, PAGE]);
        assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
        assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
        const again = await get('', { headers: { 'accept-encoding': accepted, 'if-none-match': headers.get('etag') } });
        assert.deepEqual([again.status, again.text], [304, '']);
      }
    }));

  test('continues while the folder is built again', () =>
    served(async ({ dir, build, get }) => {
      assert.equal((await get()).text, PAGE);
      // Each twin is missing for a while, and then everything.
      rmSync(join(dir, 'index.html.br'));
      assert.deepEqual([(await get('', withEncoding('br'))).text, (await get('', withEncoding('gzip, br'))).text], [PAGE, PAGE]);
      rmSync(join(dir, 'index.html.gz'));
      assert.equal((await get()).text, PAGE);
      rmSync(join(dir, 'index.html'));
      assert.equal((await get()).status, 404);
      rmSync(dir, { recursive: true });
      assert.equal((await get()).status, 404);
      // A folder replaces the file.
      mkdirSync(join(dir, 'index.html'), { recursive: true });
      assert.equal((await get()).status, 404);
      rmSync(join(dir, 'index.html'), { recursive: true });
      // The new page, with another length, and a new file.
      build(`${PAGE}<p>new</p>`);
      writeFileSync(join(dir, 'app-0123456789abcdef.js'), 'export {};');
      assert.equal((await get()).text, `${PAGE}<p>new</p>`);
      const script = await get('app-0123456789abcdef.js');
      assert.deepEqual([script.status, script.headers.get('content-type')], [200, 'text/javascript; charset=utf-8']);
      assert.match(script.headers.get('cache-control'), /immutable/);
    }));

  test('survives a file that is deleted or cut while it is sent, and a client that leaves', () =>
    served(async ({ dir, get, url }) => {
      const path = join(dir, 'long.bin');
      const begin = () =>
        new Promise((done, failed) => {
          request(`${url}long.bin`, done).on('error', failed).end();
        });
      const rest = async (response) => {
        let bytes = 0;
        for await (const piece of response) bytes += piece.length;
        return bytes;
      };

      writeFileSync(path, Buffer.alloc(LONG));
      const deleted = await begin();
      rmSync(path);
      assert.equal(await rest(deleted), LONG);

      writeFileSync(path, Buffer.alloc(LONG));
      const cut = await begin();
      truncateSync(path, 0);
      await assert.rejects(rest(cut), /aborted/);

      writeFileSync(path, Buffer.alloc(LONG));
      (await begin()).destroy();
      assert.equal((await get()).text, PAGE);
    }));

  test('refuses what is not a file of the page', () =>
    served(async ({ dir, get }) => {
      writeFileSync(join(dir, '.hidden'), 'secret');
      for (const path of ['no-such.js', '.hidden', '%2e%2e/%2e%2e/etc/passwd', '%00', '%', `${'long'.repeat(200)}.js`, 'index.html/more']) {
        assert.equal((await get(path)).status, 404, path);
      }
      assert.equal((await get('', { method: 'POST' })).status, 405);
      const head = await get('', { method: 'HEAD', ...withEncoding('identity') });
      assert.deepEqual([head.status, head.headers.get('content-length'), head.text], [200, String(PAGE.length), '']);
    }));

  test('answers with an error where the file cannot be read', () =>
    served(async ({ dir, get }) => {
      symlinkSync('loop.js', join(dir, 'loop.js'));
      assert.equal((await get('loop.js')).status, 500);
    }));

  test('serves below a path', () =>
    served(
      async ({ get, url }) => {
        assert.equal((await get()).text, PAGE);
        assert.equal((await fetch(url.slice(0, -1), { redirect: 'manual' })).status, 308);
        assert.equal((await fetch(new URL('/', url))).status, 404);
      },
      { base: '/a/path/' },
    ));
});
