import { startSample } from './samples/start-sample.js';

/** The outcome of a sample beside an empty one: with one file Jest would use no worker. */
const outcomeWith = async (sample: string) => {
  const run = startSample('unit', `{${sample},empty}`);
  try {
    const output = await run.whenExited;
    const { result, passed, failed, note } = run.outcome() ?? {};
    const [, leftBy] = /It holds: .*; left by (.+)$/m.exec(output) ?? [];
    return { result, passed, failed, note, leftBy };
  } finally {
    run.dispose();
  }
};

describe('what passing tests leave open', () => {
  it.each([
    ['leaking', 'a test left something open', 'tools/test-runner/samples/leaking.sample.ts'],
    ['closing', undefined, undefined],
  ])(
    'is noted with its file, without a worker that Jest has to kill: %s',
    async (sample, note, leftBy) => {
      const ok = { result: 'ok', passed: 2, failed: 0 };
      expect(await outcomeWith(sample)).toEqual({ ...ok, note, leftBy });
    },
  );
});

describe('a test that fails before it closes what it has opened', () => {
  it('is the only failure', async () => {
    const only = { result: 'failed', passed: 1, failed: 1, note: undefined, leftBy: undefined };
    expect(await outcomeWith('failing')).toEqual(only);
  });
});
