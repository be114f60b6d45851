import {
  chromium,
  firefox,
  type Browser,
  type BrowserContext,
  type LaunchOptions,
} from '@playwright/test';
import { findProgram } from '../../../tools/dev-stack/infra/programs.js';

const requireProgram = (name: string, debianPackage: string): string => {
  const path = findProgram(name);
  if (path) return path;
  throw new Error(`${name} is missing. On Debian: sudo apt-get install ${debianPackage}`);
};

/**
 * Debian's Chromium without whatever it does besides showing pages: the browser tests need neither the
 * internet nor a graphics card, and may run as root. Two browsers on one machine must see each
 * other's real addresses instead of mDNS names that nobody here resolves.
 */
const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=WebRtcHideLocalIpsWithMdns',
];

export const chromiumOptions = (): LaunchOptions => ({
  executablePath: requireProgram('chromium', 'chromium'),
  args: chromiumFlags,
});

/** A browser process of its own: no storage, cache, network stack or renderer shared with another. */
export const launchBrowserProcess = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    ...chromiumOptions(),
    ...options,
    args: [...chromiumFlags, ...(options.args ?? [])],
  });

/**
 * The same with a profile on disk: an ordinary context keeps the origin's private file system in
 * memory, which hides what a large file does.
 */
export const launchPersistentBrowser = (profileDir: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profileDir, { ...chromiumOptions(), acceptDownloads: true });

/** Debian's own Firefox, driven as it is instead of by a patched build. */
export const launchFirefoxProcess = (options: LaunchOptions = {}): Promise<Browser> =>
  firefox.launch({
    ...options,
    channel: 'moz-firefox',
    executablePath: requireProgram('firefox-esr', 'firefox-esr'),
  });
