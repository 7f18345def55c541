// Memory use of the browser's renderer processes.

import { readFileSync, readdirSync } from 'node:fs';

/** Returns the renderers' resident memory in bytes, without shared pages. `session` is a browser-wide CDP session. */
export async function rendererMemory(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { id }) => sum + anonymous(id), 0);
}

/** Does the same for the browser with this profile, which has no browser-wide session. */
export function profileMemory(profile) {
  const isRenderer = (id) => {
    try {
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8');
      return command.includes('--type=renderer') && command.includes(profile);
    } catch {
      return false; // The process has ended.
    }
  };
  return readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id) && isRenderer(id))
    .reduce((sum, id) => sum + anonymous(id), 0);
}

function anonymous(id) {
  return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))[1]) * 1024;
}
