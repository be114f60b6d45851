/**
 * The file chosen in the save dialog (Chromium). A write stream to it does not survive a reload. A file that takes
 * long enough to be worth resuming is therefore received into the origin-private file system first, the staging
 * file, and copied when it is complete, provided there is space for both.
 */

import { windowBytes } from '../../support/constants.js';
import { errorName } from '../../support/failures.js';
import { createOpfsSink, discardStored, spaceFor, storedBytes } from '../opfs/opfs.js';
import { requireOpfsWorker, startOpfsWorker } from '../opfs/port.js';
import { discardReason, type Sink, type SinkFile } from '../sink.js';
import {
  askToWrite,
  copiesWhilePicked,
  createDirectSink,
  pickFile,
  toPickedFile,
  type PickedFile,
} from './picked-file.js';

/** A sink that survives a reload and delivers to the chosen file; null where there is none. */
export type OpenStaging = (picked: PickedFile) => Promise<Sink | null>;

const stageInOpfs: OpenStaging = (picked) =>
  Promise.resolve(createOpfsSink(requireOpfsWorker, toPickedFile(picked)));

/** An interruption repeats at most one window, so a smaller file gains nothing from staging. */
const isLarge = (totalBytes: number | null): totalBytes is number =>
  totalBytes !== null && totalBytes > windowBytes;

/**
 * A part that is stored already needs space for its rest only: if the copy has none in the end, it can be made later,
 * without the sender. Null where the browser has no estimate.
 */
const hasSpace = async (totalBytes: number, fileId: string | null): Promise<boolean | null> => {
  const space = await spaceFor(fileId).catch(() => null);
  if (space === null) return null;
  const isBegun = fileId !== null && (await storedBytes(fileId)) > 0;
  const copies = isBegun ? 1 : 1 + copiesWhilePicked();
  return space >= copies * totalBytes;
};

const isWorthStaging = async ({ totalBytes, fileId }: SinkFile): Promise<boolean> => {
  if (fileId === '' || !isLarge(totalBytes)) return false;
  const isEnough = await hasSpace(totalBytes, fileId);
  // It would take space that the chosen file may need.
  if (isEnough === false) await discardStored(fileId).catch(() => undefined);
  return isEnough === true;
};

/**
 * Whether a file of this size would be staged. Loads the worker as well: when the sender comes, perhaps a day later, a
 * release may have removed its code from the server.
 */
export const planStaging = async (
  totalBytes: number | null,
  fileId: string | null,
): Promise<boolean> => {
  if (!isLarge(totalBytes) || (await hasSpace(totalBytes, fileId)) !== true) return false;
  const port = await startOpfsWorker();
  port?.terminate();
  return port !== null;
};

/** @param earlierId of the file that an earlier page began to receive from the same share. */
export const createPickerSink = (
  chosen: FileSystemFileHandle,
  earlierId: string | null = null,
  openStaging: OpenStaging = stageInOpfs,
): Sink => {
  let earlier = earlierId;
  let handle = chosen;
  const picked: PickedFile = () => handle;
  const direct = createDirectSink(picked);
  let staging: Sink | null = null;
  let current = direct;
  /** The quota was smaller than its estimate: later attempts write directly. */
  let isStagingFull = false;

  const noticeFull = (cause: unknown): never => {
    isStagingFull ||= current === staging && errorName(cause) === 'QuotaExceededError';
    throw cause;
  };
  /** The sender's file changed: nothing else would remove the part of the old one before it expires. */
  const supersede = async ({ fileId }: SinkFile): Promise<void> => {
    if (fileId === '' || fileId === earlier) return;
    if (earlier !== null) await discardStored(earlier).catch(() => undefined);
    earlier = fileId;
  };

  return {
    kind: 'picker',
    get survivesReload() {
      return current.survivesReload;
    },
    async open(file) {
      await current.abort(isStagingFull ? discardReason : 'opened again');
      current = direct;
      await supersede(file);
      if (isStagingFull || !(await isWorthStaging(file))) return direct.open(file);
      staging ??= await openStaging(picked);
      if (staging === null) return direct.open(file);
      try {
        const offset = await staging.open(file);
        current = staging;
        return offset;
      } catch {
        // Some private windows refuse storage. Stop the worker and release the locks.
        await staging.abort('not used').catch(() => undefined);
        return direct.open(file);
      }
    },
    restoredDigests: () => current.restoredDigests?.() ?? [],
    write: (bytes) => current.write(bytes).catch(noticeFull),
    async commit(sha256s) {
      await current.commit?.(sha256s).catch(noticeFull);
    },
    async read(offset, length) {
      // A write stream to the chosen file cannot be read back.
      return (await current.read?.(offset, length)) ?? new Uint8Array();
    },
    close: () => current.close().catch(noticeFull),
    askToWrite: () => askToWrite(handle),
    async choosePlace() {
      handle = (await pickFile(handle.name)) ?? handle;
    },
    get savedName() {
      return handle.name;
    },
    abort: (reason) => current.abort(reason),
  };
};
