#!/usr/bin/env node
// The page's languages: texts are written in English in the code (src/language.rs), translations in www/languages/*.po.
//
//   node scripts/build/languages.mjs update           brings the catalogues up to date: new texts are added, unused ones removed
//   node scripts/build/languages.mjs check            fails where a text is missing, unused or not translated, or has other values
//   node scripts/build/languages.mjs compile DIR      writes what the page loads, DIR/<language>.json

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { po } from 'gettext-parser';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CATALOGUES = join(ROOT, 'www', 'languages');
const CONTEXT = '\u0004';

/** Reads a string literal of Rust or JavaScript at `at`; undefined if none is there. */
function literal(source, at) {
  const found = /^"((?:[^"\\]|\\[^])*)"/.exec(source.slice(at, at + 4000));
  if (!found) return undefined;
  const text = found[1].replace(/\\(?:\r?\n\s*|u\{([0-9a-f]+)\}|(.))/gi, (_, code, character) => {
    if (code) return String.fromCodePoint(parseInt(code, 16));
    return { undefined: '', n: '\n', t: '\t' }[character] ?? character;
  });
  return { text, end: at + found[0].length };
}

const skipped = (source, at) => at + /^(?:\s|\/\/[^\n]*\n)*/.exec(source.slice(at, at + 4000))[0].length;

/** Returns the texts of a file of Rust: `{ id, context, plural }`. */
export function textsOfRust(source) {
  const texts = [];
  for (const { index, 0: call } of source.matchAll(/\btr(?:_later)?!\(/g)) {
    const first = literal(source, skipped(source, index + call.length));
    if (!first) continue;
    const next = skipped(source, first.end);
    if (source.startsWith('=>', next)) texts.push({ context: first.text, id: literal(source, skipped(source, next + 2)).text });
    else if (source[next] === '|') texts.push({ id: first.text, plural: literal(source, skipped(source, next + 1)).text });
    else texts.push({ id: first.text });
  }
  for (const { index, 0: call } of source.matchAll(/\btexts! \{/g)) {
    let at = skipped(source, index + call.length);
    while (source[at] !== '}') {
      const name = /^(?:#\[[^\]]*\]\s*)*\w+:/.exec(source.slice(at, at + 4000));
      const text = name && literal(source, skipped(source, at + name[0].length));
      if (!text || source[text.end] !== ';') throw new Error(`not an entry of texts!: ${source.slice(at, at + 80)}`);
      texts.push({ id: text.text });
      at = skipped(source, text.end + 1);
    }
  }
  return texts;
}

/** Returns the meanings of glyphs: all string literals of their file. */
const glyphMeanings = (source) => source.split('\n').filter((line) => !line.trim().startsWith('//')).flatMap((line) => [...line.matchAll(/"([^"]*)"/g)].map(([, id]) => ({ context: 'glyph', id })));

/** Returns the texts of a file of JavaScript: `tr("…")`. */
export const textsOfScript = (source) =>
  [...source.matchAll(/\btr\((?=")/g)].map(({ index, 0: call }) => ({ id: literal(source, index + call.length).text }));

const keyOf = ({ context, id }) => (context ? context + CONTEXT + id : id);

/** All texts of the page by key, with the files that have them. */
export function collectTexts(root = ROOT) {
  const texts = new Map();
  const add = (folder, ending, read) => {
    for (const name of readdirSync(join(root, folder), { recursive: true }).sort()) {
      if (!name.endsWith(ending) || name.endsWith('language.rs')) continue;
      const path = join(root, folder, name);
      for (const text of read(readFileSync(path, 'utf8'))) {
        const known = texts.get(keyOf(text));
        const files = known?.files ?? new Set();
        files.add(relative(root, path));
        texts.set(keyOf(text), { ...known, ...text, files });
      }
    }
  };
  add('src', '.rs', textsOfRust);
  add('www', '.js', textsOfScript);
  // Meanings of glyphs, which the page translates where it shows them.
  add('crates/pgn/src/nag', 'meanings.rs', glyphMeanings);
  return texts;
}

const languages = () => readdirSync(CATALOGUES).filter((name) => name.endsWith('.po')).map((name) => basename(name, '.po')).sort();
const read = (language) => po.parse(readFileSync(join(CATALOGUES, `${language}.po`)));

/** The entries of a catalogue by key, without its head. */
const entriesOf = (catalogue) =>
  new Map(
    Object.entries(catalogue.translations).flatMap(([context, entries]) =>
      Object.values(entries)
        .filter(({ msgid }) => msgid !== '')
        .map((entry) => [keyOf({ context, id: entry.msgid }), entry]),
    ),
  );

/** The catalogue's rule for plural forms: their number, and the form of a count. */
function pluralsOf(catalogue) {
  const rule = catalogue.headers['Plural-Forms'];
  const [, count, expression] = /^nplurals=(\d+); plural=([-n0-9 ()?:<>=!&|%]+);$/.exec(rule ?? '') ?? [];
  if (!count) throw new Error(`not a rule for plural forms: ${rule}`);
  // The pattern above lets only arithmetic through.
  return { count: Number(count), form: new Function('n', `return Number(${expression})`) };
}

const valuesIn = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ');

/** Returns what is wrong with a catalogue. */
export function faultsOf(catalogue, texts) {
  const faults = [];
  const entries = entriesOf(catalogue);
  const { count } = pluralsOf(catalogue);
  for (const [key, { id, plural }] of texts) {
    const entry = entries.get(key);
    const forms = entry?.msgstr ?? [];
    const wanted = plural === undefined ? 1 : count;
    if (!entry) faults.push(`has no text ${JSON.stringify(id)}`);
    else if (forms.length !== wanted || forms.includes('')) faults.push(`does not translate ${JSON.stringify(id)} (${forms.filter(Boolean).length} of ${wanted} forms)`);
    else {
      for (const form of forms) {
        const [has, needs] = [valuesIn(form), valuesIn(plural ?? id)];
        // "one game" may do without its number.
        if (has !== needs && !(plural !== undefined && valuesIn(`${form}{n}`) === needs)) faults.push(`${JSON.stringify(form)} has the values ${has}, not ${needs}, of ${JSON.stringify(id)}`);
        if (edges(form) !== edges(plural ?? id)) faults.push(`${JSON.stringify(form)} has other spaces at its ends than ${JSON.stringify(id)}`);
      }
    }
  }
  for (const [key, { msgid }] of entries) if (!texts.has(key)) faults.push(`has a text that nothing shows: ${JSON.stringify(msgid)}`);
  return faults;
}

const edges = (text) => `${/^\s/.test(text)}${/\s$/.test(text)}`;

/** Brings a catalogue up to date: translations stay, new texts are empty, unused ones go. */
export function updated(catalogue, texts) {
  const entries = entriesOf(catalogue);
  const { count } = pluralsOf(catalogue);
  const translations = { '': { '': catalogue.translations[''][''] } };
  for (const [key, { context = '', id, plural, files }] of [...texts].sort(([, a], [, b]) => ([...a.files][0] < [...b.files][0] ? -1 : [...a.files][0] > [...b.files][0] ? 1 : 0))) {
    const forms = plural === undefined ? 1 : count;
    const known = entries.get(key);
    const isKept = known?.msgstr.length === forms && (known.msgid_plural === undefined) === (plural === undefined);
    (translations[context] ??= {})[id] = {
      msgid: id,
      ...(context && { msgctxt: context }),
      ...(plural !== undefined && { msgid_plural: plural }),
      msgstr: isKept ? known.msgstr : Array(forms).fill(''),
      comments: { ...known?.comments, reference: [...files].sort().join('\n') },
    };
  }
  return { ...catalogue, translations };
}

/** Returns what the page loads (`Catalogue` of src/language.rs). */
export function compiled(catalogue, language) {
  const { form } = pluralsOf(catalogue);
  const texts = {};
  const plurals = {};
  for (const [key, { msgid, msgid_plural: plural, msgstr }] of entriesOf(catalogue)) {
    if (msgstr.includes('')) continue;
    if (plural !== undefined) plurals[key] = msgstr;
    else if (msgstr[0] !== msgid) texts[key] = msgstr[0];
  }
  const group = new Intl.NumberFormat(language, { useGrouping: 'always' }).formatToParts(1234567).find(({ type }) => type === 'group')?.value ?? '';
  return { language, texts, plurals, forms: Array.from({ length: 200 }, (_, n) => form(n)).join(''), group };
}

function main([command, folder]) {
  const texts = collectTexts();
  if (command === 'update') {
    for (const language of languages()) writeFileSync(join(CATALOGUES, `${language}.po`), po.compile(updated(read(language), texts), { foldLength: 0 }));
    return 0;
  }
  if (command === 'check') {
    let faults = 0;
    for (const language of languages()) {
      for (const fault of faultsOf(read(language), texts)) {
        console.log(`www/languages/${language}.po ${fault}`);
        faults += 1;
      }
    }
    console.log(`${languages().length} languages, ${texts.size} texts, ${faults} faults${faults > 0 ? ' (node scripts/build/languages.mjs update adds new texts and removes unused ones)' : ''}`);
    return faults === 0 ? 0 : 1;
  }
  if (command === 'compile' && folder) {
    mkdirSync(folder, { recursive: true });
    for (const language of languages()) writeFileSync(join(folder, `${language}.json`), JSON.stringify(compiled(read(language), language)));
    return 0;
  }
  console.error('usage: node scripts/build/languages.mjs update | check | compile DIR');
  return 2;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
