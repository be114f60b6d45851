import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { stackInfo } from './stack.js';

/**
 * A disk with a speed set by the test. The save dialog returns a file of the origin private file system, which the
 * product writes like any chosen file; every write is delayed. The reported storage quota is 0, so that the product
 * writes directly to that file.
 */
interface Disk {
  /** Bytes that reached the file. */
  writtenBytes: number;
  /** Milliseconds per MiB; Infinity for a stalled disk. */
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

/** Answers the save dialog with a fixed file. Call before the page's first navigation. */
export const answerSaveDialog = (page: Page): Promise<unknown> =>
  page.addInitScript((file) => {
    Reflect.set(window, 'showSaveFilePicker', async () => {
      const root = await navigator.storage.getDirectory();
      return root.getFileHandle(file, { create: true });
    });
  }, chosenName);

/**
 * Answers the file picker with a handle of a new file of random bytes. IndexedDB stores it like a handle of the native
 * dialog, which Playwright cannot operate. Navigates the page. Resolves with the SHA-256, hex.
 */
export const answerOpenDialog = async (
  page: Page,
  { name, bytes: size }: { name: string; bytes: number },
): Promise<string> => {
  await page.context().addInitScript((file) => {
    Object.assign(window, {
      showOpenFilePicker: async () => [
        await (await navigator.storage.getDirectory()).getFileHandle(file),
      ],
    });
  }, name);
  await page.goto(stackInfo().url);
  return page.evaluate(
    async (file) => {
      const bytes = new Uint8Array(file.size);
      for (let at = 0; at < file.size; at += 65_536)
        crypto.getRandomValues(bytes.subarray(at, at + 65_536));
      const folder = await navigator.storage.getDirectory();
      const handle = await folder.getFileHandle(file.name, { create: true });
      const stream = await handle.createWritable();
      await stream.write(bytes);
      await stream.close();
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    { name, size },
  );
};

/** Call before the page's first navigation. @param msPerMiB initial pace; Infinity for a stalled disk */
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
      /** Waits for the time these bytes take; a new pace applies to the rest of them. */
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
    // JSON has no Infinity.
    { pace: Number.isFinite(msPerMiB) ? msPerMiB : null },
  );
  await answerSaveDialog(page);
};

/** Makes writes to a chosen file fail with QuotaExceededError. */
export const fillDisk = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const stream = FileSystemWritableFileStream.prototype;
    const write = Object.getOwnPropertyDescriptor(stream, 'write') ?? {};
    stream.write = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    window.emptyDisk = () => {
      Object.defineProperty(stream, 'write', write);
    };
  });

/** Lets writes to a chosen file succeed again. */
export const emptyDisk = (page: Page): Promise<void> => page.evaluate(() => window.emptyDisk());

/** Names of the files that the product keeps in this browser. */
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

/** SHA-256 of the file on the disk, read in pieces. */
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
