import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectId } from './auth-emulator.js';

/** Below the start deadline of services: somebody waits for a command. */
const timeoutMs = 30_000;

/** Runs a built command of `src/commands` as in the pod of the service, with the Auth emulator. */
export const runCommand = (
  name: string,
  args: readonly string[],
  variables: NodeJS.ProcessEnv = {},
) => {
  const script = new URL(`../dist/commands/${name}.js`, import.meta.url).pathname;
  return promisify(execFile)(process.execPath, [script, ...args], {
    timeout: timeoutMs,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'development',
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_AUTH_EMULATOR_HOST: process.env['FIREBASE_AUTH_EMULATOR_HOST'],
      ...variables,
    },
  });
};
