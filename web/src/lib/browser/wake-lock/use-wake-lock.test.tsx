import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { look } from '../../../../test/dom/tab.js';
import { useWakeLock, type WakeLockRefusal } from './use-wake-lock.js';

const createLock = () =>
  Object.assign(new EventTarget(), { release: jest.fn(() => Promise.resolve()) });

const request = jest.fn<() => Promise<EventTarget>>();

const settle = () => act(() => Promise.resolve());

const render = (isWanted: boolean) => {
  const refusals: WakeLockRefusal[] = [];
  const hook = renderHook(
    (wanted: boolean) => useWakeLock(wanted, (refusal) => refusals.push(refusal)),
    { initialProps: isWanted },
  );
  return { ...hook, refusals };
};

beforeEach(() => {
  request.mockReset();
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'wakeLock');
});

describe('the screen wake lock', () => {
  it('is held while wanted and released afterwards', async () => {
    const lock = createLock();
    request.mockResolvedValue(lock);
    const { rerender } = render(false);
    expect(request).not.toHaveBeenCalled();
    rerender(true);
    await settle();
    expect(request).toHaveBeenCalledTimes(1);
    rerender(false);
    expect(lock.release).toHaveBeenCalledTimes(1);
  });

  it('is released when granted after it stopped being wanted', async () => {
    const lock = createLock();
    let grant = (): void => undefined;
    request.mockReturnValue(new Promise((resolve) => (grant = () => resolve(lock))));
    const { unmount } = render(true);
    unmount();
    grant();
    await settle();
    expect(lock.release).toHaveBeenCalledTimes(1);
  });

  it('is requested again when the page returns after the browser released it [4.73]', async () => {
    const lock = createLock();
    request.mockResolvedValue(lock);
    render(true);
    await settle();
    look('hidden');
    act(() => void lock.dispatchEvent(new Event('release')));
    await settle();
    expect(request).toHaveBeenCalledTimes(1);
    look('visible');
    await settle();
    expect(request).toHaveBeenCalledTimes(2);
  });

  it('reports a refusal once and is requested again when the page returns', async () => {
    request.mockRejectedValue(new Error('low battery'));
    const { refusals } = render(true);
    await settle();
    expect(refusals).toEqual(['unavailable']);
    expect(request).toHaveBeenCalledTimes(1);
    request.mockResolvedValue(createLock());
    look('visible');
    await settle();
    expect(request).toHaveBeenCalledTimes(2);
    expect(refusals).toEqual(['unavailable']);
  });

  it('reports when it was lost and is refused', async () => {
    const lock = createLock();
    request.mockResolvedValueOnce(lock).mockRejectedValue(new Error('low battery'));
    const { refusals } = render(true);
    await settle();
    act(() => void lock.dispatchEvent(new Event('release')));
    await settle();
    expect(refusals).toEqual(['lost']);
  });

  it('does nothing in browsers without wake locks', async () => {
    Reflect.deleteProperty(navigator, 'wakeLock');
    const { refusals } = render(true);
    await settle();
    expect(refusals).toEqual([]);
  });
});
