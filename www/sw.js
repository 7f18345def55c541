// Gives the page the headers of cross-origin isolation on hosts that do not send them (any plain static host).
//
// With them the page may share memory with the engine's worker, which is how a search is stopped within
// milliseconds; isolation.js registers this file only where they are missing. Nothing is cached here: every
// request goes to the network, under the server's own caching rules.

const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (new URL(request.url).origin !== self.location.origin) return;
  // Asked for by developer tools; such a request may not be repeated from here.
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return;
  event.respondWith(isolated(request));
});

async function isolated(request) {
  const response = await fetch(request);
  // A redirect that the browser is to follow itself has no headers to add to.
  if (response.type === 'opaqueredirect' || response.type === 'error') return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  const { body, status, statusText } = response;
  return new Response(body, { status, statusText, headers });
}
