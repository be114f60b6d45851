import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../bootstrap/exec.mjs';
import { parseLine, type Failure } from '../cluster/load/load-counts.js';

export interface Load {
  /** Ends it and returns what it has found. `repeated`: the server had closed a kept connection. */
  stop(): Promise<{
    requests: number;
    repeated: number;
    failures: Failure[];
    perSecond: number[];
  }>;
}

interface Target {
  /** Where requests go. */
  url: string;
  /** The origin of the pages. */
  publicUrl: string;
  emulatorUrl: string;
  /** Requests per second. */
  rate: number;
}

/** Starts the load of the cluster's proof as a process of this machine; resolves with its first request. */
export const startLoad = async ({ url, publicUrl, emulatorUrl, rate }: Target): Promise<Load> => {
  const child = spawn(process.execPath, [join(root, 'tools/cluster/load/load.mjs')], {
    env: {
      ...process.env,
      BASE_URL: url,
      PUBLIC_URL: publicUrl,
      EMULATOR_URL: emulatorUrl,
      IS_TRUSTED_PROXY: 'true',
      RATE: String(rate),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const failures: Failure[] = [];
  const perSecond: number[] = [];
  let answered = 0;
  let repeated = 0;
  const started = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = parseLine(text);
      if (line?.type === 'failure') failures.push(line);
      else if (line?.type === 'start') resolve();
      else if (line) {
        if (line.type === 'tick') perSecond.push(line.answered - answered);
        ({ answered, repeated } = line);
      }
    });
    child.once('exit', () => reject(new Error(`the load has ended: ${errors}`)));
  });
  await started;
  return {
    stop: async () => {
      if (child.exitCode !== null) throw new Error(`the load has ended: ${errors}`);
      child.kill('SIGTERM');
      await exited;
      return { requests: answered, repeated, failures, perSecond };
    },
  };
};
