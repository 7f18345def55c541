#!/usr/bin/env node
// Checks that an engine build keeps to docs/engine-abi.md. Needs Node 20 and nothing else.
//
//   node scripts/check/abi-check.mjs FILE.wasm [--json]
//
// Prints a table. Exit status: 0 the build may be used (perhaps with warnings), 1 it breaks the ABI, 2 wrong usage.

import { readFileSync } from 'node:fs';
import { CHECKS } from './abi-check/checks.mjs';
import { Engine } from './abi-check/engine.mjs';
import { Fault, Shortcoming } from './abi-check/faults.mjs';
import { checkExports, checkImports, compile } from './abi-check/file.mjs';

const results = [];
const { file, json } = readArguments();
const hasFailed = await checkFile(file);
summarise();
process.exit(hasFailed ? 1 : 0);

function readArguments() {
  const files = process.argv.slice(2).filter((argument) => argument !== '--json');
  if (files.length !== 1 || files[0].startsWith('-')) {
    console.error('usage: node scripts/check/abi-check.mjs FILE.wasm [--json]');
    process.exit(2);
  }
  return { file: files[0], json: process.argv.includes('--json') };
}

/** Makes every check until one fails; returns whether one did. */
async function checkFile(file) {
  let bytes;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    console.error(`abi-check: ${error.message}`);
    process.exit(2);
  }
  let module;
  let engine;
  const steps = [
    ['file', () => {
      module = compile(bytes);
      return `${bytes.length} bytes`;
    }],
    ['imports', () => checkImports(module)],
    ['exports', () => checkExports(module)],
    ['loads', () => {
      engine = new Engine(module);
      return engine.load();
    }],
    ...CHECKS,
  ];
  for (const [name, body] of steps) {
    // An engine that broke one rule is in no state to be checked for the next.
    if ((await check(name, () => body(engine))) === 'FAIL') {
      await engine?.end();
      return true;
    }
  }
  await engine.end();
  return false;
}

async function check(name, body) {
  let [verdict, detail] = ['ok', ''];
  try {
    detail = (await body()) ?? '';
  } catch (error) {
    if (!(error instanceof Fault) && !(error instanceof Shortcoming)) throw error;
    [verdict, detail] = [error instanceof Fault ? 'FAIL' : 'warn', error.message];
  }
  results.push({ verdict, check: name, detail });
  if (!json) console.log(`${verdict.padEnd(5)} ${name.padEnd(15)} ${detail}`);
  return verdict;
}

function summarise() {
  const warnings = results.filter(({ verdict }) => verdict === 'warn').length;
  if (json) console.log(JSON.stringify({ file, passed: !hasFailed, warnings, results }, null, 2));
  else if (hasFailed) console.log('This build breaks the engine ABI.');
  else console.log(`This build keeps to the engine ABI${warnings > 0 ? `, with ${warnings} warning${warnings > 1 ? 's' : ''}` : ''}.`);
}
