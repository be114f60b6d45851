import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../bootstrap/exec.mjs';
import type { Outcome } from '../step.js';

const folder = join(root, 'tools/test-runner/samples');
const configs = { unit: 'jest.config.js', browser: 'playwright.config.ts' } as const;

export interface Sample {
  /** npm; the leader of a process group like a command in a terminal. */
  pid: number;
  whenReady: Promise<void>;
  /** Its output, once it has exited. */
  whenExited: Promise<string>;
  /** The result; undefined if the run printed none. */
  outcome: () => Outcome | undefined;
  /** Kills the group and removes the reports. */
  dispose: () => void;
}

/** Starts one part of `npm test` on a sample, from npm. */
export const startSample = (part: keyof typeof configs, sample: string): Sample => {
  const reports = mkdtempSync(join(tmpdir(), 'tandem-sample-'));
  const command = [
    `cd ${root} &&`,
    'exec node --import ./tools/bootstrap/typescript.mjs tools/test-runner/samples/run-sample.ts',
    `${part} ${reports} --config ${join(folder, configs[part])}`,
  ].join(' ');
  // A script, as `npm test` is: `npm exec` needs three seconds of processor time before it runs a command.
  writeFileSync(join(reports, 'package.json'), JSON.stringify({ scripts: { sample: command } }));
  // Playwright refuses to run where Jest sets this variable.
  const { JEST_WORKER_ID: _, ...env } = process.env;
  const child = spawn('npm', ['run', '--offline', 'sample'], {
    cwd: reports,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, SAMPLE: sample, SAMPLE_OUTPUT: join(reports, 'artifacts') },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('npm does not start');
  let output = '';
  let markReady: () => void = () => undefined;
  const printedReady = new Promise<void>((resolve) => (markReady = resolve));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
      if (/^SAMPLE READY$/m.test(output)) markReady();
    });
  }
  const whenExited = once(child, 'close').then(() => output);
  const exitedEarly = whenExited.then((text) => {
    throw new Error(`The sample exited before it was ready:\n${text}`);
  });
  const whenReady = Promise.race([printedReady, exitedEarly]);
  whenReady.catch(() => undefined); // not every test waits for it
  return {
    pid,
    whenReady,
    whenExited,
    outcome: () => {
      const line = output.split('\n').find((text) => text.startsWith('{"name"'));
      return line === undefined ? undefined : (JSON.parse(line) as Outcome);
    },
    dispose: () => {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // ESRCH: the group has already ended.
      }
      rmSync(reports, { recursive: true, force: true });
    },
  };
};
