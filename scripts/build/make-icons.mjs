#!/usr/bin/env node
// Draws the icons of the installed app from www/icons/tabia.svg: run it again when that changes.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { prepareBrowser } from '../arguments.mjs';

prepareBrowser(import.meta.url);
const { launchBrowser } = await import('../../tests/browser/support/harness.mjs');

const icons = fileURLToPath(new URL('../../www/icons/', import.meta.url));
const svg = readFileSync(`${icons}tabia.svg`, 'utf8');
/** A maskable icon may be cut to a circle of 80 %: the picture is smaller there, on its own colour. */
const PICTURES = [
  { name: 'tabia-180.png', size: 180, inset: 0, back: '#1f6f5c' },
  { name: 'tabia-192.png', size: 192, inset: 0, back: 'transparent' },
  { name: 'tabia-512.png', size: 512, inset: 0, back: 'transparent' },
  { name: 'tabia-maskable-512.png', size: 512, inset: 0.14, back: '#1f6f5c' },
];

const browser = await launchBrowser();
for (const { name, size, inset, back } of PICTURES) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const edge = Math.round(size * inset);
  await page.setContent(`<body style="margin:0;background:${back}"><div style="padding:${edge}px">${svg.replace('<svg ', `<svg width="${size - 2 * edge}" height="${size - 2 * edge}" style="display:block" `)}</div></body>`);
  await page.screenshot({ path: icons + name, omitBackground: true });
  await page.close();
}
await browser.close();
