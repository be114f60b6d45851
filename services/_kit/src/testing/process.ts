import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/**
 * Below Linux's ephemeral range (`ip_local_port_range`, 32768–60999). A port from that range could be assigned to another
 * process between the check and the start of a program, or while a program restarts.
 */
const ports = { lowest: 12_000, highest: 32_000 } as const;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => resolve(true));
    });
  });

/** A port that is free and that the system does not assign to other processes. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(ports.lowest, ports.highest);
    if (await isFree(port)) return port;
  }
};

/** Long, because it only ends a start that has failed without exiting. */
const startTimeoutMs = 100_000;

/** Starts a program and waits for a line of its output. Rejects with the output if it exits first. `env` extends ours. */
export const startProcess = async (
  command: string,
  args: readonly string[],
  ready: RegExp,
  env: Readonly<Record<string, string>> = {},
): Promise<{ child: ChildProcess; match: RegExpMatchArray; stop: () => Promise<void> }> => {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const killWithParent = () => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  const match = await new Promise<RegExpMatchArray>((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => fail(`${command} did not start in time`), startTimeoutMs);
    const fail = (why: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`${why}\n${output}`));
    };
    const onData = (chunk: Buffer) => {
      output += chunk.toString();
      const found = ready.exec(output);
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout.on('data', onData);
    child.stderr.on('data', onData);
    child.once('error', (error) => fail(`${command}: ${error.message}`));
    child.once('exit', (code) => fail(`${command} ended with ${String(code)}`));
  });
  return {
    child,
    match,
    stop: async () => {
      process.off('exit', killWithParent);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
};

/** Whether every thread has stopped: proc_pid_stat(5), field 3. */
const isStopped = (pid: number | undefined): boolean => {
  const threads = `/proc/${pid}/task`;
  return readdirSync(threads).every((thread) =>
    readFileSync(`${threads}/${thread}/stat`, 'utf8').includes(') T '),
  );
};

/** Stops a process without closing its connections (SIGSTOP); resolves when none of its threads runs. */
export const suspendProcess = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGSTOP');
  while (!isStopped(child.pid)) await setImmediate();
};
