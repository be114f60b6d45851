/**
 * What the save dialog gave (Chromium). The chosen file keeps nothing of an interrupted transfer, so a file worth
 * going on with is received into the origin-private file system and copied when it is complete, if there is room
 * for it twice.
 */
import type { Sink } from '../sink.js';
import { WINDOW_BYTES } from '../../support/constants.js';
import { DISCARD } from '../../receive/received-file.js';
import { createOpfsSink, storedBytes } from '../opfs/opfs.js';
import { requireOpfsWorker } from '../opfs/port.js';
import { toPickedFile, createDirectSink } from './picked-file.js';
import { freeBytes } from '../space.js';

/** A sink that survives a reload and ends in the chosen file; null where there is none to be had. */
export type Stage = (handle: FileSystemFileHandle) => Promise<Sink | null>;

const stageInOpfs: Stage = (handle) =>
  Promise.resolve(createOpfsSink(requireOpfsWorker, toPickedFile(handle)));

type Announced = Parameters<Sink['open']>[0];

/** What is sent again after an interruption is at most one window; a file that small gains nothing. */
async function isWorthStaging({ totalBytes, fileId }: Announced): Promise<boolean> {
  if (fileId === '' || totalBytes === null || totalBytes <= WINDOW_BYTES) return false;
  const free = await freeBytes().catch(() => null);
  // What an earlier attempt left there takes no more room.
  return free !== null && free + (await storedBytes(fileId)) >= 2 * totalBytes;
}

export function createPickerSink(handle: FileSystemFileHandle, stage: Stage = stageInOpfs): Sink {
  const direct = createDirectSink(handle);
  let staged: Sink | null = null;
  let current = direct;
  /** The browser gave less room than it said: the next attempt goes straight into the chosen file. */
  let isStageFull = false;

  const noticeFull = (cause: unknown): never => {
    isStageFull ||= current === staged && (cause as Error).name === 'QuotaExceededError';
    throw cause;
  };
  return {
    kind: 'picker',
    async open(file) {
      await current.abort(isStageFull ? DISCARD : 'opened again');
      current = direct;
      if (isStageFull || !(await isWorthStaging(file))) return direct.open(file);
      staged ??= await stage(handle);
      if (staged === null) return direct.open(file);
      try {
        const offset = await staged.open(file);
        current = staged;
        return offset;
      } catch {
        // Refused in some private windows. The chosen file needs no stage, and nobody its worker and locks.
        await staged.abort('not used').catch(() => undefined);
        return direct.open(file);
      }
    },
    restoredDigests: () => current.restoredDigests?.() ?? [],
    write: (bytes) => current.write(bytes).catch(noticeFull),
    async commit(sha256s) {
      await current.commit?.(sha256s).catch(noticeFull);
    },
    close: () => current.close(),
    abort: (reason) => current.abort(reason),
  };
}
