import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  firefox,
  type Browser,
  type BrowserContext,
  type LaunchOptions,
} from '@playwright/test';
import {
  findProgram,
  firefox as firefoxEsr,
  headlessShell,
} from '../../../tools/bootstrap/install/programs.mjs';

const requireProgram = (name: string): string => {
  const path = findProgram(name);
  if (path) return path;
  throw new Error(`${name} is missing. On Debian: sudo apt-get install ${name}`);
};

/**
 * `chromium`: the whole browser. `headless shell`: the same engine without windows and profiles, which needs a third
 * less processor time for a page; where it is not installed, the whole browser.
 */
export type Program = 'chromium' | 'headless shell';

const pathOf = (program: Program): string =>
  (program === 'headless shell' ? findProgram(headlessShell) : undefined) ??
  requireProgram('chromium');

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

/** One process less to start; the tests of the whole browser have it. */
const flagsOf = (program: Program): string[] =>
  program === 'headless shell' ? [...chromiumFlags, '--in-process-gpu'] : chromiumFlags;

export const chromiumOptions = (program: Program = 'chromium'): LaunchOptions => ({
  executablePath: pathOf(program),
  args: flagsOf(program),
  env: localised,
});

/** Debian's browsers crash at one start in some thousands, before they have loaded anything of the product. */
const startAgainAfterCrash = async <Started>(start: () => Promise<Started>): Promise<Started> => {
  try {
    return await start();
  } catch (error) {
    if (!/Segmentation fault|exitCode=139|signal=SIGSEGV/.test(String(error))) throw error;
    console.warn('the browser crashed at its start, and is started again');
    return start();
  }
};

/** Starts a browser process, which shares no storage, cache, network stack or renderer with others. */
export const launchBrowserProcess = (
  options: LaunchOptions = {},
  program: Program = 'chromium',
): Promise<Browser> =>
  startAgainAfterCrash(() =>
    chromium.launch({
      ...chromiumOptions(program),
      ...options,
      args: [...flagsOf(program), ...(options.args ?? [])],
    }),
  );

/**
 * The same with a profile on disk: an ordinary context keeps the origin private file system in memory, where a large
 * file behaves differently.
 */
export const launchPersistentBrowser = (
  profileDir: string,
  program: Program = 'chromium',
): Promise<BrowserContext> =>
  startAgainAfterCrash(() =>
    chromium.launchPersistentContext(profileDir, {
      ...chromiumOptions(program),
      acceptDownloads: true,
    }),
  );

/** Debian's unpatched Firefox, over WebDriver BiDi; host candidates carry addresses, as in Chromium. */
export const launchFirefoxProcess = (options: LaunchOptions = {}): Promise<Browser> =>
  startAgainAfterCrash(() =>
    firefox.launch({
      ...options,
      channel: 'moz-firefox',
      executablePath: requireProgram(firefoxEsr),
      firefoxUserPrefs: { 'media.peerconnection.ice.obfuscate_host_addresses': false },
    }),
  );

/** Debian's Firefox and its download folder: Playwright gets no download events from it. */
export interface Firefox {
  browser: Browser;
  downloads: string;
  close(): Promise<void>;
}

export const startFirefox = async (): Promise<Firefox> => {
  const downloads = await mkdtemp(join(tmpdir(), 'tandem-firefox-'));
  const browser = await launchFirefoxProcess({ downloadsPath: downloads });
  return {
    browser,
    downloads,
    close: async () => {
      await browser.close();
      await rm(downloads, { recursive: true, force: true });
    },
  };
};

/** Paths of the downloaded files that have this size: one under way is shorter. */
export const savedFiles = async ({ downloads }: Firefox, bytes: number): Promise<string[]> => {
  const paths = (await readdir(downloads, { recursive: true })).map((name) =>
    join(downloads, name),
  );
  const entries = await Promise.all(paths.map((path) => stat(path).catch(() => null)));
  return paths.filter((_, index) => {
    const entry = entries[index];
    return entry?.isFile() === true && entry.size === bytes;
  });
};
