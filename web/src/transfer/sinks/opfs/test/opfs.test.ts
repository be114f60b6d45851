import { setImmediate as nextTurn } from 'node:timers/promises';
import { createReceivedFile } from '../../../receive/received-file.js';
import { randomId, sha256 } from '../../../support/env.js';
import { createFakeClock } from '../../../test/support/clocks/fake-clock.js';
import { installFakeOpfs, type FakeOpfs } from '../../../test/support/fake-opfs.js';
import { discardReason } from '../../sink.js';
import { createOpfsSink, discardStored, toDownloads } from '../opfs.js';
import { createLocalPort, watchAnswers, type OpfsPort } from '../port.js';
import { recordBytes } from '../progress-record.js';
import { dataSuffix, type OpfsReply, type OpfsRequest } from '../protocol.js';
import { createStoredFile } from '../stored-file.js';
import { sweepFolder } from '../sweep.js';
import { createWritablePort } from '../writable.js';

const hourMs = 60 * 60_000;

const announcedFile = { filename: 'a.txt', totalBytes: 4, fileId: 'one' };
const bytesOf = (text: string) => new TextEncoder().encode(text);

let opfs: FakeOpfs;
beforeEach(() => {
  opfs = installFakeOpfs();
});
afterEach(() => opfs.remove());

const startWorker = () => Promise.resolve(createLocalPort(createStoredFile().answer));
const createWorkerSink = () =>
  createOpfsSink(
    startWorker,
    toDownloads(() => undefined),
  );

const createSink = () => {
  const saved: { blob: Blob; filename: string }[] = [];
  const toList = toDownloads((blob, filename) => {
    saved.push({ blob, filename });
  });
  const sink = createOpfsSink(() => Promise.resolve(createWritablePort()), toList);
  return { sink, saved };
};

describe('OPFS sink without a worker', () => {
  it('delivers the whole file under its name and reports its size on disk', async () => {
    const { sink, saved } = createSink();
    expect(await sink.open(announcedFile)).toBe(0);
    await sink.write(bytesOf('ab'));
    await sink.write(bytesOf('cd'));
    await sink.commit?.([await sha256(bytesOf('ab')), await sha256(bytesOf('cd'))]);
    expect(saved).toEqual([]);
    expect(await sink.close()).toBe(4);
    expect(saved[0]?.filename).toBe('a.txt');
    expect(await saved[0]?.blob.text()).toBe('abcd');
  });

  it('delivers the same file once more while the browser has it', async () => {
    const { sink, saved } = createSink();
    expect(await sink.saveAgain?.()).toBe(false);
    await sink.open(announcedFile);
    await sink.write(bytesOf('abcd'));
    expect(await sink.saveAgain?.()).toBe(false);
    await sink.close();
    expect(await sink.saveAgain?.()).toBe(true);
    expect(saved).toHaveLength(2);
    expect(saved[1]?.filename).toBe('a.txt');
    expect(await saved[1]?.blob.text()).toBe('abcd');
    await sweepFolder(Date.now() + 1_000 * hourMs);
    expect(await sink.saveAgain?.()).toBe(false);
    expect(saved).toHaveLength(2);
  });

  it('starts over in another tab, since nothing survives a reload', async () => {
    const first = createSink().sink;
    await first.open(announcedFile);
    await first.write(bytesOf('ab'));
    await first.commit?.([await sha256(bytesOf('ab'))]);
    await first.abort('closed');
    const second = createSink().sink;
    expect(await second.open(announcedFile)).toBe(0);
    expect(second.restoredDigests?.()).toEqual([]);
  });

  it('says that nothing outlives the page', async () => {
    const { sink } = createSink();
    await sink.open(announcedFile);
    expect(sink.survivesReload).toBe(false);
  });

  it('discards an earlier attempt when opened again', async () => {
    const { sink, saved } = createSink();
    await sink.open(announcedFile);
    await sink.write(bytesOf('wrong!'));
    await sink.open(announcedFile);
    await sink.write(bytesOf('good'));
    expect(await sink.close()).toBe(4);
    expect(await saved[0]?.blob.text()).toBe('good');
  });

  it('refuses a file without enough free space before the first byte, with both numbers', async () => {
    opfs.freeBytes = 2_048;
    const { sink } = createSink();
    await expect(
      sink.open({ ...announcedFile, totalBytes: 3 * 1_024 * 1_024 }),
    ).rejects.toMatchObject({
      code: 'storage-full',
      facts: { neededBytes: 3 * 1_024 * 1_024, freeBytes: 2_048 },
    });
  });

  it('stores files under distinct safe names, whatever their ids contain', async () => {
    for (const fileId of ['../x', 'one', 'two']) {
      const { sink } = createSink();
      await sink.open({ ...announcedFile, fileId });
      await sink.close();
    }
    expect(opfs.files.size).toBe(3);
    for (const name of opfs.files.keys()) expect(name).toMatch(/^[0-9a-f]{40}\.data$/);
  });

  it('rejects a file with fewer bytes than announced', async () => {
    const { sink } = createSink();
    const file = createReceivedFile(sink, { sha256, randomId }, 'share');
    await file.openPlain({
      type: 'file-metadata',
      filename: 'a',
      fileSize: 4,
      fileType: '',
      chunks: 1,
      v2: null,
    });
    await file.write(bytesOf('abc'));
    await expect(file.finish(null, 4)).rejects.toMatchObject({ code: 'size-mismatch' });
  });
});

describe('OPFS sink and its worker', () => {
  it.each([
    ['downloads', true],
    ['chosen file', false],
  ])(
    'hands nothing to the %s when the storage has dropped bytes, and starts over',
    async (_, isReadLater) => {
      const delivered: Blob[] = [];
      const deliver = (complete: Blob) =>
        Promise.resolve(delivered.push(complete)).then(() => complete.size);
      const sink = createOpfsSink(startWorker, { isReadLater, deliver });
      await sink.open(announcedFile);
      await sink.write(bytesOf('abcd'));
      const [name = ''] = [...opfs.files.keys()].filter((key) => key.endsWith(dataSuffix));
      opfs.files.set(name, new Uint8Array([1, 2]));
      await expect(sink.close()).rejects.toMatchObject({ name: 'QuotaExceededError' });
      expect(delivered).toEqual([]);
      expect(await sink.open(announcedFile)).toBe(0);
      expect([...opfs.files.keys()].filter((key) => key.endsWith(dataSuffix))).toEqual([name]);
      await sink.abort('closed');
    },
  );

  /** A port whose first file is locked by another tab. */
  const lockedPort = (requests: OpfsRequest[]) => {
    const port = createWritablePort();
    const send = port.postMessage.bind(port);
    let isLocked = true;
    port.postMessage = (request, transfer) => {
      requests.push(request);
      if (request.op === 'open' && isLocked) {
        isLocked = false;
        const reply: OpfsReply = { ok: false, name: 'NoModificationAllowedError' };
        queueMicrotask(() => port.onmessage?.({ data: reply }));
      } else {
        send(request, transfer);
      }
    };
    return port;
  };

  it('opens a copy while another tab receives the same file', async () => {
    const requests: OpfsRequest[] = [];
    const sink = createOpfsSink(
      () => Promise.resolve(lockedPort(requests)),
      toDownloads(() => undefined),
    );
    expect(await sink.open(announcedFile)).toBe(0);
    const keys = requests.flatMap((request) => (request.op === 'open' ? [request.key] : []));
    expect(keys.length).toBe(2);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('rejects pending calls when the worker crashes', async () => {
    const port = createWritablePort();
    port.postMessage = () => queueMicrotask(() => port.onerror?.());
    const sink = createOpfsSink(
      () => Promise.resolve(port),
      toDownloads(() => undefined),
    );
    await expect(sink.open(announcedFile)).rejects.toMatchObject({ code: 'sink-stalled' });
  });

  /** A worker that dies: it answers no more, and its files are unlocked. */
  const mortalPort = () => {
    const file = createStoredFile();
    const port = createLocalPort(file.answer);
    /** @returns resolves with the next request. */
    const die = (): Promise<void> => {
      port.terminate = () => void file.answer({ op: 'abort' });
      return new Promise((resolve) => {
        port.postMessage = () => resolve();
      });
    };
    return { port, die };
  };

  /** The first two of four bytes are stored by a worker that dies; another one takes its place. */
  const storeHalf = async (watch: (port: OpfsPort) => OpfsPort = (port) => port) => {
    const { port, die } = mortalPort();
    const ports = [watch(port), await startWorker()];
    const sink = createOpfsSink(
      () => Promise.resolve(ports.shift() ?? port),
      toDownloads(() => undefined),
    );
    const file = createReceivedFile(sink, { sha256, randomId }, 'share');
    const metadata = { type: 'file-metadata', filename: 'a', fileType: '', chunks: 1 } as const;
    const v2 = { fileId: 'one', fileBytes: 4, blockBytes: 2 };
    const open = () => file.openBlocks({ ...metadata, fileSize: 4, v2 });
    const write = async (text: string) => file.write(bytesOf(text), await sha256(bytesOf(text)));
    await open();
    await write('ab');
    return { port, open, write, asked: die() };
  };

  it('fails and continues with another worker when its own has died between two requests', async () => {
    const { port, open, write } = await storeHalf();
    port.onerror?.();
    await expect(write('cd')).rejects.toMatchObject({ code: 'sink-stalled' });
    expect(await open()).toBe(1);
    await write('cd');
  });

  it('fails and continues with another worker when its own has not answered for a minute', async () => {
    const clock = createFakeClock();
    const { open, write, asked } = await storeHalf((port) => watchAnswers(port, clock));
    const failed = expect(write('cd')).rejects.toMatchObject({ code: 'sink-stalled' });
    await asked;
    clock.advance(60_000);
    await failed;
    expect(await open()).toBe(1);
    await write('cd');
    expect(clock.pending()).toBe(0);
  });

  it('keeps durable blocks for a later attempt, and removes data with a wrong digest', async () => {
    const first = createWorkerSink();
    await first.open(announcedFile);
    await first.write(bytesOf('ab'));
    await first.commit?.([await sha256(bytesOf('ab'))]);
    await first.abort('closed');
    expect(opfs.files.size).toBe(2);
    const second = createWorkerSink();
    expect(await second.open(announcedFile)).toBe(2);
    await second.abort(discardReason);
    expect(opfs.files.size).toBe(0);
  });

  it('says whether what it has outlives the page: not a file without an id', async () => {
    const sink = createWorkerSink();
    expect(sink.survivesReload).toBe(false);
    await sink.open(announcedFile);
    expect(sink.survivesReload).toBe(true);
    await sink.open({ ...announcedFile, fileId: '' });
    expect(sink.survivesReload).toBe(false);
    await sink.abort('closed');
  });

  it('receives, resumes and delivers where handles answer with promises', async () => {
    opfs.isOldSafari = true;
    const first = createWorkerSink();
    expect(await first.open(announcedFile)).toBe(0);
    await first.write(bytesOf('ab'));
    await first.commit?.([await sha256(bytesOf('ab'))]);
    await first.write(bytesOf('lost'));
    await first.abort('closed');
    const saved: Blob[] = [];
    const second = createOpfsSink(
      startWorker,
      toDownloads((blob) => void saved.push(blob)),
    );
    expect(await second.open(announcedFile)).toBe(2);
    expect(second.restoredDigests?.()).toEqual([await sha256(bytesOf('ab'))]);
    await second.write(bytesOf('cd'));
    await second.commit?.([await sha256(bytesOf('cd'))]);
    expect(await second.read?.(0, 4)).toEqual(bytesOf('abcd'));
    expect(await second.close()).toBe(4);
    expect(await saved[0]?.text()).toBe('abcd');
    expect(opfs.files.size).toBe(1);
    // Handed over: another attempt opens a copy.
    expect(await createWorkerSink().open(announcedFile)).toBe(0);
    expect(await saved[0]?.text()).toBe('abcd');
  });

  it('does not record a block before it is durable', async () => {
    opfs.isOldSafari = true;
    const sink = createWorkerSink();
    await sink.open(announcedFile);
    await sink.write(bytesOf('ab'));
    const progress = [...opfs.files.keys()].find((name) => name.endsWith('.progress')) ?? '';
    /** At the end of every flush: that of the block, and that of its record. */
    const recordedBytes: (number | undefined)[] = [];
    opfs.turn = async () => {
      await Promise.resolve();
      recordedBytes.push(opfs.files.get(progress)?.length);
    };
    await sink.commit?.([await sha256(bytesOf('ab'))]);
    expect(recordedBytes).toEqual([0, recordBytes]);
  });

  it('runs one worker per file and none between files', async () => {
    const log: string[] = [];
    const sink = createOpfsSink(
      () => {
        log.push('start');
        const port = createWritablePort();
        port.terminate = () => void log.push('end');
        return Promise.resolve(port);
      },
      toDownloads(() => undefined),
    );
    expect(log).toEqual([]);
    await sink.abort('never opened');
    await sink.open(announcedFile);
    await sink.open(announcedFile);
    expect(log).toEqual(['start']);
    await sink.abort('closed');
    expect(log).toEqual(['start', 'end']);
    await sink.open(announcedFile);
    await sink.write(bytesOf('ab'));
    await sink.close();
    expect(log).toEqual(['start', 'end', 'start', 'end']);
  });

  it('terminates a crashed worker', async () => {
    let ends = 0;
    const port = createWritablePort();
    const sink = createOpfsSink(
      () => Promise.resolve(port),
      toDownloads(() => undefined),
    );
    await sink.open(announcedFile);
    port.terminate = () => void (ends += 1);
    port.postMessage = () => queueMicrotask(() => port.onerror?.());
    await expect(sink.abort('closed')).rejects.toMatchObject({ name: 'WorkerError' });
    expect(ends).toBe(1);
  });

  it('leaves nothing behind after an attempt that cannot be resumed', async () => {
    const { sink, saved } = createSink();
    for (let attempt = 0; attempt < 3; attempt++) await sink.open({ ...announcedFile, fileId: '' });
    expect(opfs.files.size).toBe(1);
    await sink.abort('closed');
    expect(opfs.files.size).toBe(0);
    await sink.open({ ...announcedFile, fileId: '' });
    await sink.write(bytesOf('abcd'));
    expect(await sink.close()).toBe(4);
    // The browser's download may still read it.
    await sink.abort('closed');
    expect(await saved[0]?.blob.text()).toBe('abcd');
    expect(opfs.files.size).toBe(1);
  });

  it('sweeps such an attempt of a closed tab, and keeps open and resumable files', async () => {
    const left = [
      'once-closed.data',
      'once-closed.progress',
      'once-open.data',
      'once-open.progress',
      `${'a'.repeat(40)}.data`,
      `${'a'.repeat(40)}.progress`,
    ];
    for (const name of left) opfs.files.set(name, new Uint8Array(40));
    opfs.locks.add('received-file/once-open');
    const { sink } = createSink();
    await sink.open(announcedFile);
    expect(left.filter((name) => opfs.files.has(name))).toEqual(left.slice(2));
    await sink.abort('closed');
  });

  it('sweeps what is recorded of a file that is gone, unless a tab has its lock', async () => {
    const left = ['open.progress', 'open.seen', 'gone.progress', 'gone.seen', 'once-gone.progress'];
    for (const name of left) opfs.files.set(name, new Uint8Array(40));
    opfs.locks.add('received-file/open');
    await sweepFolder(Date.now());
    expect([...opfs.files.keys()]).toEqual(left.slice(0, 2));
  });

  it.each(['.progress', '.data'])('keeps a part whose %s cannot be looked up', async (suffix) => {
    const sink = createWorkerSink();
    await sink.open(announcedFile);
    await sink.abort('closed');
    const left = [...opfs.files.keys()];
    for (const name of left) opfs.changedAt.set(name, Date.now() - 2 * hourMs);
    const { storage } = navigator;
    const root = await storage.getDirectory();
    const folder = await root.getDirectoryHandle('received-files');
    const find = folder.getFileHandle.bind(folder);
    folder.getFileHandle = (name, options) =>
      name.endsWith(suffix)
        ? Promise.reject(new DOMException('', 'UnknownError'))
        : find(name, options);
    root.getDirectoryHandle = () => Promise.resolve(folder);
    storage.getDirectory = () => Promise.resolve(root);
    await sweepFolder(Date.now());
    expect([...opfs.files.keys()]).toEqual(left);
  });

  it('stays available to this tab when the storage fails to remove a part', async () => {
    const first = createWorkerSink();
    await first.open(announcedFile);
    await first.abort('closed');
    const { storage } = navigator;
    const getDirectory = storage.getDirectory.bind(storage);
    storage.getDirectory = () => Promise.reject(new DOMException('', 'UnknownError'));
    await expect(discardStored('one')).rejects.toThrow();
    storage.getDirectory = getDirectory;
    expect([...opfs.locks]).toEqual([]);
  });

  it('keeps a finished file for an hour after the hand-over, however old its blocks are', async () => {
    const first = createWorkerSink();
    await first.open(announcedFile);
    await first.write(bytesOf('abcd'));
    await first.commit?.([await sha256(bytesOf('abcd'))]);
    await first.abort('closed');
    const [name = ''] = opfs.files.keys();
    opfs.changedAt.set(name, Date.now() - 6 * 24 * hourMs);

    const second = createWorkerSink();
    expect(await second.open(announcedFile)).toBe(4);
    await second.close();
    await sweepFolder(Date.now() + hourMs - 10_000);
    expect([...opfs.files.keys()]).toEqual([name]);
    await sweepFolder(Date.now() + hourMs);
    expect(opfs.files.size).toBe(0);
  });

  describe('completed while the user is away', () => {
    /** The browser may ask whether to allow the download. */
    const receiveUnattended = async () => {
      let comeBack = (): void => undefined;
      const seen = new Promise<void>((resolve) => (comeBack = resolve));
      const sink = createOpfsSink(
        startWorker,
        toDownloads(() => seen),
      );
      await sink.open(announcedFile);
      await sink.write(bytesOf('abcd'));
      await sink.close();
      const [name = ''] = opfs.files.keys();
      return { sink, name, comeBack };
    };
    const isHere = (name: string) => opfs.files.has(name);
    const unlocked = async () => {
      while (opfs.locks.size > 0) await nextTurn();
    };

    it('stays as long as its page is open', async () => {
      const { name } = await receiveUnattended();
      await sweepFolder(Date.now() + 100 * hourMs);
      expect(isHere(name)).toBe(true);
      // The browser releases the lock of a page that it closes.
      opfs.locks.clear();
      await sweepFolder(Date.now() + 100 * hourMs);
      expect(isHere(name)).toBe(false);
    });

    it('stays for an hour after they have come, without a change of its data', async () => {
      const { name, comeBack } = await receiveUnattended();
      const completedAt = Date.now() - 9 * hourMs;
      opfs.changedAt.set(name, completedAt);
      comeBack();
      await unlocked();
      await sweepFolder(Date.now() + hourMs - 10_000);
      expect(opfs.changedAt.get(name)).toBe(completedAt);
      expect(isHere(name)).toBe(true);
      await sweepFolder(Date.now() + hourMs);
      expect(opfs.files.size).toBe(0);
    });

    it('stays for an hour after it was saved again', async () => {
      const { sink, name, comeBack } = await receiveUnattended();
      comeBack();
      await unlocked();
      for (const each of opfs.files.keys()) opfs.changedAt.set(each, Date.now() - hourMs + 10_000);
      expect(await sink.saveAgain?.()).toBe(true);
      await sweepFolder(Date.now() + hourMs - 10_000);
      expect(isHere(name)).toBe(true);
    });

    it('is received again beside the copy', async () => {
      const { name } = await receiveUnattended();
      const again = createWorkerSink();
      expect(await again.open(announcedFile)).toBe(0);
      await again.abort('closed');
      expect(isHere(name)).toBe(true);
    });
  });

  it('reports a file as saved only after its progress record was removed', async () => {
    const saved: string[] = [];
    const sink = createOpfsSink(
      startWorker,
      toDownloads((_, filename) => void saved.push(filename)),
    );
    await sink.open(announcedFile);
    await sink.write(bytesOf('abcd'));
    opfs.refusesRemoval = true;
    await expect(sink.close()).rejects.toMatchObject({ name: 'NoModificationAllowedError' });
    expect(saved).toEqual([]);
    opfs.refusesRemoval = false;
    expect(await sink.close()).toBe(4);
    expect(saved).toEqual(['a.txt']);
  });
});
