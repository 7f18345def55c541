// Before the first paint: what was chosen here, so that the frame of the page in index.html never flashes in other colours or with other
// pieces. The settings are written by src/hooks/settings.rs, which sets the same attributes.
const root = document.documentElement;
try {
  const kept = JSON.parse(localStorage.getItem("tabia.settings")) ?? {};
  const choose = (name, value, known) => known.includes(value) && root.setAttribute(name, value);
  choose("data-theme", kept.theme, ["light", "dark"]);
  choose("data-board", kept["board-theme"], ["brown", "blue", "grey"]);
  choose("data-pieces", kept["piece-set"], ["flat", "letters"]);
  if (kept["show-coordinates"] === false) root.dataset.coordinates = "off";
  if (kept["show-introductions"] === false) root.dataset.introductions = "off";
  if (kept["show-evaluation-bar"] === false) root.dataset.evaluationBar = "off";
  if (kept.lines >= 1 && kept.lines <= 10) root.style.setProperty("--lines", String(Math.trunc(kept.lines)));
} catch {
  // Storage is refused (private window) or its content is no longer readable: the defaults are used.
}

// The pieces are fetched beside the style sheet that names them.
const pieces = document.createElement("link");
Object.assign(pieces, { rel: "preload", as: "image", type: "image/svg+xml", href: `pieces/${root.dataset.pieces ?? "cburnett"}.svg` });
document.head.append(pieces);

// And the page that the address names, so that the frame of another one is not seen (src/hooks/route.rs), also when a link in the bar
// is followed before the program is there.
const showPage = () => {
  root.dataset.page = /^#\/(play|lab|library|book|tools)\b/.exec(location.hash)?.[1] ?? "analysis";
};
showPage();
addEventListener("hashchange", () => document.querySelector(".frame") && showPage());
