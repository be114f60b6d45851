import { windowBytes } from '../support/constants.js';
import { installFakeOpfs } from '../test/support/fake-opfs.js';
import { chooseSink, planSaving } from './choose-sink.js';
import { memorySinkMaxBytes } from './memory.js';
import { createOpfsSink, storedBytes, toDownloads } from './opfs/opfs.js';
import { createLocalPort } from './opfs/port.js';
import type { OpfsReply, OpfsRequest } from './opfs/protocol.js';
import { createStoredFile } from './opfs/stored-file.js';
import { discardReason } from './sink.js';

const setGlobal = (target: object, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { configurable: true, value });
};

/** What the save dialog returns. */
const picked = {
  createWritable: () => Promise.resolve({ abort: () => Promise.resolve() }),
};

describe('where a file will be saved', () => {
  const opfs = installFakeOpfs();
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'showSaveFilePicker');
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  afterAll(() => opfs.remove());

  const workerIs = (active: object | null): void =>
    setGlobal(navigator, 'serviceWorker', { getRegistration: () => Promise.resolve({ active }) });

  it('is the storage of the browser, as far as it has space', async () => {
    workerIs(null);
    opfs.freeBytes = 5_000;
    const plan = { kind: 'opfs', maxBytes: 5_000, survivesReload: false };
    const twice = (bytes: number) => ({ needed: { saved: bytes, stored: bytes } });
    expect(await planSaving(5_000, null)).toEqual({ ...plan, ...twice(5_000) });
    expect(await planSaving(null, null)).toEqual({ ...plan, needed: null });
    Reflect.deleteProperty(navigator, 'serviceWorker');
    expect(await planSaving(4_000, null)).toEqual({ ...plan, ...twice(4_000) });
  });

  describe('after a part has arrived', () => {
    const { storage } = navigator;
    const estimate = storage.estimate.bind(storage);
    /** Like browsers, counts what is stored as used. */
    beforeEach(() => {
      workerIs(null);
      storage.estimate = () => {
        const sizes = [...opfs.files.values()].map(({ length }) => length);
        return Promise.resolve({ quota: 5_000, usage: sizes.reduce((sum, size) => sum + size, 0) });
      };
    });
    afterEach(() => {
      storage.estimate = estimate;
      opfs.files.clear();
    });

    const createStoringSink = () =>
      createOpfsSink(() => Promise.resolve(createLocalPort(createStoredFile().answer)));
    const begin = async (fileId: string, bytes: number) => {
      const sink = createStoringSink();
      await sink.open({ filename: 'a', totalBytes: 4_900, fileId });
      await sink.write(new Uint8Array(bytes));
      await sink.commit?.([new Uint8Array(32)]);
      return sink;
    };
    const receive = async (fileId: string, bytes: number) => {
      await (await begin(fileId, bytes)).abort('reload');
    };

    it('is the storage that has the part, which needs no further space', async () => {
      await receive('f', 3_000);
      const { kind, maxBytes } = await planSaving(4_900, 'f');
      expect(kind).toBe('opfs');
      expect(maxBytes).toBeGreaterThanOrEqual(4_900);
      const file = { filename: 'a', totalBytes: 4_900 };
      expect((await chooseSink({ ...file, fileId: 'f' })).kind).toBe('opfs');
      for (const fileId of [null, 'other'])
        expect((await chooseSink({ ...file, fileId })).kind).toBe('memory');
    });

    it('is the storage that has the part, also where a service worker streams, but not for another file', async () => {
      await receive('f', 1_000);
      workerIs({});
      const kindFor = async (fileId: string) =>
        (await chooseSink({ filename: 'a', totalBytes: 3_000, fileId })).kind;
      expect(await planSaving(3_000, 'f')).toMatchObject({
        kind: 'opfs',
        needed: { saved: 3_000, stored: 2_000 },
      });
      expect([await kindFor('f'), await kindFor('other')]).toEqual(['opfs', 'stream']);
    });

    it('does not count the part while another tab has it open', async () => {
      const other = await begin('f', 3_000);
      expect(await storedBytes('f')).toBe(0);
      expect((await planSaving(4_900, 'f')).kind).toBe('memory');
      expect((await chooseSink({ filename: 'a', totalBytes: 4_900, fileId: 'f' })).kind).toBe(
        'memory',
      );
      await other.abort('closed');
      expect(await storedBytes('f')).toBe(3_000);
    });

    it('continues after the blocks on record, however much more was written', async () => {
      const sink = await begin('f', 1_000);
      await sink.write(new Uint8Array(500));
      await sink.abort('reload');
      expect(await storedBytes('f')).toBe(1_000);
      const next = createStoringSink();
      expect(await next.open({ filename: 'a', totalBytes: 4_900, fileId: 'f' })).toBe(1_000);
      await next.abort('closed');
    });

    it('needs no further space for what was written after them, which the next download replaces', async () => {
      const sink = await begin('f', 1_000);
      await sink.write(new Uint8Array(500));
      await sink.abort('reload');
      expect(await planSaving(4_900, 'f')).toMatchObject({ kind: 'opfs', maxBytes: 4_960 });
    });

    it('does not count a complete file, which the downloads may still read', async () => {
      const sink = createOpfsSink(
        () => Promise.resolve(createLocalPort(createStoredFile().answer)),
        toDownloads(() => undefined),
      );
      await sink.open({ filename: 'a', totalBytes: 3_000, fileId: 'f' });
      await sink.write(new Uint8Array(3_000));
      await sink.close();
      expect(await storedBytes('f')).toBe(0);
    });

    describe('of a file that the sender has replaced by another one', () => {
      const file = { filename: 'a', totalBytes: 4_900 };

      it('has space for the other one, while the page stays open', async () => {
        const sink = await begin('first', 3_000);
        expect(await sink.open({ ...file, fileId: 'second' })).toBe(0);
        expect(await storedBytes('first')).toBe(0);
        await sink.abort('closed');
      });

      it('has space for the other one after a reload', async () => {
        await receive('first', 3_000);
        const sink = await chooseSink({ ...file, fileId: 'first' });
        expect(await sink.open({ ...file, fileId: 'second' })).toBe(0);
        expect(await storedBytes('first')).toBe(0);
        await sink.abort('closed');
      });
    });

    it('keeps the part for a sender that cannot resume it', async () => {
      await receive('f', 300);
      const sink = await chooseSink({ filename: 'a', totalBytes: 400, fileId: 'f' });
      expect(await sink.open({ filename: 'a', totalBytes: 400, fileId: '' })).toBe(0);
      await sink.abort('closed');
      expect(await storedBytes('f')).toBe(300);
    });

    it('is the storage once the files that are no longer needed are removed from it', async () => {
      await receive('old', 3_000);
      for (const name of opfs.files.keys()) opfs.changedAt.set(name, 0);
      expect(await planSaving(4_900, null)).toEqual({
        kind: 'opfs',
        maxBytes: 5_000,
        survivesReload: false,
        needed: { saved: 4_900, stored: 4_900 },
      });
    });
  });

  it('is memory for a file that storage cannot take, with the same limit', async () => {
    workerIs(null);
    opfs.freeBytes = 5_000;
    expect(await planSaving(5_001, null)).toEqual({
      kind: 'memory',
      maxBytes: 5_000,
      needed: { saved: 5_001, stored: 0 },
    });
  });

  it('is where the user chooses, with a save dialog', async () => {
    setGlobal(globalThis, 'showSaveFilePicker', () => undefined);
    const plan = { kind: 'picker', maxBytes: null };
    const direct = { survivesReload: false, needed: { saved: 1, stored: 0 } };
    expect(await planSaving(1, null)).toEqual({ ...plan, ...direct });
  });

  it('is the downloads folder where a service worker streams a file that storage cannot take', async () => {
    workerIs({});
    opfs.freeBytes = 5_000;
    expect(await planSaving(5_001, null)).toEqual({
      kind: 'stream',
      maxBytes: null,
      needed: { saved: 5_001, stored: 0 },
    });
  });

  it('is the storage only for half of its space where a service worker streams: the downloads get a copy of it', async () => {
    workerIs({});
    opfs.freeBytes = 5_000;
    const kinds = async (totalBytes: number) => [
      (await planSaving(totalBytes, null)).kind,
      (await chooseSink({ filename: 'a', totalBytes, fileId: null })).kind,
    ];
    expect(await kinds(2_500)).toEqual(['opfs', 'opfs']);
    expect(await kinds(2_501)).toEqual(['stream', 'stream']);
    workerIs(null);
    expect(await kinds(5_000)).toEqual(['opfs', 'opfs']);
  });

  it('streams through the service worker that is active when the file arrives, after a release', async () => {
    setGlobal(globalThis, 'addEventListener', () => undefined);
    setGlobal(globalThis, 'removeEventListener', () => undefined);
    const asked: string[] = [];
    const release = (name: string): void =>
      workerIs({
        postMessage(_message: unknown, [port]: [MessagePort]) {
          asked.push(name);
          port.postMessage({ type: 'cancelled' });
        },
      });
    opfs.freeBytes = 5_000;
    release('first');
    const sink = await chooseSink({ filename: 'a', totalBytes: 5_001, fileId: null });
    release('second');
    const file = { filename: 'a', totalBytes: 5_001, fileId: 'f' };
    await expect(sink.open(file)).rejects.toMatchObject({ code: 'sink-cancelled' });
    expect(asked).toEqual(['second']);
    await sink.abort('closed');
    Reflect.deleteProperty(globalThis, 'addEventListener');
    Reflect.deleteProperty(globalThis, 'removeEventListener');
  });

  it('decides how long the page has to stay for the browser to take over the complete file', async () => {
    const file = { filename: 'a', totalBytes: 5_001, fileId: null };
    const handOver = async () => (await chooseSink(file)).handOver;
    const download = { afterMs: 0 };
    workerIs(null);
    opfs.freeBytes = 5_001;
    expect(await handOver()).toEqual(download);
    opfs.freeBytes = 5_000;
    expect(await handOver()).toEqual(download);
    workerIs({});
    expect(await handOver()).toEqual({ afterMs: 10_000 });
    setGlobal(globalThis, 'showSaveFilePicker', () => Promise.resolve(picked));
    expect(await handOver()).toBeUndefined();
  });

  describe('where the browser has storage', () => {
    /** Answers like the worker, on this thread. */
    class WorkerStandIn {
      onmessage: ((event: { data: OpfsReply }) => void) | null = null;
      readonly #answer = createStoredFile().answer;
      postMessage(request: OpfsRequest): void {
        void this.#answer(request).then((data) => this.onmessage?.({ data }));
      }
      terminate(): void {
        running.delete(this);
      }
    }
    const running = new Set<object>();
    beforeEach(() => {
      opfs.freeBytes = 5_000;
      setGlobal(
        globalThis,
        'Worker',
        class extends WorkerStandIn {
          constructor() {
            super();
            running.add(this);
          }
        },
      );
    });
    afterEach(() => {
      opfs.refuses.clear();
      opfs.capacityBytes = Number.POSITIVE_INFINITY;
      Reflect.deleteProperty(globalThis, 'Worker');
      Reflect.deleteProperty(globalThis, 'sessionStorage');
    });
    it('is the stream, if there is one, after this tab has found it too small for the file', async () => {
      const notes = new Map<string, string>();
      setGlobal(globalThis, 'sessionStorage', {
        setItem: (name: string, value: string) => void notes.set(name, value),
        getItem: (name: string) => notes.get(name) ?? null,
      });
      workerIs({});
      const known = { filename: 'a', totalBytes: 1_000, fileId: 'f' };
      const sink = await chooseSink({ ...known, fileId: null });
      await sink.open(known);
      opfs.capacityBytes = 600;
      await sink.write(new Uint8Array(500));
      await expect(sink.write(new Uint8Array(500))).rejects.toMatchObject({
        name: 'QuotaExceededError',
      });
      expect([sink.kind, opfs.files.size]).toEqual(['stream', 0]);
      expect((await chooseSink(known)).kind).toBe('stream');
      expect((await planSaving(1_000, 'f')).kind).toBe('stream');
      expect((await chooseSink({ ...known, fileId: 'other' })).kind).toBe('opfs');
      workerIs(null);
      expect((await chooseSink(known)).kind).toBe('opfs');
    });

    const file = { filename: 'a', totalBytes: 1_000, fileId: null };
    const kinds = async () => [(await planSaving(1_000, null)).kind, (await chooseSink(file)).kind];

    it('predicts whether what is stored outlives a reload, which it does in a worker only', async () => {
      workerIs(null);
      const known = { filename: 'a', totalBytes: 1_000, fileId: 'f' };
      const survives = async () => {
        const sink = await chooseSink(known);
        await sink.open(known);
        const [planned, stored] = [await planSaving(1_000, 'f'), sink.survivesReload];
        await sink.abort(discardReason);
        return [planned.survivesReload, stored];
      };
      expect(await survives()).toEqual([true, true]);
      opfs.refuses.add('createSyncAccessHandle');
      expect(await survives()).toEqual([false, false]);
    });

    it('is the storage if one of its methods opens a file for writing, without a trace', async () => {
      workerIs({});
      expect(await kinds()).toEqual(['opfs', 'opfs']);
      opfs.refuses.add('createSyncAccessHandle');
      expect(await kinds()).toEqual(['opfs', 'opfs']);
      opfs.refuses.clear();
      opfs.refuses.add('createWritable');
      expect(await kinds()).toEqual(['opfs', 'opfs']);
      expect([running.size, opfs.files.size]).toEqual([0, 0]);
    });

    it('is not the storage when only the worker can open it', async () => {
      setGlobal(
        globalThis,
        'Worker',
        class extends WorkerStandIn {
          override postMessage(): void {
            queueMicrotask(() => this.onmessage?.({ data: { ok: true } }));
          }
        },
      );
      const { storage } = navigator;
      const getDirectory = storage.getDirectory.bind(storage);
      storage.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'));
      workerIs(null);
      expect(await kinds()).toEqual(['memory', 'memory']);
      storage.getDirectory = getDirectory;
      expect(await kinds()).toEqual(['opfs', 'opfs']);
    });

    describe('and a save dialog', () => {
      const large = windowBytes + 1;
      beforeEach(() => {
        setGlobal(globalThis, 'showSaveFilePicker', () => Promise.resolve(picked));
        opfs.freeBytes = 2 * large;
      });

      it.each([
        ['large enough to resume', large, 0, true],
        ['too small to resume', windowBytes, 0, false],
        ['without space for it twice', large + 1, 0, false],
        ['where no worker starts', large, 1, false],
      ])(
        'predicts whether a file is stored before it is copied: %s',
        async (_, bytes, isRefused, isStaged) => {
          if (isRefused) opfs.refuses.add('createSyncAccessHandle');
          const plan = await planSaving(bytes, null);
          expect(plan).toMatchObject({
            kind: 'picker',
            survivesReload: isStaged,
            needed: { saved: bytes, stored: isStaged ? bytes : 0 },
          });
          const sink = await chooseSink({ filename: 'a', totalBytes: bytes, fileId: null });
          await sink.open({ filename: 'a', totalBytes: bytes, fileId: 'f' });
          expect(sink.survivesReload ?? false).toBe(isStaged);
          await sink.abort(discardReason);
          expect([running.size, opfs.files.size]).toEqual([0, 0]);
        },
      );

      it.each([
        ['room for three copies', 3 * large, true],
        ['room for two', 3 * large - 1, false],
      ])('counts the copy that Android makes, with %s', async (_, freeBytes, isStaged) => {
        const { userAgent } = navigator;
        setGlobal(navigator, 'userAgent', 'Mozilla/5.0 (Linux; Android 10; K) Chrome/156.0.0.0');
        opfs.freeBytes = freeBytes;
        expect(await planSaving(large, null)).toMatchObject({
          survivesReload: isStaged,
          needed: { saved: 2 * large, stored: isStaged ? large : 0 },
        });
        setGlobal(navigator, 'userAgent', userAgent);
      });

      it('loads the worker before a release can remove its code', async () => {
        const loaded: string[] = [];
        setGlobal(
          globalThis,
          'Worker',
          class extends WorkerStandIn {
            constructor(url: URL) {
              super();
              loaded.push(url.pathname);
            }
          },
        );
        await planSaving(large, null);
        expect(loaded).toEqual([expect.stringMatching(/opfs\/worker\.ts$/)]);
      });

      it('removes the part of a file that the sender has replaced, after a reload', async () => {
        const file = { filename: 'a', totalBytes: large, fileId: 'first' };
        const before = await chooseSink({ ...file, fileId: null });
        await before.open(file);
        await before.write(new Uint8Array(10));
        await before.commit?.([new Uint8Array(32)]);
        await before.abort('reload');
        expect(await storedBytes('first')).toBe(10);
        const sink = await chooseSink(file);
        await sink.open({ ...file, fileId: 'second' });
        expect(await storedBytes('first')).toBe(0);
        await sink.abort(discardReason);
      });
    });

    it('is elsewhere if no method does', async () => {
      opfs.refuses.add('createSyncAccessHandle').add('createWritable');
      workerIs({});
      expect(await kinds()).toEqual(['stream', 'stream']);
      workerIs(null);
      expect(await kinds()).toEqual(['memory', 'memory']);
    });
  });

  it('is memory, up to its limit, where the browser refuses storage and its quota', async () => {
    workerIs(null);
    const { storage } = navigator;
    const estimate = storage.estimate.bind(storage);
    storage.estimate = () => Promise.reject(new Error('refused'));
    expect(await planSaving(1, null)).toEqual({
      kind: 'memory',
      maxBytes: memorySinkMaxBytes,
      needed: { saved: 1, stored: 0 },
    });
    storage.estimate = estimate;
  });
});
