import { windowBytes } from '../../support/constants.js';
import { installFakeOpfs, type FakeOpfs } from '../../test/support/fake-opfs.js';
import { lockFile } from '../opfs/file-lock.js';
import { encodeRecord } from '../opfs/progress-record.js';
import { type Sink, discardReason } from '../sink.js';
import { toPickedFile } from './picked-file.js';
import { createPickerSink } from './picker.js';

const announcedFile = { filename: 'a.txt', totalBytes: 4, fileId: 'f' };
const largeFile = { ...announcedFile, totalBytes: windowBytes + 1 };
const bytesOf = (text: string) => new TextEncoder().encode(text);

interface Written {
  type: 'write';
  position: number;
  data: Uint8Array<ArrayBuffer>;
}

/** Like browsers, writes to a swap file, which replaces the real one when it is closed. */
const fakeHandle = (old = '') => {
  let content = old;
  const log: string[] = [];
  const handle = {
    createWritable: ({ keepExistingData }: { keepExistingData: boolean }) => {
      let swap = keepExistingData ? content : '';
      log.push('open');
      return Promise.resolve({
        async write(data: Written | Blob) {
          if (data instanceof Blob) swap += await data.text();
          else swap = swap.slice(0, data.position) + new TextDecoder().decode(data.data);
        },
        close() {
          content = swap;
          log.push('close');
          return Promise.resolve();
        },
        abort() {
          log.push('abort');
          return Promise.resolve();
        },
      });
    },
    getFile: () => Promise.resolve(new File([content], 'a.txt')),
  };
  return {
    handle: handle as unknown as FileSystemFileHandle,
    content: () => content,
    log,
  };
};

describe('picker sink', () => {
  it('writes blocks in order and reports the file’s size on disk', async () => {
    const file = fakeHandle('something older and longer');
    const sink = createPickerSink(file.handle);
    expect(await sink.open(announcedFile)).toBe(0);
    await sink.write(bytesOf('ab'));
    await sink.write(bytesOf('cd'));
    expect(file.content()).toBe('something older and longer');
    expect(await sink.close()).toBe(4);
    expect(file.content()).toBe('abcd');
  });

  it('discards an earlier attempt when opened again', async () => {
    const file = fakeHandle();
    const sink = createPickerSink(file.handle);
    await sink.open(announcedFile);
    await sink.write(bytesOf('wrong!'));
    expect(await sink.open(announcedFile)).toBe(0);
    await sink.write(bytesOf('good'));
    await sink.close();
    expect(file.content()).toBe('good');
    expect(file.log).toEqual(['open', 'abort', 'open', 'close']);
  });

  it('writes nothing to the chosen file when aborted, also twice', async () => {
    const file = fakeHandle('old');
    const sink = createPickerSink(file.handle);
    await sink.open(announcedFile);
    await sink.write(bytesOf('half'));
    await sink.abort('closed');
    await sink.abort('closed');
    expect(file.content()).toBe('old');
    expect(file.log).toEqual(['open', 'abort']);
    await expect(sink.write(bytesOf('x'))).rejects.toThrow();
  });

  it('starts over after a failed close', async () => {
    const file = fakeHandle();
    const create = file.handle.createWritable.bind(file.handle);
    file.handle.createWritable = async (options) =>
      Object.assign(await create(options), {
        close: () => Promise.reject(new DOMException('blocked', 'AbortError')),
      });
    const sink = createPickerSink(file.handle);
    await sink.open(announcedFile);
    await expect(sink.close()).rejects.toMatchObject({ name: 'AbortError' });
    file.handle.createWritable = create;
    expect(await sink.open(announcedFile)).toBe(0);
    await sink.write(bytesOf('good'));
    expect(await sink.close()).toBe(4);
  });

  it.each([
    ['granted', true],
    ['denied', false],
    ['refused without a click', false],
  ])('asks whether it may write to the chosen file again: %s', async (answer, isAllowed) => {
    const asked: unknown[] = [];
    const handle = {
      requestPermission: (descriptor: unknown) => {
        asked.push(descriptor);
        if (answer.startsWith('refused'))
          return Promise.reject(new DOMException('', 'SecurityError'));
        return Promise.resolve(answer);
      },
    } as unknown as FileSystemFileHandle;
    expect(await createPickerSink(handle).askToWrite?.()).toBe(isAllowed);
    expect(asked).toEqual([{ mode: 'readwrite' }]);
  });

  it('passes on the browser’s error for a full disk', async () => {
    const failing = {
      createWritable: () =>
        Promise.resolve({
          write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
          abort: () => Promise.resolve(),
        }),
    } as unknown as FileSystemFileHandle;
    const sink = createPickerSink(failing);
    await sink.open(announcedFile);
    await expect(sink.write(bytesOf('x'))).rejects.toMatchObject({ name: 'QuotaExceededError' });
  });
});

describe('picker sink with staging', () => {
  let opfs: FakeOpfs;
  beforeEach(() => {
    opfs = installFakeOpfs();
    opfs.freeBytes = 2 * largeFile.totalBytes;
  });
  afterEach(() => opfs.remove());

  /** Resumes at byte 3 and logs its calls. */
  const createStaging = () => {
    const log: string[] = [];
    const sink: Sink = {
      kind: 'opfs',
      survivesReload: true,
      open: ({ totalBytes }) => Promise.resolve(log.push(`open ${totalBytes}`)).then(() => 3),
      restoredDigests: () => [bytesOf('digest')],
      write: () => Promise.resolve(undefined),
      commit: (sha256s) =>
        Promise.resolve(log.push(`commit ${sha256s.length}`)).then(() => undefined),
      close: () => Promise.resolve(log.push('close')).then(() => 7),
      abort: (reason) => Promise.resolve(log.push(`abort ${reason}`)).then(() => undefined),
    };
    return { log, sink };
  };

  it('receives into the staging sink and reports what was copied to the chosen file', async () => {
    const file = fakeHandle('old');
    const staging = createStaging();
    const sink = createPickerSink(file.handle, null, () => Promise.resolve(staging.sink));
    expect(await sink.open(largeFile)).toBe(3);
    expect(sink.survivesReload).toBe(true);
    expect(sink.restoredDigests?.()).toHaveLength(1);
    await sink.write(bytesOf('more'));
    await sink.commit?.([bytesOf('one'), bytesOf('two')]);
    expect(await sink.close()).toBe(7);
    expect(staging.log).toEqual([`open ${largeFile.totalBytes}`, 'commit 2', 'close']);
    expect(file.content()).toBe('old');
    expect(file.log).toEqual([]);
  });

  it.each([
    ['no larger than a window', { ...largeFile, totalBytes: windowBytes }, 1],
    ['without an id', { ...largeFile, fileId: '' }, 1],
    ['without space for it twice', { ...largeFile, totalBytes: largeFile.totalBytes + 1 }, 1],
    ['without a staging sink', largeFile, 0],
  ])('writes a file %s directly to the chosen one', async (_, announced, stagings) => {
    const file = fakeHandle();
    const staging = createStaging();
    const sink = createPickerSink(file.handle, null, () =>
      Promise.resolve(stagings === 0 ? null : staging.sink),
    );
    expect(await sink.open(announced)).toBe(0);
    expect(sink.survivesReload).toBeUndefined();
    expect(sink.restoredDigests?.()).toEqual([]);
    await sink.write(bytesOf('all'));
    await sink.commit?.([bytesOf('one')]);
    await sink.close();
    expect(file.content()).toBe('all');
    expect(staging.log).toEqual([]);
  });

  /** An earlier attempt has stored this much. */
  const storePart = async (bytes: number): Promise<void> => {
    const name = Buffer.from(await crypto.subtle.digest('SHA-256', bytesOf(largeFile.fileId)))
      .toString('hex')
      .slice(0, 40);
    opfs.files.set(`${name}.data`, new Uint8Array(bytes));
    opfs.files.set(`${name}.progress`, encodeRecord(bytes, new Uint8Array(32)));
  };

  it.each([
    ['part', 1_000],
    ['whole', largeFile.totalBytes],
  ])('continues the stored %s of a file while the rest of it has space', async (_, storedBytes) => {
    await storePart(storedBytes);
    opfs.freeBytes = largeFile.totalBytes - storedBytes;
    const staging = createStaging();
    const sink = createPickerSink(fakeHandle().handle, null, () => Promise.resolve(staging.sink));
    expect(await sink.open(largeFile)).toBe(3);
    expect(opfs.files.size).toBe(2);
  });

  it('removes a stored part whose rest has no space, and writes directly', async () => {
    await storePart(1_000);
    opfs.freeBytes = largeFile.totalBytes - 1_001;
    const file = fakeHandle();
    const sink = createPickerSink(file.handle, null, () => Promise.resolve(createStaging().sink));
    expect(await sink.open(largeFile)).toBe(0);
    expect(opfs.files.size).toBe(0);
    await sink.write(bytesOf('all'));
    await sink.close();
    expect(file.content()).toBe('all');
  });

  it('leaves the stored part that another tab receives', async () => {
    await storePart(1_000);
    const [name = ''] = opfs.files.keys();
    await lockFile(name.replace('.data', ''));
    opfs.freeBytes = 0;
    const sink = createPickerSink(fakeHandle().handle, null, () => Promise.resolve(null));
    expect(await sink.open(largeFile)).toBe(0);
    expect(opfs.files.size).toBe(2);
  });

  it('removes the part of a file that the sender has replaced, whether or not the other one is staged', async () => {
    await storePart(1_000);
    const other = { ...largeFile, fileId: 'other' };
    const sink = createPickerSink(fakeHandle().handle, largeFile.fileId, () =>
      Promise.resolve(createStaging().sink),
    );
    await sink.open(other);
    expect(opfs.files.size).toBe(0);
    await storePart(1_000);
    opfs.freeBytes = 0;
    const direct = createPickerSink(fakeHandle().handle, largeFile.fileId);
    expect(await direct.open(other)).toBe(0);
    expect(opfs.files.size).toBe(0);
  });

  it('writes directly when staging cannot be opened', async () => {
    const file = fakeHandle();
    const refused = () => Promise.reject(new DOMException('private', 'SecurityError'));
    const { log, sink: staging } = createStaging();
    staging.open = refused;
    const sink = createPickerSink(file.handle, null, () => Promise.resolve(staging));
    expect(await sink.open(largeFile)).toBe(0);
    // Stops the worker and releases the lock.
    expect(log).toEqual(['abort not used']);
    await sink.write(bytesOf('all'));
    await sink.close();
    expect(file.content()).toBe('all');
  });

  it.each(['write', 'close'] as const)(
    'fails when the quota was smaller than estimated at the %s, and writes directly on the next attempt',
    async (failing) => {
      const file = fakeHandle();
      const staging = createStaging();
      const sink = createPickerSink(file.handle, null, () => Promise.resolve(staging.sink));
      await sink.open(largeFile);
      staging.sink[failing] = (): Promise<never> =>
        Promise.reject(new DOMException('full', 'QuotaExceededError'));
      const full = failing === 'write' ? sink.write(bytesOf('x')) : sink.close();
      await expect(full).rejects.toMatchObject({ name: 'QuotaExceededError' });
      expect(await sink.open(largeFile)).toBe(0);
      await sink.write(bytesOf('all'));
      await sink.close();
      expect(file.content()).toBe('all');
      expect(staging.log).toEqual([`open ${largeFile.totalBytes}`, `abort ${discardReason}`]);
    },
  );
});

describe('copying a complete file to the chosen one', () => {
  it('replaces the old content and reads the size from the disk', async () => {
    const file = fakeHandle('something older and longer');
    expect(await toPickedFile(() => file.handle).deliver(new Blob(['abcd']), 'a.txt')).toBe(4);
    expect(file.content()).toBe('abcd');
  });

  it.each([
    ['the disk is full', 'QuotaExceededError', 'no-room-to-save'],
    ['the browser has withdrawn the permission', 'NotAllowedError', 'permission-lost'],
  ])('writes nothing to the chosen file when %s, and may succeed later', async (_, name, code) => {
    const file = fakeHandle('old');
    const create = file.handle.createWritable.bind(file.handle);
    file.handle.createWritable = async (options) =>
      Object.assign(await create(options), {
        write: () => Promise.reject(new DOMException('no', name)),
      });
    const destination = toPickedFile(() => file.handle);
    const copying = destination.deliver(new Blob(['abcd']), 'a.txt');
    await expect(copying).rejects.toMatchObject({ code });
    expect([file.content(), file.log]).toEqual(['old', ['open', 'abort']]);
    file.handle.createWritable = create;
    expect(await destination.deliver(new Blob(['abcd']), 'a.txt')).toBe(4);
  });
});
