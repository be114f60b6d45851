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

describe('a worker that Jest has to kill', () => {
  it.each([
    ['leaking', { result: 'failed', failed: 1, note: 'a test left something open' }],
    ['closing', { result: 'ok', failed: 0, note: undefined }],
  ])('fails the run: %s', async (sample, expected) => {
    expect(await outcomeWith(sample)).toEqual({ passed: 2, ...expected });
  });
});

describe('a test that fails before it closes what it has opened', () => {
  it('is the only failure', async () => {
    const only = { result: 'failed', passed: 1, failed: 1, note: undefined };
    expect(await outcomeWith('failing')).toEqual(only);
  });
});
