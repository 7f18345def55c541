// Drives the library worker with its own messages (worker/src/library/messages.rs) from a page of the test.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

const PROTOCOL = Number(/PROTOCOL: u32 = (\d+)/.exec(readFileSync(join(ROOT, 'worker/src/wire/envelope.rs'), 'utf8'))[1]);

/** Runs in the page: defines `window.library(url)`, a worker whose `ask(request, onPart)` resolves with the last reply. */
function client(protocol) {
  window.library = (url) => {
    const worker = new Worker(url);
    const waiting = new Map();
    let last = 0;
    let listens;
    const listening = new Promise((done) => {
      listens = done;
    });
    worker.addEventListener('error', ({ message }) => {
      for (const { reject } of waiting.values()) reject(new Error(`the worker failed: ${message}`));
      waiting.clear();
    });
    worker.addEventListener('message', ({ data }) => {
      if (data === 'WorkerLoaded') return listens();
      const [, { id, body }] = data.ProcessOutput;
      const entry = waiting.get(id);
      if (!entry) return undefined;
      const { Answer: answer, Failed: failed } = body;
      if (answer && !answer.done) return entry.onPart?.(answer.answer, id);
      waiting.delete(id);
      if (failed === undefined) entry.resolve(answer.answer);
      else entry.reject(new Error(typeof failed === 'string' ? failed : JSON.stringify(failed)));
      return undefined;
    });
    const post = async (id, body) => {
      await listening;
      worker.postMessage({ ProcessInput: [0, { protocol, generation: 1, id, body }] });
    };
    worker.postMessage({ Connected: 0 });
    return {
      ask(request, onPart) {
        last += 1;
        const id = last;
        const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject, onPart }));
        post(id, request);
        return answer;
      },
      /** Posts a request without waiting for a reply. */
      tell(request) {
        last += 1;
        post(last, request);
      },
      end: () => worker.terminate(),
    };
  };
  window.find = (id, view, query, order = { column: 'number', descending: false }, position = undefined) => ({
    Find: { id, view, query, position, order },
  });
}

/** Installs the client in a page. */
export function addLibraryClient(page) {
  return page.evaluate(client, PROTOCOL);
}

/** Lets the user pick a file from disk; it becomes `window.chosen`. */
export async function chooseFile(page, path) {
  await page.evaluate(() => {
    document.querySelector('#chosen')?.remove();
    document.body.insertAdjacentHTML('beforeend', '<input type="file" id="chosen" hidden>');
    document.querySelector('#chosen').addEventListener('change', ({ target }) => {
      [window.chosen] = target.files;
    });
  });
  await page.setInputFiles('#chosen', path);
  await page.waitForFunction(() => window.chosen !== undefined);
}
