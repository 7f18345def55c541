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
    const line = say(id, `${page.name} could not be loaded. Check the connection, then try again.`, "alert");
    const again = document.createElement("button");
    Object.assign(again, { type: "button", className: "button", textContent: "Try again", onclick: () => load(id) });
    line.append(again);
    console.warn(`${page.name}:`, error);
  }
}

async function start(id, page) {
  const { name, files } = page;
  say(id, `Loading ${name[0].toLowerCase()}${name.slice(1)}…`, "status");
  const here = (path) => new URL(path, document.baseURI).href;
  // Some browsers remember that a module could not be fetched: another try has an address of its own.
  page.tries = (page.tries ?? 0) + 1;
  const script = new URL(files.js, document.baseURI);
  if (page.tries > 1) script.searchParams.set("again", page.tries);
  const [app] = await Promise.all([import(script.href), loadStyles(here(files.css))]);
  await app.default({ module_or_path: here(files.wasm) });
}

/** Resolves when the style sheet is there: the page is not drawn without it. */
function loadStyles(href) {
  return new Promise((done, fail) => {
    const link = document.createElement("link");
    const failed = () => {
      link.remove();
      fail(new Error("its styles did not arrive"));
    };
    Object.assign(link, { rel: "stylesheet", href, onload: done, onerror: failed });
    document.head.append(link);
  });
}

function say(id, text, role) {
  const line = document.createElement("p");
  line.className = "boot-status page-loading";
  line.setAttribute("role", role);
  line.textContent = text;
  document.getElementById(id).replaceChildren(line);
  return line;
}

function isKept(key) {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false; // Storage is refused: then nothing was kept either.
  }
}
