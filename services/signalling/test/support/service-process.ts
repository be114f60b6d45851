import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createRecorder, eventually } from './until.js';

/** The built service in a process of its own; requires `npm run build`. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly wsPort: number;
  readonly opsPort: number;
  /** Status of `/readyz`. */
  readiness(): Promise<number>;
  metrics(): Promise<string>;
  /** Resolves with the exit code; null when killed by a signal. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

const main = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));

const spawnService = (env: Record<string, string>) =>
  spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Runs a service that cannot start, and returns its output and exit code. */
export const runToEnd = async (env: Record<string, string>) => {
  const child = spawnService(env);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output };
};

export const startService = async (env: Record<string, string>): Promise<ServiceProcess> => {
  const child = spawnService({ WS_PORT: '0', METRICS_PORT: '0', ...env });
  const killWithParent = () => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const lines = createRecorder<Record<string, unknown>>();
  let rest = '';
  // Drain stderr: a full pipe would block the process.
  child.stderr.resume();
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) lines.add(JSON.parse(line) as Record<string, unknown>);
  });
  const accepting = await lines.find(
    ({ msg }) => msg === 'accepting sockets',
    'the server to listen',
  );
  const ready = await lines.find(({ msg }) => msg === 'ready', 'readiness');
  const opsPort = Number(ready['opsPort']);
  const ops = (path: string) => fetch(`http://127.0.0.1:${opsPort}${path}`);
  await eventually(async () => (await ops('/readyz')).status === 200, 'readyz');
  return {
    child,
    wsPort: Number(accepting['port']),
    opsPort,
    readiness: async () => (await ops('/readyz')).status,
    metrics: async () => (await ops('/metrics')).text(),
    stop: async (signal) => {
      process.off('exit', killWithParent);
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
};
