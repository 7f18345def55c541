// The configurations of docs/hosting with the servers that are installed, for a folder like dist.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { get as request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';

const HOSTING = fileURLToPath(new URL('../../docs/hosting', import.meta.url));
const PAGE = '<!doctype html><p>Page</p>'.repeat(20);
/** Longest that a server may take to start, in milliseconds. */
const PATIENCE_MS = 20_000;
const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};
/** Files of a page, below `page`, with their type and whether their address changes with their content. */
const FILES = {
  '': { type: /^text\/html; ?charset=utf-8$/i },
  'sw.js': { type: /^(text|application)\/javascript/ },
  'tabia-net.wasm?v=0123456789ab': { type: /^application\/wasm$/ },
  'manifest.webmanifest': { type: /^application\/manifest\+json/ },
  'styles-0123456789abcdef.css': { type: /^text\/css/, isHashed: true },
  'lab-worker-0123456789abcdef_bg.wasm': { type: /^application\/wasm$/, isHashed: true },
  'app-0123456789abcdef/app.js': { type: /^(text|application)\/javascript/, isHashed: true },
};

/** Where a program is, or `undefined`. */
const find = (program) => ['/usr/sbin', '/usr/local/bin', ...(process.env.PATH ?? '').split(':')].map((folder) => join(folder, program)).find(existsSync);

/** A temporary folder with a page in `page` and below it in `page/sub`, removed after the test. */
function fixture(context) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'tabia-hosting-'));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const root of [join(folder, 'page'), join(folder, 'page', 'sub')]) {
    for (const name of Object.keys(FILES)) {
      const path = join(root, name.split('?')[0] || 'index.html');
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, PAGE);
      writeFileSync(`${path}.br`, brotliCompressSync(PAGE));
      writeFileSync(`${path}.gz`, gzipSync(PAGE));
    }
  }
  return folder;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Starts a server; resolves when it accepts connections. It ends with the test. */
async function start(context, port, program, args, options) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (piece) => (text += piece));
  const ended = once(child, 'exit');
  context.after(async () => {
    child.kill();
    await ended;
  });
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${text}`);
    if (await get(port, '/').then(() => true, () => false)) return;
    if (Date.now() > until) throw new Error(`${program} does not listen: ${text}`);
    await sleep(50);
  }
}

/** Requests a path; resolves with status, headers and the plain text. */
function get(port, path, encoding = 'identity') {
  return new Promise((done, failed) => {
    request({ port, path, host: '127.0.0.1', headers: { 'accept-encoding': encoding, host: 'chess.example.org' } }, async (response) => {
      const pieces = await response.toArray();
      const sent = response.headers['content-encoding'];
      const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[sent] ?? ((bytes) => bytes);
      done({ status: response.statusCode, headers: response.headers, text: unpack(Buffer.concat(pieces)).toString() });
    }).on('error', failed);
  });
}

/** Checks what the page needs from a server, at its root and below a path. */
async function checkServer(port, encodings) {
  for (const base of ['/', '/sub/']) {
    for (const [name, { type, isHashed = false }] of Object.entries(FILES)) {
      for (const encoding of ['identity', ...encodings]) {
        const { status, headers, text } = await get(port, base + name, encoding);
        const what = `${base}${name} as ${encoding}: ${JSON.stringify(headers)}`;
        assert.deepEqual([status, text], [200, PAGE], what);
        assert.match(headers['content-type'], type, what);
        for (const [header, value] of Object.entries(ISOLATION)) assert.equal(headers[header], value, what);
        assert.equal(headers['cache-control'], isHashed ? 'public, max-age=31536000, immutable' : 'no-cache', what);
        assert.equal(headers['content-encoding'], encoding === 'identity' ? undefined : encoding, what);
        assert.ok(headers.etag, what);
        if (encoding !== 'identity') assert.match(headers.vary, /accept-encoding/i, what);
      }
    }
  }
  const redirect = await get(port, '/sub');
  assert.ok(redirect.status === 301 || redirect.status === 308, `${redirect.status}`);
  assert.match(redirect.headers.location, /\/sub\/$/);
  assert.equal((await get(port, '/missing.js')).status, 404);
}

test('nginx', async (context) => {
  const nginx = find('nginx');
  const types = ['/etc/nginx/mime.types', nginx && resolve(dirname(nginx), '../../etc/nginx/mime.types')].find((path) => path && existsSync(path));
  if (!nginx || !types) return context.skip('nginx is not installed (Debian: nginx-light)');
  const folder = fixture(context);
  const port = await freePort();
  copyFileSync(types, join(folder, 'mime.types'));
  const text = readFileSync(join(HOSTING, 'nginx.conf'), 'utf8').replace('listen 80;', `listen 127.0.0.1:${port};`).replaceAll('/srv/tabia', join(folder, 'page'));
  writeFileSync(join(folder, 'site.conf'), text);
  writeFileSync(join(folder, 'nginx.conf'), `
daemon off; master_process off; pid nginx.pid; error_log stderr;
events {}
http {
  include mime.types; default_type application/octet-stream; access_log off;
  client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5;
  include site.conf;
}
`);
  await start(context, port, nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')]);
  await checkServer(port, ['gzip']);
});

test('Caddy', async (context) => {
  const caddy = find('caddy');
  if (!caddy) return context.skip('Caddy is not installed (Debian: caddy)');
  const folder = fixture(context);
  const port = await freePort();
  const text = readFileSync(join(HOSTING, 'Caddyfile'), 'utf8').replace('chess.example.org {', `http://chess.example.org:${port} {\n\tbind 127.0.0.1`).replaceAll('/srv/tabia', join(folder, 'page'));
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${text}`);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  await start(context, port, caddy, ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], { env });
  await checkServer(port, ['br', 'gzip']);
});

test("Netlify's headers are those of an isolated page", () => {
  const lines = readFileSync(join(HOSTING, '_headers'), 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));
  assert.equal(lines[0], '/*');
  const headers = Object.fromEntries(lines.slice(1).map((line) => line.trim().split(': ')).map(([name, value]) => [name.toLowerCase(), value]));
  assert.deepEqual(headers, ISOLATION);
});
