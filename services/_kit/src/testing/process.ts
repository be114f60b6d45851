import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';

/** A port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const startTimeoutMs = 20_000;

/** Start a program and wait for a line of its output; rejects with the output when it exits first. `env` is added to ours. */
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
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
};
