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
 * Debian's Chromium without background services: the browser tests need neither internet access nor a graphics card,
 * and may run as root. Host candidates carry addresses instead of mDNS names, which nothing here resolves
 * (draft-ietf-mmusic-mdns-ice-candidates).
 */
const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=WebRtcHideLocalIpsWithMdns,SpareRendererForSitePerProcess',
];

/** In the POSIX locale, a shell's default, Chromium can neither read nor suggest file names beyond ASCII. */
const localised = { ...process.env, LC_ALL: 'C.UTF-8' };

export const chromiumOptions = (): LaunchOptions => ({
  executablePath: requireProgram('chromium', 'chromium'),
  args: chromiumFlags,
  env: localised,
});

/** Starts a browser process, which shares no storage, cache, network stack or renderer with others. */
export const launchBrowserProcess = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    ...chromiumOptions(),
    ...options,
    args: [...chromiumFlags, ...(options.args ?? [])],
  });

/**
 * The same with a profile on disk: an ordinary context keeps the origin private file system in memory, where a large
 * file behaves differently.
 */
export const launchPersistentBrowser = (profileDir: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profileDir, { ...chromiumOptions(), acceptDownloads: true });

/** Debian's unpatched Firefox, over WebDriver BiDi. */
export const launchFirefoxProcess = (options: LaunchOptions = {}): Promise<Browser> =>
  firefox.launch({
    ...options,
    channel: 'moz-firefox',
    executablePath: requireProgram('firefox-esr', 'firefox-esr'),
  });
