import { createReceivedFile } from '../../../receive/received-file.js';
import { randomId, sha256 } from '../../../support/env.js';
import { installFakeOpfs, type FakeOpfs } from '../../../test/support/fake-opfs.js';
import { discardReason } from '../../sink.js';
import { createOpfsSink, discardStored, toDownloads } from '../opfs.js';
import { recordBytes } from '../progress-record.js';
import { dataSuffix, type OpfsReply, type OpfsRequest } from '../protocol.js';
import { sweepFolder } from '../sweep.js';
import { createWritablePort } from '../writable.js';
import {
  announcedFile,
  bytesOf,
  createSink,
  createWorkerSink,
  hourMs,
  startWorker,
} from './sinks.js';

let opfs: FakeOpfs;
beforeEach(() => {
  opfs = installFakeOpfs();
});
afterEach(() => opfs.remove());

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

describe('OPFS sink with a worker', () => {
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

  it('releases the lock of a part that the storage fails to remove', async () => {
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

  it('hands a complete file over after a crash just before that, without receiving it again', async () => {
    const crashed = new Promise<void>((resolve) => {
      const deliver = () => new Promise<number>(() => resolve());
      const first = createOpfsSink(startWorker, { isReadLater: true, deliver });
      void (async () => {
        await first.open(announcedFile);
        await first.write(bytesOf('abcd'));
        await first.commit?.([await sha256(bytesOf('abcd'))]);
        await first.close();
      })();
    });
    await crashed;
    // The browser releases the lock of a page that has crashed.
    opfs.locks.clear();
    const saved: Blob[] = [];
    const next = createOpfsSink(
      startWorker,
      toDownloads((blob) => void saved.push(blob)),
    );
    expect(await next.open(announcedFile)).toBe(4);
    expect(await next.close()).toBe(4);
    expect(await saved[0]?.text()).toBe('abcd');
    await sweepFolder(Date.now() + hourMs);
    expect(opfs.files.size).toBe(0);
  });

  it('saves a file whose progress record cannot be removed, and keeps neither for ever', async () => {
    const saved: string[] = [];
    const sink = createOpfsSink(
      startWorker,
      toDownloads((_, filename) => void saved.push(filename)),
    );
    await sink.open(announcedFile);
    await sink.write(bytesOf('abcd'));
    opfs.refusesRemoval = true;
    expect(await sink.close()).toBe(4);
    expect(saved).toEqual(['a.txt']);
    opfs.refusesRemoval = false;
    await sweepFolder(Date.now() + 7 * 24 * hourMs);
    expect(opfs.files.size).toBe(0);
  });
});
