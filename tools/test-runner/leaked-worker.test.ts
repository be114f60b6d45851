import { startSample } from './samples/start-sample.js';

/** The outcome of a sample beside an empty one: with one file Jest would use no worker. */
const outcomeWith = async (sample: string) => {
  const run = startSample('unit', `{${sample},empty}`);
  try {
    await run.whenExited;
    const { result, passed, failed, note } = run.outcome() ?? {};
    return { result, passed, failed, note };
  } finally {
    run.dispose();
  }
};

describe('what passing tests leave open', () => {
  it.each([
    ['leaking', 'a test left something open'],
    ['closing', undefined],
  ])('is noted, without a worker that Jest has to kill: %s', async (sample, note) => {
    expect(await outcomeWith(sample)).toEqual({ result: 'ok', passed: 2, failed: 0, note });
  });
});

describe('a test that fails before it closes what it has opened', () => {
  it('is the only failure', async () => {
    const only = { result: 'failed', passed: 1, failed: 1, note: undefined };
    expect(await outcomeWith('failing')).toEqual(only);
  });
});
