import { join } from 'node:path';
import { root } from '../bootstrap/exec.mjs';
import { CommandFault, follow, run } from './commands.js';

const transferMs = 300_000;
const forwardMs = 30_000;

/** Transfers a file between two browsers through `kubectl port-forward` to the trial's proxy. */
export const transferFile = async (
  namespace: string,
  service: string,
  port: number,
): Promise<void> => {
  let opened: (() => void) | undefined;
  const isOpen = new Promise<void>((resolve) => (opened = resolve));
  const forward = follow(
    'kubectl',
    ['-n', namespace, 'port-forward', `service/${service}`, `${port}:8080`],
    (line) => {
      if (line.startsWith('Forwarding from')) opened?.();
    },
  );
  const limit = AbortSignal.timeout(forwardMs);
  try {
    await Promise.race([
      isOpen,
      forward.lost,
      new Promise<never>((_resolve, reject) => {
        limit.onabort = () =>
          reject(new CommandFault('kubectl port-forward', `no port after ${forwardMs / 1000} s`));
      }),
    ]);
    const playwright = run('npx', ['playwright', 'test', '-c', 'cluster.config.ts'], {
      cwd: join(root, 'web'),
      timeoutMs: transferMs,
      env: { CLUSTER_URL: `http://localhost:${port}` },
    });
    await Promise.race([playwright, forward.lost]);
  } finally {
    await forward.stop();
  }
};
