// Cross-origin isolation on hosts that do not send its headers: registers the service worker that adds them
// (sw.js), and loads the page once more so that it arrives with them.
//
// Where this does not work (no service workers, an insecure address, a browser that forbids them) the page
// goes on without isolation: a search is then stopped by replacing the engine's worker.

/** Set for the one reload, so that a page that stays unisolated is not loaded again and again. */
const TRIED = 'tabia-isolation-tried';

/** How long a first visit may wait for the service worker to become active, in milliseconds. */
const PATIENCE = 1500;

/**
 * To be called before anything else is loaded. Does not resolve when the page is about to be loaded again.
 */
export async function ensureIsolation() {
  if (crossOriginIsolated) {
    forget();
    return;
  }
  if (!isSecureContext || !navigator.serviceWorker || !remember()) return;
  try {
    await navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' });
    const active = await Promise.race([navigator.serviceWorker.ready, sleep(PATIENCE)]);
    if (!active) return;
  } catch {
    return; // Not allowed here, or sw.js did not arrive.
  }
  location.reload();
  await new Promise(() => {});
}

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Whether this is the first try of the session. Without storage there is no way to know: then there is none. */
function remember() {
  try {
    if (sessionStorage.getItem(TRIED)) return false;
    sessionStorage.setItem(TRIED, 'yes');
    return true;
  } catch {
    return false;
  }
}

function forget() {
  try {
    sessionStorage.removeItem(TRIED);
  } catch {
    // Storage is forbidden: then nothing was remembered either.
  }
}
