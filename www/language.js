// The page's language, which theme.js has chosen (`lang` of the root element). Its catalogue is made of www/languages by
// scripts/build/languages.mjs and fetched while the program arrives.

/** Longest wait for a catalogue, in milliseconds; then the page speaks English. */
const PATIENCE_MS = 10_000;

let texts = {};

/** Returns a text in the page's language, once the catalogue is there. */
export const tr = (text) => texts[text] ?? text;

/**
 * Fetches the catalogue and translates what the page shows before its program has started.
 *
 * @returns the JSON that the program reads (src/language.rs); undefined for English, and where the catalogue does not arrive
 */
export async function catalogue() {
  const root = document.documentElement;
  const address = document.querySelector('meta[name="tabia-languages"]').dataset[root.lang];
  if (!address) return undefined;
  try {
    const response = await fetch(new URL(address, document.baseURI), { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) throw new Error(`${address} was answered with ${response.status}`);
    const json = await response.text();
    ({ texts } = JSON.parse(json));
    translateFrame();
    return json;
  } catch (error) {
    console.warn("The page speaks English:", error);
    root.lang = "en";
    return undefined;
  }
}

function translateFrame() {
  const frame = document.querySelector(".frame");
  if (!frame) return;
  const nodes = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const { data } = nodes.currentNode;
    const isLink = nodes.currentNode.parentElement.closest(".page-link");
    if (data.trim()) nodes.currentNode.data = data.replace(data.trim(), (text) => (isLink && texts[`link\u0004${text}`]) || tr(text));
  }
  for (const element of frame.querySelectorAll("[aria-label]")) element.setAttribute("aria-label", tr(element.getAttribute("aria-label")));
}
