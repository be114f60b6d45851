import { jest } from '@jest/globals';
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
