// WebKitGTK's MiniBrowser through WebDriver, on a separate display (Xvfb): it has no headless mode.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import webdriver from 'selenium-webdriver';

const DRIVER = '/usr/bin/WebKitWebDriver';
const BROWSERS = ['4.1', '6.0', '4.0'].map((version) => `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-${version}/MiniBrowser`);

export const isThere = () => existsSync(DRIVER) && BROWSERS.some((path) => existsSync(path));

/** Returns a free port of this machine. */
function freePort() {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Waits until the port accepts connections. */
async function untilOpen(port) {
  const isOpen = () =>
    new Promise((done) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => done(true)).once('error', () => done(false));
      socket.once('connect', () => socket.destroy());
    });
  for (const end = Date.now() + 20_000; !(await isOpen()); await pause(50)) {
    if (Date.now() > end) throw new Error('WebKitWebDriver does not listen');
  }
}

/** Starts Xvfb on a display of its choice; returns that display. */
function screen() {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.once('exit', (code) => fail(new Error(`Xvfb ended with ${code}`)));
    server.stdout.once('data', (text) => done({ display: `:${`${text}`.trim()}`, end: () => server.kill() }));
  });
}

export async function launch() {
  const port = await freePort();
  const { display, end } = await screen();
  const environment = {
    DISPLAY: display,
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    // Its sandbox needs privileges that a container lacks; the pages are our own.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  const service = spawn(DRIVER, [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, ...environment } });
  const endAll = () => {
    service.kill();
    end();
  };
  try {
    await untilOpen(port);
    const binary = BROWSERS.find((path) => existsSync(path));
    const wanted = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
    const driver = await new webdriver.Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(new webdriver.Capabilities(wanted)).build();
    await driver.manage().window().setRect({ width: 1280, height: 960 });
    return {
      name: 'webkit',
      // About one in ten gets no reply (WebKitGTK 2.50), nor does any later call.
      losesScreenshots: true,
      goto: (url) => driver.get(url),
      reload: () => driver.navigate().refresh(),
      run: (source) => driver.executeScript(source),
      // Clicks the element's position, whatever covers it: a piece covers its square.
      async click(selector) {
        const origin = await driver.findElement({ css: selector });
        await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', origin);
        await driver.actions().move({ origin }).click().perform();
      },
      screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
      close: () => driver.quit(),
      kill: endAll,
    };
  } catch (error) {
    endAll();
    throw error;
  }
}
