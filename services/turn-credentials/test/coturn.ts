import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { untilRelayAnswers } from '@tandem/kit/testing';

export interface Coturn {
  port: number;
  stop(): Promise<void>;
}

const isFree = async (port: number): Promise<boolean> => {
  const datagrams = createSocket('udp4');
  const streams = createServer();
  try {
    const bound = [once(datagrams, 'listening'), once(streams, 'listening')];
    datagrams.bind(port, '127.0.0.1');
    streams.listen(port, '127.0.0.1');
    await Promise.all(bound);
    return true;
  } catch {
    return false;
  } finally {
    datagrams.close();
    streams.close();
  }
};

/**
 * coturn listens on one port for UDP and TCP. Below the ephemeral range, where a busy suite leaves thousands
 * of closing connections.
 */
const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(port)) return port;
  }
};

/** Starts coturn on loopback; `base` is a configuration file to extend. */
export const startCoturn = async (options: {
  program: string;
  folder: string;
  secrets: readonly string[];
  extra: readonly string[];
  base?: string;
}): Promise<Coturn> => {
  const port = await freePort();
  const inherited = options.base ? await readFile(options.base, 'utf8') : 'use-auth-secret\n';
  const file = join(options.folder, `turnserver-${port}.conf`);
  const own = [
    ...options.secrets.map((secret) => `static-auth-secret=${secret}`),
    `listening-port=${port}`,
    'listening-ip=127.0.0.1',
    'relay-ip=127.0.0.1',
    'realm=test',
    `userdb=${join(options.folder, `turndb-${port}`)}`,
    'no-tls',
    'no-dtls',
    'no-cli',
  ];
  const withoutPidFile = inherited.replaceAll(/^pidfile=.*$/gm, '');
  const pidFile = `pidfile=${join(options.folder, `${port}.pid`)}`;
  await writeFile(file, `${withoutPidFile}\n${[...own, pidFile].join('\n')}\n`);
  const child = spawn(options.program, ['-c', file, ...options.extra], { stdio: 'ignore' });
  const killWithParent = () => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  const stop = async () => {
    process.off('exit', killWithParent);
    const gone = once(child, 'exit');
    if (child.kill('SIGKILL')) await gone;
  };
  try {
    await untilRelayAnswers(port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, stop };
};
