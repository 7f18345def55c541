// What the processes that show pages hold in memory.

import { readFileSync, readdirSync } from 'node:fs';

/** The resident memory of the browser's renderers in bytes, without what they share. `session` is a browser-wide CDP session. */
export async function rendererMemory(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { id }) => sum + anonymous(id), 0);
}

/** The same of the browser with this profile, which has no browser-wide session. */
export function profileMemory(profile) {
  const isRenderer = (id) => {
    try {
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8');
      return command.includes('--type=renderer') && command.includes(profile);
    } catch {
      return false; // Gone meanwhile.
    }
  };
  return readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id) && isRenderer(id))
    .reduce((sum, id) => sum + anonymous(id), 0);
}

function anonymous(id) {
  return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))[1]) * 1024;
}
