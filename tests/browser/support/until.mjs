// Waiting for conditions that need an asynchronous query: the clipboard, IndexedDB, caches, the file system.
//
// Playwright's `waitForFunction` can't: there a predicate that returns a promise passes at once, whatever it resolves to.

import { setTimeout as pause } from 'node:timers/promises';

/**
 * Polls until `isWanted` accepts the result, and returns it.
 *
 * @throws after `timeout` milliseconds, with the last result
 */
async function poll(ask, isWanted, what, timeout = 40_000) {
  const end = Date.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (Date.now() > end) throw new Error(`after ${timeout} ms: ${what}, and still ${JSON.stringify(answer)}`);
    await pause(100);
  }
}

/** Polls `probe(arg)` in the page, usually asynchronous, until it resolves to something truthy, and returns that. */
export const until = (page, probe, arg) => poll(() => page.evaluate(probe, arg), Boolean, `${probe}`);

/** Returns the clipboard's text once it matches `pattern`. The context needs permission to read it. */
export const clipboard = (page, pattern) =>
  poll(() => page.evaluate(() => navigator.clipboard.readText()), (text) => pattern.test(text), `the clipboard has no ${pattern}`);

/** Waits until the browser has stored at least `least` documents of a kind, so that they outlive the page. */
export function untilKept(page, kind, least = 1) {
  const count = async (wanted) => {
    const answer = (request) =>
      new Promise((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
      });
    const database = await answer(indexedDB.open('tabia'));
    const keys = await answer(database.transaction('documents').objectStore('documents').getAllKeys());
    database.close();
    return keys.filter(([first]) => first === wanted).length;
  };
  return poll(() => page.evaluate(count, kind), (found) => found >= least, `fewer than ${least} documents of the kind ${kind}`);
}
