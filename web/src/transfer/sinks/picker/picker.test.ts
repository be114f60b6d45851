/** The save dialog's file: protocol document 2.5, "nothing is complete before close and count". */
import type { Sink } from '../sink.js';
import { WINDOW_BYTES } from '../../support/constants.js';
import { DISCARD } from '../../receive/received-file.js';
import { installFakeOpfs, type FakeOpfs } from '../../test/support/fake-opfs.js';
import { toPickedFile } from './picked-file.js';
import { createPickerSink } from './picker.js';

const ANNOUNCED = { filename: 'a.txt', fileType: 'text/plain', totalBytes: 4, fileId: 'f' };
const LARGE = { ...ANNOUNCED, totalBytes: WINDOW_BYTES + 1 };
const bytesOf = (text: string) => new TextEncoder().encode(text);

interface Written {
  type: 'write';
  position: number;
  data: Uint8Array<ArrayBuffer>;
}

/** As in browsers: what is written lies in a swap file and replaces the real one when it is closed. */
function fakeHandle(old = '') {
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
}

describe('picker sink', () => {
  it('writes one block after the other and reports the size of the file on disk', async () => {
    const file = fakeHandle('something older and longer');
    const sink = createPickerSink(file.handle);
    expect(await sink.open(ANNOUNCED)).toBe(0);
    await sink.write(bytesOf('ab'));
    await sink.write(bytesOf('cd'));
    expect(file.content()).toBe('something older and longer');
    expect(await sink.close()).toBe(4);
    expect(file.content()).toBe('abcd');
  });

  it('starts over when opened again, without what an earlier attempt wrote', async () => {
    const file = fakeHandle();
    const sink = createPickerSink(file.handle);
    await sink.open(ANNOUNCED);
    await sink.write(bytesOf('wrong!'));
    expect(await sink.open(ANNOUNCED)).toBe(0);
    await sink.write(bytesOf('good'));
    await sink.close();
    expect(file.content()).toBe('good');
    expect(file.log).toEqual(['open', 'abort', 'open', 'close']);
  });

  it('an aborted file keeps what it was, and aborting twice is harmless', async () => {
    const file = fakeHandle('old');
    const sink = createPickerSink(file.handle);
    await sink.open(ANNOUNCED);
    await sink.write(bytesOf('half'));
    await sink.abort('closed');
    await sink.abort('closed');
    expect(file.content()).toBe('old');
    expect(file.log).toEqual(['open', 'abort']);
    await expect(sink.write(bytesOf('x'))).rejects.toThrow();
  });

  it('opened again after it could not be closed, it starts over', async () => {
    const file = fakeHandle();
    const create = file.handle.createWritable.bind(file.handle);
    file.handle.createWritable = async (options) =>
      Object.assign(await create(options), {
        close: () => Promise.reject(new DOMException('blocked', 'AbortError')),
      });
    const sink = createPickerSink(file.handle);
    await sink.open(ANNOUNCED);
    await expect(sink.close()).rejects.toMatchObject({ name: 'AbortError' });
    file.handle.createWritable = create;
    expect(await sink.open(ANNOUNCED)).toBe(0);
    await sink.write(bytesOf('good'));
    expect(await sink.close()).toBe(4);
  });

  it('a full disk is passed on as the browser names it', async () => {
    const failing = {
      createWritable: () =>
        Promise.resolve({
          write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
          abort: () => Promise.resolve(),
        }),
    } as unknown as FileSystemFileHandle;
    const sink = createPickerSink(failing);
    await sink.open(ANNOUNCED);
    await expect(sink.write(bytesOf('x'))).rejects.toMatchObject({ name: 'QuotaExceededError' });
  });
});

describe('picker sink of a file worth going on with (protocol document 2.6)', () => {
  let opfs: FakeOpfs;
  beforeEach(() => {
    opfs = installFakeOpfs();
    opfs.freeBytes = 2 * LARGE.totalBytes;
  });
  afterEach(() => opfs.remove());

  /** Keeps what it got, whoever opens it next, and says what was asked of it. */
  const createStage = () => {
    const log: string[] = [];
    let write = (): Promise<undefined> => Promise.resolve(undefined);
    const sink: Sink = {
      kind: 'opfs',
      open: ({ totalBytes }) => Promise.resolve(log.push(`open ${totalBytes}`)).then(() => 3),
      restoredDigests: () => [bytesOf('digest')],
      write: () => write(),
      commit: (sha256s) =>
        Promise.resolve(log.push(`commit ${sha256s.length}`)).then(() => undefined),
      close: () => Promise.resolve(log.push('close')).then(() => 7),
      abort: (reason) => Promise.resolve(log.push(`abort ${reason}`)).then(() => undefined),
    };
    return { log, sink, failWith: (cause: Error) => (write = () => Promise.reject(cause)) };
  };

  it('is received where it survives a reload, and reports what ended in the chosen file', async () => {
    const file = fakeHandle('old');
    const stage = createStage();
    const sink = createPickerSink(file.handle, () => Promise.resolve(stage.sink));
    expect(await sink.open(LARGE)).toBe(3);
    expect(sink.restoredDigests?.()).toHaveLength(1);
    await sink.write(bytesOf('more'));
    await sink.commit?.([bytesOf('one'), bytesOf('two')]);
    expect(await sink.close()).toBe(7);
    expect(stage.log).toEqual([`open ${LARGE.totalBytes}`, 'commit 2', 'close']);
    expect(file.content()).toBe('old');
    expect(file.log).toEqual([]);
  });

  it.each([
    ['no larger than a window', { ...LARGE, totalBytes: WINDOW_BYTES }, 1],
    ['whose sender cannot go on', { ...LARGE, fileId: '' }, 1],
    ['without room for it twice', { ...LARGE, totalBytes: LARGE.totalBytes + 1 }, 1],
    ['where no stage is to be had', LARGE, 0],
  ])('a file %s goes straight into the chosen one', async (_, announced, stages) => {
    const file = fakeHandle();
    const stage = createStage();
    const sink = createPickerSink(file.handle, () =>
      Promise.resolve(stages === 0 ? null : stage.sink),
    );
    expect(await sink.open(announced)).toBe(0);
    expect(sink.restoredDigests?.()).toEqual([]);
    await sink.write(bytesOf('all'));
    await sink.commit?.([bytesOf('one')]);
    await sink.close();
    expect(file.content()).toBe('all');
    expect(stage.log).toEqual([]);
  });

  it('what an earlier attempt left there takes no more room', async () => {
    const name = Buffer.from(await crypto.subtle.digest('SHA-256', bytesOf(LARGE.fileId)))
      .toString('hex')
      .slice(0, 40);
    opfs.files.set(`${name}.data`, new Uint8Array(1_000));
    opfs.freeBytes -= 1_000;
    const stage = createStage();
    const sink = createPickerSink(fakeHandle().handle, () => Promise.resolve(stage.sink));
    expect(await sink.open(LARGE)).toBe(3);
  });

  it('a stage that cannot be opened is done without', async () => {
    const file = fakeHandle();
    const refused = () => Promise.reject(new DOMException('private', 'SecurityError'));
    const { log, sink: stage } = createStage();
    stage.open = refused;
    const sink = createPickerSink(file.handle, () => Promise.resolve(stage));
    expect(await sink.open(LARGE)).toBe(0);
    // Its worker is ended and its file unlocked.
    expect(log).toEqual(['abort not used']);
    await sink.write(bytesOf('all'));
    await sink.close();
    expect(file.content()).toBe('all');
  });

  it('less room than the browser said: it fails, and the next attempt needs none', async () => {
    const file = fakeHandle();
    const stage = createStage();
    const sink = createPickerSink(file.handle, () => Promise.resolve(stage.sink));
    await sink.open(LARGE);
    stage.failWith(new DOMException('full', 'QuotaExceededError'));
    await expect(sink.write(bytesOf('x'))).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(await sink.open(LARGE)).toBe(0);
    await sink.write(bytesOf('all'));
    await sink.close();
    expect(file.content()).toBe('all');
    expect(stage.log).toEqual([`open ${LARGE.totalBytes}`, `abort ${DISCARD}`]);
  });
});

describe('a complete file copied into the chosen one', () => {
  it('replaces what was there, and its size is read from the disk', async () => {
    const file = fakeHandle('something older and longer');
    expect(await toPickedFile(file.handle).deliver(new Blob(['abcd']), 'a.txt')).toBe(4);
    expect(file.content()).toBe('abcd');
  });

  it('a full disk leaves the chosen file as it was, says so, and another try may succeed', async () => {
    const file = fakeHandle('old');
    const create = file.handle.createWritable.bind(file.handle);
    file.handle.createWritable = async (options) =>
      Object.assign(await create(options), {
        write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
      });
    const destination = toPickedFile(file.handle);
    const copying = destination.deliver(new Blob(['abcd']), 'a.txt');
    await expect(copying).rejects.toMatchObject({ code: 'no-room-to-save' });
    expect([file.content(), file.log]).toEqual(['old', ['open', 'abort']]);
    file.handle.createWritable = create;
    expect(await destination.deliver(new Blob(['abcd']), 'a.txt')).toBe(4);
  });
});
