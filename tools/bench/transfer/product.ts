import type { BrowserContext, Page } from '@playwright/test';
import {
  expectLastWords,
  expectVerified,
  openShare,
  type ShareHandle,
} from '../../../web/e2e/support/people.js';

export type SinkKind = 'memory' | 'disk' | 'dialog';

/**
 * Removes the browser APIs of other sinks: memory, the origin-private file system, or a save dialog that is answered
 * with a file of that system, because no one is there to answer it.
 */
export const limitSinks = (context: BrowserContext, sink: SinkKind) =>
  context.addInitScript((kind) => {
    if (kind === 'dialog')
      Reflect.set(window, 'showSaveFilePicker', async () => {
        const root = await navigator.storage.getDirectory();
        return root.getFileHandle('chosen', { create: true });
      });
    else Reflect.deleteProperty(window, 'showSaveFilePicker');
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });
    // Scripts cannot hide the file system from the storage worker. Without locks the product does not use it.
    if (kind === 'memory') Reflect.deleteProperty(Navigator.prototype, 'locks');
  }, sink);

/** Milliseconds since 1970: pages of one machine share this clock. */
interface Span {
  /** The channel is open; nothing is negotiated. */
  open: number;
  /** The first bytes have arrived. */
  receiving: number;
  completed: number;
}

/** From the open channel (`waiting`) to `completed`. Rejects with the panel's text when the download fails. */
const watchPanel = (page: Page): Promise<Span> =>
  page.evaluate(
    () =>
      new Promise<{ open: number; receiving: number; completed: number }>((resolve, reject) => {
        const now = () => performance.timeOrigin + performance.now();
        let open = 0;
        let receiving = 0;
        const look = () => {
          const panel = document.querySelector<HTMLElement>('[data-state]');
          const state = panel?.dataset['state'];
          if (state === 'error') reject(new Error(`The download failed:\n${panel?.innerText}`));
          if (state === 'waiting' || state === 'receiving') open ||= now();
          if (state === 'receiving') receiving ||= now();
          if (state !== 'completed') return;
          observer.disconnect();
          resolve({ open, receiving, completed: now() });
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { attributes: true, subtree: true, childList: true });
      }),
  );

const patienceMs = 30 * 60_000;

const receive = async (page: Page): Promise<Span> => {
  const span = watchPanel(page);
  await page.getByRole('button', { name: 'Download File' }).click();
  return span;
};

export interface ProductTime {
  /** From the first open channel to the last “verified”: negotiation, hashing, writing and closing the file. */
  seconds: number;
  /** From the first byte, without proof and negotiation. */
  flowSeconds: number;
}

/** @param onReady called when every page is ready for the click, @param onDone when the time is taken. */
export const timeProduct = async (
  pages: readonly Page[],
  share: ShareHandle,
  sink: SinkKind,
  onReady: () => void,
  onDone: () => void,
): Promise<ProductTime> => {
  for (const page of pages) await openShare(page, share);
  // Wait for the copy to the downloads: it must not overlap the next measurement.
  const saved =
    sink === 'dialog'
      ? []
      : pages.map((page) => page.waitForEvent('download', { timeout: patienceMs }));
  onReady();
  const spans = await Promise.all(pages.map(receive));
  onDone();
  const isProtected = share.link.includes('#');
  for (const page of pages)
    await (isProtected
      ? expectVerified(page)
      : expectLastWords(page, /The checksum matches the one/));
  for (const download of await Promise.all(saved)) {
    await download.path();
    await download.delete();
  }
  const end = Math.max(...spans.map(({ completed }) => completed));
  return {
    seconds: (end - Math.min(...spans.map(({ open }) => open))) / 1000,
    flowSeconds: (end - Math.min(...spans.map(({ receiving }) => receiving))) / 1000,
  };
};
