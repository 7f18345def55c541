// Loads the Lab (matches between engines) when its page is seen for the first time, or when a match was going on as the
// page was left: who only analyses never waits for it. It draws itself into #lab and stays.

/** Kept by the Lab while a match is going on. */
const RUNNING = "tabia.lab.running";
const files = { js: "./lab.js", wasm: "./lab_bg.wasm", css: "./lab.css" };

let loading;

/** Loads the Lab now or later. */
export function loadLabWhenSeen() {
  addEventListener("hashchange", loadIfSeen);
  loadIfSeen();
  if (wasRunning()) load();
}

function loadIfSeen() {
  if (location.hash.startsWith("#/lab")) load();
}

async function load() {
  loading ??= start();
  try {
    await loading;
  } catch (error) {
    // The next visit tries again.
    loading = undefined;
    say(`The Lab could not be loaded (${error.message ?? error}). Check the connection and come to this page again.`, "alert");
    throw error;
  }
}

async function start() {
  say("Loading the Lab…", "status");
  const here = (path) => new URL(path, document.baseURI).href;
  const [lab] = await Promise.all([import(here(files.js)), loadStyles(here(files.css))]);
  await lab.default({ module_or_path: here(files.wasm) });
}

/** Resolves when the style sheet is there: the Lab is not drawn without it. */
function loadStyles(href) {
  return new Promise((done, fail) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href, onload: done, onerror: () => fail(new Error("its styles did not arrive")) });
    document.head.append(link);
  });
}

function say(text, role) {
  const line = document.createElement("p");
  line.className = "boot-status lab-loading";
  line.setAttribute("role", role);
  line.textContent = text;
  document.getElementById("lab").replaceChildren(line);
}

function wasRunning() {
  try {
    return localStorage.getItem(RUNNING) !== null;
  } catch {
    return false; // Storage is refused: then no match was kept either.
  }
}
