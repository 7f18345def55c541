// "Stored data" of the settings, and the backup that is exported there.

import { readFileSync } from 'node:fs';

/** Opens "Stored data" from the analysis page. */
export async function openStoredData(page) {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Stored data' }).click();
  await page.getByRole('checkbox', { name: 'Games' }).waitFor();
}

/** Exports all that is chosen there; the name of the file, and its bytes. */
export async function exportChosen(page) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export chosen' }).click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}
