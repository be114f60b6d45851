import { fileURLToPath } from 'node:url';
import type { ChildSpec } from '../processes/child.js';
import { readPino } from '../processes/output.js';
import { whenPrinted } from '../processes/ready.js';
import { runTypeScript } from '../processes/run-typescript.js';

const script = fileURLToPath(new URL('auth-emulator.ts', import.meta.url));

interface AuthOptions {
  host: string;
  port: number;
  projectId: string;
  env: Record<string, string>;
  afterRestart: () => Promise<void>;
}

/** The Firebase Auth emulator. Not a gate: services start without it, and it takes as long as all of them. */
export const authSpec = ({ host, port, projectId, env, afterRestart }: AuthOptions): ChildSpec => ({
  name: 'auth-emulator',
  ...runTypeScript(script),
  env: { ...env, HOST: host, PORT: String(port), FIREBASE_PROJECT_ID: projectId },
  tier: 0,
  isGate: false,
  ready: whenPrinted(/^READY$/),
  read: readPino,
  lossNote: 'accounts were in memory; only the demo accounts are recreated',
  afterRestart,
});
