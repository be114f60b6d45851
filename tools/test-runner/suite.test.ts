import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../bootstrap/exec.mjs';
import { deferOutput, runParallel } from './parallel.js';
import { readChaosReport, readJestReport, readPlaywrightReport } from './reports.js';
import { run, timeStep } from './step.js';
import { summarise } from './summary.js';

describe('the counts of npm test', () => {
  let folder = '';
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'suite-test-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const report = (content: string) => {
    const file = join(folder, 'report.json');
    writeFileSync(file, content);
    return file;
  };

  it('count a Jest suite that does not load as a failure', () => {
    const file = report(
      JSON.stringify({
        numPassedTests: 7,
        numFailedTests: 1,
        numRuntimeErrorTestSuites: 2,
        numPendingTests: 1,
        numTodoTests: 0,
      }),
    );
    expect(readJestReport(file)).toMatchObject({ passed: 7, failed: 3, skipped: 1 });
  });

  it('name each failed test of Jest, and each suite that does not load, with the first line of its error', () => {
    const file = report(
      JSON.stringify({
        numPassedTests: 1,
        numFailedTests: 1,
        numRuntimeErrorTestSuites: 1,
        numPendingTests: 0,
        numTodoTests: 0,
        testResults: [
          {
            name: join(root, 'web/src/one.test.ts'),
            message: 'both below',
            assertionResults: [
              { fullName: 'works', status: 'passed', failureMessages: [] },
              {
                fullName: 'fails',
                status: 'failed',
                failureMessages: ['\u001b[31mExpected 1\u001b[39m\n    at one.test.ts'],
              },
            ],
          },
          {
            name: join(root, 'web/src/two.test.ts'),
            message: '  ● Test suite failed to run\n\n    Cannot find module\n',
            assertionResults: [],
          },
        ],
      }),
    );
    expect(readJestReport(file).failures).toEqual([
      'web/src/one.test.ts › fails › Expected 1',
      'web/src/two.test.ts › Cannot find module',
    ]);
  });

  it('name each failed browser test, however deep, and what failed outside of tests', () => {
    const spec = (title: string, ok: boolean, message?: string) => ({
      title,
      file: 'transfer/reload.spec.ts',
      line: 12,
      ok,
      tests: [{ results: [message === undefined ? {} : { error: { message } }] }],
    });
    const file = report(
      JSON.stringify({
        stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
        errors: [{ message: 'the stack did not start' }],
        suites: [
          { suites: [{ specs: [spec('resumes', true), spec('rejects', false, 'Error: late')] }] },
        ],
      }),
    );
    expect(readPlaywrightReport(file).failures).toEqual([
      'transfer/reload.spec.ts:12 › rejects › Error: late',
      'outside of tests › the stack did not start',
    ]);
  });

  it('list at most 40 failures below the summary, and how many more there are', async () => {
    const failures = Array.from({ length: 42 }, (_, index) => `test ${index}`);
    const outcome = await timeStep('unit', () => Promise.resolve({ code: 1, failures }));
    const lines = summarise([outcome]).failures.split('\n');
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([41, '  test 0', '  and 2 more']);
    expect(summarise([await timeStep('lint', () => Promise.resolve({ code: 0 }))]).failures).toBe(
      '',
    );
  });

  it('count a Playwright error outside of tests as a failure', () => {
    const stats = { expected: 4, unexpected: 1, flaky: 0, skipped: 2 };
    const file = report(
      JSON.stringify({ stats, errors: [{ message: 'the stack did not start' }] }),
    );
    expect(readPlaywrightReport(file)).toMatchObject({ passed: 4, failed: 2, skipped: 2 });
  });

  it('count each round of chaos, and name what a failed one has found or missed', () => {
    const round = (id: string, more: object) => ({
      ...{ id, title: 'Kills', seed: 1, seconds: 1, counts: { kills: 3 } },
      ...{ measures: [], faults: [], ...more },
    });
    const missed = { name: 'p99', value: 6, unit: 's', atMost: 5 };
    const rounds = [
      round('R2', {}),
      round('R5', { faults: ['lost', 'late'] }),
      round('R8', { measures: [missed] }),
      round('R10', { counts: { frames: 0 } }),
    ];
    const file = report(JSON.stringify({ startedAt: '', seed: 7, minutes: 1, rounds }));
    expect(readChaosReport(file)).toEqual({
      passed: 1,
      failed: 3,
      skipped: 0,
      failures: [
        'R5 of seed 7 › Kills › lost',
        'R8 of seed 7 › Kills › missed: p99',
        'R10 of seed 7 › Kills',
      ],
    });
  });

  it.each(['', '{"stats":'])('count a missing or truncated report (%j) as a failure', (content) => {
    const file = content === '' ? join(folder, 'none.json') : report(content);
    expect(readJestReport(file)).toMatchObject({ passed: 0, failed: 1 });
    expect(readPlaywrightReport(file)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('add up tests and count a failed step without tests as one failure', async () => {
    const outcomes = [
      await timeStep('lint', () => Promise.resolve({ code: 2 })),
      await timeStep('unit', () => Promise.resolve({ code: 0, passed: 120 })),
      await timeStep('browser', () => Promise.resolve({ code: 1, passed: 3, failed: 2 })),
    ];
    expect(summarise(outcomes)).toMatchObject({ closing: '123 passed, 3 failed', hasFailed: true });
  });

  it('end with 0 failed when everything passes', async () => {
    const outcomes = [
      await timeStep('lint', () => Promise.resolve({ code: 0 })),
      await timeStep('unit', () => Promise.resolve({ code: 0, passed: 123 })),
    ];
    expect(summarise(outcomes)).toMatchObject({
      closing: '123 passed, 0 failed',
      hasFailed: false,
    });
  });

  it('count a runner that fails after its last test as a failure', async () => {
    const outcome = await timeStep('unit', () =>
      Promise.resolve({ code: 1, passed: 5, failed: 0 }),
    );
    expect(outcome).toMatchObject({ result: 'failed', failed: 1, passed: 5 });
  });
});

describe('parallel steps of npm test', () => {
  it('defer their output, in order, until it is released', () => {
    const printed: string[] = [];
    const reporter = deferOutput({
      info: (text) => printed.push(`info ${text}`),
      error: (text) => printed.push(`error ${text}`),
    });
    reporter.info('one');
    reporter.error('two');
    expect(printed).toEqual([]);
    reporter.release();
    reporter.info('three');
    expect(printed).toEqual(['info one', 'error two', 'info three']);
  });

  it('wait for each other before the failure of one is thrown', async () => {
    let isOver = false;
    const slow = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      isOver = true;
    };
    const broken = () => Promise.reject(new Error('broken'));
    await expect(runParallel(broken, slow)).rejects.toThrow('broken');
    expect(isOver).toBe(true);
  });

  it('run in the background with the lowest priority in every thread', async () => {
    const show = 'process.stdout.write(String(os.getPriority()))';
    const command = [process.execPath, '-p', `const os = require('os'); ${show}; ''`];
    const { code, output } = await run(command, { isBackground: true });
    expect({ code, output: output.trim() }).toEqual({ code: 0, output: '19' });
    expect((await run(command)).output.trim()).toBe(String(getPriority()));
  });

  it('do not start after an interrupt', async () => {
    const signal = AbortSignal.abort(new Error('SIGINT'));
    const touch = ['sh', '-c', 'echo ran'];
    expect(await run(touch, { signal })).toEqual({ code: 1, output: 'interrupted' });
  });
});
