import { startSample } from './samples/start-sample.js';

describe('a worker that Jest has to kill', () => {
  // With one file Jest would use no worker.
  it.each([
    ['{leaking,empty}', { result: 'failed', failed: 1, note: 'a test left something open' }],
    ['{closing,empty}', { result: 'ok', failed: 0 }],
  ])('fails the run: %s', async (sample, expected) => {
    const run = startSample('unit', sample);
    try {
      await run.whenExited;
      const { result, passed, failed, note } = run.outcome() ?? {};
      expect({ result, passed, failed, note }).toEqual({ passed: 2, ...expected });
    } finally {
      run.dispose();
    }
  });
});
