// The page's languages: texts found in the code, and catalogues that translate all of them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { po } from 'gettext-parser';

import { collectTexts, compiled, faultsOf, textsOfRust, textsOfScript, updated } from '../../scripts/build/languages.mjs';

const SCRIPT = fileURLToPath(new URL('../../scripts/build/languages.mjs', import.meta.url));
const CATALOGUES = new URL('../../www/languages/', import.meta.url);

const catalogueOf = (body, plurals = 'nplurals=2; plural=(n != 1);') =>
  po.parse(`msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: ${plurals}\\n"\n\n${body}`);

/** Texts as `collectTexts` returns them. */
const textsOf = (source) =>
  new Map(textsOfRust(source).map((text) => [text.context ? `${text.context}\u0004${text.id}` : text.id, { ...text, files: new Set(['src/a.rs']) }]));

describe('languages', () => {
  test('every catalogue translates every text', () => {
    const { status, stdout } = spawnSync(process.execPath, [SCRIPT, 'check'], { encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  });

  test('the page offers every catalogue', () => {
    const languages = readdirSync(CATALOGUES).filter((name) => name.endsWith('.po')).map((name) => basename(name, '.po')).sort();
    const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const [, listed] = /LANGUAGES = (\[[^\]]*\])/.exec(read('www/theme.js'));
    assert.deepEqual(JSON.parse(listed).sort(), languages);
    assert.deepEqual([...read('www/index.html').matchAll(/data-(\w\w)="languages\/(\w\w)\.json"/g)].map(([, key, file]) => key === file && key).sort(), languages);
    assert.deepEqual([...read('src/language.rs').matchAll(/serde\(rename = "(\w\w)"\)/g)].map(([, language]) => language).sort(), [...languages, 'en'].sort());
  });

  test('texts are found in Rust, however a call is written', () => {
    const source = String.raw`
      let a = tr!("Start");
      tr!("shape" => "Draw"); tr!("{n} game" | "{n} games" % count, name = x("no text"));
      tr!(
          "One \"line\" \
           and another{name}\n", name
      );
      texts! {
          /// Doc: comment.
          first: "First; }";
          // A comment.
          #[allow(dead_code)]
          second: "Second – \u{2026}";
      }
      const NAMES: [&str; 1] = [tr_later!("Later")];
      macro_rules! tr { ($text:literal) => { tr!($text) } }`;
    assert.deepEqual(textsOfRust(source), [
      { id: 'Start' },
      { context: 'shape', id: 'Draw' },
      { id: '{n} game', plural: '{n} games' },
      { id: 'One "line" and another{name}\n' },
      { id: 'Later' },
      { id: 'First; }' },
      { id: 'Second – …' },
    ]);
    assert.throws(() => textsOfRust('texts! { first: second(); }'), /not an entry of texts!/);
    assert.deepEqual(textsOfScript('tr("Close"); str("x"); tr(text)'), [{ id: 'Close' }]);
    assert.ok(collectTexts().size > 2000);
  });

  test('what is missing, unused or has other values is a fault', () => {
    const texts = textsOf('tr!("A"); tr!("{name} left", name); tr!("{n} game" | "{n} games" % n); tr!("c" => "A"); tr!("B ")');
    const whole = 'msgid "A"\nmsgstr "Ä"\n\nmsgid "{name} left"\nmsgstr "ohne {name}"\n\nmsgid "{n} game"\nmsgid_plural "{n} games"\nmsgstr[0] "eine"\nmsgstr[1] "{n} viele"\n\nmsgctxt "c"\nmsgid "A"\nmsgstr "E"\n\nmsgid "B "\nmsgstr "B "\n';
    assert.deepEqual(faultsOf(catalogueOf(whole), texts), []);
    const faults = (from, to) => faultsOf(catalogueOf(whole.replace(from, to)), texts).join('\n');
    assert.match(faults('"Ä"', '""'), /does not translate "A" \(0 of 1 forms\)/);
    assert.match(faults('msgstr[1] "{n} viele"', 'msgstr[1] ""'), /does not translate "{n} game" \(1 of 2 forms\)/);
    assert.match(faults('ohne {name}', 'ohne {nam}'), /"ohne {nam}" has the values {nam}, not {name}/);
    assert.match(faults('msgstr "B "', 'msgstr "B"'), /other spaces at its ends than "B "/);
    assert.match(faults('msgid "B "', 'msgid "C "'), /has no text "B "\nhas a text that nothing shows: "C "/);
  });

  test('an update keeps translations, adds texts and removes others', () => {
    const catalogue = updated(catalogueOf('msgid "A"\nmsgstr "Ä"\n\nmsgid "Old"\nmsgstr "Alt"\n'), textsOf('tr!("A"); tr!("{n} game" | "{n} games" % n)'));
    const text = po.compile(catalogue, { foldLength: 0 }).toString();
    assert.match(text, /#: src\/a\.rs\nmsgid "A"\nmsgstr "Ä"\n/);
    assert.match(text, /msgid_plural "{n} games"\nmsgstr\[0\] ""\nmsgstr\[1\] ""/);
    assert.doesNotMatch(text, /Old/);
  });

  test('what the page loads has translations, plural forms by count and the separator of thousands', () => {
    const catalogue = catalogueOf(
      'msgid "A"\nmsgstr "А"\n\nmsgid "Elo"\nmsgstr "Elo"\n\nmsgctxt "c"\nmsgid "A"\nmsgstr "Б"\n\nmsgid "{n} game"\nmsgid_plural "{n} games"\nmsgstr[0] "{n} партия"\nmsgstr[1] "{n} партии"\nmsgstr[2] "{n} партий"\n',
      'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);',
    );
    const { texts, plurals, forms, group, language } = compiled(catalogue, 'ru');
    assert.deepEqual(texts, { A: 'А', 'c\u0004A': 'Б' }, 'a text that stays as it is needs no entry');
    assert.deepEqual(plurals, { '{n} game': ['{n} партия', '{n} партии', '{n} партий'] });
    assert.equal([0, 1, 2, 5, 11, 12, 21, 111, 122].map((n) => forms[n]).join(''), '201222021');
    assert.equal(forms.length, 200);
    assert.deepEqual([group, language], ['\u00a0', 'ru']);
    assert.throws(() => compiled(catalogueOf('', 'nplurals=2; plural=process.exit();'), 'de'), /not a rule for plural forms/);
  });
});
