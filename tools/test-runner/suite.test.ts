import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdBack, sideBySide } from './beside.mjs';
import { readJestReport, readPlaywrightReport } from './reports.mjs';
import { run, timeStep } from './step.mjs';
import { summarise } from './summary.mjs';

describe('npm test: what is counted', () => {
  let folder = '';
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'suite-test-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const report = (content: string) => {
    const file = join(folder, 'report.json');
    writeFileSync(file, content);
    return file;
  };

  it('Jest: a suite that does not load is a failure', () => {
    const file = report(
      JSON.stringify({
        numPassedTests: 7,
        numFailedTests: 1,
        numRuntimeErrorTestSuites: 2,
        numPendingTests: 1,
        numTodoTests: 0,
      }),
    );
    expect(readJestReport(file)).toEqual({ passed: 7, failed: 3, skipped: 1 });
  });

  it('Playwright: an error outside of any test is a failure', () => {
    const stats = { expected: 4, unexpected: 1, flaky: 0, skipped: 2 };
    const file = report(
      JSON.stringify({ stats, errors: [{ message: 'the stack did not start' }] }),
    );
    expect(readPlaywrightReport(file)).toEqual({ passed: 4, failed: 2, skipped: 2 });
  });

  it.each(['', '{"stats":'])('a missing or cut-off report (%j) is a failure', (content) => {
    const file = content === '' ? join(folder, 'none.json') : report(content);
    expect(readJestReport(file)).toMatchObject({ passed: 0, failed: 1 });
    expect(readPlaywrightReport(file)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('the closing line adds tests up; a failed step without tests counts as one', async () => {
    const outcomes = [
      await timeStep('lint', () => Promise.resolve({ code: 2 })),
      await timeStep('unit', () => Promise.resolve({ code: 0, passed: 120 })),
      await timeStep('browser', () => Promise.resolve({ code: 1, passed: 3, failed: 2 })),
    ];
    expect(summarise(outcomes)).toMatchObject({ closing: '123 passed, 3 failed', hasFailed: true });
  });

  it('all well is exactly that', async () => {
    const outcomes = [
      await timeStep('lint', () => Promise.resolve({ code: 0 })),
      await timeStep('unit', () => Promise.resolve({ code: 0, passed: 123 })),
    ];
    expect(summarise(outcomes)).toMatchObject({
      closing: '123 passed, 0 failed',
      hasFailed: false,
    });
  });

  it('a runner that dies after its last test passed is still a failure', async () => {
    const outcome = await timeStep('unit', () =>
      Promise.resolve({ code: 1, passed: 5, failed: 0 }),
    );
    expect(outcome).toMatchObject({ result: 'failed', failed: 1, passed: 5 });
  });
});

describe('npm test: what runs beside the browser tests', () => {
  it('holds back all that it says, in order, until the console is free', () => {
    const heard: string[] = [];
    const voice = holdBack({
      say: (text) => heard.push(`said ${text}`),
      complain: (text) => heard.push(`complained ${text}`),
    });
    voice.say('one');
    voice.complain('two');
    expect(heard).toEqual([]);
    voice.release();
    voice.say('three');
    expect(heard).toEqual(['said one', 'complained two', 'said three']);
  });

  it('when one of two fails, the other is waited for before the failure is told', async () => {
    let isOver = false;
    const slow = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      isOver = true;
    };
    const broken = () => Promise.reject(new Error('broken'));
    await expect(sideBySide(broken, slow)).rejects.toThrow('broken');
    expect(isOver).toBe(true);
  });

  it('has the lowest priority from its first thread on', async () => {
    const show = 'process.stdout.write(String(os.getPriority()))';
    const command = [process.execPath, '-p', `const os = require('os'); ${show}; ''`];
    const { code, output } = await run(command, { isAside: true });
    expect({ code, output: output.trim() }).toEqual({ code: 0, output: '19' });
    expect((await run(command)).output.trim()).toBe(String(getPriority()));
  });

  it('does not begin after an interruption', async () => {
    const signal = AbortSignal.abort(new Error('SIGINT'));
    const touch = ['sh', '-c', 'echo ran'];
    expect(await run(touch, { signal })).toEqual({ code: 1, output: 'interrupted' });
  });
});
