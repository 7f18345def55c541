#!/usr/bin/env node
// Makes the archives of a release. The workflow native.yml calls it on each system.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { readCommandLine } from '../arguments.mjs';
import { listFiles } from './list-files.mjs';

const USAGE = `usage: node scripts/build/release.mjs [native] [page] [source] [sums] [--target NAME] [--out FOLDER]

Makes the archives of a release in target/archives, and SHA256SUMS of all of them. By default:

  native          the program tabia for this system: an archive for each processor, with man pages and completions;
                  those that this machine cannot build are skipped
  page            the built page (scripts/build.sh all makes it) and how to host it, as a zip file
  source          the source of the last commit
  sums            SHA256SUMS only

  --target NAME   only this target of native: ${['linux', 'macos', 'windows'].map((system) => `${system}-x86-64-v2, ${system}-x86-64-v3, ${system}-aarch64`).join(',\n                  ')}
  --out FOLDER    where the archives go

Exit status: 0 done, 1 an archive could not be made, 2 wrong usage.`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TARGETS = [
  ...['x86-64-v2', 'x86-64-v3'].flatMap((cpu) => [
    { name: `linux-${cpu}`, system: 'linux', triple: 'x86_64-unknown-linux-gnu', cpu },
    { name: `macos-${cpu}`, system: 'macos', triple: 'x86_64-apple-darwin', cpu },
    { name: `windows-${cpu}`, system: 'windows', triple: 'x86_64-pc-windows-msvc', cpu },
  ]),
  { name: 'linux-aarch64', system: 'linux', triple: 'aarch64-unknown-linux-gnu' },
  { name: 'macos-aarch64', system: 'macos', triple: 'aarch64-apple-darwin' },
  { name: 'windows-aarch64', system: 'windows', triple: 'aarch64-pc-windows-msvc' },
];
const SYSTEMS = { linux: 'Linux', macos: 'macOS', windows: 'Windows' };
/** This system, by Node's name. */
const HERE = { linux: 'linux', darwin: 'macos', win32: 'windows' }[process.platform];
/** The completions of each shell, by the name under which it looks for them. */
const COMPLETIONS = { bash: 'tabia.bash', elvish: 'tabia.elv', fish: 'tabia.fish', powershell: '_tabia.ps1', zsh: '_tabia' };

/** What ends the script with a sentence and status 1. */
class Failure extends Error {}

/** Runs a program; returns what it prints. */
function run(program, args, options = {}) {
  const { status, stdout, error } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'inherit'], ...options });
  if (error) throw new Failure(`${program} cannot be started: ${error.message}`);
  if (status !== 0) throw new Failure(`${program} ${args.join(' ')} failed`);
  return stdout;
}

/** What a program prints; `undefined` if it fails. */
function tryRun(program, args) {
  const { status, stdout } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

// --- The native program ----------------------------------------------------------------------------------

/** Why this machine cannot build a target, or `undefined`. */
function obstacle({ system, triple }, host) {
  if (system !== HERE) return `programs for ${SYSTEMS[system]} are linked there`;
  const library = tryRun('rustc', ['--print', 'target-libdir', '--target', triple])?.trim();
  if (!library || !existsSync(library)) return `Rust's library is missing: rustup target add ${triple}`;
  const linker = linkerOf(triple, host);
  if (linker && tryRun(linker, ['--version']) === undefined) return `the linker ${linker} is missing: install gcc-${triple.split('-')[0].replaceAll('_', '-')}-linux-gnu`;
  return undefined;
}

/** The linker for another processor on Linux; elsewhere the system's own links for all. */
function linkerOf(triple, host) {
  const processor = triple.split('-')[0];
  return triple.endsWith('-linux-gnu') && processor !== host.split('-')[0] ? `${processor}-linux-gnu-gcc` : undefined;
}

/** Builds the program for a target; returns the path of the file. */
function build({ triple, cpu, system }, host) {
  const prefix = `CARGO_TARGET_${triple.toUpperCase().replaceAll('-', '_')}`;
  const { RUSTFLAGS, CARGO_ENCODED_RUSTFLAGS, ...inherited } = process.env;
  const flags = [cpu && `-Ctarget-cpu=${cpu}`, system === 'windows' && '-Ctarget-feature=+crt-static'].filter(Boolean);
  const linker = linkerOf(triple, host);
  const env = { ...inherited, [`${prefix}_RUSTFLAGS`]: flags.join(' '), ...(linker && { [`${prefix}_LINKER`]: linker }) };
  const folder = join(ROOT, 'target', 'archive-builds');
  run('cargo', ['build', '--release', '--locked', '--package', 'tabia-cli', '--bin', 'tabia', '--target', triple, '--target-dir', folder], { env });
  return join(folder, triple, 'release', programName(system));
}

const programName = (system) => (system === 'windows' ? 'tabia.exe' : 'tabia');

/** Writes the man pages and completions into a folder; a program of this system prints them, or one built for that. */
function writeDocuments(program, folder) {
  const [command, ...args] = program ? [program] : ['cargo', 'run', '--quiet', '--locked', '--package', 'tabia-cli', '--bin', 'tabia', '--'];
  run(command, [...args, 'man', join(folder, 'man', 'man1')]);
  mkdirSync(join(folder, 'completions'));
  for (const [shell, name] of Object.entries(COMPLETIONS)) {
    writeFileSync(join(folder, 'completions', name), run(command, [...args, 'completions', shell]));
  }
}

/**
 * Whether a program runs on this machine's processor. Fails if its bench is not the one of the last commit, where git knows it.
 */
function passesBench(program) {
  const { status, stdout, signal, error } = spawnSync(program, ['bench'], { encoding: 'utf8' });
  // For another processor: it cannot be started, or it ends at an unknown instruction, which Windows reports as a status.
  if (error || signal || status > 255) {
    console.log('not tried: it is for another processor');
    return false;
  }
  const bench = /^(\d+) nodes \d+ nps\s*$/.exec(stdout.trimEnd().split('\n').at(-1))?.[1];
  if (status !== 0 || !bench) throw new Failure(`${program} bench failed`);
  const committed = /^Bench: (\d+)\s*$/.exec(tryRun('git', ['log', '-1', '--format=%B'])?.trimEnd().split('\n').at(-1) ?? '')?.[1];
  if (committed && bench !== committed) throw new Failure(`the bench of ${program} is ${bench}, not ${committed} as the last commit says`);
  console.log(`bench ${bench}${committed ? ', as in the last commit' : ''}`);
  return true;
}

function makeNative(only, out, version) {
  const host = /^host: (\S+)$/m.exec(run('rustc', ['-vV']))?.[1] ?? '';
  const built = [];
  for (const target of TARGETS.filter(({ name }) => !only || name === only)) {
    const reason = obstacle(target, host);
    if (reason) {
      console.log(`${target.name}: skipped, ${reason}`);
      continue;
    }
    console.log(`${target.name}: building`);
    const program = build(target, host);
    // The next build may take its place.
    const saved = join(dirname(program), `${target.name}-${programName(target.system)}`);
    cpSync(program, saved);
    built.push({ ...target, program: saved, runs: passesBench(saved) });
  }
  if (built.length === 0) throw new Failure('no program could be built');
  const documents = mkdtempSync(join(tmpdir(), 'tabia-documents-'));
  try {
    writeDocuments(built.find(({ runs }) => runs)?.program, documents);
    for (const { name, system, program } of built) {
      pack(`tabia-${version}-${name}`, system === 'windows' ? 'zip' : 'tar.gz', out, (folder) => {
        cpSync(program, join(folder, programName(system)));
        cpSync(documents, folder, { recursive: true });
        writeText(folder, 'README.md', 'docs/native.md');
        cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
      });
    }
  } finally {
    rmSync(documents, { recursive: true });
  }
}

/** Copies a document without its links to others, which are not in the archive. */
function writeText(folder, name, source) {
  const text = readFileSync(join(ROOT, source), 'utf8');
  writeFileSync(join(folder, name), text.replaceAll(/\[([^\]]*)\]\((?!https?:|hosting\/|#)[^)]*\)/g, '$1'));
}

// --- The page and the source -----------------------------------------------------------------------------

function makePage(out, version) {
  const dist = join(ROOT, 'dist');
  if (!existsSync(join(dist, 'sw.js'))) throw new Failure('there is no built page in dist: run scripts/build.sh all');
  const built = /\/\* files \*\/ (\{.*\});/.exec(readFileSync(join(dist, 'sw.js'), 'utf8'))?.[1];
  if (!built || JSON.parse(built).version !== listFiles(dist).version) {
    throw new Failure('the files in dist are not those of one build: remove it and run scripts/build.sh all');
  }
  if (existsSync(join(dist, 'engines'))) throw new Failure('the page in dist offers engines of others: run scripts/build.sh all for one without');
  pack(`tabia-${version}-page`, 'zip', out, (folder) => {
    cpSync(dist, join(folder, 'dist'), { recursive: true });
    cpSync(join(ROOT, 'docs', 'hosting'), join(folder, 'hosting'), { recursive: true });
    writeText(folder, 'README.md', 'docs/hosting.md');
    cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  });
}

function makeSource(out, version) {
  const name = `tabia-${version}-source`;
  const text = run('git', ['archive', '--format=tar', `--prefix=${name}/`, 'HEAD'], { encoding: 'buffer' });
  writeFileSync(join(out, `${name}.tar.gz`), gzipSync(text, { level: 9 }));
}

// --- Archives --------------------------------------------------------------------------------------------

/** Makes an archive of one folder, which `fill` fills. The same files make the same archive: their time is that of the last commit. */
function pack(name, kind, out, fill) {
  const parent = mkdtempSync(join(tmpdir(), 'tabia-release-'));
  try {
    const folder = join(parent, name);
    mkdirSync(folder);
    fill(folder);
    const time = Number(process.env.SOURCE_DATE_EPOCH ?? tryRun('git', ['log', '-1', '--format=%ct']) ?? Date.now() / 1000);
    const paths = filesBelow(folder);
    for (const path of paths) utimesSync(path, time, time);
    const list = paths.map((path) => relative(parent, path).split(sep).join('/')).join('\n');
    const archive = join(out, `${name}.${kind}`);
    rmSync(archive, { force: true });
    if (kind === 'zip') writeZip(parent, list, archive);
    else writeFileSync(archive, gzipSync(tar(parent, list), { level: 9 }));
    console.log(`${archive}, ${(statSync(archive).size / 1e6).toFixed(1)} MB`);
  } finally {
    rmSync(parent, { recursive: true });
  }
}

/** All files below a folder, sorted. */
function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
}

function tar(folder, list) {
  const isGnu = tryRun('tar', ['--version'])?.includes('GNU');
  const owner = isGnu ? ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+w,go-w'] : ['--uid', '0', '--gid', '0'];
  return run('tar', ['--format=ustar', ...owner, '-C', folder, '-cf', '-', '-T', '-'], { input: Buffer.from(list), encoding: 'buffer' });
}

function writeZip(folder, list, archive) {
  const env = { ...process.env, TZ: 'UTC' };
  if (HERE === 'windows') {
    // The system's tar, which writes zip files; the one of Git comes first in PATH.
    const program = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'tar.exe');
    run(program, ['-a', '-C', folder, '-cf', archive, '-T', '-'], { input: list, env });
  } else {
    if (tryRun('zip', ['-v']) === undefined) throw new Failure('the program zip is missing: install it with the system\'s package manager');
    run('zip', ['-q', '-X', '-9', archive, '-@'], { cwd: folder, input: list, env });
  }
}

/** Writes SHA256SUMS of all archives in a folder, in the form that `sha256sum --check` reads. */
function writeSums(out) {
  const names = readdirSync(out).filter((name) => /^tabia-.*\.(zip|tar\.gz)$/.test(name)).sort();
  const lines = names.map((name) => `${createHash('sha256').update(readFileSync(join(out, name))).digest('hex')}  ${name}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
  console.log(`${join(out, 'SHA256SUMS')}: ${names.length} archives`);
}

function main() {
  const { values, positionals, usageError } = readCommandLine('release', USAGE, { defaults: { target: undefined, out: join(ROOT, 'target', 'archives') } });
  const { target, out } = values;
  const parts = positionals.length > 0 ? positionals : ['native', 'page', 'source'];
  const unknown = parts.find((part) => !['native', 'page', 'source', 'sums'].includes(part));
  if (unknown) usageError(`unknown part '${unknown}'`);
  if (target && !TARGETS.some(({ name }) => name === target)) usageError(`unknown target '${target}'`);
  const version = /^\[workspace\.package\]\nversion = "([^"]+)"/m.exec(readFileSync(join(ROOT, 'Cargo.toml'), 'utf8'))?.[1];
  mkdirSync(out, { recursive: true });
  try {
    if (parts.includes('native')) makeNative(target, out, version);
    if (parts.includes('page')) makePage(out, version);
    if (parts.includes('source')) makeSource(out, version);
    writeSums(out);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`release: ${error.message}`);
    process.exitCode = 1;
  }
}

main();
