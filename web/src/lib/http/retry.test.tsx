import { openShare, recordDownload } from '../../features/share-page/session/share-api.js';
import { ApiError, callApi, describeAnswer } from './http.js';
import { isUnavailable, retryWhileUnavailable } from './retry.js';

const answering = (...statuses: (number | null)[]) => {
  const calls: string[] = [];
  globalThis.fetch = (_input, init) => {
    calls.push(typeof init?.body === 'string' ? init.body : '');
    const status = statuses.shift() ?? null;
    return status === null
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(Response.json({ grant: 'g' }, { status }));
  };
  return calls;
};

const record = (pauses: readonly number[]) =>
  recordDownload('abc', { password: 'secret' }, { name: 'Ada', email: 'a@b.c' }, {}, pauses);

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

describe('an idempotent call while the server restarts', () => {
  it.each([
    ['no answer, then 502, then success', [null, 502, 200], 3],
    ['an answer to the first attempt', [200], 1],
  ])('recording a download: %s [8.5]', async (_what, statuses, attempts) => {
    const calls = answering(...statuses);
    await record([0, 0, 0]);
    expect(calls).toHaveLength(attempts);
    expect(new Set(calls).size).toBe(1);
  });

  it('is not repeated after a refusal [8.5]', async () => {
    const calls = answering(403, 200);
    await expect(record([0, 0])).rejects.toMatchObject({ failure: { status: 403 } });
    expect(calls).toHaveLength(1);
  });

  it('opens a share with an attempt that was throttled', async () => {
    const calls = answering(429, 429, 200);
    expect(await openShare('abc', 'secret', [0, 0])).toMatchObject({ shareId: 'abc' });
    expect(calls).toHaveLength(3);
    expect(answering(429, 200)).toHaveLength(0);
    await expect(openShare('abc', 'secret', [])).rejects.toMatchObject({
      failure: { status: 429 },
    });
    const refusals = answering(403, 200);
    await expect(openShare('abc', 'wrong', [0])).rejects.toMatchObject({
      failure: { status: 403 },
    });
    expect(refusals).toHaveLength(1);
  });

  it('rejects with the last error after the last pause', async () => {
    const calls = answering(503, 503, 504);
    const attempt = () => callApi('/shares/abc');
    await expect(retryWhileUnavailable(attempt, [0, 0])).rejects.toMatchObject({
      failure: { status: 504 },
    });
    expect(calls).toHaveLength(3);
  });

  it.each([
    ['the network returns', () => window.dispatchEvent(new Event('online'))],
    ['the user returns', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('records a download when %s after the last attempt', async (_, comeBack) => {
    const calls = answering(null, null, null, 200);
    let isRecorded = false;
    const recording = record([0]).then(() => (isRecorded = true));
    while (calls.length < 2) await nextTurn();
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect([calls.length, isRecorded]).toEqual([2, false]);
    comeBack();
    await recording;
    expect(calls).toHaveLength(4);
    comeBack();
    await nextTurn();
    expect(calls).toHaveLength(4);
  });

  it.each([
    [0, true],
    [503, true],
    [500, false],
    [429, false],
    [404, false],
  ])('is repeated after status %i: %s', (status, expected) => {
    expect(isUnavailable(new ApiError(describeAnswer(status, '', '')))).toBe(expected);
  });

  it('waits between attempts as configured', async () => {
    const at: number[] = [];
    const attempt = (): Promise<number> => {
      at.push(performance.now());
      const away = new ApiError(describeAnswer(503, '', ''));
      return at.length < 3 ? Promise.reject(away) : Promise.resolve(at.length);
    };
    expect(await retryWhileUnavailable(attempt, [5, 20])).toBe(3);
    expect((at[2] ?? 0) - (at[1] ?? 0)).toBeGreaterThan(15);
  });
});
