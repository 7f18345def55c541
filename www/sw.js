// The service worker: Tabia offline, and cross-origin isolation on hosts that do not send its headers.
//
// A build writes the list of its files into this one (scripts/build/list-files.mjs), so a new build is a new service worker. It fills a separate
// cache and takes over once that is complete and the user agrees, or when no page of the old one is open. Until then the old one serves
// everything, even if the new one never completes.
//
// Old and new don't mix: except for the page itself, which is always the active version's, file addresses change with their content, and a
// page that is still open finds its version's files in the older cache.

'use strict';

/** The version, and its files by path with the SHA-256 of their content. Empty where the page is served unbuilt. */
const { version: VERSION, files: FILES } = /* files */ { version: '', files: {} };

const PREFIX = `tabia-files:${self.registration.scope}:`;
const CACHE = PREFIX + VERSION;
/** Files that are saved when they are used, even where everything else is saved: texts of other languages. */
const isOptional = (path) => path.startsWith('languages/');
/** Marks a cache that has every file. */
const WHOLE = new URL('./whole', self.registration.scope).href;
/** Marks a cache that has only the files used so far and grows with use: the user saves data. */
const USED = new URL('./used', self.registration.scope).href;
const PAGE = new URL('./index.html', self.registration.scope).href;

/** Headers that let the page share memory with its workers, which is how a running search is stopped. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

self.addEventListener('install', (event) => {
  if (self.registration.active) {
    // The old one keeps serving until this one is complete and takes over.
    event.waitUntil(fill({ asOlder: true }));
  } else {
    // The first version adds headers at once, and is filled after the page has started (`fill`).
    event.waitUntil(self.skipWaiting());
  }
});

self.addEventListener('activate', () => {
  // Not awaited: Firefox waits for every worker of the page, and an engine replies only after its search. Until this worker is active, no
  // request of the page would arrive.
  self.clients.claim();
});

self.addEventListener('message', (event) => {
  if (event.data?.keep) event.waitUntil(keepUsed(event.data.keep).catch((error) => tell('not-whole', error)));
  if (event.data?.fill) event.waitUntil(fill({ wanted: event.data.fill }).then(() => tell('whole'), (error) => tell('not-whole', error)));
  if (event.data === 'take-over') event.waitUntil(self.skipWaiting());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(self.registration.scope)) return;
  // Sent by developer tools; it must not be repeated from here.
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return;
  event.respondWith(request.mode === 'navigate' ? page(event, url) : file(event, url));
});

/**
 * Runs an operation on the caches; `undefined` where the browser refuses it, as on a full disk or after dropping the site's data. Every
 * operation between a file and the page goes through here, so whatever the network has always arrives.
 */
async function attempt(operation) {
  try {
    return await operation();
  } catch {
    return undefined;
  }
}

/**
 * Fetches the missing files, reusing those with the same content from older caches. With `asOlder`, a version that replaces one with only
 * the used files fetches no more than those. Of the optional files, only those that older versions have and those `wanted` are fetched.
 */
let filling;
function fill({ asOlder = false, wanted = [] } = {}) {
  filling ??= fillNow(asOlder, wanted).finally(() => {
    filling = undefined;
  });
  return filling;
}

async function fillNow(asOlder, wanted) {
  if (VERSION === '') return;
  const cache = await caches.open(CACHE);
  if (await cache.match(WHOLE)) return;
  const older = await olderCaches();
  const used = asOlder ? await usedOf(older) : undefined;
  const had = new Set((await Promise.all(older.map((cache) => cache.keys()))).flat().map(({ url }) => plain(url)));
  for (const [path, hash] of Object.entries(FILES)) {
    const url = new URL(path, self.registration.scope).href;
    if (isOptional(path) && !had.has(plain(url)) && !wanted.includes(url)) continue;
    if ((used && !used.has(plain(url))) || (await cache.match(url))) continue;
    await cache.put(url, (await kept(older, url, hash)) ?? (await fetched(url, hash)));
  }
  await cache.put(used ? USED : WHOLE, new Response(VERSION));
}

/** Strips the content hash from an address; the same file has the same plain address in every version. */
function plain(url) {
  return url.split(/[?#]/)[0].replace(/-[0-9a-f]{14,16}(?=[/._])/g, '');
}

/** Returns the files that older versions have, if none of them is complete and the user saves data. */
async function usedOf(older) {
  let used;
  for (const cache of older) {
    if (await cache.match(WHOLE)) return undefined;
    if (await cache.match(USED)) used = new Set([...(used ?? []), ...(await cache.keys()).map(({ url }) => plain(url))]);
  }
  return used;
}

/** Saves the files used so far; from now on every file is saved when it is used. */
async function keepUsed(urls) {
  if (VERSION === '') return;
  const cache = await caches.open(CACHE);
  if (await cache.match(WHOLE)) return tell('whole');
  await cache.put(USED, new Response(VERSION));
  for (const url of [...urls, PAGE]) {
    const address = url.split('#')[0];
    const hash = hashOf(address);
    if (!hash || (await cache.match(address))) continue;
    // Usually still in the browser's own cache.
    const file = await fetched(address, hash).catch(() => undefined);
    if (file) await cache.put(address, file);
  }
  await tell('used');
}

/** Returns the hash of a file of this version; `undefined` for anything else. */
function hashOf(address) {
  const { scope } = self.registration;
  return address.startsWith(scope) && Object.hasOwn(FILES, address.slice(scope.length)) ? FILES[address.slice(scope.length)] : undefined;
}

/** Returns the file from an older version, if it is the same. */
async function kept(older, url, hash) {
  for (const cache of older) {
    const response = await attempt(() => cache.match(url));
    if (response && response.headers.get('X-Tabia-Hash') === hash) return response;
  }
  return undefined;
}

/** Fetches a file from the server; throws if it is truncated or belongs to another version. */
async function fetched(url, hash) {
  const response = await fetch(url, { cache: 'no-cache', credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}`);
  const bytes = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (found !== hash) throw new Error(`${url} is not the file of this version`);
  const headers = withIsolation(response.headers);
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  headers.set('X-Tabia-Hash', hash);
  return new Response(bytes, { headers });
}

/** Responds with the active version's page; other pages of this folder (the guide) are ordinary files. */
async function page(event, url) {
  const { request } = event;
  const isPage = url.pathname === new URL(self.registration.scope).pathname || url.href.split(/[?#]/)[0] === PAGE;
  if (isPage) {
    const cache = await kind();
    const response = await attempt(() => cache?.files.match(PAGE));
    // Where not every file is saved, the server has the others, but only those of its own version.
    const newest = response && !cache.isWhole && (await isolated(request).catch(() => undefined));
    if (response) {
      await attempt(() => tidy(event));
      return newest?.ok ? newest : response;
    }
    return isolated(request);
  }
  return file(event, url);
}

/** Responds with a file of the active version, or of an older one with a page still open. */
async function file(event, url) {
  const { request } = event;
  const address = url.href.split('#')[0];
  const cache = await kind();
  const response = (await attempt(() => cache?.files.match(address))) ?? (await inOlder(address));
  if (response) return response;
  if (cache && hashOf(address) && (!cache.isWhole || isOptional(address.slice(self.registration.scope.length)))) {
    const file = await fetched(address, hashOf(address)).catch(() => undefined);
    if (file) {
      const copy = file.clone();
      event.waitUntil(attempt(() => cache.files.put(address, copy)));
      return file;
    }
  }
  return isolated(request);
}

async function inOlder(address) {
  for (const cache of await olderCaches()) {
    const response = await attempt(() => cache.match(address));
    if (response) return response;
  }
  return undefined;
}

/** Returns this version's cache, if it is complete or marked as holding the used files. */
async function kind() {
  if (VERSION === '') return undefined;
  const files = await attempt(() => caches.open(CACHE));
  if (!files) return undefined;
  const isWhole = (await attempt(() => files.match(WHOLE))) !== undefined;
  return isWhole || (await attempt(() => files.match(USED))) ? { files, isWhole } : undefined;
}

/** Returns the caches of older versions, skipping those that cannot be opened. */
async function olderCaches() {
  const names = ((await attempt(() => caches.keys())) ?? []).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  const opened = await Promise.all(names.map((name) => attempt(() => caches.open(name))));
  return opened.filter((cache) => cache !== undefined);
}

/**
 * Deletes the files of older versions when no open page may still need them. The page that `event` requests isn't among the open ones yet;
 * the one it replaces, as on a reload, still is.
 */
async function tidy(event) {
  if (self.registration.installing || self.registration.waiting) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Chromium lacks `replacesClientId` and gives the replaced page as the client; elsewhere that may be any page.
  const replaced = 'replacesClientId' in event ? event.replacesClientId : event.clientId;
  if (pages.some(({ id }) => id !== replaced)) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function tell(what, error) {
  const pages = await self.clients.matchAll({ type: 'window' });
  for (const client of pages) client.postMessage({ tabia: what, version: VERSION, reason: error && String(error.message ?? error) });
}

function withIsolation(given) {
  const headers = new Headers(given);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return headers;
}

async function isolated(request) {
  const response = await fetch(request);
  // A redirect that the browser follows itself has no headers to add to.
  if (response.type === 'opaqueredirect' || response.type === 'error') return response;
  const { body, status, statusText } = response;
  // These have no body; constructing a response with one throws.
  const isEmpty = [101, 204, 205, 304].includes(status);
  return new Response(isEmpty ? null : body, { status, statusText, headers: withIsolation(response.headers) });
}
