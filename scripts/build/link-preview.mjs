// A build step of the page (scripts/build/version-assets.mjs): completes the address of the picture for link previews, most of which need a full
// address. Only a build for a known host has it.

const PICTURE = /(<meta property="og:image" content=")([^"]+)(">)/;

/** The page with the address of its picture completed; `address` is that of the page, from TABIA_URL. */
export function withAddress(html, address) {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new Error(`invalid TABIA_URL "${address}": write the address of the page, like https://chess.example.org/tabia/`);
  }
  if (!PICTURE.test(html)) throw new Error('index.html names no picture (og:image): has its markup changed?');
  const base = new URL(address);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return html.replace(PICTURE, (_, before, name, after) => before + new URL(name, base).href + after);
}
