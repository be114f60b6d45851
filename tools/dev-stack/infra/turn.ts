import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildSpec } from '../processes/child.js';
import { readNothing } from '../processes/output.js';
import { whenPortOpen } from '../processes/ready.js';

interface TurnOptions {
  program: string;
  port: number;
  runDir: string;
  secret: string;
  env: Record<string, string>;
}

/**
 * coturn for browsers on this machine. It relays to loopback addresses, which a public relay must never
 * do, and therefore listens on loopback only. The secret is in a file because other users of the machine
 * can read the arguments of a process.
 */
export const turnSpec = ({ program, port, runDir, secret, env }: TurnOptions): ChildSpec => {
  const config = join(runDir, 'turnserver.conf');
  const lines = [
    'listening-ip=127.0.0.1',
    'relay-ip=127.0.0.1',
    `listening-port=${port}`,
    'realm=tandem.local',
    'use-auth-secret',
    `static-auth-secret=${secret}`,
    'allow-loopback-peers',
    'no-cli',
    'no-tls',
    'no-dtls',
    'no-multicast-peers',
    'user-quota=12',
    'log-file=stdout',
    'simple-log',
    `pidfile=${join(runDir, 'turnserver.pid')}`,
    `userdb=${join(runDir, 'turndb')}`,
  ];
  writeFileSync(config, `${lines.join('\n')}\n`, { mode: 0o600 });
  return {
    name: 'turn',
    command: program,
    args: ['-c', config],
    cwd: runDir,
    env,
    tier: 0,
    isGate: false,
    ready: whenPortOpen(port),
    read: readNothing,
  };
};
