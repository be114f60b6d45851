/** A complete file whose copy to the chosen place fails: ADR 5. The save dialog and the disk are stand-ins. */

import { createReceivedFile } from '../receive/received-file.js';
import { createOpfsSink } from '../sinks/opfs/opfs.js';
import { createLocalPort } from '../sinks/opfs/port.js';
import { createStoredFile } from '../sinks/opfs/stored-file.js';
import { toPickedFile } from '../sinks/picker/picked-file.js';
import { createPickerSink } from '../sinks/picker/picker.js';
import { windowBytes } from '../support/constants.js';
import { randomId, sha256 } from '../support/env.js';
import type { EngineFailure } from '../support/failures.js';
import { installFakeOpfs, type FakeOpfs } from './support/fake-opfs.js';

const bytes = new Uint8Array(windowBytes + 1).fill(5);
const metadata = {
  type: 'file-metadata',
  filename: 'film.mp4',
  fileSize: bytes.length,
  fileType: '',
  chunks: 1,
  v2: { fileId: 'one', fileBytes: bytes.length, blockBytes: bytes.length },
} as const;

/** A place for a file. Once it is gone, nothing can be written there. */
const createPlace = (name: string) => {
  let content = new Blob();
  let failure: Error | null = null;
  const handle = {
    name,
    createWritable() {
      let written = new Blob();
      if (failure !== null) return Promise.reject(failure);
      return Promise.resolve({
        write: (data: Blob | { data: BlobPart }) =>
          Promise.resolve(void (written = data instanceof Blob ? data : new Blob([data.data]))),
        close: () => Promise.resolve(void (content = written)),
        abort: () => Promise.resolve(),
      });
    },
    getFile: () => Promise.resolve(content),
  };
  return {
    handle: handle as unknown as FileSystemFileHandle,
    size: () => content.size,
    failWith: (cause: Error | null) => (failure = cause),
  };
};

describe('a complete file that could not be saved', () => {
  let opfs: FakeOpfs;
  beforeEach(() => {
    opfs = installFakeOpfs();
    opfs.freeBytes = 2 * bytes.length;
  });
  afterEach(() => {
    opfs.remove();
    Reflect.deleteProperty(globalThis, 'showSaveFilePicker');
  });

  /** Receives the whole file, whose place fails with the cause. */
  const receiveInto = async (cause: Error) => {
    const place = createPlace('film.mp4');
    const sink = createPickerSink(place.handle, null, (picked) =>
      Promise.resolve(
        createOpfsSink(
          () => Promise.resolve(createLocalPort(createStoredFile().answer)),
          toPickedFile(picked),
        ),
      ),
    );
    const results: (EngineFailure | null)[] = [];
    let saved = (): void => undefined;
    const file = createReceivedFile(sink, { sha256, randomId }, 'share', {
      onSaving: () => undefined,
      onSaved(failure) {
        results.push(failure);
        saved();
      },
    });
    await file.openBlocks(metadata);
    await file.write(bytes.slice(), await sha256(bytes));
    place.failWith(cause);
    const finished = file.finish(() => Promise.resolve(true), bytes.length);
    await expect(finished).rejects.toMatchObject({ facts: { isComplete: true } });
    /** What Try Again does. */
    const saveAgain = () =>
      new Promise<void>((resolve) => {
        saved = resolve;
        file.saveAgain();
      });
    return { place, sink, file, results, saveAgain };
  };

  const gone = new DOMException('', 'NotFoundError');

  it('is saved in another place without the sender, and only then removed here', async () => {
    const { place, sink, file, results, saveAgain } = await receiveInto(gone);
    await saveAgain();
    expect(results.map((failure) => failure?.code)).toEqual(['not-saved-there', 'not-saved-there']);
    expect(opfs.files.size).toBe(2);
    const other = createPlace('film 2.mp4');
    const suggested: string[] = [];
    Object.defineProperty(globalThis, 'showSaveFilePicker', {
      configurable: true,
      value: (options: { suggestedName: string }) => {
        suggested.push(options.suggestedName);
        return Promise.resolve(other.handle);
      },
    });
    await sink.choosePlace?.();
    expect([suggested, sink.savedName]).toEqual([['film.mp4'], 'film 2.mp4']);
    await saveAgain();
    expect([results.at(-1), file.outcome()]).toEqual([null, { isVerified: true }]);
    expect([other.size(), place.size(), opfs.files.size]).toEqual([bytes.length, 0, 0]);
  });

  it.each([
    ['NotFoundError', ''],
    ['NoModificationAllowedError', ''],
    ['InvalidStateError', ''],
    ['AbortError', 'Failed to perform Safe Browsing check.'],
  ])('is saved in its place once that is back: %s', async (name, message) => {
    const { place, results, saveAgain } = await receiveInto(new DOMException(message, name));
    place.failWith(null);
    await saveAgain();
    expect([results.at(-1), place.size(), opfs.files.size]).toEqual([null, bytes.length, 0]);
  });

  it('goes where the user has chosen last when it is received again', async () => {
    const { sink, place } = await receiveInto(gone);
    await sink.abort('closed');
    const other = createPlace('b');
    Object.defineProperty(globalThis, 'showSaveFilePicker', {
      configurable: true,
      value: () => Promise.resolve(other.handle),
    });
    await sink.choosePlace?.();
    await sink.open({ filename: 'film.mp4', totalBytes: 4, fileId: '' });
    await sink.write(new Uint8Array(4));
    expect(await sink.close()).toBe(4);
    expect([other.size(), place.size()]).toEqual([4, 0]);
  });
});
