import { startSample } from './samples/start-sample.js';

describe('a worker that Jest has to kill', () => {
  // With one file Jest would use no worker.
  it.each([
    ['{leaking,empty}', { result: 'failed', failed: 1, note: 'a test left something open' }],
    ['{closing,empty}', { result: 'ok', failed: 0 }],
  ])('decides the result of the tests: %s', async (sample, expected) => {
    const run = startSample('unit', sample);
    try {
      await run.whenExited;
      expect(run.outcome()).toMatchObject({ passed: 2, ...expected });
    } finally {
      run.dispose();
    }
  });
});
