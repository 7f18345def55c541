// What the operating system hands to the installed app: files that are opened with it, text that is shared with it.
//
// They wait until the page asks for them (`tabia-ready`), and reach it as events of the window: `tabia-open-files` with a
// list of files, `tabia-open-text` with a text.

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

// A share target is opened with what is shared behind `?`.
const shared = new URLSearchParams(location.search);
const text = shared.get('shared-text') || shared.get('shared-url');
if (text) {
  hand('tabia-open-text', text);
  // Not once more after a reload.
  history.replaceState(null, '', location.pathname + location.hash);
}
