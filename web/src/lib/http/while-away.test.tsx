/** What a transfer leaves behind is recorded although the server restarts (specification, section 7). */
import { recordDownload, RequestError } from '../../features/share-page/session/share-api.js';
import { isAway, repeatWhileAway } from './while-away.js';

const answering = (...statuses: (number | null)[]) => {
  const calls: string[] = [];
  globalThis.fetch = (_input, init) => {
    calls.push(typeof init?.body === 'string' ? init.body : '');
    const status = statuses.shift() ?? null;
    return status === null
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(Response.json({ success: true }, { status }));
  };
  return calls;
};

const record = (pauses: readonly number[]) =>
  recordDownload('abc', 'secret', { name: 'Ada', email: 'a@b.c' }, pauses);

describe('a request that may be repeated', () => {
  it.each([
    ['no answer, then 502, then success', [null, 502, 200], 3],
    ['an answer at once', [200], 1],
  ])('recording a download: %s [8.5]', async (_what, statuses, attempts) => {
    const calls = answering(...statuses);
    await record([0, 0, 0]);
    expect(calls).toHaveLength(attempts);
    expect(new Set(calls).size).toBe(1);
  });

  it('a refusal is final [8.5]', async () => {
    const calls = answering(403, 200);
    await expect(record([0, 0])).rejects.toMatchObject({ status: 403 });
    expect(calls).toHaveLength(1);
  });

  it('ends after the last pause with the last failure', async () => {
    const calls = answering(503, 503, 504);
    await expect(record([0, 0])).rejects.toBeInstanceOf(RequestError);
    expect(calls).toHaveLength(3);
  });

  it.each([
    [0, true],
    [503, true],
    [500, false],
    [429, false],
    [404, false],
  ])('status %i is worth another attempt: %s', (status, expected) => {
    expect(isAway(status)).toBe(expected);
  });

  it('waits as told between attempts', async () => {
    const at: number[] = [];
    const attempt = (): Promise<number> => {
      at.push(performance.now());
      return at.length < 3 ? Promise.reject(new Error('away')) : Promise.resolve(at.length);
    };
    expect(await repeatWhileAway(attempt, () => true, [5, 20])).toBe(3);
    expect((at[2] ?? 0) - (at[1] ?? 0)).toBeGreaterThan(15);
  });
});
