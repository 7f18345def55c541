// Applies the saved settings before the first paint, so that the page's frame in index.html never flashes in other colours or with other
// pieces. The settings are written by src/hooks/settings.rs, which sets the same attributes.
const root = document.documentElement;

/** Languages that www/languages has a catalogue for, besides English. */
const LANGUAGES = ["de", "es", "fr", "it", "nl", "pl", "pt", "ru", "tr", "zh"];
let languages = navigator.languages ?? [];
try {
  const kept = JSON.parse(localStorage.getItem("tabia.settings")) ?? {};
  if (kept.language && kept.language !== "system") languages = [kept.language];
  const choose = (name, value, known) => known.includes(value) && root.setAttribute(name, value);
  choose("data-theme", kept.theme, ["light", "dark"]);
  choose("data-board", kept["board-theme"], ["brown", "blue", "grey"]);
  choose("data-pieces", kept["piece-set"], ["flat", "letters"]);
  if (kept["show-coordinates"] === false) root.dataset.coordinates = "off";
  if (kept["show-introductions"] === false) root.dataset.introductions = "off";
  if (kept["show-evaluation-bar"] === false) root.dataset.evaluationBar = "off";
  if (kept.lines >= 1 && kept.lines <= 10) root.style.setProperty("--lines", String(Math.trunc(kept.lines)));
  const boardSize = Number(localStorage.getItem("tabia.board-size"));
  if (boardSize > 0) root.style.setProperty("--board-chosen", `${boardSize}px`);
} catch {
  // Storage is refused (private window) or its content is unreadable: use the defaults.
}

root.lang = languages.map((tag) => tag.split("-")[0].toLowerCase()).find((tag) => tag === "en" || LANGUAGES.includes(tag)) ?? "en";

// Loads the pieces in parallel with the style sheet that refers to them.
const pieces = document.createElement("link");
Object.assign(pieces, { rel: "preload", as: "image", type: "image/svg+xml", href: `pieces/${root.dataset.pieces ?? "cburnett"}.svg` });
document.head.append(pieces);

// Sets the page named in the address, so that no other page's frame shows (src/hooks/route.rs), even when a link in the bar is followed
// before the program has loaded.
const showPage = () => {
  root.dataset.page = /^#\/(play|lab|library|book|tools)\b/.exec(location.hash)?.[1] ?? "analysis";
};
showPage();
addEventListener("hashchange", () => document.querySelector(".frame") && showPage());
