#!/usr/bin/env node
// Draws our piece sets (www/pieces/flat.svg, www/pieces/letters.svg) and the font that shows figurines instead of letters
// (www/pieces/figurines.otf): run it again when a shape below changes.
//
// A drawing is 45 x 45 units, as those of cburnett.svg; the files have the same rows and columns.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import opentype from 'opentype.js';

const folder = fileURLToPath(new URL('../../www/pieces/', import.meta.url));
const UNIT = 45;
/** Size of a figurine relative to capital letters. */
const FIGURINE = 1.1;
const ROLES = ['K', 'Q', 'R', 'B', 'N', 'P'];

/** A circle as a closed path of four curves. */
function circle(x, y, r) {
  const k = r * 0.5523;
  return `M${x - r} ${y}C${x - r} ${y - k} ${x - k} ${y - r} ${x} ${y - r}C${x + k} ${y - r} ${x + r} ${y - k} ${x + r} ${y}C${x + r} ${y + k} ${x + k} ${y + r} ${x} ${y + r}C${x - k} ${y + r} ${x - r} ${y + k} ${x - r} ${y}Z`;
}

const BASE = 'M10.5 36.2C10.5 35 11.5 34.5 12.5 34.5L32.5 34.5C33.5 34.5 34.5 35 34.5 36.2L35.5 40L9.5 40Z';

/** Closed outlines of each piece: what is filled, and what the font has. Absolute M, L, C and Z only. */
const OUTLINES = {
  K: [
    'M21 5L24 5L24 7.6L26.8 7.6L26.8 10.4L24 10.4L24 14L21 14L21 10.4L18.2 10.4L18.2 7.6L21 7.6Z',
    'M22.5 13.2C26 13.2 27 16 26.4 18.4C29.5 16.6 36.5 16.6 37 22.5C37.3 26.5 33.8 29.2 32.6 33L12.4 33C11.2 29.2 7.7 26.5 8 22.5C8.5 16.6 15.5 16.6 18.6 18.4C18 16 19 13.2 22.5 13.2Z',
    BASE,
  ],
  Q: [
    circle(7.8, 13.2, 2.5), circle(15.2, 9.6, 2.5), circle(22.5, 8.2, 2.5), circle(29.8, 9.6, 2.5), circle(37.2, 13.2, 2.5),
    'M8.4 14.5L14 24L15.6 11.5L20 23L22.5 10L25 23L29.4 11.5L31 24L36.6 14.5L32.6 33L12.4 33Z',
    BASE,
  ],
  R: ['M11.5 8.5L16.5 8.5L16.5 12L20 12L20 8.5L25 8.5L25 12L28.5 12L28.5 8.5L33.5 8.5L33.5 15L30 18.2L30.8 33L14.2 33L15 18.2L11.5 15Z', BASE],
  B: [
    circle(22.5, 7.4, 2.6),
    'M22.5 9.6C29 13.6 32 20 28.6 25.8L30.6 33L14.4 33L16.4 25.8C13 20 16 13.6 22.5 9.6Z',
    BASE,
  ],
  N: ['M32.8 33L13.4 33C13.4 26.6 20.2 24.8 20.6 20.4C18.4 22 17.4 24.6 14.4 25.4C11.6 26 9.2 23.6 9.8 21C10.2 19.2 12.4 18 13.6 15.4C14.4 13.4 15 12 16.6 10.6L16.4 6.4L20.4 9C29.8 9.4 34.2 18.6 32.8 33Z', BASE],
  P: [circle(22.5, 13.6, 5.4), 'M17.4 19.4L27.6 19.4L27.6 22.2L25.4 22.2C25.6 26.4 27.6 29.4 30 33L15 33C17.4 29.4 19.4 26.4 19.6 22.2L17.4 22.2Z', BASE],
};

/** Lines within the pieces, in the colour of their edge (white pieces) or light (black ones). */
const LINES = {
  K: 'M13.6 29.4C18 27.6 27 27.6 31.4 29.4M22.5 18.5L22.5 25',
  Q: 'M13 29.4C18 27.8 27 27.8 32 29.4',
  R: 'M15.6 18.6L29.4 18.6M15.2 29.4L29.8 29.4',
  B: 'M22.5 15L22.5 22M19.2 18.4L25.8 18.4M16.6 26.6L28.4 26.6',
  N: 'M18.6 14.4L18.7 14.4M26 14.6C29 18.4 29.6 23.6 29.2 28.6',
  P: '',
};

/** Letters as lines that are drawn with a broad pen. */
const LETTERS = {
  K: 'M18.6 14.5L18.6 30.5M28 14.5L18.8 23.8M21.8 21L28.4 30.5',
  Q: 'M22.5 14.2C27 14.2 29.6 17.8 29.6 22.3C29.6 26.8 27 30.4 22.5 30.4C18 30.4 15.4 26.8 15.4 22.3C15.4 17.8 18 14.2 22.5 14.2ZM24.4 26L30 32',
  R: 'M18.2 30.5L18.2 14.5L23.6 14.5C29.4 14.5 29.4 23 23.6 23L18.2 23M23.4 23L28.4 30.5',
  B: 'M18 22L24 22C29 22 29 14.5 24 14.5L18 14.5L18 30.5L24.6 30.5C30 30.5 30 22 24 22',
  N: 'M17.4 30.5L17.4 14.5L27.6 30.5L27.6 14.5',
  P: 'M18.6 30.5L18.6 14.5L24 14.5C29.8 14.5 29.8 23.6 24 23.6L18.6 23.6',
};

function sprite(drawing) {
  const rows = ['w', 'b'].flatMap((color, row) =>
    ROLES.map((role, column) => {
      const place = column || row ? ` transform="translate(${column * UNIT}${row ? ` ${row * UNIT}` : ''})"` : '';
      return `<g id="${color}${role}"${place}>${drawing(role, color)}</g>\n`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${6 * UNIT}" height="${2 * UNIT}" viewBox="0 0 ${6 * UNIT} ${2 * UNIT}">\n${rows.join('')}</svg>\n`;
}

function flat(role, color) {
  const [fill, edge, line] = color === 'w' ? ['#fbfbf7', '#1d2523', '#1d2523'] : ['#323a38', '#0d1211', '#dfe5e2'];
  const outlines = `<path fill="${fill}" stroke="${edge}" d="${OUTLINES[role].join('')}"/>`;
  const lines = LINES[role] && `<path fill="none" stroke="${line}" d="${LINES[role]}"/>`;
  return `<g stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round">${outlines}${lines}</g>`;
}

function letter(role, color) {
  const [fill, edge, text] = color === 'w' ? ['#fdfdf9', '#20302a', '#20302a'] : ['#26302d', '#0b100f', '#ffffff'];
  return `<path fill="${fill}" stroke="${edge}" stroke-width="1.6" d="${circle(22.5, 22.5, 16.5)}"/><path fill="none" stroke="${text}" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round" d="${LETTERS[role]}"/>`;
}

/** The outlines as glyphs of the letters: 1000 units to the em, on the line of the text. */
function font() {
  const scale = 1000 / UNIT;
  const glyph = (name, unicode, outlines) => {
    const path = new opentype.Path();
    for (const [, command, numbers] of outlines.join('').matchAll(/([MLCZ])([^MLCZ]*)/g)) {
      const n = numbers.trim().split(/[ ,]+/).filter(Boolean).map((text, index) => Math.round((index % 2 ? 39 - Number(text) : Number(text) - 6) * scale * FIGURINE));
      if (command === 'M') path.moveTo(...n);
      if (command === 'L') path.lineTo(...n);
      if (command === 'C') path.curveTo(...n);
      if (command === 'Z') path.close();
    }
    return new opentype.Glyph({ name, unicode, advanceWidth: Math.round(33 * scale * FIGURINE), path });
  };
  const glyphs = ROLES.filter((role) => role !== 'P').map((role) => glyph(role, role.codePointAt(0), OUTLINES[role]));
  const missing = new opentype.Glyph({ name: '.notdef', advanceWidth: 500, path: new opentype.Path() });
  return new opentype.Font({ familyName: 'Tabia Figurines', styleName: 'Regular', unitsPerEm: 1000, ascender: 800, descender: -200, glyphs: [missing, ...glyphs] });
}

writeFileSync(`${folder}flat.svg`, sprite(flat));
writeFileSync(`${folder}letters.svg`, sprite(letter));
// The same shapes make the same file: the font holds the time at which it was written.
Date.prototype.getTime = () => 0;
writeFileSync(`${folder}figurines.otf`, Buffer.from(font().toArrayBuffer()));
