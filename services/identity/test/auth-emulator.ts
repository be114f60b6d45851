import { fileURLToPath } from 'node:url';
import { freePort, startProcess } from '@tandem/kit/testing';
import { deleteApp, getApps } from 'firebase-admin/app';
import { runTypeScript } from '../../../tools/dev-stack/processes/run-typescript.js';

export const projectId = 'demo-tandem';
const script = fileURLToPath(
  new URL('../../../tools/dev-stack/infra/auth-emulator.ts', import.meta.url),
);

export interface SignedIn {
  uid: string;
  idToken: string;
  email: string;
}

interface EmulatorAnswer {
  localId: string;
  idToken: string;
}

/** The real Auth emulator, called as a browser's SDK does. */
export const startAuthEmulator = async () => {
  const port = await freePort();
  const { command, args } = runTypeScript(script);
  const { stop } = await startProcess(command, args, /READY/, {
    PORT: String(port),
    FIREBASE_PROJECT_ID: projectId,
  });
  const host = `127.0.0.1:${port}`;
  // The Firebase SDK reads it itself.
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = host;
  const root = `http://${host}/identitytoolkit.googleapis.com/v1`;

  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${root}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`emulator: ${response.status} ${await response.text()}`);
    return (await response.json()) as EmulatorAnswer;
  };
  const admin = { authorization: 'Bearer owner' };
  const password = 'correct horse';
  let counter = 0;

  return {
    stop: async () => {
      await stop();
      // The SDK keeps the address of the emulator with its application.
      await Promise.all(getApps().map(deleteApp));
    },
    signUp: async (displayName = 'Ada King Lovelace'): Promise<SignedIn> => {
      counter += 1;
      const email = `person-${counter}@example.test`;
      const { localId } = await call('accounts:signUp?key=k', { email, password, displayName });
      const { idToken } = await call('accounts:signInWithPassword?key=k', {
        email,
        password,
        returnSecureToken: true,
      });
      return { uid: localId, idToken, email };
    },
    signIn: async (email: string): Promise<string> => {
      const answer = await call('accounts:signInWithPassword?key=k', {
        email,
        password,
        returnSecureToken: true,
      });
      return answer.idToken;
    },
    update: (uid: string, changes: object) =>
      call(`projects/${projectId}/accounts:update`, { localId: uid, ...changes }, admin),
  };
};

export type AuthEmulator = Awaited<ReturnType<typeof startAuthEmulator>>;
