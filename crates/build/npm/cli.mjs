#!/usr/bin/env node
// `npx tabia-engine`: the engine on standard input and output, for any UCI program. Arguments are one command to run: `npx tabia-engine bench`.

import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';

const worker = new Worker(new URL('./tabia-engine.js', import.meta.url));
worker.on('message', (line) => process.stdout.write(`${line}\n`));
worker.on('error', (error) => {
  console.error(`tabia-engine: ${error.message}`);
  process.exitCode = 1;
});

const command = process.argv.slice(2).join(' ');
const isSearch = /^go(?!\s+perft)\b/.test(command);
if (isSearch) {
  worker.on('message', (line) => {
    if (line.startsWith('bestmove ')) worker.postMessage('quit');
  });
  worker.postMessage(command);
} else if (command !== '') {
  // `quit` ends a search at once, but waits for any other command.
  worker.postMessage(`${command}\nquit`);
} else {
  createInterface({ input: process.stdin })
    .on('line', (line) => worker.postMessage(line))
    .on('close', () => worker.postMessage('quit'));
}
