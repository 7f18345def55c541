#!/usr/bin/env node
// Makes the guide of the app (www/guide.html) from docs/guide.md: run it again when that changes; a test compares them. The pictures of
// both are in docs/guide (scripts/screenshots.mjs takes them).

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { marked } from 'marked';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const STYLE = `
  :root { color-scheme: light dark; }
  body { max-width: 760px; margin: 0 auto; padding: 16px 16px 48px; background: light-dark(#f3f4f1, #151817); color: light-dark(#1b1f1d, #e8ecea); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  h1 { font-size: 26px; } h2 { margin-top: 32px; font-size: 20px; }
  a { color: light-dark(#1f6f5c, #74c9b0); }
  img { display: block; width: 100%; height: auto; border: 1px solid light-dark(#dadfd8, #323836); border-radius: 8px; }
  code { padding: 0 4px; border-radius: 4px; background: light-dark(#e4e8e2, #333a37); }
`;

/** The guide as a page of the app. Links to other documents are left out: they are not shipped with it. */
export function guide() {
  const text = readFileSync(path('docs/guide.md'), 'utf8').replaceAll(/\s\[[^\]]*\]\((?!guide\/)[^)]*\.md\)/g, '');
  const body = marked.parse(text, { async: false }).replaceAll('<img ', '<img loading="lazy" width="760" height="475" ');
  return `<!doctype html>
<!-- Made from docs/guide.md by scripts/make-guide.mjs. -->
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Guide – Tabia</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="Content-Security-Policy" content="default-src 'self'; style-src 'unsafe-inline'; script-src 'none'">
  <link rel="icon" href="icons/tabia.svg" type="image/svg+xml">
  <style>${STYLE}  </style>
</head>
<body>
<header><p><a href="./">Back to Tabia</a></p></header>
<main>
${body.trim()}
</main>
</body>
</html>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(path('www/guide.html'), guide());
