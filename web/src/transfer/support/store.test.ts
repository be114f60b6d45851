import { jest } from '@jest/globals';
import { onNextFrame } from './env.js';
import { createStore } from './store.js';

describe('a store', () => {
  afterEach(() => jest.restoreAllMocks());

  it('reports the exception of a listener, and notifies the others', () => {
    const reports: (() => void)[] = [];
    jest.spyOn(globalThis, 'queueMicrotask').mockImplementation((report) => reports.push(report));
    const store = createStore({ count: 0 }, () => undefined);
    const seen: number[] = [];
    store.subscribe(() => {
      throw new Error('of the page');
    });
    store.subscribe(() => seen.push(store.get().count));
    store.set({ count: 1 });
    expect(seen).toEqual([1]);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toThrow('of the page');
  });
});

describe('a notification per frame', () => {
  /** Requested by a visible page; the test runs them. */
  const frames = new Map<number, () => void>();
  const page = {
    document: { visibilityState: 'visible' },
    requestAnimationFrame(callback: () => void) {
      const frame = frames.size + 1;
      frames.set(frame, callback);
      return frame;
    },
    cancelAnimationFrame: (frame: number) => frames.delete(frame),
  };
  beforeEach(() => {
    frames.clear();
    jest.useFakeTimers();
    // Node has no window.
    Object.assign(globalThis, page);
  });
  afterEach(() => {
    jest.useRealTimers();
    for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name);
  });

  const createCounted = () => {
    const store = createStore({ count: 0 }, onNextFrame);
    const seen: number[] = [];
    store.subscribe(() => seen.push(store.get().count));
    return { store, seen };
  };

  it('comes with the frame, and only then', () => {
    const { store, seen } = createCounted();
    store.set({ count: 1 }, 'frame');
    store.set({ count: 2 }, 'frame');
    expect(seen).toEqual([]);
    for (const draw of frames.values()) draw();
    jest.advanceTimersByTime(1_000);
    expect(seen).toEqual([2]);
  });

  it('comes without a frame after the tab was hidden, as do all later ones', () => {
    const { store, seen } = createCounted();
    for (const count of [1, 2]) {
      store.set({ count }, 'frame');
      jest.advanceTimersByTime(100);
    }
    expect(seen).toEqual([1, 2]);
    // The tab is visible again.
    expect(frames.size).toBe(0);
  });
});
