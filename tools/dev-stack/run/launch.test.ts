import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runTypeScript } from '../processes/run-typescript.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

interface Run {
  launcher: ChildProcessWithoutNullStreams;
  output: () => string;
  /** Resolves when every child is ready. */
  up: Promise<{ runDir: string; pids: number[] }>;
  exit: Promise<number | null>;
}

const start = (args: string[], env: Record<string, string>): Run => {
  const launcher = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  let text = '';
  launcher.stdout.on('data', (chunk) => (text += String(chunk)));
  launcher.stderr.on('data', (chunk) => (text += String(chunk)));
  const up = new Promise<{ runDir: string; pids: number[] }>((resolve) => {
    createInterface({ input: launcher.stdout }).on('line', (line) => {
      if (line.startsWith('{"runDir"')) {
        resolve(JSON.parse(line) as { runDir: string; pids: number[] });
      }
    });
  });
  const exit = once(launcher, 'close').then(([code]) => code as number | null);
  return { launcher, output: () => text, up, exit };
};

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const until = async (condition: () => boolean) => {
  while (!condition()) await delay(20);
};

const fakeLauncher = path('../testing/fake-launcher.ts');
const npmStart = path('../../bootstrap/start.mjs');

describe('npm start', () => {
  let temp = '';
  beforeEach(() => (temp = mkdtempSync(join(tmpdir(), 'launch-test-'))));
  afterEach(() => rmSync(temp, { recursive: true, force: true }));
  const fake = (...behaviours: string[]) =>
    start(runTypeScript(fakeLauncher, ...behaviours).args, { TMPDIR: temp });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`stops every process and removes every temporary file on ${signal}`, async () => {
      const run = fake('serve', 'serve', 'serve');
      const { runDir, pids } = await run.up;
      expect(pids.map(isAlive)).toEqual([true, true, true]);
      expect(existsSync(runDir)).toBe(true);

      run.launcher.kill(signal);
      expect(await run.exit).toBe(0);
      expect(pids.map(isAlive)).toEqual([false, false, false]);
      expect(readdirSync(temp)).toEqual([]);
    });
  }

  it('leaves no process and no temporary file when killed with SIGKILL', async () => {
    const run = fake('serve', 'stubborn');
    const { pids } = await run.up;
    run.launcher.kill('SIGKILL');
    await until(() => !pids.some(isAlive) && readdirSync(temp).length === 0);
    expect(pids.map(isAlive)).toEqual([false, false]);
  });

  it('stops when npm is killed with SIGKILL', async () => {
    const wrapper = spawn(
      '/bin/sh',
      ['-c', `"$0" "$@" & wait`, process.execPath, ...runTypeScript(fakeLauncher, 'serve').args],
      { env: { PATH: process.env['PATH'] ?? '', TMPDIR: temp, npm_lifecycle_event: 'start' } },
    );
    const [first] = (await once(createInterface({ input: wrapper.stdout }), 'line')) as [string];
    const { pids } = JSON.parse(first) as { pids: number[] };
    expect(pids.map(isAlive)).toEqual([true]);
    wrapper.kill('SIGKILL');
    await until(() => !pids.some(isAlive) && readdirSync(temp).length === 0);
    expect(pids.map(isAlive)).toEqual([false]);
  });

  it('exits with the message and code of a service that rejects its configuration', async () => {
    const run = fake('serve', 'misconfigured');
    expect(await run.exit).toBe(78);
    expect(run.output()).toContain('fake-1 rejected its configuration');
    expect(run.output()).toContain('MONGO_URL: must be a URL');
    expect(run.output()).not.toContain('    at '); // a message without a stack
    expect(readdirSync(temp)).toEqual([]);
  });

  it('exits with the output of a service that does not start', async () => {
    const run = fake('serve', 'broken');
    expect(await run.exit).toBe(1);
    expect(run.output()).toContain('fake-1 does not start (exit code 1)');
    expect(run.output()).toContain('cannot listen');
    expect(readdirSync(temp)).toEqual([]);
  });

  it('stops the started processes on an interrupt during the start', async () => {
    const run = fake('slow');
    await once(run.launcher.stdout, 'data'); // it runs and never becomes ready
    run.launcher.kill('SIGINT');
    expect(await run.exit).toBe(0);
    expect(readdirSync(temp)).toEqual([]);
  });
});

describe('npm start in an invalid environment', () => {
  it('reports a port in use and how to choose another', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as AddressInfo;
    const run = start([npmStart], { PORT: String(port) });
    expect(await run.exit).toBe(1);
    expect(run.output().trim()).toBe(
      `Port ${port} is in use (EADDRINUSE). Stop the program that uses it or choose another: ` +
        `PORT=${port + 1} npm start`,
    );
    squatter.close();
  });

  it('names every invalid variable before starting anything', async () => {
    const run = start([npmStart], { PORT: 'eighty', NATS_URL: 'localhost' });
    expect(await run.exit).toBe(78);
    expect(run.output()).toContain('PORT');
    expect(run.output()).toContain('NATS_URL');
    expect(run.output()).not.toContain('    at ');
  });
});
