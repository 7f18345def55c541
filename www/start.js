// Starts the page; the element tabia-start holds the paths of its files.
import "./board-size.js";
import "./launch.js";
import { ensureIsolation } from "./isolation.js";
import { catalogue, tr } from "./language.js";
import { keepFiles, quiet } from "./offline.js";

const { js, wasm } = document.querySelector('meta[name="tabia-start"]').dataset;
const here = (path) => new URL(path, document.baseURI).href;

/** Time the page may take to start before it reports that this is slow, in milliseconds. */
const PATIENCE = 20_000;

/** The smallest module. */
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** Longest time for compiling the smallest module, in milliseconds, before the browser counts as one that compiles nothing. */
const COMPILE_PATIENCE = 3_000;

/** Longest wait for whether a file is in the browser, in milliseconds; no reply counts as no. */
const KEPT_PATIENCE = 1_000;

/** Returns a button that reloads the page. */
function reloadButton() {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button small", textContent: tr("Reload the page") });
  button.addEventListener("click", () => location.reload());
  return button;
}

/** Shows in the page's frame why nothing else is there, with a button to retry. Does nothing once the program has drawn the page. */
function tellInFrame(text) {
  for (const status of document.querySelectorAll(".frame .boot-status")) {
    status.setAttribute("role", "alert");
    status.replaceChildren(document.createTextNode(`${text} `), reloadButton());
  }
}

/** Whether an exception comes from the program rather than from a browser extension or a resize during drawing. */
const isOfProgram = (error) =>
  (typeof WebAssembly === "object" && error instanceof WebAssembly.RuntimeError) || /\bwasm\b/.test(error?.stack ?? "");

/** Shows over the page that its program has failed: the exception may have left it in any state, so it may no longer respond. */
function tellFailure(error) {
  if (!isOfProgram(error) || document.querySelector(".failure-bar")) return;
  const bar = Object.assign(document.createElement("section"), { className: "update-bar failure-bar" });
  bar.setAttribute("role", "alert");
  const text = document.createElement("p");
  text.textContent = `${tr("Something in Tabia has failed. What was saved is still there. Reload the page if it does not answer.")} (${String(error).slice(0, 200)})`;
  const close = Object.assign(document.createElement("button"), { type: "button", className: "button small", textContent: tr("Close") });
  close.addEventListener("click", () => bar.remove());
  bar.append(text, reloadButton(), close);
  document.body.append(bar);
}
addEventListener("error", ({ error }) => tellFailure(error));
addEventListener("unhandledrejection", ({ reason }) => tellFailure(reason));

/** Waits until the page's frame is painted, so that later fetches don't compete with it on a slow line. */
function painted() {
  if (document.visibilityState === "hidden") return undefined;
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 500);
  });
}

/** Preloads a file that is needed soon. */
function fetchEarly(href) {
  const link = Object.assign(document.createElement("link"), { rel: "preload", href, as: "fetch", type: "application/wasm", crossOrigin: "anonymous" });
  document.head.append(link);
}

/** A module with a function that splats a byte and counts its bits: valid only in browsers with SIMD. */
const SIMD = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

/** Returns the URL of an engine from the page's meta elements. */
const engine = (name) => here(document.querySelector(`meta[name="tabia-engine-${name}"]`).content);

/**
 * Returns the URL of the board's engine: with threads where they are possible, and with the net if that is in the browser. Sets `data-net`
 * on the root element accordingly (`src/services/engine/shipped.rs`): none, coming, here.
 */
async function engineAddress() {
  const hasThreads = sharesMemory();
  const { dataset } = document.documentElement;
  if (!WebAssembly.validate(SIMD)) {
    dataset.net = "none";
  } else {
    const net = engine(hasThreads ? "net-threads" : "net");
    const silent = new Promise((done) => setTimeout(done, KEPT_PATIENCE, false));
    const kept = await Promise.race([isKept(net), silent]).catch(() => false);
    dataset.net = kept ? "here" : "coming";
    if (kept) return net;
  }
  return hasThreads ? engine("threads") : document.querySelector("link[data-engine]").href;
}

/** Whether the service worker has this file. Insecure connections have no caches, and where storage is refused they throw. */
async function isKept(address) {
  return Boolean(await globalThis.caches?.match(address));
}

/** Whether an engine can have threads; `src/platform/isolation.rs` checks more thoroughly. */
function sharesMemory() {
  try {
    if (!(navigator.hardwareConcurrency > 1) || typeof SharedArrayBuffer !== "function") return false;
    const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    return buffer instanceof SharedArrayBuffer;
  } catch {
    return false;
  }
}

/**
 * Compiles the program while it arrives. Firefox 140 can lose its background compiler in a process whose pages were reloaded while compiling:
 * no page or worker of that process compiles asynchronously any more. There everything is compiled synchronously, in browsers without
 * streaming the whole file.
 */
async function compiled(address) {
  let compiles = false;
  WebAssembly.compile(EMPTY).then(() => { compiles = true; });
  const streamed = WebAssembly.compileStreaming?.(fetch(address)).catch(() => undefined);
  let timer;
  const stuck = new Promise((done) => {
    timer = setInterval(() => {
      if (compiles || !performance.getEntriesByName(address).some(({ responseEnd }) => responseEnd > 0)) return;
      compileAtOnce();
      done();
    }, COMPILE_PATIENCE);
  });
  const program = await Promise.race([streamed, stuck]);
  clearInterval(timer);
  return program ?? WebAssembly.compile(await (await fetch(address)).arrayBuffer());
}

/** Makes the page compile in the foreground from now on: its program, the parts that are loaded later, and engines. */
function compileAtOnce() {
  const moduleOf = (bytes) => new WebAssembly.Module(bytes);
  const bytesOf = async (response) => (await response).arrayBuffer();
  const instanceOf = (module, imports) => ({ module, instance: new WebAssembly.Instance(module, imports) });
  WebAssembly.compile = async (bytes) => moduleOf(bytes);
  WebAssembly.compileStreaming = async (response) => moduleOf(await bytesOf(response));
  WebAssembly.instantiateStreaming = async (response, imports) => instanceOf(moduleOf(await bytesOf(response)), imports);
  WebAssembly.instantiate = async (source, imports) =>
    source instanceof WebAssembly.Module ? new WebAssembly.Instance(source, imports) : instanceOf(moduleOf(source), imports);
}

setTimeout(() => tellInFrame(tr("Tabia takes long to start. The connection may be slow, or the browser is busy.")), PATIENCE);
try {
  await ensureIsolation();
  await painted();
  const texts = catalogue();
  fetchEarly(here(wasm));
  const engineChosen = engineAddress().then((address) => {
    if (document.documentElement.dataset.page === "analysis") fetchEarly(address);
  });
  const app = await import(here(js));
  await engineChosen;
  globalThis.tabiaCatalogue = await texts;
  const isQuiet = quiet();
  await app.default({ module_or_path: await compiled(here(wasm)) });
  dispatchEvent(new CustomEvent("TrunkApplicationStarted"));
  // The engine and the first analysis come before files that are fetched for later.
  isQuiet.then(keepFiles);
} catch (error) {
  tellInFrame(
    typeof WebAssembly === "object"
      ? tr("Tabia could not be loaded. Check the connection and reload the page.")
      : tr("This browser has no WebAssembly, which the engine needs. Please use a current browser."),
  );
  throw error;
}
