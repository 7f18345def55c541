// Starts the page; where its files lie stands in the element tabia-start.
import "./launch.js";
import { ensureIsolation } from "./isolation.js";
import { keepFiles, quiet } from "./offline.js";

const { js, wasm } = document.querySelector('meta[name="tabia-start"]').dataset;
const here = (path) => new URL(path, document.baseURI).href;

/** Waits until the frame of the page is painted: what is fetched afterwards does not take its bytes on a slow line. */
function painted() {
  if (document.visibilityState === "hidden") return undefined;
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 500);
  });
}

/** Has a file fetched that is used soon. */
function fetchEarly(href) {
  const link = Object.assign(document.createElement("link"), { rel: "preload", href, as: "fetch", type: "application/wasm", crossOrigin: "anonymous" });
  document.head.append(link);
}

try {
  await ensureIsolation();
  await painted();
  fetchEarly(here(wasm));
  if (document.documentElement.dataset.page === "analysis") fetchEarly(document.querySelector("link[data-engine]").href);
  const app = await import(here(js));
  const isQuiet = quiet();
  await app.default({ module_or_path: here(wasm) });
  dispatchEvent(new CustomEvent("TrunkApplicationStarted"));
  // The engine and the first analysis come before what is fetched for later.
  isQuiet.then(keepFiles);
} catch (error) {
  for (const status of document.querySelectorAll(".frame .boot-status")) {
    status.setAttribute("role", "alert");
    status.textContent =
      typeof WebAssembly === "object"
        ? "Tabia could not be loaded. Check the connection and reload the page."
        : "This browser has no WebAssembly, which the engine needs. Please use a current browser.";
  }
  throw error;
}
