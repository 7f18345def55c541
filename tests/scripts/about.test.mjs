// What the page says about itself: about.html, link previews, and the text without JavaScript.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { withAddress } from '../../scripts/build/link-preview.mjs';
import { aboutPage, byText, commit, foreignPackages } from '../../scripts/build/make-about.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const index = readFileSync(path('www/index.html'), 'utf8');
const content = (key) => new RegExp(`<meta (?:name|property)="${key}" content="([^"]+)">`).exec(index)?.[1];

test('the foreign packages are those with a version and no path, once each', () => {
  const tree = ['tabia-app v0.1.0 (/work)\tGPL-3.0-or-later\t', 'yew v0.23.0\tMIT OR Apache-2.0\thttps://example.org/yew', 'slab v0.4.12\tMIT\t', 'slab v0.4.12\tMIT\t', ''];
  assert.deepEqual(foreignPackages(tree.join('\n')), [
    { name: 'slab', version: '0.4.12', licence: 'MIT', repository: '' },
    { name: 'yew', version: '0.23.0', licence: 'MIT OR Apache-2.0', repository: 'https://example.org/yew' },
  ]);
});

test('packages with the same licence text share it', () => {
  const texts = { a: ['One\n text'], b: ['Other'], c: ['One text'], d: [] };
  const groups = byText(Object.keys(texts).map((name) => ({ name })), ({ name }) => texts[name]);
  assert.deepEqual(groups.map(({ packages }) => packages.map(({ name }) => name).join('')), ['ac', 'b', 'd']);
});

test('the page about Tabia names version, commit, source and licences, as text', () => {
  const groups = [{ texts: ['Copyright <author>'], packages: [{ name: 'slab', version: '0.4.12', licence: 'MIT', repository: '' }] }];
  const html = aboutPage({ version: '1.2.3', hash: '0123456789', source: 'https://example.org/?a&b', groups, pieces: 'Pieces', licence: 'GPL' });
  for (const part of ['Version 1.2.3', 'Commit 0123456789', '<a href="https://example.org/?a&amp;b">', 'slab 0.4.12, MIT<', 'Copyright &lt;author&gt;', 'Pieces', '<pre>GPL</pre>']) {
    assert.ok(html.includes(part), part);
  }
  const unknown = aboutPage({ version: '1.2.3', groups: [], pieces: '', licence: '' });
  assert.match(unknown, /Commit unknown: built without git/);
  assert.match(unknown, /built without the address of its source/);
  assert.doesNotMatch(unknown, /undefined/);
});

test('the commit is that of the checkout or of the archive, never that of a project around it', (context) => {
  const root = mkdtempSync(join(tmpdir(), 'tabia-commit-'));
  context.after(() => rmSync(root, { recursive: true }));
  const git = (...args) => spawnSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], { cwd: root, encoding: 'utf8' }).stdout.trim();
  const archive = join(root, 'archive');
  mkdirSync(archive);
  assert.equal(commit(archive), undefined);
  git('init', '--quiet');
  writeFileSync(join(root, 'Cargo.toml'), '');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Subject');
  const hash = git('rev-parse', 'HEAD').slice(0, 10);
  assert.equal(commit(root), hash);
  writeFileSync(join(root, 'Cargo.toml'), '# changed');
  assert.equal(commit(root), `${hash}, with changes`);
  // An unpacked archive in another project's repository; before and after `git archive`.
  assert.equal(commit(archive), undefined);
  writeFileSync(join(archive, '.git-archival.txt'), readFileSync(path('.git-archival.txt')));
  assert.equal(commit(archive), undefined);
  writeFileSync(join(archive, '.git-archival.txt'), `node: ${'ab'.repeat(20)}\n`);
  assert.equal(commit(archive), 'ababababab');
  assert.match(readFileSync(path('.gitattributes'), 'utf8'), /^\/\.git-archival\.txt export-subst$/m);
});

test('link previews have the words of the page and a picture that is shipped', () => {
  assert.equal(content('og:title'), /<title>([^<]+)</.exec(index)[1]);
  assert.equal(content('og:description'), content('description'));
  const picture = content('og:image');
  assert.ok(existsSync(path(`docs/images/${picture}`)), picture);
  assert.ok(index.includes(`<link data-trunk rel="copy-file" href="../docs/images/${picture}">`));
  for (const address of ['https://example.org/tabia', 'https://example.org/tabia/']) {
    assert.match(withAddress(index, address), new RegExp(`"og:image" content="https://example.org/tabia/${picture}"`));
  }
  assert.throws(() => withAddress(index, 'example.org'), /invalid TABIA_URL "example.org": write the address of the page/);
  assert.throws(() => withAddress('', 'https://example.org/'), /names no picture/);
});

test('without JavaScript the page says what it is, instead of loading forever', () => {
  assert.match(index, /<noscript><style>#app \{ display: none \}<\/style><\/noscript>/);
  const text = /<noscript>\s*(<h1>[^]*?)<\/noscript>/.exec(index)[1];
  assert.match(text, /chess/i);
  assert.match(text, /allow JavaScript/);
  assert.deepEqual([...text.matchAll(/href="([^"]+)"/g)].map(([, target]) => target), ['guide.html', 'about.html']);
});
