// What the processes that show pages hold in memory.

import { readFileSync } from 'node:fs';

/** The resident memory of the browser's renderers in bytes, without what they share. `session` is a browser-wide CDP session. */
export async function rendererMemory(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { id }) => sum + Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))[1]) * 1024, 0);
}
