import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';

/**
 * A disk whose speed a test decides: the save dialog is answered with a file of the origin-private file
 * system, which the product writes like any file a person chose, and every write waits for its turn. The
 * browser says that it has no room of its own, so that everything goes to that file at once.
 */
interface Disk {
  /** Bytes that reached the file. */
  writtenBytes: number;
  /** Milliseconds that each MiB takes; Infinity while the disk is stuck. */
  msPerMiB: number;
  setPace(msPerMiB: number): void;
}

declare global {
  interface Window {
    disk: Disk;
    emptyDisk: () => void;
  }
}

const chosenName = 'chosen-in-the-dialog';

/** The person saves under the name the tests know. Before the page's first navigation. */
export const answerSaveDialog = (page: Page): Promise<unknown> =>
  page.addInitScript((file) => {
    Reflect.set(window, 'showSaveFilePicker', async () => {
      const root = await navigator.storage.getDirectory();
      return root.getFileHandle(file, { create: true });
    });
  }, chosenName);

/** Before the page's first navigation. @param msPerMiB pace from the start; Infinity is a stuck disk. */
export const fitDisk = async (page: Page, msPerMiB: number): Promise<void> => {
  await page.addInitScript(
    ({ pace }) => {
      const mebibyte = 1024 * 1024;
      const news = new EventTarget();
      window.disk = {
        writtenBytes: 0,
        msPerMiB: pace ?? Number.POSITIVE_INFINITY,
        setPace(msPerMiB) {
          this.msPerMiB = msPerMiB;
          news.dispatchEvent(new Event('pace'));
        },
      };
      /** Until the bytes are through at the pace of the moment; a new pace applies at once. */
      const takeTurn = async (bytes: number): Promise<void> => {
        for (let left = bytes / mebibyte; left > 0;) {
          const { msPerMiB } = window.disk;
          const startedAtMs = performance.now();
          await new Promise((resolve) => {
            news.addEventListener('pace', resolve, { once: true });
            if (msPerMiB !== Number.POSITIVE_INFINITY) setTimeout(resolve, left * msPerMiB);
          });
          left -= msPerMiB === 0 ? left : (performance.now() - startedAtMs + 1) / msPerMiB;
        }
      };
      const write = Reflect.get(FileSystemWritableFileStream.prototype, 'write') as (
        data: unknown,
      ) => Promise<void>;
      FileSystemWritableFileStream.prototype.write = async function (data) {
        const bytes = (data as { data?: Uint8Array }).data?.length ?? 0;
        await takeTurn(bytes);
        await Reflect.apply(write, this, [data]);
        window.disk.writtenBytes += bytes;
      };
      StorageManager.prototype.estimate = () => Promise.resolve({ quota: 0, usage: 0 });
    },
    // Infinity has no JSON.
    { pace: Number.isFinite(msPerMiB) ? msPerMiB : null },
  );
  await answerSaveDialog(page);
};

/** From now on nothing fits into a chosen file any more. */
export const fillDisk = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const stream = FileSystemWritableFileStream.prototype;
    const write = Object.getOwnPropertyDescriptor(stream, 'write') ?? {};
    stream.write = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    window.emptyDisk = () => {
      Object.defineProperty(stream, 'write', write);
    };
  });

/** The person has made room. */
export const emptyDisk = (page: Page): Promise<void> => page.evaluate(() => window.emptyDisk());

/** What the product itself still keeps in this browser, by name. */
export const namesOnDisk = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('received-files');
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    return names;
  });

export const setPace = (page: Page, msPerMiB: number): Promise<void> =>
  page.evaluate((pace) => window.disk.setPace(pace), msPerMiB);

export const writtenBytes = (page: Page): Promise<number> =>
  page.evaluate(() => window.disk.writtenBytes);

/** SHA-256 of what is on that disk, read in pieces. */
export const sha256OnDisk = async (page: Page): Promise<string> => {
  const hash = createHash('sha256');
  for (let offset = 0; ; offset += 4 * 1024 * 1024) {
    const piece = await page.evaluate(
      async ({ file, from }) => {
        const root = await navigator.storage.getDirectory();
        const saved = await (await root.getFileHandle(file)).getFile();
        const bytes = new Uint8Array(await saved.slice(from, from + 4 * 1024 * 1024).arrayBuffer());
        let text = '';
        for (let at = 0; at < bytes.length; at += 32_768)
          text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
        return btoa(text);
      },
      { file: chosenName, from: offset },
    );
    if (piece === '') return hash.digest('hex');
    hash.update(Buffer.from(piece, 'base64'));
  }
};
