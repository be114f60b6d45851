import { rmSync } from 'node:fs';
import { test } from '@playwright/test';
import { openControl } from '../../../tools/dev-stack/run/control.js';
import { missingBuilds, startStack } from '../../../tools/dev-stack/stack.js';

/** The running product, as known to every test process. */
export interface StackInfo {
  /** Address of the application, without a trailing slash. */
  url: string;
  /** Origin of the Identity Toolkit REST API. */
  authEmulatorOrigin: string;
  control: { url: string; token: string };
}

interface ServiceState {
  pid: number | null;
  isReady: boolean;
}

/**
 * Tag of tests that need the stack for themselves: they kill or stop its processes, or hold up its network. `npm test`
 * runs them one by one after the others: beside them, the networks that they simulate starve.
 */
export const exclusive = '@exclusive';

/** Tag of tests that need the machine for themselves: they compare times, or need both processors. Run in the same way. */
export const alone = '@alone';

const variable = 'TANDEM_E2E_STACK';
/** Logs of a run, one file per process; relative to the working directory of Playwright. */
const ownLogDir = `test-results/logs-${process.env['E2E_RUN'] ?? 'last'}`;

/** Starts the stack and names it in the environment. Returns what stops it. */
const start = async (logDir: string): Promise<() => Promise<void>> => {
  const stack = await startStack({
    port: 0,
    env: {
      // Tests choose the signalling process; all requests come from the same address.
      ALLOW_POD_PINNING: 'true',
      RATE_LIMIT_SCALE: process.env['RATE_LIMIT_SCALE'] ?? '20',
      LOG_DIR: logDir,
    },
  });
  const control = await openControl(stack.services);
  const info: StackInfo = {
    url: stack.url,
    authEmulatorOrigin: stack.authEmulatorOrigin ?? '',
    control: { url: control.url, token: control.token },
  };
  process.env[variable] = JSON.stringify(info);
  return async () => {
    await control.close();
    await stack.stop();
  };
};

/**
 * Playwright's global set-up; returns the teardown. The test processes inherit the environment.
 */
const startForSuite = async (): Promise<() => Promise<void>> => {
  const missing = missingBuilds();
  if (missing.length > 0) throw new Error(`Not built: ${missing.join(', ')}. Run: npm run build`);
  const logDir = process.env['LOG_DIR'] ?? ownLogDir;
  if (logDir === ownLogDir) rmSync(logDir, { recursive: true, force: true });
  return start(logDir);
};

export default startForSuite;

/** The stack of this suite; throws outside of one. */
export const stackInfo = (): StackInfo => {
  const text = process.env[variable];
  if (!text) throw new Error('The stack is not running: start tests with `npm run test:e2e`.');
  return JSON.parse(text) as StackInfo;
};

const control = async <Answer>(method: 'GET' | 'POST', path: string): Promise<Answer> => {
  const { url, token } = stackInfo().control;
  const response = await fetch(`${url}/services${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`control ${path}: ${await response.text()}`);
  return (await response.json()) as Answer;
};

/** Every process of the stack: `signalling-1`, `shares`, `nats`, … */
export const listServices = () => control<Record<string, ServiceState>>('GET', '');

/** Other tests use the same processes. */
const requireExclusive = (): void => {
  if (!test.info().tags.includes(exclusive)) throw new Error(`Tag this test ${exclusive}.`);
};

/** Kills one process; resolves when it has exited. The launcher restarts it. */
export const killService = (name: string, signal: NodeJS.Signals = 'SIGKILL') => {
  requireExclusive();
  return control<ServiceState>('POST', `/${name}/kill?signal=${signal}`);
};

/** Suspends processes, whose connections stay open. Returns a function that resumes them. */
export const suspendServices = async (names: readonly string[]): Promise<() => void> => {
  requireExclusive();
  const services = await listServices();
  const pids = names.map((name) => {
    const pid = services[name]?.pid;
    if (typeof pid !== 'number') throw new Error(`${name} does not run`);
    return pid;
  });
  const signal = (name: NodeJS.Signals) => pids.forEach((pid) => process.kill(pid, name));
  signal('SIGSTOP');
  return () => signal('SIGCONT');
};

/** Stops one process until `startService`. */
export const stopService = (name: string) => {
  requireExclusive();
  return control<ServiceState>('POST', `/${name}/stop`);
};

/** Starts a stopped process; resolves when it is ready. */
export const startService = (name: string) => control<ServiceState>('POST', `/${name}/start`);

/** Resolves when the process is ready, after a kill when its successor is. */
export const whenServiceReady = (name: string) => control<ServiceState>('GET', `/${name}/ready`);
