#!/usr/bin/env node
// Serves the built page, for `./run` and for the browser tests: a static server that reads the folder at each request, so that a build
// may replace it, and sends the headers of an isolated page, and Brotli or gzip where scripts/build/compress.mjs wrote a twin.

import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** With these the page may share memory with its workers, which is how a running search is stopped. */
const ISOLATION_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
/** The build puts a hash of the content into these names: such a file never changes. */
const HASHED_NAME = /-[0-9a-f]{14,16}(_bg)?\.\w+$/;
const CONTENT_TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.otf': 'font/otf',
  '.pgn': 'application/vnd.chess-pgn',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
};
/** Compressed twins of a file in the order of preference: the name of the encoding, and what is appended to the file's name. */
const TWINS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
];
/** Errors of `open` and `stat` that mean: there is no such file. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'];

/**
 * A server, not yet listening, for the built page in `dir`.
 *
 * @param {object} options
 * @param {string} options.dir folder to serve
 * @param {string} [options.base] path under which it is served, `/` or `/sub/path/`
 * @param {boolean} [options.isolation] send the headers of a cross-origin isolated page
 * @param {boolean} [options.brotli] send Brotli to browsers that accept it; gzip else
 */
export function createAppServer({ dir, base = '/', isolation = true, brotli = true }) {
  const prefix = `/${base}/`.replace(/\/+/g, '/');
  return createServer((request, response) => {
    const path = request.url.split('?', 1)[0];
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (isolation) {
      for (const [name, value] of Object.entries(ISOLATION_HEADERS)) response.setHeader(name, value);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    } else if (path === prefix.slice(0, -1)) {
      response.writeHead(308, { Location: prefix }).end();
    } else if (!path.startsWith(prefix)) {
      notFound(response);
    } else {
      answer(request, response, dir, path.slice(prefix.length), brotli).catch((error) => fail(response, error));
    }
  });
}

/** Answers with the file at `path`, which is relative to `dir` and percent-encoded. */
async function answer(request, response, dir, path, brotli) {
  const accepted = request.headers['accept-encoding'] ?? '';
  const twins = TWINS.filter(({ encoding }) => accepted.includes(encoding) && (brotli || encoding !== 'br'));
  const name = fileName(path);
  const found = name === undefined ? undefined : await openFile(join(dir, name), twins);
  if (!found) return notFound(response);
  const { handle, stats, encoding } = found;
  try {
    const etag = `W/"${stats.size}-${stats.mtimeMs}"`;
    response.setHeader('Cache-Control', HASHED_NAME.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache');
    response.setHeader('Vary', 'Accept-Encoding');
    response.setHeader('ETag', etag);
    if (request.headers['if-none-match'] === etag) {
      // The browser keeps the other headers of its copy (RFC 9110, 15.4.5).
      for (const name of [...Object.keys(ISOLATION_HEADERS), 'X-Content-Type-Options']) response.removeHeader(name);
      response.writeHead(304).end();
      return;
    }
    if (encoding) response.setHeader('Content-Encoding', encoding);
    response.writeHead(200, {
      'Content-Type': CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
      'Content-Length': stats.size,
    });
    if (request.method === 'HEAD' || stats.size === 0) response.end();
    else await sendFile(handle, stats.size, response);
  } finally {
    await handle.close().catch(() => {});
  }
}

/** The name of the file below the served folder; `undefined` for what leads out of it, and for hidden files. */
function fileName(path) {
  let name;
  try {
    name = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  if (name === '' || name.endsWith('/')) name += 'index.html';
  return name.includes('\0') || name.split(/[/\\]/).some((part) => part.startsWith('.')) ? undefined : name;
}

/**
 * Opens the first of the twins that exists, or else the file; `undefined` if there is none. What is open can be read to its end, also
 * when a build deletes it.
 */
async function openFile(path, twins) {
  for (const { encoding, ending } of [...twins, { ending: '' }]) {
    let handle;
    try {
      handle = await open(path + ending);
      const stats = await handle.stat();
      if (stats.isFile()) return { handle, stats, encoding };
    } catch (error) {
      if (!ABSENT.includes(error.code)) {
        await handle?.close();
        throw error;
      }
    }
    await handle?.close();
  }
  return undefined;
}

/** Sends `size` bytes. The connection ends where the file has fewer by now, so that the client doesn't wait for the rest. */
async function sendFile(handle, size, response) {
  const { socket } = response;
  const stream = handle.createReadStream({ end: size - 1, autoClose: false });
  await pipeline(stream, response);
  if (stream.bytesRead < size) socket.destroy();
}

function notFound(response) {
  response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found\n');
}

/** Ends a request whose file could not be read, or whose client is gone. */
function fail(response, error) {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  console.error(`serve: ${error.message}`);
  for (const name of ['Cache-Control', 'Content-Encoding', 'ETag']) response.removeHeader(name);
  response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end('The file cannot be read\n');
}

/** Starts listening; resolves with the address of the page. Port 0 takes any free port. */
export function listen(server, { host = '127.0.0.1', port = 0, base = '/' } = {}) {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      const shown = host.includes(':') ? `[${host}]` : host;
      done(`http://${shown}:${server.address().port}/${base}/`.replace(/([^:])\/+/g, '$1/'));
    });
  });
}

const USAGE = `usage: node scripts/serve.mjs [--dir DIR] [--host HOST] [--port N] [--base PATH] [--no-isolation]

Serves the built page (default: dist) on 127.0.0.1:8080.`;

async function main() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        dir: { type: 'string', default: join(ROOT, 'dist') },
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8080' },
        base: { type: 'string', default: '/' },
        'no-isolation': { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    return usageError(error.message);
  }
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535) return usageError(`'${values.port}' is not a port`);
  const dir = resolve(values.dir);
  if (!existsSync(join(dir, 'index.html'))) return usageError(`${dir} has no index.html: build the page first`);

  const server = createAppServer({ dir, base: values.base, isolation: !values['no-isolation'] });
  try {
    console.log(`Tabia is at ${await listen(server, { host: values.host, port, base: values.base })} (Ctrl+C ends)`);
  } catch (error) {
    const reason = error.code === 'EADDRINUSE' ? 'another program uses that port; choose one with --port' : error.message;
    console.error(`serve: cannot listen on ${values.host}:${port}: ${reason}`);
    return 1;
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
  return undefined; // Keep serving.
}

function usageError(message) {
  console.error(`serve: ${message}\n\n${USAGE}`);
  return 2;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main();
}
