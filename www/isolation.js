// Cross-origin isolation on hosts that do not send its headers: registers the service worker that adds them
// (sw.js), and loads the page once more so that it arrives with them.
//
// Where this does not work (no service workers, an insecure address, a browser that forbids them) the page
// goes on without isolation: a search is then stopped by replacing the engine's worker.

/** Set for the one reload, so that a page that stays unisolated is not loaded again and again; holds the reason. */
const TRIED = 'tabia-isolation-tried';

/** How long a first visit may wait for the service worker to become active, in milliseconds. */
const PATIENCE = 1500;

/**
 * To be called before anything else is loaded. Does not resolve when the page is about to be loaded again. A page that stays without
 * isolation says why in the attribute `data-isolation` of its root element (src/platform/isolation.rs).
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

/** Why there is no isolation: one word. */
async function tryOnce() {
  if (!isSecureContext) return 'insecure';
  if (!navigator.serviceWorker) return 'no-worker';
  const tried = read();
  if (tried) return tried;
  // Without storage there is no way to know whether this is the first try: then there is none.
  if (!write('not-helped')) return 'no-storage';
  try {
    await navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' });
    const active = await Promise.race([navigator.serviceWorker.ready, sleep(PATIENCE)]);
    if (!active) return 'slow';
  } catch {
    return 'refused'; // Not allowed here, or sw.js did not arrive.
  }
  location.reload();
  return new Promise(() => {});
}

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** The reason that was found in this session. */
function read() {
  try {
    return sessionStorage.getItem(TRIED);
  } catch {
    return null;
  }
}

/** Whether it could be kept. */
function write(reason) {
  try {
    if (reason === null) sessionStorage.removeItem(TRIED);
    else sessionStorage.setItem(TRIED, reason);
    return true;
  } catch {
    return false;
  }
}
