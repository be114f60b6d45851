import { join } from 'node:path';
import { readNats } from '../processes/output.mjs';
import { whenPrinted } from '../processes/ready.mjs';

/**
 * The real broker, with JetStream on a directory that goes with the run.
 * @param {{program: string, port: number, runDir: string, env: Record<string, string>}} options
 * @returns {import('../processes/child.mjs').ChildSpec}
 */
export const natsSpec = ({ program, port, runDir, env }) => ({
  name: 'nats',
  command: program,
  args: ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', join(runDir, 'jetstream')],
  cwd: runDir,
  env,
  tier: 0,
  ready: whenPrinted(/Server is ready/),
  read: readNats,
});
