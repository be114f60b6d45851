import { startSample } from './samples/start-sample.js';

describe('a worker that Jest has to kill', () => {
  // With one file Jest would use no worker.
  it.each([
    ['{leaking,empty}', 'a test left something open'],
    ['{closing,empty}', undefined],
  ])('is named in the summary: %s', async (sample, note) => {
    const run = startSample('unit', sample);
    try {
      await run.whenExited;
      const outcome = run.outcome();
      expect(outcome).toMatchObject({ result: 'ok', passed: 2 });
      expect(outcome?.note).toBe(note);
    } finally {
      run.dispose();
    }
  });
});
