/**
 * Chooses where the received file goes: save dialog, OPFS, service-worker stream, memory, in that order. Call it
 * directly in the click handler: the save dialog needs transient user activation
 * (https://html.spec.whatwg.org/multipage/interaction.html#tracking-user-activation), so it comes before any await.
 */

import { browserEnv } from '../support/env.js';
import { createMemorySink, memorySinkMaxBytes } from './memory.js';
import { createOpfsSink, spaceFor, storedBytes, toDownloads } from './opfs/opfs.js';
import { createCaller, startOpfsWorker, type OpfsPort } from './opfs/port.js';
import { createWritablePort } from './opfs/writable.js';
import { copiesWhilePicked, pickFile } from './picker/picked-file.js';
import { createPickerSink, planStaging } from './picker/picker.js';
import type { Sink } from './sink.js';
import { freeBytes } from './space.js';
import { createStoredOrStreamedSink, isTooLarge } from './stored-or-streamed.js';
import { browserStreamEnv, createStreamSink } from './stream/stream.js';

export interface AnnouncedFile {
  filename: string;
  /** From the share's description; the sender announces the exact size later. Null when unknown. */
  totalBytes: number | null;
  /** The file of an earlier attempt; null before the sender has announced the file. */
  fileId: string | null;
}

type Attempt = (file: AnnouncedFile) => Promise<Sink | null>;
const tryPicker: Attempt = async ({ filename, fileId }) => {
  const picked = await pickFile(filename);
  return picked === null ? null : createPickerSink(picked, fileId);
};

/** The service worker that streams downloads; null where there is none. */
const activeWorker = async (): Promise<ServiceWorker | null> => {
  try {
    return (await navigator.serviceWorker.getRegistration('/'))?.active ?? null;
  } catch {
    return null;
  }
};

const tryStream: Attempt = async () => {
  if ((await activeWorker()) === null) return null;
  return createStreamSink(browserStreamEnv(activeWorker, browserEnv()));
};

/**
 * A file in private storage is copied to the downloads, so the disk needs space for both. Where a stream could store it
 * only once, private storage is used only if there is space for two, or if it already holds a part of this file.
 */
const hasSpace = async (
  { totalBytes, fileId }: AnnouncedFile,
  isStreamable: boolean,
): Promise<boolean> => {
  if (isStreamable && fileId !== null && isTooLarge(fileId)) return false;
  const space = await spaceFor(fileId);
  const isBegun = fileId !== null && (await storedBytes(fileId)) > 0;
  const isForTwo = isStreamable && !isBegun;
  return space === null || totalBytes === null || (isForTwo ? 2 : 1) * totalBytes <= space;
};

/** @throws DOMException where no file can be opened for writing. */
const startPort = async (): Promise<OpfsPort> => {
  const worker = await startOpfsWorker();
  if (worker !== null) return worker;
  const port = createWritablePort();
  await createCaller(port)({ op: 'probe' });
  return port;
};

/** Private storage, with a stream behind it where there is one; null where there is none. */
const openStorage = async (
  file: AnnouncedFile,
): Promise<{ sink: Sink; isDurable: boolean } | null> => {
  // Safari 15.2 and 15.3 have the storage, but not the locks that protect it from other tabs.
  if ((navigator as Partial<Navigator>).locks === undefined) return null;
  try {
    // Some private windows refuse storage, as do other windows after a failure of the browser.
    const port = await startPort();
    port.terminate();
    const streamed = await tryStream(file);
    if (!(await hasSpace(file, streamed !== null))) return null;
    const stored = createOpfsSink(startPort, toDownloads(), file.fileId);
    const sink = streamed === null ? stored : createStoredOrStreamedSink(stored, streamed);
    return { sink, isDurable: port.isDurable };
  } catch {
    return null;
  }
};

const tryOpfs: Attempt = async (file) => (await openStorage(file))?.sink ?? null;

const inOrder: Record<Exclude<Sink['kind'], 'memory'>, Attempt> = {
  picker: tryPicker,
  opfs: tryOpfs,
  stream: tryStream,
};

/** @throws as `pickFile` */
export const chooseSink = async (file: AnnouncedFile): Promise<Sink> => {
  for (const attempt of Object.values(inOrder)) {
    const sink = await attempt(file);
    if (sink !== null) return sink;
  }
  return createMemorySink();
};

/** Bytes that must still be free. */
export interface NeededSpace {
  /** Where the file is saved. */
  saved: number;
  /** In the browser's storage, for a copy that is kept while the file arrives. */
  stored: number;
}

/** @param isStored the file arrives in the browser's storage, which may have a part of it. */
const neededSpace = async (
  { totalBytes, fileId }: Pick<AnnouncedFile, 'totalBytes' | 'fileId'>,
  { copies = 1, isStored }: { copies?: number; isStored: boolean },
): Promise<NeededSpace | null> => {
  if (totalBytes === null) return null;
  const arrived = !isStored || fileId === null ? 0 : await storedBytes(fileId).catch(() => 0);
  return {
    saved: copies * totalBytes,
    stored: isStored ? Math.max(0, totalBytes - arrived) : 0,
  };
};

/**
 * What `chooseSink` would choose, without its dialog. To find out whether storage works, each call starts a worker, and
 * creates and removes a scratch file; it also removes stored files that are no longer needed.
 */
export interface SavePlan {
  kind: Sink['kind'];
  /** Size of the largest file that can be saved this way; null when it is not known or not limited. */
  maxBytes: number | null;
  /** For private storage and the save dialog: a reload continues. */
  survivesReload?: boolean | undefined;
  /** Null when the size is not known. */
  needed: NeededSpace | null;
}

/** @param totalBytes null when unknown. @param fileId as in `AnnouncedFile`. */
export const planSaving = async (
  totalBytes: number | null,
  fileId: string | null,
): Promise<SavePlan> => {
  const file = { filename: '', totalBytes, fileId };
  if ('showSaveFilePicker' in globalThis) {
    const isStored = await planStaging(totalBytes, fileId);
    const needed = await neededSpace(file, { copies: copiesWhilePicked(), isStored });
    return { kind: 'picker', maxBytes: null, survivesReload: isStored, needed };
  }
  const storage = await openStorage(file);
  if (storage !== null) {
    const maxBytes = await spaceFor(fileId).catch(() => null);
    const needed = await neededSpace(file, { isStored: true });
    return { kind: 'opfs', maxBytes, survivesReload: storage.isDurable, needed };
  }
  const needed = await neededSpace(file, { isStored: false });
  if ((await activeWorker()) !== null) return { kind: 'stream', maxBytes: null, needed };
  const free = await freeBytes().catch(() => null);
  return { kind: 'memory', maxBytes: Math.min(memorySinkMaxBytes, free ?? Infinity), needed };
};
