import { installFakeOpfs } from '../test/support/fake-opfs.js';
import { planSaving } from './choose-sink.js';
import { memorySinkMaxBytes } from './memory.js';

const setGlobal = (target: object, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { configurable: true, value });
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

  it('is the storage of the browser, as far as it has room', async () => {
    workerIs(null);
    opfs.freeBytes = 5_000;
    const plan = { kind: 'opfs', freeBytes: 5_000, maxBytes: 5_000 };
    expect(await planSaving(5_000)).toEqual(plan);
    expect(await planSaving(null)).toEqual(plan);
    Reflect.deleteProperty(navigator, 'serviceWorker');
    expect(await planSaving(4_000)).toEqual(plan);
  });

  it('is memory for a file that storage cannot take, with the same limit', async () => {
    workerIs(null);
    opfs.freeBytes = 5_000;
    expect(await planSaving(5_001)).toEqual({ kind: 'memory', freeBytes: null, maxBytes: 5_000 });
  });

  it('is where the user chooses, with a save dialog', async () => {
    setGlobal(globalThis, 'showSaveFilePicker', () => undefined);
    expect(await planSaving(1)).toEqual({ kind: 'picker', freeBytes: null, maxBytes: null });
  });

  it('is the downloads folder where a service worker streams a file that storage cannot take', async () => {
    workerIs({});
    opfs.freeBytes = 5_000;
    expect(await planSaving(5_001)).toEqual({ kind: 'stream', freeBytes: null, maxBytes: null });
  });

  it('is memory, up to its limit, where the browser refuses storage and its quota', async () => {
    workerIs(null);
    const { storage } = navigator;
    const estimate = storage.estimate.bind(storage);
    storage.estimate = () => Promise.reject(new Error('refused'));
    expect(await planSaving(1)).toEqual({
      kind: 'memory',
      freeBytes: null,
      maxBytes: memorySinkMaxBytes,
    });
    storage.estimate = estimate;
  });
});
