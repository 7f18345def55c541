#!/usr/bin/env node
// Makes the app's guide (www/guide.html) from docs/guide.md: run it after a change; a test compares them. scripts/build/screenshots.mjs takes the
// pictures, in docs/guide.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { marked } from 'marked';

import { STYLE } from './document-style.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** The guide as a page of the app. Links to other documents are left out: they are not shipped with it. */
export function guide() {
  const text = readFileSync(path('docs/guide.md'), 'utf8').replaceAll(/\s\[[^\]]*\]\((?!guide\/)[^)]*\.md\)/g, '');
  const body = marked.parse(text, { async: false }).replaceAll('<img ', '<img loading="lazy" width="760" height="475" ');
  return `<!doctype html>
<!-- Made from docs/guide.md by scripts/build/make-guide.mjs. -->
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
