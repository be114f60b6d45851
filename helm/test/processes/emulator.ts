import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runTypeScript } from '../../../tools/dev-stack/processes/run-typescript.js';
import { at } from '../lib/paths.js';

/** Generous: all processes start at the same time. */
const startTimeoutMs = 150_000;

/** As in a trial. */
const port = 9099;

/** Starts the Auth emulator as a process; `ready` resolves when it listens. */
export const startEmulator = (host: string) => {
  const { command, args, cwd } = runTypeScript(at('tools/dev-stack/infra/auth-emulator.ts'));
  const child = spawn(command, args, {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOST: host,
      PORT: String(port),
      NODE_ENV: 'development',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('the Auth emulator did not start')),
      startTimeoutMs,
    );
    child.stdout.on('data', (chunk: Buffer) => {
      if (!chunk.toString().includes('READY')) return;
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', (code) => reject(new Error(`the Auth emulator ended with ${String(code)}`)));
  });
  return {
    origin: `http://${host}:${port}`,
    ready,
    stop: async () => {
      process.off('exit', kill);
      child.removeAllListeners('exit');
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};
