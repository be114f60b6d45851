import { jest } from '@jest/globals';
import { keepNoticeTexts, noticeTextsCache } from '../../lib/notices/kept-texts.js';
import { createCaches } from '../../sw/test/fake-caches.js';
import { registerServiceWorker } from './service-worker.js';

const update = jest.fn<() => Promise<void>>();
const register = jest.fn<(url: string, options: object) => Promise<unknown>>();
const postMessage = jest.fn();

/** Flushes pending promises. */
const settle = () => jest.advanceTimersByTimeAsync(0);

const setReadyState = (state: DocumentReadyState): void => {
  Object.defineProperty(document, 'readyState', { configurable: true, value: state });
};

beforeEach(() => {
  jest.useFakeTimers();
  update.mockReset().mockResolvedValue();
  postMessage.mockReset();
  const registration = { update, active: { postMessage } };
  register.mockReset().mockResolvedValue(registration);
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { register, ready: Promise.resolve(registration) },
  });
  Object.defineProperty(performance, 'getEntriesByType', {
    configurable: true,
    value: () => [{ name: 'http://localhost/assets/a.js' }],
  });
  setReadyState('complete');
});
afterEach(() => jest.useRealTimers());

describe('service worker', () => {
  it('is registered at /sw.js for the whole site after the load event [7.48]', async () => {
    setReadyState('loading');
    registerServiceWorker();
    await settle();
    expect(register).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('load'));
    await settle();
    expect(register).toHaveBeenCalledWith('/sw.js', { scope: '/' });
  });

  it('checks for an update every 60 s, also after a failed check [9.40]', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    registerServiceWorker();
    await settle();
    await jest.advanceTimersByTimeAsync(59_999);
    expect(update).not.toHaveBeenCalled();
    update.mockRejectedValueOnce(new Error('offline'));
    await jest.advanceTimersByTimeAsync(1);
    expect(update).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(update).toHaveBeenCalledTimes(2);
    warn.mockRestore();
  });

  it('receives the files the page loaded 1000 ms after the start [9.41]', async () => {
    registerServiceWorker();
    await settle();
    await jest.advanceTimersByTimeAsync(999);
    expect(postMessage).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(postMessage).toHaveBeenCalledWith({ loaded: ['http://localhost/assets/a.js'] });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(postMessage).toHaveBeenCalledTimes(1);
  });

  it.each([true, false])(
    'gets the texts of notices in the language of the page, where notices were asked for: %s',
    async (wasAsked) => {
      const { caches, stores, kept } = createCaches();
      Object.defineProperty(window, 'caches', { configurable: true, value: caches });
      try {
        if (wasAsked) await keepNoticeTexts();
        stores.get(noticeTextsCache)?.clear();
        registerServiceWorker();
        await settle();
        expect(kept()).toEqual(wasAsked ? ['/notice-texts'] : []);
      } finally {
        Reflect.deleteProperty(window, 'caches');
      }
    },
  );

  it('logs a failed registration [8.9]', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    register.mockRejectedValue(new Error('refused'));
    registerServiceWorker();
    await settle();
    expect(warn).toHaveBeenCalledWith('the service worker could not be registered');
    expect(jest.getTimerCount()).toBe(0);
    warn.mockRestore();
  });
});
