#!/usr/bin/env node
// Serves the built page, for `./run` and for the browser tests. A plain static server: whatever is in
// the folder, with the headers of an isolated page, and Brotli or gzip where scripts/compress.mjs left a file.

import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sirv from 'sirv';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** With these the page may share memory with its workers, which is how a running search is stopped. */
const ISOLATION_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
/** Trunk puts a hash of the content into these names: such a file never changes. */
const HASHED_NAME = /-[0-9a-f]{14,16}(_bg)?\.\w+$/;

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
  const files = sirv(dir, {
    brotli,
    gzip: true,
    etag: true,
    setHeaders(response, path) {
      response.setHeader('Cache-Control', HASHED_NAME.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

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
      request.url = request.url.slice(prefix.length - 1);
      files(request, response, () => notFound(response));
    }
  });
}

function notFound(response) {
  response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found\n');
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
  if (!Number.isInteger(port) || port < 0 || port > 65535) return usageError(`'${values.port}' is no port`);
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
  return undefined; // Goes on serving.
}

function usageError(message) {
  console.error(`serve: ${message}\n\n${USAGE}`);
  return 2;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main();
}
