// Waiting for what only an asynchronous question answers: the clipboard, IndexedDB, caches, the file system.
//
// Playwright's `waitForFunction` cannot: a predicate that returns a promise passes there at once, whatever it resolves to.

import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again and again until an answer is the wanted one, and gives that back.
 *
 * @throws when that has not happened after `timeout` milliseconds, with the last answer
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

/** Asks the page until `probe(arg)`, usually asynchronous, resolves to something truthy, and gives that back. */
export const until = (page, probe, arg) => poll(() => page.evaluate(probe, arg), Boolean, `${probe}`);

/** What the clipboard holds, once `pattern` is found in it. The context has to permit reading it. */
export const clipboard = (page, pattern) =>
  poll(() => page.evaluate(() => navigator.clipboard.readText()), (text) => pattern.test(text), `the clipboard has no ${pattern}`);

/** Waits until at least so many documents of a kind are kept in the browser: what is there survives the page. */
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
