import { jest } from '@jest/globals';
import { createPageClock } from './page-clock.js';

/** A browser that delays the page's own timers to whole minutes while the page is hidden. */
const openPage = (startsWorkers = true) => {
  const keptTime = globalThis.setTimeout;
  const listeners: (() => void)[] = [];
  const page = {
    visibilityState: 'visible' as DocumentVisibilityState,
    addEventListener: (_name: string, listener: () => void) => listeners.push(listener),
  };
  const slow = (callback: () => void, delayMs: number) =>
    keptTime(callback, page.visibilityState === 'hidden' ? delayMs + 60_000 : delayMs);
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(slow as typeof setTimeout);
  const workers: { fail: () => void; end: () => void }[] = [];
  const clock = createPageClock({
    page: page as unknown as Document,
    startAlarm(onRing, onFailed) {
      if (!startsWorkers) throw new DOMException('refused', 'SecurityError');
      let ring: ReturnType<typeof setTimeout> | undefined;
      let isLoaded = true;
      const end = (): void => {
        isLoaded = false;
        clearTimeout(ring);
      };
      workers.push({
        end,
        fail() {
          end();
          onFailed();
        },
      });
      return {
        end,
        ringIn(delayMs) {
          clearTimeout(ring);
          if (isLoaded) ring = keptTime(onRing, delayMs);
        },
      };
    },
  });
  const become = (state: DocumentVisibilityState): void => {
    page.visibilityState = state;
    for (const listener of listeners) listener();
  };
  const fired: string[] = [];
  const set = (name: string, delayMs: number) => clock.setTimeout(() => fired.push(name), delayMs);
  return { clock, become, set, fired, workers };
};

describe('the clock of a page', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('starts no worker while the page is visible', () => {
    const { set, fired, workers } = openPage();
    set('a', 100);
    jest.advanceTimersByTime(100);
    expect(fired).toEqual(['a']);
    expect(workers).toHaveLength(0);
  });

  it('keeps the time of timers that are set in a hidden page', () => {
    const { become, set, fired, workers } = openPage();
    become('hidden');
    set('c', 300);
    set('a', 100);
    set('b', 200);
    jest.advanceTimersByTime(99);
    expect(fired).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(fired).toEqual(['a']);
    jest.advanceTimersByTime(200);
    expect(fired).toEqual(['a', 'b', 'c']);
    jest.advanceTimersByTime(120_000);
    expect(fired).toHaveLength(3);
    expect(workers).toHaveLength(1);
  });

  it('keeps the time of timers that were set before the page was hidden', () => {
    const { clock, become, set, fired, workers } = openPage();
    set('late', 90_000);
    become('hidden');
    clock.setTimeout(() => set('next', 1_000), 80_000);
    jest.advanceTimersByTime(81_000);
    expect(fired).toEqual(['next']);
    jest.advanceTimersByTime(9_000);
    expect(fired).toEqual(['next', 'late']);
    become('visible');
    become('hidden');
    set('again', 10);
    jest.advanceTimersByTime(10);
    expect(fired).toEqual(['next', 'late', 'again']);
    expect(workers).toHaveLength(1);
  });

  it('does not fire a cleared timer', () => {
    const { clock, become, set, fired } = openPage();
    become('hidden');
    clock.clearTimeout(set('cleared', 100));
    set('kept', 200);
    clock.clearTimeout(undefined);
    jest.advanceTimersByTime(200);
    expect(fired).toEqual(['kept']);
  });

  it('fires the other timers after an exception of one', () => {
    const { clock, become, set, fired } = openPage();
    become('hidden');
    clock.setTimeout(() => {
      throw new Error('of a callback');
    }, 100);
    set('other', 100);
    expect(() => jest.advanceTimersByTime(100)).toThrow('of a callback');
    jest.advanceTimersByTime(1);
    expect(fired).toEqual(['other']);
  });

  it('falls back to the page’s timers where no worker can be started', () => {
    const { become, set, fired } = openPage(false);
    become('hidden');
    set('slow', 100);
    jest.advanceTimersByTime(60_100);
    expect(fired).toEqual(['slow']);
  });

  it('falls back to them when the worker is not loaded, and starts another when it is hidden again', () => {
    const { become, set, fired, workers } = openPage();
    become('hidden');
    set('slow', 100);
    workers[0]?.fail();
    set('slower', 200);
    jest.advanceTimersByTime(60_200);
    expect(fired).toEqual(['slow', 'slower']);
    expect(workers).toHaveLength(1);
    become('visible');
    become('hidden');
    set('in time', 100);
    jest.advanceTimersByTime(100);
    expect(fired).toEqual(['slow', 'slower', 'in time']);
    expect(workers).toHaveLength(2);
  });

  it('starts another worker for one that the browser has ended without an event', () => {
    const { become, set, fired, workers } = openPage();
    become('hidden');
    set('lost', 100);
    workers[0]?.end();
    jest.advanceTimersByTime(10_000);
    expect(fired).toEqual([]);
    become('visible');
    become('hidden');
    jest.advanceTimersByTime(1);
    expect(fired).toEqual(['lost']);
    expect(workers).toHaveLength(2);
  });
});
