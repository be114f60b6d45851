import { conflict, retryOnConflict } from './retry-on-conflict.js';

const options = { maxAttempts: 3, onExhausted: () => new Error('busy') };

/** Each call returns the next outcome; the last one is repeated. */
const attemptsWith = (...outcomes: (string | undefined | typeof conflict)[]) => {
  const made = { count: 0 };
  const attempt = () => {
    const outcome = outcomes[Math.min(made.count, outcomes.length - 1)];
    made.count += 1;
    return Promise.resolve(outcome);
  };
  return { made, attempt };
};

describe('retryOnConflict', () => {
  it('returns the result of the first attempt without a conflict', async () => {
    const { made, attempt } = attemptsWith('stored');
    expect(await retryOnConflict(options, attempt)).toBe('stored');
    expect(made.count).toBe(1);
  });

  it('repeats an attempt that meets conflicts, up to the last one allowed', async () => {
    const { made, attempt } = attemptsWith(conflict, conflict, 'stored');
    expect(await retryOnConflict(options, attempt)).toBe('stored');
    expect(made.count).toBe(3);
  });

  it('counts an undefined result as success', async () => {
    const { made, attempt } = attemptsWith(undefined);
    expect(await retryOnConflict(options, attempt)).toBeUndefined();
    expect(made.count).toBe(1);
  });

  it('throws the given error once every attempt has met a conflict', async () => {
    const { made, attempt } = attemptsWith(conflict);
    await expect(retryOnConflict(options, attempt)).rejects.toThrow('busy');
    expect(made.count).toBe(3);
  });

  it('does not repeat an attempt that fails', async () => {
    let count = 0;
    const attempt = () => {
      count += 1;
      return Promise.reject(new Error('no connection'));
    };
    await expect(retryOnConflict(options, attempt)).rejects.toThrow('no connection');
    expect(count).toBe(1);
  });
});
