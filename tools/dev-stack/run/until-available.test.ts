import { LaunchFault } from '../../bootstrap/fault.mjs';
import { untilAvailable } from './until-available.js';

const refusal = (code: string) => Object.assign(new Error(code), { code });

/** A service that fails a number of calls. */
const service = (failures: number, error = refusal('unavailable')) => {
  let calls = 0;
  return {
    calls: () => calls,
    call: () =>
      Promise.resolve().then(() => {
        calls += 1;
        if (calls <= failures) throw error;
        return 'done';
      }),
  };
};

describe('a call of the start to a service', () => {
  it('is repeated until the service accepts it', async () => {
    const { call, calls } = service(2);
    await expect(untilAvailable('identity', call)).resolves.toBe('done');
    expect(calls()).toBe(3);
  });

  it('fails immediately when the service refuses it', async () => {
    const { call, calls } = service(1, refusal('invalid-argument'));
    await expect(untilAvailable('identity', call)).rejects.toThrow('invalid-argument');
    expect(calls()).toBe(1);
  });

  it('names the service that stays away', async () => {
    const failure = untilAvailable('identity', service(Infinity).call, { timeoutMs: 0 });
    await expect(failure).rejects.toThrow(LaunchFault);
    await expect(failure).rejects.toThrow('identity did not accept calls within 0 s.');
  });

  it('ends with the start', async () => {
    const start = new AbortController();
    const waiting = untilAvailable('identity', service(Infinity).call, { signal: start.signal });
    start.abort();
    await expect(waiting).rejects.toThrow('aborted');
  });
});
