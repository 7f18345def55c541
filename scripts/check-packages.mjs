#!/usr/bin/env node
// Packages the published crates (docs/crates.md) as `cargo publish` would, and builds each from its archive. Before that, it checks what
// the registry or a reader needs: metadata, README, LICENSE, examples, versions. Needs no network.
//
//   node scripts/check-packages.mjs [--no-verify]      (--no-verify: package without building)

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { showHelp } from './arguments.mjs';

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

/** Runs `cargo package`, and prints what it says without its remarks on tests, which are left out on purpose. */
function packageAll(options) {
  const crates = [...names].flatMap((name) => ['--package', name]);
  const { status, stderr } = spawnSync('cargo', ['package', '--locked', '--offline', '--allow-dirty', ...options, ...crates], { encoding: 'utf8' });
  const lines = stderr.split('\n').filter((line) => !/^warning: ignoring (test|benchmark|example) /.test(line));
  console.error(lines.join('\n').trim());
  return status === 0;
}

for (const fault of faults) console.error(fault);
const isPackaged = faults.length === 0 && packageAll(process.argv.slice(2));
console.log(`${names.size} crates for others, ${faults.length} faults${isPackaged ? ', all packaged' : ''}`);
process.exitCode = isPackaged ? 0 : 1;
