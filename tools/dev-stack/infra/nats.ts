import { join } from 'node:path';
import type { ChildSpec } from '../processes/child.js';
import { readNats } from '../processes/output.js';
import { whenPrinted } from '../processes/ready.js';

interface NatsOptions {
  program: string;
  port: number;
  runDir: string;
  env: Record<string, string>;
}

/** nats-server with JetStream; its data is removed with the run directory. */
export const natsSpec = ({ program, port, runDir, env }: NatsOptions): ChildSpec => ({
  name: 'nats',
  command: program,
  args: ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', join(runDir, 'jetstream')],
  cwd: runDir,
  env,
  tier: 0,
  ready: whenPrinted(/Server is ready/),
  read: readNats,
});
