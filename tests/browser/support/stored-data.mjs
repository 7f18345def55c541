// "Stored data" in the settings, and the backup exported from it.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Opens "Stored data" from the analysis page. */
export async function openStoredData(page) {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Stored data' }).click();
  await page.getByRole('checkbox', { name: 'Games' }).waitFor();
}

/** Exports everything that is selected; returns the file's name and bytes. */
export async function exportChosen(page) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export chosen' }).click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** Builds a backup with one database of the library; docs/backup.md describes the format. */
export function databaseBackup(name, text, games) {
  const line = (value) => Buffer.from(`${JSON.stringify(value)}\n`);
  const content = Buffer.from(text);
  const json = Buffer.from(JSON.stringify({ id: name, name, kind: 'Pgn', games, bytes: content.length }));
  const head = line({ table: 'library', key: [name], revision: 0, json: json.length, content: content.length });
  const part = Buffer.concat([head, json, content]);
  const sha256 = createHash('sha256').update(part).digest('hex');
  const table = line({ created_ms: Date.now(), parts: [{ part: 'databases', bytes: part.length, records: 1, sha256 }] });
  return Buffer.concat([Buffer.from(`tabia-backup 1 ${table.length - 1}\n`), table, part]);
}
