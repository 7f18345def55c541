#!/usr/bin/env node
// Checks that the files of each crate depend on each other in one direction only: no cycles. What a file depends on is read
// from its paths (`crate::`, `self::`, `super::`); what a parent module re-exports belongs to the file that defines it.
// Files that only declare and re-export modules are not part of a cycle.
// Also checks that no two types of a crate have the same name.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Circles that are known and still to be undone, as sorted lists of files. Only ever gets shorter. */
const KNOWN = new URL('known-circles.json', import.meta.url);

/** A comment, a raw string, a string or a character, whichever begins first: a string may contain `//`, a comment a quote. */
const NOT_CODE =
  /\/\*[\s\S]*?\*\/|\/\/.*|\br(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\(?:u\{[^}]*\}|x..|.)|[^'\\\n])'/g;

/** Blanks comments, strings, characters and test modules, so that only code that ships is read. */
export function shippedCode(text) {
  return withoutTests(text.replace(NOT_CODE, (found) => (found.startsWith('/') ? '' : '""')));
}

function withoutTests(code) {
  const marker = /#\[cfg\((?:test|all\(test[^)]*\))\)\]\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([a-z]+\))?\s+)?mod\s+\w+\s*(\{|;)/g;
  let result = '';
  let from = 0;
  for (let match = marker.exec(code); match; match = marker.exec(code)) {
    result += code.slice(from, match.index);
    from = match[1] === ';' ? marker.lastIndex : endOfBlock(code, marker.lastIndex);
    marker.lastIndex = from;
  }
  return result + code.slice(from);
}

function endOfBlock(code, start) {
  let depth = 1;
  let at = start;
  while (depth > 0 && at < code.length) {
    if (code[at] === '{') depth += 1;
    if (code[at] === '}') depth -= 1;
    at += 1;
  }
  return at;
}

/** The paths of a use tree such as `crate::a::{b, c::{self, D as E}}`, each as a list of names with its alias. */
export function expandUse(tree, prefix = []) {
  const text = tree.trim();
  const open = text.indexOf('{');
  if (open >= 0) {
    const head = text.slice(0, open).split('::').map((part) => part.trim()).filter(Boolean);
    return splitTopLevel(text.slice(open + 1, text.lastIndexOf('}'))).flatMap((part) => expandUse(part, [...prefix, ...head]));
  }
  const [path, alias] = text.split(/\s+as\s+/);
  const parts = path.split('::').map((part) => part.trim()).filter(Boolean);
  if (parts.at(-1) === 'self') parts.pop();
  const names = [...prefix, ...parts];
  return names.length > 0 ? [{ names, alias: alias ?? names.at(-1) }] : [];
}

function splitTopLevel(text) {
  const parts = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.filter((part) => part.trim());
}

/** The modules of a crate: dotted name to file, code, children and re-exports. */
function readModules(rootFile) {
  const modules = new Map();
  const visit = (name, file, folder) => {
    const code = shippedCode(readFileSync(file, 'utf8'));
    const module = { name, file, code, reexports: new Map(), globs: [] };
    modules.set(name.join('::'), module);
    for (const [, child] of code.matchAll(/\bmod\s+(\w+)\s*;/g)) {
      const candidates = [join(folder, `${child}.rs`), join(folder, child, 'mod.rs')];
      const found = candidates.find(existsSync);
      if (found) visit([...name, child], found, join(folder, child));
    }
  };
  visit([], rootFile, dirname(rootFile));
  for (const module of modules.values()) {
    for (const [, tree] of module.code.matchAll(/\bpub(?:\([a-z :]+\))?\s+use\s+([^;]+);/g)) {
      for (const { names, alias } of expandUse(tree)) {
        if (alias === '*') module.globs.push(names.slice(0, -1));
        else module.reexports.set(alias, names);
      }
    }
  }
  return modules;
}

/** The module that defines what a path names, seen from a module; undefined for other crates. */
function resolve(modules, from, names, depth = 0) {
  if (depth > 16) return undefined;
  let at = from.name;
  let rest = names;
  if (rest[0] === 'crate') {
    at = [];
    rest = rest.slice(1);
  } else if (rest[0] === 'self') {
    rest = rest.slice(1);
  } else if (rest[0] === 'super') {
    while (rest[0] === 'super') {
      at = at.slice(0, -1);
      rest = rest.slice(1);
    }
  } else if (!modules.has([...at, rest[0]].join('::'))) {
    return undefined;
  }
  while (rest.length > 0 && modules.has([...at, rest[0]].join('::'))) {
    at = [...at, rest[0]];
    rest = rest.slice(1);
  }
  const module = modules.get(at.join('::'));
  if (!module || rest.length === 0) return module;
  const reexport = module.reexports.get(rest[0]);
  if (reexport) return resolve(modules, module, [...reexport, ...rest.slice(1)], depth + 1) ?? module;
  for (const glob of module.globs) {
    const target = resolve(modules, module, glob, depth + 1);
    if (target && target !== module && defines(target, rest[0])) return target;
  }
  return module;
}

function defines(module, name) {
  return new RegExp(`\\b(?:struct|enum|trait|fn|const|static|type|union|macro_rules!)\\s+${name}\\b`).test(module.code);
}

/** For each module the modules whose definitions its code names. */
function dependencies(modules) {
  const edges = new Map();
  for (const module of modules.values()) {
    const targets = new Set();
    const uses = [...module.code.matchAll(/\buse\s+([^;]+);/g)];
    const reexports = new Set([...module.code.matchAll(/\bpub(?:\([a-z :]+\))?\s+use\s+([^;]+);/g)].map((match) => match[1]));
    const paths = uses.filter(([, tree]) => !reexports.has(tree)).flatMap(([, tree]) => expandUse(tree)).map(({ names }) => names);
    const body = module.code.replace(/\b(?:pub(?:\([a-z :]+\))?\s+)?use\s+[^;]+;/g, '');
    // What it re-exports and uses itself.
    for (const [alias, names] of module.reexports) {
      if (new RegExp(`(?<![\\w:.]|\\bmod\\s)${alias}\\b`).test(body)) paths.push(names);
    }
    for (const [path] of body.matchAll(/\b(?:crate|self|super)(?:::\w+)+/g)) paths.push(path.split('::'));
    // Paths that begin with a child module: `child::item(...)`.
    for (const [, first, rest] of body.matchAll(/(?<![\w:.])([a-z_]\w*)((?:::\w+)+)/g)) {
      paths.push([first, ...rest.split('::').filter(Boolean)]);
    }
    for (const names of paths) {
      const target = resolve(modules, module, names);
      if (target && target !== module) targets.add(target.name.join('::'));
    }
    edges.set(module.name.join('::'), targets);
  }
  return edges;
}

/** Tarjan's strongly connected components with more than one member. */
export function circles(edges) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next);
        low.set(node, Math.min(low.get(node), low.get(next)));
      } else if (stack.includes(next)) {
        low.set(node, Math.min(low.get(node), index.get(next)));
      }
    }
    if (low.get(node) === index.get(node)) {
      const members = stack.splice(stack.indexOf(node));
      if (members.length > 1) found.push(members.sort());
    }
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return found;
}

/** The circles of the crate whose root is this file, as lists of files relative to `root`. */
export function circlesOfCrate(rootFile, root) {
  const modules = readModules(rootFile);
  return circles(dependencies(modules)).map((members) => members.map((name) => relative(root, modules.get(name).file)).sort());
}

/** The names of the types that a file defines. Components count, because Yew makes each of them a type; associated types don't. */
function typeNames(code) {
  let free = code;
  const block = /^[ \t]*(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?(?:impl|trait)\b[^;{]*\{/gm;
  for (let match = block.exec(code); match; match = block.exec(code)) {
    const end = endOfBlock(code, block.lastIndex);
    free = free.slice(0, block.lastIndex) + code.slice(block.lastIndex, end).replace(/\btype(?=\s)/g, '    ') + free.slice(end);
    block.lastIndex = end;
  }
  const names = [];
  for (const { 1: name, index } of free.matchAll(/\b(?:struct|enum|union|trait|type|fn)\s+([A-Z]\w*)/g)) {
    const attributes = /#\[cfg\([^\]]*\)\]\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))?\s+)?$/;
    // One of these is compiled, with a feature or without it.
    const isTwin = names.includes(name) && attributes.test(free.slice(Math.max(0, index - 300), index));
    if (!isTwin) names.push(name);
  }
  return names;
}

/** The type names that a crate defines more than once, each with its files relative to `root`. */
export function duplicateTypes(rootFiles, root) {
  const codes = new Map(rootFiles.flatMap((path) => [...readModules(path).values()]).map(({ file, code }) => [file, code]));
  const places = new Map();
  for (const [file, code] of codes) {
    for (const name of typeNames(code)) places.set(name, [...(places.get(name) ?? []), relative(root, file)]);
  }
  return [...places].filter(([, files]) => files.length > 1).map(([name, files]) => ({ name, files: files.sort() }));
}

function main() {
  const { packages, workspace_root: root } = JSON.parse(
    execFileSync('cargo', ['metadata', '--locked', '--format-version', '1', '--no-deps'], { maxBuffer: 1 << 26 }),
  );
  const rootsOf = ({ targets }) =>
    targets.filter(({ kind }) => kind.some((each) => ['lib', 'rlib', 'cdylib', 'bin'].includes(each))).map(({ src_path: path }) => path);
  const roots = packages.flatMap(rootsOf);
  const found = roots.flatMap((path) => circlesOfCrate(path, root)).map((members) => members.join(' '));
  const known = existsSync(KNOWN) ? JSON.parse(readFileSync(KNOWN, 'utf8')) : [];
  const fresh = found.filter((circle) => !known.includes(circle));
  const gone = known.filter((circle) => !found.includes(circle));
  for (const circle of fresh) console.error(`these files depend on each other in a circle: ${circle}`);
  for (const circle of gone) console.error(`no circle any more, remove it from scripts/check/known-circles.json: ${circle}`);
  const duplicates = packages.flatMap((each) => duplicateTypes(rootsOf(each), root).map((type) => ({ crate: each.name, ...type })));
  for (const { crate, name, files } of duplicates) console.error(`${crate} has several types named ${name}: ${files.join(' ')}`);
  console.log(
    `${roots.length} crate roots, ${found.length} circles, ${fresh.length} of them new, ${duplicates.length} duplicate type names`,
  );
  if (process.argv.includes('--list')) console.log(JSON.stringify(found, null, 2));
  process.exitCode = fresh.length + gone.length + duplicates.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
