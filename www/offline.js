// Saves the page's files for offline use and offers new versions. sw.js does the work; this file controls it.
//
// Window events: `tabia-update` means that a new version is waiting (the user is asked), and the page replies with `tabia-take-over`.
// `tabia-offline` means that the root element's `data-offline` attribute has changed, which says what works offline:
//
//   none      nothing: service workers are unavailable
//   filling   soon everything
//   used      the files used so far: the browser is set to save data, and the rest waits until the page sends `tabia-keep-all`
//   whole     everything
//   failed    the files used so far: the rest failed to load, and is requested again on the next visit or `tabia-keep-all`
//
// The page doesn't depend on any of this: without service workers it needs the network.

/** How often an open page checks for a new version, in milliseconds: hourly. */
const ASK_MS = 60 * 60 * 1000;
/** Longest wait for the first analysis, in milliseconds, followed by a short pause. */
const PATIENCE_MS = 20_000;
const PEACE_MS = 2000;

/** Resolves when the page has started (src/platform/settled.rs) and is idle, so that later fetches don't get in the way. */
export async function quiet() {
  await new Promise((done) => {
    addEventListener('tabia-settled', done, { once: true });
    setTimeout(done, PATIENCE_MS);
  });
  await new Promise((done) => setTimeout(done, PEACE_MS));
  await new Promise((done) => (globalThis.requestIdleCallback ? requestIdleCallback(done, { timeout: PEACE_MS }) : done()));
}

function say(state) {
  document.documentElement.dataset.offline = state;
  dispatchEvent(new CustomEvent('tabia-offline'));
}

/** Saves the page's files; call it when the page is quiet. */
export async function keepFiles() {
  if (!isSecureContext || !navigator.serviceWorker) return say('none');
  let registration;
  try {
    registration = await navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' });
  } catch {
    // Not allowed here, or sw.js failed to load: offline, the existing worker carries on.
    registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  }
  if (!registration) return say('none');
  watch(registration);
  const { active } = await navigator.serviceWorker.ready;
  navigator.serviceWorker.addEventListener('message', ({ data, source }) => {
    // Ignore the state of a newer version that is being installed.
    if (source && source.scriptURL !== active.scriptURL) return;
    if (data?.tabia === 'whole') say('whole');
    if (data?.tabia === 'used') say('used');
    if (data?.tabia === 'not-whole') say('failed');
  });
  const keepAll = () => {
    say('filling');
    active.postMessage({ fill: usedFiles() });
  };
  addEventListener('tabia-keep-all', keepAll);
  // Don't fetch megabytes nobody asked for where data is expensive: only files already used are saved.
  if (navigator.connection?.saveData) active.postMessage({ keep: usedFiles() });
  else keepAll();
  setInterval(() => registration.update().catch(() => {}), ASK_MS);
}

/** Returns the files that this page has fetched so far, including the page itself. */
function usedFiles() {
  return [document.baseURI, ...performance.getEntriesByType('resource').map(({ name }) => name)];
}

function watch(registration) {
  let isTakingOver = false;
  const offer = (worker) => {
    if (!worker || !navigator.serviceWorker.controller) return;
    dispatchEvent(new CustomEvent('tabia-update'));
    addEventListener(
      'tabia-take-over',
      () => {
        isTakingOver = true;
        worker.postMessage('take-over');
      },
      { once: true },
    );
  };
  if (registration.active) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    // The first version has nothing to replace. Its `installed` event may arrive after it has taken control (Firefox, WebKit).
    if (!registration.active) return;
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offer(worker);
    });
  });
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Another tab may have switched to the new version: this one stays on its own.
    if (isTakingOver) location.reload();
  });
}
