// The browser is killed during long work: everything shown as saved survives, without duplicates. The long form is scripts/check/kill-all.sh.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveApp } from './support/harness.mjs';
import { killWorkAgainAndAgain, WORK } from './support/work-kill.mjs';

for (const kind of Object.keys(WORK)) {
  test(`a killed browser loses nothing that was saved: ${kind}`, async (t) => {
    const seed = Date.now() % 1_000_000;
    t.diagnostic(`seed ${seed}`);
    const server = await serveApp();
    try {
      const { results } = await killWorkAgainAndAgain({ kind, url: server.url, kills: 2, seed });
      assert.equal(results.length, 2);
      t.diagnostic(results.map(({ found }) => found).join('; '));
    } finally {
      await server.close();
    }
  });
}
