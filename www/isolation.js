// Cross-origin isolation on hosts that do not send its headers: registers the service worker that adds them (sw.js) and reloads the page
// once so that it arrives with them.
//
// Where this doesn't work (no service workers, an insecure address, a browser that forbids them), the page runs without isolation: a search
// is then stopped by replacing the engine's worker.

/** Session storage key, set for the one reload so that a page that stays unisolated isn't reloaded forever; holds the reason. */
const TRIED = 'tabia-isolation-tried';

/** Time limit for the service worker to become active on a first visit, in milliseconds. */
const PATIENCE = 1500;

/**
 * Ensures cross-origin isolation; call it before anything else is loaded. Doesn't resolve if the page is about to reload. If the page stays
 * unisolated, sets the reason as `data-isolation` on the root element (src/platform/isolation.rs).
 */
export async function ensureIsolation() {
  if (globalThis.crossOriginIsolated) {
    write(null);
    return;
  }
  const reason = await tryOnce();
  write(reason);
  document.documentElement.dataset.isolation = reason;
}

/** Tries once to isolate the page. Resolves to the reason it isn't isolated, as one word. */
async function tryOnce() {
  if (!isSecureContext) return 'insecure';
  if (!navigator.serviceWorker) return 'no-worker';
  const tried = read();
  if (tried) return tried;
  // Without storage we can't tell whether this is the first try, so don't try.
  if (!write('not-helped')) return 'no-storage';
  try {
    await navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' });
    const active = await Promise.race([navigator.serviceWorker.ready, sleep(PATIENCE)]);
    if (!active) return 'slow';
  } catch {
    return 'refused'; // Not allowed here, or sw.js failed to load.
  }
  location.reload();
  return new Promise(() => {});
}

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Returns the reason found earlier in this session. */
function read() {
  try {
    return sessionStorage.getItem(TRIED);
  } catch {
    return null;
  }
}

/** Saves the reason; returns whether that succeeded. */
function write(reason) {
  try {
    if (reason === null) sessionStorage.removeItem(TRIED);
    else sessionStorage.setItem(TRIED, reason);
    return true;
  } catch {
    return false;
  }
}
