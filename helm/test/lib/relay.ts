import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { untilRelayAnswers } from '../../../services/_kit/src/testing/turn-client.js';

/** How the kubelet reads `$$(` in a command line. */
const unescaped = (part: string) => part.replaceAll('$$(', '$(');

/** Options for Debian's coturn (4.6); the deployed version has these defaults or lacks the options. */
const olderDefaults = ['--no-cli', '--no-rfc5780', '--no-software-attribute', '--no-dtls'];
/** Debian builds coturn without its exporter. */
const isKnownToDebian = (argument: string) => !argument.startsWith('--prometheus');

/** Whether a relay on this machine can use an IPv6 address. */
export const hasIpv6 = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .some(({ address }) => address === '::1');

/** Credentials as issued by turn-credentials: `<expiry>:<id>` and its HMAC. */
export const restCredentials = (secret: string, expiresAt: number, id: string) => {
  const username = `${Math.floor(expiresAt / 1000)}:${id}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
};

export interface Relay {
  /** Its output so far. */
  output: () => string;
  stop: () => Promise<void>;
}

/**
 * Starts Debian's coturn with the deployed arguments on loopback; resolves when it answers at `port`. `home` is
 * a folder for its configuration and output files.
 */
export const startRelay = async (options: {
  program: string;
  home: string;
  config: string;
  args: readonly string[];
  port: number;
  /** The container's command, which starts `turnserver` with the arguments. */
  command?: readonly string[];
}): Promise<Relay> => {
  const { program, home, port } = options;
  const [first = program, ...before] = (options.command ?? []).map(unescaped);
  const file = join(home, 'turnserver.conf');
  writeFileSync(file, options.config.replaceAll('=/tmp/', `=${home}/`));
  const args = options.args
    .filter(isKnownToDebian)
    .map((argument) => (argument === '/etc/coturn/turnserver.conf' ? file : argument))
    .map((argument) => argument.replace(/^--listening-port=.*/, `--listening-port=${port}`));
  const own = ['--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', '--relay-threads=1'];
  const ipv6 = hasIpv6 ? ['--relay-ip=::1'] : [];
  const server = spawn(first, [...before, ...args, ...own, ...ipv6, ...olderDefaults], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: home,
    env: { ...process.env, PATH: `${dirname(program)}:${process.env['PATH'] ?? ''}` },
  });
  const killWithUs = () => server.kill('SIGKILL');
  process.once('exit', killWithUs);
  let output = '';
  const keep = (chunk: Buffer) => (output += chunk.toString());
  server.stdout.on('data', keep);
  server.stderr.on('data', keep);
  const stop = async () => {
    process.off('exit', killWithUs);
    server.removeAllListeners('exit');
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    // Not its exit: what the command has started beside it may still hold its output.
    await once(server, 'close');
  };
  const ended = once(server, 'exit').then(([code]) => {
    throw new Error(`turnserver ended with ${String(code)}\n${output}`);
  });
  // A rejection after `stop` is expected.
  ended.catch(() => undefined);
  try {
    await Promise.race([ended, untilRelayAnswers(port)]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { output: () => output, stop };
};
