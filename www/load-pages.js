// Loads the applications beside the analysis (the Lab, the book page) when their page is seen for the first time: who only
// analyses never waits for them. Each draws itself into its element and stays.

/** Kept by the Lab while a match is going on. */
const MATCH_RUNNING = "tabia.lab.running";

/** By the first part of the address behind `#/`, which is also the id of the element. */
const pages = {
  lab: {
    name: "The Lab",
    files: { js: "./lab.js", wasm: "./lab_bg.wasm", css: "./lab.css" },
    // A match that was going on as the page was left goes on, whatever is seen.
    wanted: () => isKept(MATCH_RUNNING),
  },
  book: {
    name: "The book page",
    files: { js: "./book.js", wasm: "./book_bg.wasm", css: "./book.css" },
    wanted: () => false,
  },
};

/** Loads each page now or later. */
export function loadPagesWhenSeen() {
  addEventListener("hashchange", loadSeen);
  loadSeen();
  for (const [id, page] of Object.entries(pages)) if (page.wanted()) load(id);
}

function loadSeen() {
  const id = location.hash.match(/^#\/(\w+)/)?.[1];
  if (Object.hasOwn(pages, id ?? "")) load(id);
}

async function load(id) {
  const page = pages[id];
  page.loading ??= start(id, page);
  try {
    await page.loading;
  } catch (error) {
    // The next visit tries again.
    page.loading = undefined;
    say(id, `${page.name} could not be loaded (${error.message ?? error}). Check the connection and come to this page again.`, "alert");
    throw error;
  }
}

async function start(id, { name, files }) {
  say(id, `Loading ${name[0].toLowerCase()}${name.slice(1)}…`, "status");
  const here = (path) => new URL(path, document.baseURI).href;
  const [page] = await Promise.all([import(here(files.js)), loadStyles(here(files.css))]);
  await page.default({ module_or_path: here(files.wasm) });
}

/** Resolves when the style sheet is there: the page is not drawn without it. */
function loadStyles(href) {
  return new Promise((done, fail) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href, onload: done, onerror: () => fail(new Error("its styles did not arrive")) });
    document.head.append(link);
  });
}

function say(id, text, role) {
  const line = document.createElement("p");
  line.className = "boot-status page-loading";
  line.setAttribute("role", role);
  line.textContent = text;
  document.getElementById(id).replaceChildren(line);
}

function isKept(key) {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false; // Storage is refused: then nothing was kept either.
  }
}
