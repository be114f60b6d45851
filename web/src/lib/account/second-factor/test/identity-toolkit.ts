/**
 * The calls of Identity Platform's REST API that a sign-in with a second factor makes, for one account. The Auth
 * emulator does not enrol authenticator apps. Fields: https://cloud.google.com/identity-platform/docs/reference/rest/v2
 */

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeAt } from './totp.js';

type Fields = Record<string, unknown>;

const account = { email: 'ada@example.com', password: 'correct horse' };
const secret = 'JBSWY3DPEHPK3PXP';

export interface IdentityToolkit {
  origin: string;
  account: typeof account;
  /** What the account's app shows now. */
  code: () => string;
  /** The next change of the second factor is refused, because the sign-in is too old. */
  refuseOldSignIn: () => void;
  close: () => Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<Fields> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Fields);
};

const encode = (value: Fields): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Unsigned, like those of the emulator. */
const idToken = (): string => {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { sub: 'ada', user_id: 'ada', email: account.email, iat: now, exp: now + 3_600 };
  return `${encode({ alg: 'none' })}.${encode(claims)}.`;
};

const tokens = () => ({ idToken: idToken(), refreshToken: 'refresh', expiresIn: '3600' });

class Refusal extends Error {}

export const startIdentityToolkit = async (): Promise<IdentityToolkit> => {
  const code = () => codeAt(secret, Date.now());
  let enrolment: Fields | null = null;
  let isSignInOld = false;

  const mfaInfo = () => (enrolment === null ? {} : { mfaInfo: [enrolment] });
  const check = (info: unknown): void => {
    if ((info as Fields).verificationCode !== code()) throw new Refusal('INVALID_CODE');
  };
  const checkSignIn = (): void => {
    if (!isSignInOld) return;
    isSignInOld = false;
    throw new Refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
  };

  const calls: Record<string, (body: Fields) => Fields> = {
    'v1/accounts:signInWithPassword': ({ email, password }) => {
      if (email !== account.email) throw new Refusal('EMAIL_NOT_FOUND');
      if (password !== account.password) throw new Refusal('INVALID_PASSWORD');
      const known = { localId: 'ada', email, registered: true };
      if (enrolment === null) return { ...known, ...tokens() };
      return { ...known, mfaPendingCredential: 'pending', ...mfaInfo() };
    },
    'v1/accounts:lookup': () => ({
      users: [{ localId: 'ada', email: account.email, emailVerified: true, ...mfaInfo() }],
    }),
    'v2/accounts/mfaEnrollment:start': () => {
      checkSignIn();
      return {
        totpSessionInfo: {
          sharedSecretKey: secret,
          verificationCodeLength: 6,
          hashingAlgorithm: 'SHA1',
          periodSec: 30,
          sessionInfo: 'enrolling',
          finalizeEnrollmentTime: new Date(Date.now() + 300_000).toISOString(),
        },
      };
    },
    'v2/accounts/mfaEnrollment:finalize': ({ totpVerificationInfo }) => {
      check(totpVerificationInfo);
      enrolment = { mfaEnrollmentId: 'app', enrolledAt: '2026-11-20T10:00:00Z', totpInfo: {} };
      return tokens();
    },
    'v2/accounts/mfaEnrollment:withdraw': () => {
      checkSignIn();
      enrolment = null;
      return tokens();
    },
    'v2/accounts/mfaSignIn:finalize': ({ totpVerificationInfo, mfaPendingCredential }) => {
      if (mfaPendingCredential !== 'pending') throw new Refusal('INVALID_MFA_PENDING_CREDENTIAL');
      check(totpVerificationInfo);
      return tokens();
    },
  };

  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/[^/]+\//, '').replace(/\?.*$/, '');
    const answer = (status: number, body: Fields): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    readBody(request).then(
      (body) => {
        try {
          answer(200, calls[path]?.(body) ?? {});
        } catch (error) {
          const message = error instanceof Refusal ? error.message : 'INTERNAL';
          answer(400, { error: { code: 400, message } });
        }
      },
      () => request.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    account,
    code,
    refuseOldSignIn: () => {
      isSignInOld = true;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
