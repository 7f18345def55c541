// Keeps the page's files for use without a network, and offers a new version when it is there: sw.js does it, this asks.
//
// The page hears of it by events of the window: `tabia-update` when a new version waits (the user is asked), and answers
// with `tabia-take-over`. Nothing here is needed for the page to work: without service workers it needs the network.

/** How often an open page asks whether there is a new version, in milliseconds: an hour. */
const ASK_MS = 60 * 60 * 1000;

/** To be called when the page has started: what is fetched from here on is in nobody's way. */
export async function keepFiles() {
  if (!isSecureContext || !navigator.serviceWorker) return;
  let registration;
  try {
    registration = await navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' });
  } catch {
    // Not allowed here, or sw.js did not arrive: without a network the one that is there goes on.
    registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  }
  if (!registration) return;
  watch(registration);
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('fill');
  setInterval(() => registration.update().catch(() => {}), ASK_MS);
}

function watch(registration) {
  let isTakingOver = false;
  const offer = (worker) => {
    // The first version has nothing to replace.
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
  offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
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
