import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { circlesOfCrate, duplicateTypes, expandUse, shippedCode } from '../../scripts/check/modules.mjs';

/** Returns what `check` finds in a crate made of these files, named relative to `src`. */
function inCrate(files, check) {
  const folder = mkdtempSync(join(tmpdir(), 'modules-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return check(join(folder, 'lib.rs'), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const circlesOf = (files) => inCrate(files, circlesOfCrate);
const duplicatesOf = (files) => inCrate(files, (path, folder) => duplicateTypes([path], folder));

test('a use tree is read as its paths', () => {
  const paths = expandUse('crate::a::{self, b::{C, D as E}, f}').map(({ names, alias }) => `${names.join('::')} ${alias}`);
  assert.deepEqual(paths, ['crate::a a', 'crate::a::b::C C', 'crate::a::b::D E', 'crate::a::f f']);
});

test('comments, texts and tests are not code that ships', () => {
  const code = shippedCode('use a::B; // use c::D;\nlet x = "use e::F;";\n#[cfg(test)]\nmod tests {\n  use g::H;\n}\nuse i::J;\n');
  assert.match(code, /a::B[\s\S]*i::J/);
  assert.doesNotMatch(code, /c::D|e::F|g::H/);
});

test('files that need each other are a circle, also through what a parent re-exports', () => {
  const files = {
    'lib.rs': 'mod a;\nmod b;\nmod c;\npub use a::A;\n',
    'a.rs': 'use crate::b::B;\npub struct A(B);\n',
    'b.rs': 'use crate::A;\npub struct B(Option<Box<A>>);\n',
    'c.rs': 'use crate::{A, b};\nfn both(_: A, _: b::B) {}\n',
  };
  assert.deepEqual(circlesOf(files), [['a.rs', 'b.rs']]);
});

test('one direction is none, and neither are tests that look back', () => {
  const files = {
    'lib.rs': 'mod a;\nmod b;\n',
    'a.rs': 'use super::b::B;\npub struct A(B);\n',
    'b.rs': 'pub struct B;\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n',
  };
  assert.deepEqual(circlesOf(files), []);
});

test('a parent and a child that need each other are a circle', () => {
  const files = {
    'lib.rs': 'mod a;\n',
    'a/mod.rs': 'mod child;\npub struct A;\npub fn run() { child::go(A) }\n',
    'a/child.rs': 'use super::A;\npub fn go(_: A) {}\n',
  };
  assert.deepEqual(circlesOf(files), [['a/child.rs', 'a/mod.rs']]);
});

test('a parent that uses what it re-exports depends on the child', () => {
  const files = {
    'lib.rs': 'mod a;\n',
    'a/mod.rs': 'mod child;\npub use child::B;\npub struct A;\npub fn run() -> B { B::new() }\n',
    'a/child.rs': 'pub struct B;\nimpl B { pub fn new() -> Self { Self } }\npub fn of(_: super::A) {}\n',
  };
  assert.deepEqual(circlesOf(files), [['a/child.rs', 'a/mod.rs']]);
});

test('a string with a comment in it, and a quote as a character, hide no code', () => {
  const code = shippedCode('const A: &str = "https://a"; // a "quote\nuse b::B;\nconst Q: char = \'"\';\nuse c::C;\nconst R: char = \'"\';\n');
  assert.match(code, /b::B[\s\S]*c::C/);
});

test('tests with further attributes are not code that ships', () => {
  assert.doesNotMatch(shippedCode('#[cfg(test)]\n#[allow(clippy::float_cmp, reason = "exact")]\nmod tests;\n'), /mod tests/);
});

test('types of the same name are found, private ones and components too', () => {
  const files = {
    'lib.rs': 'mod a;\nmod b;\npub struct Game;\n',
    'a.rs': 'struct Inner;\npub type Game = u8;\n#[component]\nfn Row() -> Html { html! {} }\n',
    'b.rs': 'enum Inner {}\nfn f() {\n    struct Row;\n}\n',
  };
  assert.deepEqual(duplicatesOf(files), [
    { name: 'Game', files: ['a.rs', 'lib.rs'] },
    { name: 'Inner', files: ['a.rs', 'b.rs'] },
    { name: 'Row', files: ['a.rs', 'b.rs'] },
  ]);
});

test('associated types, types of tests and variants for a feature are no duplicates', () => {
  const files = {
    'lib.rs': 'mod a;\n#[cfg(feature = "x")]\n#[derive(Debug)]\npub struct Table;\n#[cfg(not(feature = "x"))]\npub struct Table(u8);\n',
    'a.rs': 'struct A;\nimpl Iterator for A {\n    type Item = u8;\n}\nimpl IntoIterator for &A {\n    type Item = u8;\n}\n#[cfg(test)]\nmod tests {\n    struct A;\n}\n',
  };
  assert.deepEqual(duplicatesOf(files), []);
});
