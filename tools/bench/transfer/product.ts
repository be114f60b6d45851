import type { BrowserContext, Page } from '@playwright/test';
import { expectVerified, openShare, type ShareHandle } from '../../../web/e2e/support/people.js';

export type SinkKind = 'memory' | 'disk';

/** Removes the browser APIs of other sinks: memory or the origin-private file system remains. */
export const limitSinks = (context: BrowserContext, sink: SinkKind) =>
  context.addInitScript((kind) => {
    Reflect.deleteProperty(window, 'showSaveFilePicker');
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });
    if (kind === 'memory') Reflect.deleteProperty(StorageManager.prototype, 'getDirectory');
  }, sink);

interface Span {
  /** Milliseconds since 1970: pages of one machine share this clock. */
  from: number;
  to: number;
}

/** From the open channel (`waiting`, before anything is negotiated) to `completed`. */
const watchPanel = (page: Page): Promise<Span> =>
  page.evaluate(
    () =>
      new Promise<{ from: number; to: number }>((resolve) => {
        const now = () => performance.timeOrigin + performance.now();
        let from = 0;
        const look = () => {
          const state = document.querySelector('[data-state]')?.getAttribute('data-state');
          if (state === 'waiting' || state === 'receiving') from ||= now();
          if (state !== 'completed') return;
          observer.disconnect();
          resolve({ from, to: now() });
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

/**
 * Seconds from the first open channel to the last “verified”, including negotiation, hashing, writing and closing the
 * file.
 *
 * @param onReady called when every page is ready for the click, @param onDone when the time is taken.
 */
export const timeProduct = async (
  pages: readonly Page[],
  share: ShareHandle,
  onReady: () => void,
  onDone: () => void,
): Promise<number> => {
  for (const page of pages) await openShare(page, share);
  // Wait for the copy to the downloads: it must not overlap the next measurement.
  const saved = pages.map((page) => page.waitForEvent('download', { timeout: patienceMs }));
  onReady();
  const spans = await Promise.all(pages.map(receive));
  onDone();
  for (const page of pages) await expectVerified(page);
  for (const download of await Promise.all(saved)) {
    await download.path();
    await download.delete();
  }
  return (
    (Math.max(...spans.map(({ to }) => to)) - Math.min(...spans.map(({ from }) => from))) / 1000
  );
};
