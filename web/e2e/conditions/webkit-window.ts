import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { findProgram } from '../../../tools/bootstrap/install/programs.mjs';
import { freePort } from '../../../tools/bootstrap/launch/ports.mjs';

const packages = { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };

/** Debian's Safari engine has no WebRTC, so only pages are tested in it, where it is installed. */
export const lacksWebKit = (): boolean =>
  Object.keys(packages).some((name) => findProgram(name) === undefined);

export const withoutWebKit =
  'WebKit is missing: its tests are skipped. On Debian: ' +
  `sudo apt-get install ${Object.values(packages).join(' ')}`;

/** One window. Selectors are those of CSS. */
export interface WebKitWindow {
  open(url: string): Promise<void>;
  /** What the page shows, as text. */
  text(): Promise<string>;
  type(selector: string, keys: string): Promise<void>;
  click(selector: string): Promise<void>;
  close(): Promise<void>;
}

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
};

/** A screen without a monitor; WebKitGTK has no headless mode. */
const startScreen = async (): Promise<{ child: ChildProcess; display: string }> => {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(child.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { child, display: `:${number.toString().trim()}` };
};

/** https://www.w3.org/TR/webdriver2/ */
const createCaller =
  (origin: string) =>
  async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${origin}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };

const whenReady = async (origin: string, child: ChildProcess): Promise<void> => {
  const failed = once(child, 'exit').then(async () => {
    throw new Error(`WebKitWebDriver ended: ${child.stderr ? await text(child.stderr) : ''}`);
  });
  const answers = async (): Promise<void> => {
    while (!(await fetch(`${origin}/status`).catch(() => null))?.ok)
      await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await Promise.race([answers(), failed]);
};

/** Starts WebKitGTK's MiniBrowser, with an empty profile. */
export const openWebKit = async (): Promise<WebKitWindow> => {
  const screen = await startScreen();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${String(port)}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      DISPLAY: screen.display,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // As Chromium's --no-sandbox: the tests may run as root.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const origin = `http://127.0.0.1:${String(port)}`;
  await whenReady(origin, driver);
  const call = createCaller(origin);
  const { sessionId } = (await call('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        pageLoadStrategy: 'normal',
        'webkitgtk:browserOptions': { args: ['--automation'] },
      },
    },
  })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  const find = async (selector: string): Promise<string> => {
    const using = { using: 'css selector', value: selector };
    const element = (await call('POST', `${session}/element`, using)) as Record<string, string>;
    return `${session}/element/${Object.values(element)[0] ?? ''}`;
  };
  await call('POST', `${session}/timeouts`, { implicit: 60_000 });
  return {
    async open(url) {
      await call('POST', `${session}/url`, { url });
    },
    async text() {
      const script = 'return document.body.innerText';
      return (await call('POST', `${session}/execute/sync`, { script, args: [] })) as string;
    },
    async type(selector, keys) {
      await call('POST', `${await find(selector)}/value`, { text: keys });
    },
    async click(selector) {
      await call('POST', `${await find(selector)}/click`, {});
    },
    async close() {
      await call('DELETE', session).catch(() => undefined);
      await stop(driver);
      await stop(screen.child);
    },
  };
};
