import { installFakeOpfs } from '../test/support/fake-opfs.js';
import { storageLimit } from './choose-sink.js';

const setGlobal = (target: object, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { configurable: true, value });
};

describe('the largest file that can be saved', () => {
  const opfs = installFakeOpfs();
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'showSaveFilePicker');
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  afterAll(() => opfs.remove());

  const workerIs = (active: object | null): void =>
    setGlobal(navigator, 'serviceWorker', { getRegistration: () => Promise.resolve({ active }) });

  it('is the free space where the browser stores the file itself', async () => {
    workerIs(null);
    opfs.freeBytes = 5_000;
    expect(await storageLimit()).toBe(5_000);
    Reflect.deleteProperty(navigator, 'serviceWorker');
    expect(await storageLimit()).toBe(5_000);
  });

  it('is unknown where the save dialog writes to the disk', async () => {
    setGlobal(globalThis, 'showSaveFilePicker', () => undefined);
    expect(await storageLimit()).toBeNull();
  });

  it('is unknown where a service worker streams the download', async () => {
    workerIs({});
    expect(await storageLimit()).toBeNull();
  });

  it('is unknown where the browser does not report its quota', async () => {
    workerIs(null);
    const { storage } = navigator;
    const estimate = storage.estimate.bind(storage);
    storage.estimate = () => Promise.reject(new Error('refused'));
    expect(await storageLimit()).toBeNull();
    storage.estimate = estimate;
  });
});
