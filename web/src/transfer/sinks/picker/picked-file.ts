/**
 * The file chosen in the save dialog (https://wicg.github.io/file-system-access/#api-showsavefilepicker). The dialog
 * leaves it empty, also a file that existed before. It gets its content when the writable stream is closed; an unclosed
 * stream writes nothing.
 */

import { EngineFailure, errorName, type FailureCode } from '../../support/failures.js';
import { safeFilename } from '../../support/safe-filename.js';
import type { Destination } from '../opfs/opfs.js';
import type { Sink } from '../sink.js';

type SavePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

const isAbort = (error: unknown): error is DOMException =>
  error instanceof DOMException && error.name === 'AbortError';

/**
 * Chromium's answer when it cannot create the file in the chosen place has the name of a closed dialog, as has that of a
 * web view whose app has none (`DidCreateAndTruncateSaveFile` in its file_system_access_manager_impl.cc).
 */
const isNotCreated = ({ message }: DOMException): boolean => message.includes('create or truncate');

/**
 * What cannot be written is found now, while the user is there, and not when the whole file has arrived: a read-only
 * file, or a name that is too long for the browser's temporary file.
 */
const tryToWrite = async (handle: FileSystemFileHandle): Promise<void> => {
  const stream = await handle.createWritable({ keepExistingData: false });
  await stream.abort();
};

/**
 * Asks the user where to save. Null where there is no dialog, or where it is not allowed, for example in a cross-origin
 * frame.
 *
 * @throws DOMException AbortError when the user closes the dialog.
 * @throws EngineFailure `sink-failed` when nothing can be written in the chosen place.
 */
export const pickFile = async (filename: string): Promise<FileSystemFileHandle | null> => {
  const { showSaveFilePicker } = globalThis as { showSaveFilePicker?: SavePicker };
  if (showSaveFilePicker === undefined) return null;
  let handle: FileSystemFileHandle;
  try {
    handle = await showSaveFilePicker({ suggestedName: safeFilename(filename) });
  } catch (cause) {
    if (!isAbort(cause)) return null;
    throw isNotCreated(cause) ? new EngineFailure('sink-failed', {}, { cause }) : cause;
  }
  await tryToWrite(handle).catch((cause: unknown) => {
    throw new EngineFailure('sink-failed', {}, { cause });
  });
  return handle;
};

/**
 * Chromium's answer when Safe Browsing, the scanner of an organisation or the system refuses a file that is closed. It
 * has the same name for a file that it could not read for this check (file_system_access_safe_move_helper.cc).
 */
export const isRefusal = (error: unknown): boolean =>
  isAbort(error) && /Blocked by|security policy/.test(error.message);

/**
 * How many times a file is on the device while it is written to the chosen one. On Android, Chromium writes to its cache,
 * and copies that when the file is closed (`StartCreateSwapFile` in its file_system_access_file_handle_impl.cc).
 */
export const copiesWhilePicked = (): number => (/Android/.test(navigator.userAgent) ? 2 : 1);

interface Askable {
  requestPermission(descriptor: { mode: 'readwrite' }): Promise<PermissionState>;
}

/** Chromium withdraws the permission when all tabs of the site have been in the background for 16 hours. */
export const askToWrite = (handle: FileSystemFileHandle): Promise<boolean> =>
  (handle as unknown as Askable).requestPermission({ mode: 'readwrite' }).then(
    (state) => state === 'granted',
    () => false,
  );

const failuresByName: ReadonlyMap<string, FailureCode> = new Map([
  ['QuotaExceededError', 'no-room-to-save'],
  ['NotAllowedError', 'permission-lost'],
]);

/** The file that the user has chosen last. */
export type PickedFile = () => FileSystemFileHandle;

/** Writes directly to the chosen file, every time from its start. */
export const createDirectSink = (picked: PickedFile): Sink => {
  let handle = picked();
  let stream: FileSystemWritableFileStream | null = null;
  let position = 0;

  const discard = async (): Promise<void> => {
    const open = stream;
    stream = null;
    // Rejects when the browser has closed the stream already.
    await open?.abort().catch(() => undefined);
  };

  return {
    kind: 'picker',
    async open() {
      await discard();
      handle = picked();
      stream = await handle.createWritable({ keepExistingData: false });
      position = 0;
      return 0;
    },
    async write(bytes) {
      if (stream === null) throw new Error('the file is not open');
      await stream.write({ type: 'write', position, data: bytes });
      position += bytes.length;
      return bytes;
    },
    async close() {
      const open = stream;
      // A stream whose close failed cannot be closed again.
      stream = null;
      await open?.close();
      return (await handle.getFile()).size;
    },
    abort: discard,
  };
};

/** Copies a complete file to the chosen one. Whatever fails, the complete file stays, and can be copied later. */
export const toPickedFile = (picked: PickedFile): Destination => ({
  isReadLater: false,
  async deliver(complete) {
    const handle = picked();
    let stream: FileSystemWritableFileStream | null = null;
    try {
      stream = await handle.createWritable({ keepExistingData: false });
      await stream.write(complete);
      await stream.close();
      return (await handle.getFile()).size;
    } catch (cause) {
      await stream?.abort().catch(() => undefined);
      if (isRefusal(cause)) throw cause;
      const code = failuresByName.get(errorName(cause)) ?? 'not-saved-there';
      throw new EngineFailure(code, { isComplete: true }, { cause });
    }
  },
});
