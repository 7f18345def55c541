// Before the first paint: the theme that was chosen here, so that the page never flashes in the other one.
// The settings are written by src/hooks/settings.rs.
try {
  const { theme } = JSON.parse(localStorage.getItem("tabia.settings")) ?? {};
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused (private window) or its content is no longer readable: the system's scheme is used.
}

// And the page that the address names, so that the shell of another one is not seen (src/hooks/route.rs).
const page = /^#\/(play|lab|library|book)\b/.exec(location.hash);
if (page) document.documentElement.dataset.page = page[1];
