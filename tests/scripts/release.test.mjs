// scripts/build/release.mjs with a compiler that writes a shell script as the program.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { writeList } from '../../scripts/build/list-files.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const isLinux = process.platform === 'linux';
/** Writes a program that knows its flags; with $NOT_HERE it ends as on another processor. */
const CARGO = `#!/usr/bin/env bash
for ((i = 1; i <= $#; i++)); do
  [[ \${!i} != --target ]] || { j=$((i + 1)); triple=\${!j}; }
  [[ \${!i} != --target-dir ]] || { j=$((i + 1)); folder=\${!j}; }
done
if [[ $1 == run ]]; then triple=none folder=$PWD/dev; fi
mkdir -p "$folder/$triple/release"
cat >"$folder/$triple/release/tabia" <<END
#!/usr/bin/env bash
case \\$1 in
  flags) echo "flags $CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS" ;;
  bench) [[ -z \\$NOT_HERE ]] || kill -ILL \\$\\$; printf 'position 1\\n\${BENCH:-7} nodes 100 nps\\n' ;;
  man) mkdir -p "\\$2" && echo .TH tabia >"\\$2/tabia.1" ;;
  completions) echo "for \\$2" ;;
esac
END
chmod +x "$folder/$triple/release/tabia"
if [[ $1 == run ]]; then while [[ $1 != -- ]]; do shift; done; shift; exec "$folder/$triple/release/tabia" "$@"; fi
`;
/** Has a library for x86-64 Linux only. */
const RUSTC = `#!/usr/bin/env bash
case "$*" in
  -vV) echo 'host: x86_64-unknown-linux-gnu' ;;
  *x86_64-unknown-linux-gnu) echo / ;;
  *) echo /nowhere ;;
esac
`;

/** A copy of what the script needs, with a commit, and `run` for the script in it. */
function checkout(context) {
  const root = mkdtempSync(join(tmpdir(), 'tabia-release-test-'));
  context.after(() => rmSync(root, { recursive: true }));
  for (const name of ['build/release.mjs', 'arguments.mjs', 'build/list-files.mjs']) cpSync(join(ROOT, 'scripts', name), join(root, 'scripts', name));
  for (const name of ['LICENSE', 'Cargo.toml', 'docs/native.md', 'docs/hosting.md', 'docs/hosting']) cpSync(join(ROOT, name), join(root, name), { recursive: true });
  writeFileSync(join(root, '.gitignore'), 'target\ndist\ndev\nbin\n');
  mkdirSync(join(root, 'bin'));
  for (const [name, code] of [['cargo', CARGO], ['rustc', RUSTC]]) writeFileSync(join(root, 'bin', name), code, { mode: 0o755 });
  const git = (...args) => assert.equal(spawnSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], { cwd: root }).status, 0, args.join(' '));
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Subject\n\nBench: 7');
  const run = (args, env = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'build', 'release.mjs'), ...args], { encoding: 'utf8', env: { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}`, ...env } });
    return { status, stdout, stderr };
  };
  return { root, run, archive: (name) => join(root, 'target', 'archives', name) };
}

const version = /^version = "([^"]+)"/m.exec(readFileSync(join(ROOT, 'Cargo.toml'), 'utf8'))[1];
const listTar = (path) => spawnSync('tar', ['-tzf', path], { encoding: 'utf8' }).stdout.trim().split('\n');
const fromTar = (path, name) => spawnSync('tar', ['-xOzf', path, name], { encoding: 'utf8' }).stdout;

test('native programs: those of this system, with documents and sums; the others are skipped with a sentence', { skip: !isLinux && 'the fake compiler is one for Linux' }, (context) => {
  const { root, run, archive } = checkout(context);
  const { status, stdout, stderr } = run(['native']);
  assert.equal(status, 0, stderr);
  for (const line of [
    /^macos-aarch64: skipped, programs for macOS are linked there$/m,
    /^windows-x86-64-v3: skipped, programs for Windows are linked there$/m,
    /^linux-aarch64: skipped, Rust's library is missing: rustup target add aarch64-unknown-linux-gnu$/m,
    /^bench 7, as in the last commit$/m,
  ]) assert.match(stdout, line);
  for (const cpu of ['x86-64-v2', 'x86-64-v3']) {
    const name = `tabia-${version}-linux-${cpu}`;
    const path = archive(`${name}.tar.gz`);
    assert.deepEqual(listTar(path), ['LICENSE', 'README.md', 'completions/_tabia', 'completions/_tabia.ps1', 'completions/tabia.bash', 'completions/tabia.elv', 'completions/tabia.fish', 'man/man1/tabia.1', 'tabia'].map((file) => `${name}/${file}`));
    assert.match(fromTar(path, `${name}/tabia`), new RegExp(`flags -Ctarget-cpu=${cpu}"`));
    assert.equal(fromTar(path, `${name}/completions/_tabia`), 'for zsh\n');
    assert.doesNotMatch(fromTar(path, `${name}/README.md`), /\]\((?!https?:)/);
  }
  const sums = spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(root, 'target', 'archives'), encoding: 'utf8' });
  assert.equal(sums.status, 0, sums.stderr);
  assert.equal(sums.stdout.trim().split('\n').length, 2);

  // The same archives again, and the documents where the program itself doesn't run.
  const before = readFileSync(archive('SHA256SUMS'), 'utf8');
  assert.equal(run(['native']).status, 0);
  assert.equal(readFileSync(archive('SHA256SUMS'), 'utf8'), before);
  const elsewhere = run(['native', '--target', 'linux-x86-64-v3'], { NOT_HERE: '1' });
  assert.equal(elsewhere.status, 0, elsewhere.stderr);
  assert.match(elsewhere.stdout, /^not tried: it is for another processor$/m);
  assert.doesNotMatch(elsewhere.stdout, /bench|v2: /);
});

test('a program with another bench, or none that can be built, is an error', { skip: !isLinux && 'the fake compiler is one for Linux' }, (context) => {
  const { run, archive } = checkout(context);
  const other = run(['native', '--target', 'linux-x86-64-v2'], { BENCH: '8' });
  assert.equal(other.status, 1);
  assert.match(other.stderr, /the bench of .* is 8, not 7 as the last commit says/);
  assert.ok(!existsSync(archive(`tabia-${version}-linux-x86-64-v2.tar.gz`)));
  const none = run(['native', '--target', 'macos-aarch64']);
  assert.deepEqual([none.status, none.stderr], [1, 'release: no program could be built\n']);
  for (const [args, fault] of [[['all'], /unknown part 'all'/], [['--target', 'amiga'], /unknown target 'amiga'/]]) {
    const { status, stderr } = run(args);
    assert.equal(status, 2);
    assert.match(stderr, fault);
  }
});

test('the page is packed with its configurations, if it is whole; the source comes from the last commit', (context) => {
  const { root, run, archive } = checkout(context);
  assert.match(run(['page']).stderr, /no built page in dist/);
  const dist = join(root, 'dist');
  mkdirSync(dist);
  writeFileSync(join(dist, 'index.html'), '<p>Page</p>');
  writeFileSync(join(dist, 'index.html.gz'), 'packed');
  writeFileSync(join(dist, 'sw.js'), "const LIST = /* files */ { version: '', files: {} };\n");
  writeList(dist);
  if (spawnSync('zip', ['-v']).status !== 0) {
    assert.match(run(['page']).stderr, /the program zip is missing/);
    return context.skip('zip is not installed');
  }
  const { status, stderr } = run(['page', 'source']);
  assert.equal(status, 0, stderr);
  const name = `tabia-${version}-page`;
  const listed = spawnSync('unzip', ['-Z1', archive(`${name}.zip`)], { encoding: 'utf8' });
  if (listed.status === 0) {
    const files = listed.stdout.trim().split('\n').map((path) => path.replace(`${name}/`, ''));
    assert.deepEqual(files, ['LICENSE', 'README.md', 'dist/index.html', 'dist/index.html.gz', 'dist/sw.js', 'hosting/Caddyfile', 'hosting/_headers', 'hosting/nginx.conf']);
  }
  const source = listTar(archive(`tabia-${version}-source.tar.gz`));
  assert.ok(source.includes(`tabia-${version}-source/docs/native.md`) && !source.some((path) => path.includes('dist')));
  assert.equal(readFileSync(archive('SHA256SUMS'), 'utf8').trim().split('\n').length, 2);

  mkdirSync(join(dist, 'engines'));
  assert.match(run(['page']).stderr, /offers engines of others/);
  writeFileSync(join(dist, 'index.html'), '<p>Edited</p>');
  assert.match(run(['page']).stderr, /the files in dist are not those of one build/);
});
