// Input from the operating system to the installed app: files opened with it, text shared with it.
//
// Queued until the page is ready (`tabia-ready`), then sent as window events: `tabia-open-files` with a list of files, `tabia-open-text`
// with a text.

const waiting = [];
let isReady = false;

function hand(name, detail) {
  waiting.push(new CustomEvent(name, { detail }));
  if (isReady) flush();
}

function flush() {
  for (const event of waiting.splice(0)) dispatchEvent(event);
}

addEventListener('tabia-ready', () => {
  isReady = true;
  flush();
});

globalThis.launchQueue?.setConsumer(async ({ files }) => {
  if (files?.length) hand('tabia-open-files', await Promise.all(files.map((handle) => handle.getFile())));
});

// A share target is opened with the shared data in the query string.
const shared = new URLSearchParams(location.search);
const text = shared.get('shared-text') || shared.get('shared-url');
if (text) {
  hand('tabia-open-text', text);
  // Don't open it again after a reload.
  history.replaceState(null, '', location.pathname + location.hash);
}
