#!/usr/bin/env node
// Makes about.html of the built page: version, commit, source, and the licences of all its parts. A build step
// (scripts/build/version-assets.mjs), because it names what was built.
//
//   node scripts/build/make-about.mjs >about.html
//
// TABIA_SOURCE is the address of the source that the page links to; without it, the `repository` of Cargo.toml.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { STYLE } from './document-style.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The packages that a browser loads: the page, its workers, the engine builds. */
const PROGRAMS = ['tabia-app', 'tabia-worker', 'tabia-build'];
/** What a browser loads, not what only builds it. */
const TREE_FORMAT = ['--edges', 'normal,no-proc-macro', '--prefix', 'none', '--no-dedupe', '--format', '{p}\t{l}\t{r}'];
const LICENCE_FILE = /^(licen[cs]e|copying|notice|unlicense)/i;
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** What a program prints; throws if it fails. */
function run(program, args, cwd = ROOT) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${program} ${args[0]} failed: ${error?.message ?? stderr}`);
  return stdout.trim();
}

/** What a change of the page is in. */
const SOURCES = ['src', 'worker', 'crates', 'www', 'docs', 'scripts', 'Cargo.toml', 'Cargo.lock', 'Trunk.toml', 'package-lock.json'];

/**
 * The commit that is checked out in a folder, and whether the sources differ from it; that of an archive of the repository; `undefined`
 * where neither is known.
 */
export function commit(root = ROOT) {
  try {
    // A copy of the sources in another project's repository isn't at its top.
    if (run('git', ['rev-parse', '--show-prefix'], root) === '') {
      const hash = run('git', ['rev-parse', 'HEAD'], root).slice(0, 10);
      return run('git', ['status', '--porcelain', '--', ...SOURCES], root) === '' ? hash : `${hash}, with changes`;
    }
  } catch {
    // There is no git, or no repository.
  }
  const archival = join(root, '.git-archival.txt');
  return existsSync(archival) ? /^node: ([0-9a-f]{10})/.exec(readFileSync(archival, 'utf8'))?.[1] : undefined;
}

/**
 * The foreign packages that the programs contain, from the answer of `cargo tree` in the form of `TREE_FORMAT`. Ours have a path.
 */
export function foreignPackages(tree) {
  const lines = [...new Set(tree.split('\n'))].filter((line) => /^\S+ v\S+\t/.test(line));
  return lines.sort().map((line) => {
    const [name, version, licence, repository] = line.split(/ v|\t/);
    return { name, version, licence, repository };
  });
}

/** The licence texts of a package: of several to choose from, the MIT licence. None where cargo keeps its sources elsewhere. */
function licenceTexts({ name, version }) {
  const registry = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry', 'src');
  const hosts = existsSync(registry) ? readdirSync(registry) : [];
  const folder = hosts.map((host) => join(registry, host, `${name}-${version}`)).find(existsSync);
  if (!folder) return [];
  const names = readdirSync(folder).filter((file) => LICENCE_FILE.test(file) && !/\.(rs|toml)$/.test(file)).sort();
  const chosen = names.some((file) => /mit/i.test(file)) ? names.filter((file) => /mit|unicode/i.test(file)) : names;
  return chosen.map((file) => readFileSync(join(folder, file), 'utf8').trim());
}

/** The packages by their licence texts: those with the same text share it. */
export function byText(packages, textsOf = licenceTexts) {
  const groups = new Map();
  for (const one of packages) {
    const texts = textsOf(one);
    const key = texts.map((text) => text.replaceAll(/\s+/g, ' ')).join('\f');
    const group = groups.get(key) ?? { texts, packages: [] };
    group.packages.push(one);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The page, from what it shows. */
export function aboutPage({ version, hash, source, groups, pieces, licence }) {
  const where = source
    ? `<a href="${escape(source)}">${escape(source)}</a>`
    : 'this copy was built without the address of its source: whoever hosts it must give it to you on request';
  const parts = groups.map(({ texts, packages }) => {
    const rows = packages.map((one) => `<li>${escape(one.repository ? `${one.name} ${one.version}, ${one.licence}, ${one.repository}` : `${one.name} ${one.version}, ${one.licence}`)}</li>`);
    return `<ul>\n${rows.join('\n')}\n</ul>${texts.length > 0 ? `\n<pre>${escape(texts.join('\n\n'))}</pre>` : ''}`;
  });
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>About – Tabia</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="Content-Security-Policy" content="default-src 'self'; style-src 'unsafe-inline'; script-src 'none'">
  <link rel="icon" href="icons/tabia.svg" type="image/svg+xml">
  <style>${STYLE}  pre { padding: 12px; border-radius: 8px; background: light-dark(#e4e8e2, #333a37); font-size: 13px; white-space: pre-wrap; overflow-wrap: anywhere; }
  </style>
</head>
<body>
<header><p><a href="./">Back to Tabia</a></p></header>
<main>
<h1>About Tabia</h1>
<ul>
<li>Version ${escape(version)}</li>
<li>Commit ${escape(hash ?? 'unknown: built without git')}</li>
<li>Source: ${where}</li>
</ul>
<p>Tabia is free software under the GNU General Public License, version 3 or later: you may use, study, share and change it. It comes without any warranty.
Its engine, networks, opening book, opening names and match openings were made for it, under the same licence. The test suites are in the public domain.</p>
<h2>Pieces</h2>
<pre>${escape(pieces.trim())}</pre>
<h2>Libraries</h2>
${parts.join('\n')}
<ul>
<li>The standard library of Rust, MIT OR Apache-2.0, https://github.com/rust-lang/rust</li>
</ul>
<h2>GNU General Public License</h2>
<pre>${escape(licence.trim())}</pre>
</main>
</body>
</html>
`;
}

/** The page about what is checked out here. */
export function about() {
  const manifest = readFileSync(join(ROOT, 'Cargo.toml'), 'utf8');
  const ofWorkspace = (key) => new RegExp(`^\\[workspace\\.package\\](?:\\n[^\\[\\n]*)*?\\n${key} = "([^"]+)"`, 'm').exec(manifest)?.[1];
  const programs = PROGRAMS.flatMap((name) => ['--package', name]);
  const tree = run('cargo', ['tree', '--locked', '--offline', '--target', 'wasm32-unknown-unknown', ...programs, ...TREE_FORMAT]);
  return aboutPage({
    version: ofWorkspace('version'),
    hash: commit(),
    source: process.env.TABIA_SOURCE || ofWorkspace('repository'),
    groups: byText(foreignPackages(tree)),
    pieces: readFileSync(join(ROOT, 'www', 'pieces', 'NOTICE'), 'utf8'),
    licence: readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
  });
}

if (basename(process.argv[1] ?? '') === 'make-about.mjs') process.stdout.write(about());
