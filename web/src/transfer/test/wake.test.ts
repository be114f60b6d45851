import { jest } from '@jest/globals';
import { watchPageReturn } from '../support/env.js';

describe('a computer that wakes from sleep', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  beforeEach(() => {
    jest.useFakeTimers();
    // Node has no window.
    const ignore = (): undefined => undefined;
    const events = { addEventListener: ignore, removeEventListener: ignore };
    Object.assign(globalThis, { document: page, ...events });
  });
  afterEach(() => {
    jest.useRealTimers();
    for (const name of ['document', 'addEventListener', 'removeEventListener'])
      Reflect.deleteProperty(globalThis, name);
  });

  it('counts as a return, although a visible page gets no event', () => {
    const causes: string[] = [];
    const stop = watchPageReturn((cause) => causes.push(cause));
    jest.advanceTimersByTime(60_000);
    expect(causes).toEqual([]);
    // Timers do not run while the computer sleeps.
    jest.setSystemTime(Date.now() + 40_000);
    jest.advanceTimersByTime(2_000);
    expect(causes).toEqual(['online']);
    stop();
    expect(jest.getTimerCount()).toBe(0);
  });
});
