import { root } from '../../bootstrap/exec.mjs';
import { fileURLToPath } from 'node:url';
import { readPino } from '../processes/output.mjs';
import { whenPrinted } from '../processes/ready.mjs';

const script = fileURLToPath(new URL('auth-emulator.mjs', import.meta.url));

/**
 * The Firebase Auth emulator. Not a gate: services need its address, not its answer, and it takes as
 * long to load as all of them together.
 * @param {{host: string, port: number, projectId: string, env: Record<string, string>,
 *   afterRestart: () => Promise<void>}} options
 * @returns {import('../processes/child.mjs').ChildSpec}
 */
export const authSpec = ({ host, port, projectId, env, afterRestart }) => ({
  name: 'auth-emulator',
  command: process.execPath,
  args: [script],
  cwd: root,
  env: { ...env, HOST: host, PORT: String(port), FIREBASE_PROJECT_ID: projectId },
  tier: 0,
  isGate: false,
  ready: whenPrinted(/^READY$/),
  read: readPino,
  lossNote: 'it kept the accounts in memory; the demo accounts come back, others do not',
  afterRestart,
});
