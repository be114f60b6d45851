import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeSpec } from '../testing/fake-plan.js';
import { restartDelayMs } from './backoff.js';
import { Child } from './child.js';

/** Reached only when something hangs. */
const graceMs = 60_000;

/** A launcher that records its reports and faults. */
const makeHost = (logDir: string) => {
  const reports: string[] = [];
  const faults: unknown[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    reports,
    faults,
    /** Resolves after `count` reports. */
    reported: (count: number) => new Promise<void>((resolve) => waiting.push({ count, resolve })),
    host: {
      logDir,
      guard: {
        pid: 0,
        add: () => undefined,
        remove: () => undefined,
        dismiss: () => Promise.resolve(),
      },
      report: (text: string) => {
        reports.push(text);
        for (const each of waiting) if (reports.length >= each.count) each.resolve();
      },
      echo: () => undefined,
      onFatal: (fault: unknown) => faults.push(fault),
    },
  };
};

describe('a supervised child', () => {
  let logDir = '';
  beforeEach(() => (logDir = mkdtempSync(join(tmpdir(), 'child-test-'))));
  afterEach(() => rmSync(logDir, { recursive: true, force: true }));

  it('restarts under a new process id when it is killed', async () => {
    const { host, reports } = makeHost(logDir);
    const child = new Child(fakeSpec('signalling-1', 'serve'), host);
    await child.start();
    const before = child.pid;
    await child.kill('SIGKILL');
    expect(child.isReady).toBe(false);
    await child.whenReady();
    expect(child.pid).not.toBe(before);
    expect(reports).toEqual(['signalling-1 ended with SIGKILL; restarting in 0 s']);
    await child.stop(graceMs);
    expect(child.pid).toBeUndefined();
  });

  it('restarts with growing delays when it keeps crashing, with one line each', async () => {
    const { host, reports, faults, reported } = makeHost(logDir);
    const child = new Child(fakeSpec('shares', 'crash'), host);
    const twice = reported(2);
    await child.start();
    await twice;
    expect(reports).toEqual([
      'shares ended with exit code 3; restarting in 0 s',
      'shares ended with exit code 3; restarting in 0.25 s',
    ]);
    expect(faults).toEqual([]);
    await child.stop(graceMs);
  });

  it('is killed when it does not stop within the grace period', async () => {
    const { host, reports } = makeHost(logDir);
    const child = new Child(fakeSpec('gateway', 'stubborn'), host);
    await child.start();
    await child.stop(100);
    expect(child.pid).toBeUndefined();
    expect(reports).toEqual(['gateway did not stop within 0.1 s; killed']);
  });

  it('stays down after stop and starts again', async () => {
    const { host, reports } = makeHost(logDir);
    const child = new Child(fakeSpec('shares', 'serve'), host);
    await child.start();
    await child.stop(graceMs);
    await child.start();
    expect(child.isReady).toBe(true);
    expect(reports).toEqual([]);
    await child.stop(graceMs);
  });

  it('starts again only after the process that is being stopped has exited', async () => {
    const { host, reports } = makeHost(logDir);
    const child = new Child(fakeSpec('shares', 'serve'), host);
    await child.start();
    const before = child.pid ?? 0;
    const stopped = child.stop(graceMs);
    const started = child.start();
    await stopped;
    expect(() => process.kill(before, 0)).toThrow('ESRCH');
    await started;
    expect(child.isReady).toBe(true);
    expect(child.pid).not.toBe(before);
    expect(reports).toEqual([]);
    await child.stop(graceMs);
    expect(child.pid).toBeUndefined();
  });

  it('stays down when it is stopped, started and stopped again', async () => {
    const { host, reports } = makeHost(logDir);
    const child = new Child(fakeSpec('shares', 'serve'), host);
    await child.start();
    const stopped = child.stop(graceMs);
    void child.start();
    await Promise.all([stopped, child.stop(graceMs)]);
    expect(child.pid).toBeUndefined();
    expect(reports).toEqual([]);
  });

  it('restores what its death lost once it is ready again', async () => {
    const { host } = makeHost(logDir);
    let onRestored: () => void = () => undefined;
    const restored = new Promise<void>((resolve) => {
      onRestored = resolve;
    });
    const spec = fakeSpec('mongo', 'serve', {
      afterRestart: () => {
        onRestored();
        return Promise.resolve();
      },
    });
    const child = new Child(spec, host);
    await child.start();
    await child.kill();
    await expect(restored).resolves.toBeUndefined();
    await child.stop(graceMs);
  });
});

describe('the delay before a restart', () => {
  it('is none after the first death, and doubles with each further one up to ten seconds', () => {
    expect([1, 2, 3, 4, 5].map(restartDelayMs)).toEqual([0, 250, 500, 1_000, 2_000]);
    expect(restartDelayMs(40)).toBe(10_000);
  });
});
