// Keeps the page's files for use without a network, and offers a new version when it is there: sw.js does it, this asks.
//
// The page hears of it by events of the window: `tabia-update` when a new version waits (the user is asked), and answers
// with `tabia-take-over`; `tabia-offline` when the attribute `data-offline` of the root element has changed, which says what works
// without a network:
//
//   none      nothing: no service worker is possible here
//   filling   soon everything
//   used      what was used so far: the browser is told to save data, and the rest waits until the page sends `tabia-keep-all`
//   whole     everything
//   failed    what was used so far: the rest did not arrive, and is asked for again with the next visit or `tabia-keep-all`
//
// Nothing here is needed for the page to work: without service workers it needs the network.

/** How often an open page asks whether there is a new version, in milliseconds: an hour. */
const ASK_MS = 60 * 60 * 1000;
/** The first analysis is waited for so long, in milliseconds, and then some peace. */
const PATIENCE_MS = 20_000;
const PEACE_MS = 2000;

/** Resolves when the page has started (src/platform/settled.rs) and has nothing to do: what is fetched from here on is in nobody's way. */
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

/** To be called when the page is quiet. */
export async function keepFiles() {
  if (!isSecureContext || !navigator.serviceWorker) return say('none');
  let registration;
  try {
    registration = await navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' });
  } catch {
    // Not allowed here, or sw.js did not arrive: without a network the one that is there goes on.
    registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  }
  if (!registration) return say('none');
  watch(registration);
  const { active } = await navigator.serviceWorker.ready;
  navigator.serviceWorker.addEventListener('message', ({ data, source }) => {
    // What a newer version, which is being installed, has of its files is not what this one has.
    if (source && source.scriptURL !== active.scriptURL) return;
    if (data?.tabia === 'whole') say('whole');
    if (data?.tabia === 'used') say('used');
    if (data?.tabia === 'not-whole') say('failed');
  });
  const keepAll = () => {
    say('filling');
    active.postMessage('fill');
  };
  addEventListener('tabia-keep-all', keepAll);
  // Megabytes that nobody asked for are not fetched where data is dear: what was used is kept.
  if (navigator.connection?.saveData) active.postMessage({ keep: usedFiles() });
  else keepAll();
  setInterval(() => registration.update().catch(() => {}), ASK_MS);
}

/** The files that this page has fetched so far, itself included. */
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
    // The first version has nothing to replace. That it is installed may be told when it is in charge already (Firefox, WebKit).
    if (!registration.active) return;
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offer(worker);
    });
  });
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Another tab may have taken the new version: this one goes on with its own.
    if (isTakingOver) location.reload();
  });
}
