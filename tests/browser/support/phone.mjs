// Pages and dialogs on a small phone.

import assert from 'node:assert/strict';
import { screenshot } from './harness.mjs';

/** A small phone: what is narrower is rare. */
export const SMALL_PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** What is wider than the window, or than the dialog that it is in; what scrolls by itself may be. */
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

/** Keeps a screenshot, and checks that nothing has to be scrolled sideways. */
export async function phonePicture(page, name) {
  assert.deepEqual(await page.evaluate(tooWide), [], name);
  await screenshot(page, `phone-${name}`);
}
