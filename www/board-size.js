// The size of the analysis board, chosen with the slider in its corner: dragged, or moved with the arrow keys. A double click resets it.
// theme.js sets the saved size before the first paint; www/styles/layout.css limits it to the window.
const KEY = "tabia.board-size";
const { style } = document.documentElement;
/** The drag in progress: the size at its start less the pointer's place. */
let drag;

const handleOf = ({ target }) => (target.className === "board-handle" ? target : undefined);

/** Shows and saves a size in CSS pixels; `undefined` is the default size. */
function choose(handle, size) {
  if (size === undefined) style.removeProperty("--board-chosen");
  else style.setProperty("--board-chosen", `${Math.max(handle.min, size)}px`);
  // The window may not have room for all of it.
  handle.value = handle.parentElement.clientWidth;
  try {
    if (size === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, handle.value);
  } catch {
    // Storage is refused or full: the size lasts as long as the page.
  }
}

addEventListener("focusin", (event) => {
  const handle = handleOf(event);
  if (handle) handle.value = handle.parentElement.clientWidth;
});
addEventListener("input", (event) => {
  const handle = handleOf(event);
  if (handle) choose(handle, Number(handle.value));
});
addEventListener("dblclick", (event) => {
  const handle = handleOf(event);
  if (handle) choose(handle, undefined);
});
addEventListener("pointerdown", (event) => {
  const handle = handleOf(event);
  if (!handle || event.button !== 0) return;
  // Not the slider's own drag, which would go from left to right over the width of the handle.
  event.preventDefault();
  handle.focus();
  handle.setPointerCapture(event.pointerId);
  const size = handle.parentElement.clientWidth;
  drag = { x: size - event.clientX, y: size - event.clientY };
});
addEventListener("pointermove", (event) => {
  const handle = handleOf(event);
  if (handle?.hasPointerCapture(event.pointerId)) choose(handle, Math.max(event.clientX + drag.x, event.clientY + drag.y));
});
