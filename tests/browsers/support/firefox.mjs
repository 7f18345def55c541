// Debian's Firefox ESR, headless, through WebDriver BiDi.

import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';

const FIREFOX = process.env.TABIA_FIREFOX ?? '/usr/bin/firefox-esr';

export const isThere = () => existsSync(FIREFOX);

export async function launch() {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    defaultViewport: null,
    args: ['--width=1280', '--height=900'],
  });
  const page = await browser.newPage();
  return {
    name: 'firefox',
    goto: (url) => page.goto(url),
    reload: () => page.reload(),
    run: (source) => page.evaluate(`(() => {${source}\n})()`),
    click: (selector) => page.click(selector),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
    kill: () => browser.process()?.kill('SIGKILL'),
  };
}
