import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { together } from './together.mjs';

const never = (signal: AbortSignal) => delay(600_000, undefined, { signal });
const fault = new Error('no network');

describe('installations in parallel', () => {
  it('end when all have ended', async () => {
    let end: () => void = () => undefined;
    const long = new Promise<void>((resolve) => (end = resolve));
    let hasEnded = false;
    const { signal } = new AbortController();
    const all = together(
      signal,
      () => long,
      () => Promise.resolve(),
    ).then(() => (hasEnded = true));
    await setImmediate();
    expect(hasEnded).toBe(false);
    end();
    await all;
  });

  it('abort each other when one fails, and fail with its error', async () => {
    const other: { signal?: AbortSignal } = {};
    const failing = () => Promise.reject(fault);
    const waiting = (signal: AbortSignal) => {
      other.signal = signal;
      return never(signal);
    };
    const { signal } = new AbortController();
    await expect(together(signal, waiting, failing)).rejects.toBe(fault);
    expect(other.signal?.aborted).toBe(true);
  });

  it('are aborted from outside', async () => {
    const outside = new AbortController();
    const result = together(outside.signal, never, never);
    outside.abort();
    await expect(result).rejects.toMatchObject({ name: 'AbortError' });
  });
});
