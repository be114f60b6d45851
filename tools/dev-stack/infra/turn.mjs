import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readNothing } from '../processes/output.mjs';
import { whenPortOpen } from '../processes/ready.mjs';

/**
 * coturn for browsers on this machine: it relays to loopback addresses, which a server on a network
 * must never do, and therefore listens on loopback only. The secret is in a file because arguments
 * are visible to every user of the machine.
 * @param {{program: string, port: number, runDir: string, secret: string, env: Record<string, string>}} options
 * @returns {import('../processes/child.mjs').ChildSpec}
 */
export const turnSpec = ({ program, port, runDir, secret, env }) => {
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
