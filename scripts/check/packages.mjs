#!/usr/bin/env node
// Packages the published crates (docs/crates.md) as `cargo publish` would, and compiles each from its archive. Before that, it checks what
// the registry or a reader needs: metadata, README, LICENSE, examples, versions. Needs no network.
//
//   node scripts/check/packages.mjs

import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { showHelp } from '../arguments.mjs';

showHelp(import.meta.url);

/** Crates whose interface is so small that their README is example enough. */
const WITHOUT_EXAMPLES = new Set(['tabia-rng']);
/** What the registry accepts at most. */
const MOST_KEYWORDS = 5;

const metadata = JSON.parse(
  execFileSync('cargo', ['metadata', '--locked', '--offline', '--format-version', '1', '--no-deps'], { maxBuffer: 1 << 26 }),
);
const published = metadata.packages.filter(({ publish }) => publish === null);
const names = new Set(published.map(({ name }) => name));
const faults = published.flatMap((crate) => packageFaults(crate).map((fault) => `${crate.name}: ${fault}`));

/** What is missing or wrong in the manifest of a crate, and beside it. */
function packageFaults({ name, version, manifest_path: manifest, dependencies, targets, ...crate }) {
  const found = [];
  const folder = dirname(manifest);
  for (const field of ['description', 'license', 'documentation', 'readme', 'rust_version']) {
    if (!crate[field]) found.push(`no ${field} in Cargo.toml`);
  }
  if (crate.keywords.length === 0 || crate.keywords.length > MOST_KEYWORDS) found.push(`give it 1 to ${MOST_KEYWORDS} keywords`);
  if (crate.categories.length === 0) found.push('no categories in Cargo.toml');
  if (!crate.metadata?.docs?.rs) found.push('no [package.metadata.docs.rs] in Cargo.toml');
  for (const file of ['README.md', 'LICENSE']) {
    if (!existsSync(join(folder, file))) found.push(`no ${file}`);
  }
  if (!/include_str!\("\.\.\/README\.md"\)/.test(readFileSync(join(folder, 'src/lib.rs'), 'utf8'))) {
    found.push('the README is not tested: include it in src/lib.rs for doctests');
  }
  if (!WITHOUT_EXAMPLES.has(name) && !targets.some(({ kind }) => kind.includes('example'))) found.push('no examples');
  for (const { name: dependency, kind, path, req } of dependencies) {
    if (kind === 'dev') continue; // Cargo drops those without a version.
    if (path && !names.has(dependency)) found.push(`depends on ${dependency}, which is not published`);
    if (path && req !== `^${version}`) found.push(`wants ${dependency} ${req}, but the workspace has ${version}`);
    if (!path && req.startsWith('=')) found.push(`pins ${dependency} to ${req}: its users could take no other version`);
  }
  return found;
}

/** Runs cargo with these arguments, and prints what it says without its remarks on tests, which are left out on purpose. */
function cargo(args, options = {}) {
  const { status, stderr } = spawnSync('cargo', args, { encoding: 'utf8', ...options });
  const lines = stderr.split('\n').filter((line) => !/^warning: ignoring (test|benchmark|example) /.test(line));
  console.error(lines.join('\n').trim());
  return status === 0;
}

/**
 * Packages all crates at once, and compiles them from the archives. `cargo package` would do so itself, but it remembers the archives by
 * version: after a change to one crate, it would compile the others with the old one.
 */
function packageAll() {
  const folder = join(metadata.target_directory, 'packages');
  const crates = published.flatMap(({ name }) => ['--package', name]);
  if (!cargo(['package', '--locked', '--offline', '--allow-dirty', '--no-verify', '--target-dir', folder, ...crates])) return false;
  const sources = join(folder, 'sources');
  rmSync(sources, { recursive: true, force: true });
  mkdirSync(sources);
  for (const { name, version } of published) {
    // With new times (-m): those in the archive are always the same.
    execFileSync('tar', ['-xzmf', join(folder, 'package', `${name}-${version}.crate`), '-C', sources]);
  }
  const folders = published.map(({ name, version }) => [name, `${name}-${version}`]);
  const patches = folders.map(([name, path]) => `${name} = { path = "${path}" }`);
  const members = folders.map(([, path]) => `"${path}"`);
  writeFileSync(join(sources, 'Cargo.toml'), `[workspace]\nresolver = "3"\nmembers = [${members.join(', ')}]\n\n[patch.crates-io]\n${patches.join('\n')}\n`);
  copyFileSync(join(metadata.workspace_root, 'Cargo.lock'), join(sources, 'Cargo.lock'));
  return cargo(['check', '--offline', '--workspace', '--lib', '--all-features', '--target-dir', folder], { cwd: sources });
}

for (const fault of faults) console.error(fault);
const isPackaged = faults.length === 0 && packageAll();
console.log(`${names.size} crates for others, ${faults.length} faults${isPackaged ? ', all packaged and compiled' : ''}`);
process.exitCode = isPackaged ? 0 : 1;
