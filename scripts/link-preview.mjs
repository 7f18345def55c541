// A part of a build of the page (scripts/version-assets.mjs): the picture of link previews, whose whole address most services want. Only
// who builds the page knows where it will be.

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
