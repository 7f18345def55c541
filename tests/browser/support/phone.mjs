// Pages and dialogs on a small phone.

import assert from 'node:assert/strict';
import { screenshot } from './harness.mjs';

/** A small phone; narrower ones are rare. */
export const SMALL_PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Returns elements wider than the window or their dialog; those that scroll by themselves are allowed. */
function tooWide() {
  const faults = [];
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth) faults.push(`the page: ${page.scrollWidth} of ${innerWidth}`);
  for (const dialog of document.querySelectorAll('[role="dialog"], dialog[open]')) {
    for (const box of [dialog, ...dialog.querySelectorAll('.modal-body')]) {
      if (box.scrollWidth > box.clientWidth + 1) faults.push(`${box.className}: ${box.scrollWidth} of ${box.clientWidth}`);
    }
    const { left, right } = dialog.getBoundingClientRect();
    if (left < -0.5 || right > innerWidth + 0.5) faults.push(`a dialog from ${left} to ${right}`);
  }
  return faults;
}

/** Saves a screenshot and checks that nothing needs horizontal scrolling. */
export async function phonePicture(page, name) {
  assert.deepEqual(await page.evaluate(tooWide), [], name);
  await screenshot(page, `phone-${name}`);
}
