// User actions for any browser, built on what all drivers share: scripts in the page, clicks, text.
//
// Each driver (firefox.mjs, webkit.mjs) provides `goto(url)`, `reload()`, `run(source)`, `click(selector)`, `screenshot()` and `close()`,
// and `kill()` for a browser that doesn't respond; `run` resolves to what the statements in `source` return. `losesScreenshots` means that
// the driver may not respond to anything after a screenshot.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ARTEFACTS } from '../../browser/support/paths.mjs';

/** Timeout for anything, in ms; only a failing test waits that long. */
const PATIENCE_MS = 120_000;

/** Wraps a driver so that calls fail when the browser doesn't respond; otherwise a lost reply would stop the whole run. */
function impatient(driver) {
  const limited = (name, call) =>
    async (...args) => {
      let timer;
      const late = new Promise((_, fail) => {
        timer = setTimeout(() => fail(new Error(`${driver.name} did not answer within ${PATIENCE_MS} ms: ${name} ${args.join(' ').slice(0, 300)}`)), PATIENCE_MS);
      });
      return Promise.race([call(...args), late]).finally(() => clearTimeout(timer));
    };
  return Object.fromEntries(Object.entries(driver).map(([name, value]) => [name, typeof value === 'function' ? limited(name, value) : value]));
}

/** Records faults in the page; installed with the first script, so it misses faults at the very start. */
const RECORD = `
  if (!window.tabiaProblems) {
    window.tabiaProblems = [];
    addEventListener('error', (event) => window.tabiaProblems.push(event.message));
    addEventListener('unhandledrejection', (event) => window.tabiaProblems.push(String(event.reason)));
  }`;

/** Runs in the page: reports which files have loaded and when, in ms, if the program has not drawn the page. */
function howItStarted() {
  if (document.querySelector('.frame .boot-status') === null) return null;
  const files = performance.getEntriesByType('resource').map(({ name, startTime, responseEnd }) => `${name.split('/').pop()} ${Math.round(startTime)}-${Math.round(responseEnd)}`);
  const worker = navigator.serviceWorker?.controller?.state;
  return `Not started: isolated ${crossOriginIsolated}, service worker ${worker}, net ${document.documentElement.dataset.net}; ${files.join(', ')}`;
}

export class Visitor {
  constructor(driver) {
    this.driver = impatient(driver);
  }

  async goto(url) {
    await this.driver.goto(url);
    await this.driver.run(RECORD);
  }

  async reload() {
    await this.driver.reload();
    await this.driver.run(RECORD);
  }

  /** Returns the result of `probe(...args)` in the page. */
  ask(probe, ...args) {
    return this.driver.run(`return (${probe})(...${JSON.stringify(args)});`);
  }

  /** Polls until the result is truthy, and returns it. @throws on timeout, with what the page shows */
  async until(probe, ...args) {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await this.ask(probe, ...args);
      if (answer) return answer;
      if (Date.now() > end) {
        const shown = await this.ask(() => document.body.innerText.replace(/\s*\n\s*/g, ' | ').slice(0, 1500));
        const start = await this.ask(howItStarted);
        await this.picture('failed').catch(() => {});
        throw new Error(`never came true: ${probe} with ${JSON.stringify(args)}\nThe page: ${shown}\n${start ?? ''}`);
      }
      await pause(100);
    }
  }

  /** Waits for an element and clicks its centre. */
  async click(selector) {
    await this.until((css) => document.querySelector(css)?.checkVisibility() && !document.querySelector(css).disabled, selector);
    await this.driver.click(selector);
  }

  /** Clicks the first visible button, link or tab with this name. */
  async press(name) {
    await this.until((wanted) => {
      const named = (element) => [element.innerText?.trim(), element.ariaLabel, element.title].includes(wanted);
      const found = [...document.querySelectorAll('button, a, [role="tab"], [role="switch"]')].find((element) => named(element) && element.checkVisibility() && !element.disabled);
      document.querySelectorAll('[data-pressed]').forEach((element) => delete element.dataset.pressed);
      if (found !== undefined) found.dataset.pressed = '';
      return found !== undefined;
    }, name);
    await this.driver.click('[data-pressed]');
  }

  /** Changes the value of the field with this label, as typing does. */
  async fill(label, value) {
    await this.until((wanted) => [...document.querySelectorAll('input, textarea')].some((field) => [...(field.labels ?? [])].some((text) => text.innerText.trim().startsWith(wanted))), label);
    await this.ask((wanted, text) => {
      const field = [...document.querySelectorAll('input, textarea')].find((one) => [...(one.labels ?? [])].some((name) => name.innerText.trim().startsWith(wanted)));
      field.focus();
      field.select();
      document.execCommand('insertText', false, text);
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }, label, value);
  }

  /** Opens a game through the dialog. */
  async open(text) {
    await this.press('Open');
    await this.until(() => document.querySelector('dialog textarea, [role="dialog"] textarea') !== null);
    await this.ask((value) => {
      const field = document.querySelector('dialog textarea, [role="dialog"] textarea');
      field.focus();
      document.execCommand('insertText', false, value);
    }, text);
    await this.click('[role="dialog"] .modal-actions .primary, dialog .modal-actions .primary');
  }

  /** Returns the uncaught errors since the page was loaded. */
  problems() {
    return this.ask(() => window.tabiaProblems);
  }

  /** Saves a screenshot as an artefact of the run, if the driver can be trusted with one. */
  async picture(name) {
    if (this.driver.losesScreenshots !== true) await this.screenshot(name);
  }

  /** Saves a screenshot, possibly the last reply of the driver. */
  async screenshot(name) {
    mkdirSync(ARTEFACTS, { recursive: true });
    writeFileSync(join(ARTEFACTS, `${this.driver.name}-${name}.png`), await this.driver.screenshot());
  }

  /** Ends the browser, even one that no longer responds. */
  async close() {
    try {
      await this.driver.close();
    } finally {
      this.driver.kill();
    }
  }
}
