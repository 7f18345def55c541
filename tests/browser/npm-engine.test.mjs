// The npm package tabia-engine on another site's page: used like stockfish.js, with the moves of chess.js, isolated or not, and under a
// sub-path. tests/engines/npm-package.test.mjs tests the worker's behaviour in detail, in Node.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { Chess } from 'chess.js';

import { launchBrowser, openApp, serveApp } from './support/harness.mjs';
import { ROOT } from './support/paths.mjs';

let browser;
let dir;
before(async () => {
  const source = execFileSync(process.execPath, [join(ROOT, 'scripts', 'build', 'npm-package.mjs')], { encoding: 'utf8' }).trim();
  dir = mkdtempSync(join(tmpdir(), 'tabia-npm-page-'));
  cpSync(source, join(dir, 'engine'), { recursive: true });
  cpSync(join(source, 'tabia-engine.wasm'), join(dir, 'elsewhere.wasm'));
  writeFileSync(join(dir, 'index.html'), '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>A site with an engine</title>');
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Opens the site and runs `body` with the page; only problems matching `expected` are tolerated. */
async function withSite(options, body, expected) {
  const server = await serveApp({ dir, ...options });
  const { page, context, problems } = await openApp(browser, server.url);
  try {
    await body(page);
    assert.deepEqual(problems.filter((problem) => !expected?.test(problem)), []);
  } finally {
    await context.close();
    await server.close();
  }
}

/**
 * Sends `commands` to a worker in the page; resolves with its lines up to the first best move. `stopAt`: the depth at which to send stop.
 */
function play(page, { script, commands, stopAt }) {
  return page.evaluate((request) => new Promise((resolve, reject) => {
    const lines = [];
    const engine = new Worker(request.script);
    engine.onerror = ({ message }) => reject(new Error(message));
    engine.onmessage = ({ data }) => {
      lines.push(data);
      if (request.stopAt && data.startsWith(`info depth ${request.stopAt} `)) engine.postMessage('stop');
      if (data.startsWith('bestmove')) {
        engine.terminate();
        resolve(lines);
      }
    };
    for (const command of request.commands) engine.postMessage(command);
  }), { script, commands, stopAt });
}

for (const isolation of [true, false]) {
  test(`a page ${isolation ? 'with' : 'without'} isolation plays a game with it`, async () => {
    await withSite({ isolation, base: '/site/' }, async (page) => {
      const game = new Chess();
      for (let ply = 0; ply < 4; ply += 1) {
        const moves = game.history({ verbose: true }).map(({ lan }) => lan).join(' ');
        const lines = await play(page, { script: 'engine/tabia-engine.js', commands: ['uci', `position startpos moves ${moves}`, 'go nodes 2000'] });
        const best = /^bestmove (\S+)/.exec(lines.at(-1))[1];
        game.move({ from: best.slice(0, 2), to: best.slice(2, 4), promotion: best[4] });
      }
      assert.equal(game.history().length, 4);
      const lines = await play(page, { script: 'engine/tabia-engine.js', commands: ['position startpos', 'go infinite'], stopAt: 5 });
      assert.match(lines.at(-1), /^bestmove [a-h]/);
    });
  });
}

test('an isolated page searches with two threads', async () => {
  await withSite({ isolation: true }, async (page) => {
    const commands = ['uci', 'setoption name Threads value 2', 'position startpos', 'go depth 8'];
    const lines = await play(page, { script: 'engine/tabia-engine.js', commands });
    assert.ok(lines.some((line) => line.startsWith('option name Threads ')));
    assert.ok(lines.every((line) => !/failed/.test(line)), lines.join('\n'));
  });
});

test('the .wasm file may be elsewhere, and a missing one is an error that names it', async () => {
  await withSite({ isolation: false }, async (page) => {
    const commands = ['go depth 2'];
    const found = await play(page, { script: 'engine/tabia-engine.js#/elsewhere.wasm', commands });
    assert.match(found.at(-1), /^bestmove/);
    const missing = play(page, { script: 'engine/tabia-engine.js#/nowhere.wasm', commands });
    await assert.rejects(missing, /nowhere\.wasm: HTTP 404/);
  }, /404/);
});
