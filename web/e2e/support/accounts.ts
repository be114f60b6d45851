import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { stackInfo } from './stack.js';

export interface Account {
  uid: string;
  email: string;
  password: string;
  displayName: string;
  /** Firebase ID token, valid for an hour. */
  idToken: string;
  refreshToken: string;
}

/**
 * Creates an account in the Auth emulator, for tests that do not test the sign-up. The product has no record of it
 * until it signs in.
 */
export const createAccount = async (displayName = 'Test Person'): Promise<Account> => {
  const email = `${randomUUID()}@example.com`;
  const password = 'correct horse';
  const response = await fetch(
    `${stackInfo().authEmulatorOrigin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=test`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, displayName, returnSecureToken: true }),
    },
  );
  if (!response.ok) throw new Error(`sign-up failed: ${String(response.status)}`);
  const { localId, idToken, refreshToken } = (await response.json()) as {
    localId: string;
    idToken: string;
    refreshToken: string;
  };
  return { uid: localId, email, password, displayName, idToken, refreshToken };
};

/** Key and value of the local storage from which the identity SDK restores its user. */
export const storedUser = async (account: Account): Promise<[key: string, value: string]> => {
  const response = await fetch(`${stackInfo().url}/api/config`);
  const { firebase } = (await response.json()) as { firebase: { apiKey: string } };
  const { uid, email, displayName, idToken, refreshToken } = account;
  const user = {
    uid,
    email,
    displayName,
    emailVerified: false,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: {
      accessToken: idToken,
      refreshToken,
      expirationTime: Date.now() + 3_600_000,
    },
    apiKey: firebase.apiKey,
    appName: '[DEFAULT]',
  };
  return [`firebase:authUser:${firebase.apiKey}:[DEFAULT]`, JSON.stringify(user)];
};

/** Signs in over the REST API of the emulator. */
export const idTokenOf = async (email: string, password: string): Promise<string> => {
  const response = await fetch(
    `${stackInfo().authEmulatorOrigin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=test`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    },
  );
  if (!response.ok) throw new Error(`sign-in failed: ${String(response.status)}`);
  return ((await response.json()) as { idToken: string }).idToken;
};

const adminCall = async (path: string, body: unknown): Promise<unknown> => {
  const response = await fetch(
    `${stackInfo().authEmulatorOrigin}/identitytoolkit.googleapis.com/v1/projects/demo-tandem/${path}`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  );
  if (!response.ok) throw new Error(`${path} failed: ${String(response.status)}`);
  return response.json();
};

/** Disables the account like an operator in the console of the identity provider. */
export const disableAccount = async (email: string): Promise<void> => {
  const found = (await adminCall('accounts:lookup', { email: [email] })) as {
    users: [{ localId: string }];
  };
  await adminCall('accounts:update', { localId: found.users[0].localId, disableUser: true });
};

/** As if the user had opened the link of the verification e-mail. */
export const verifyEmailOf = async (email: string): Promise<void> => {
  const found = (await adminCall('accounts:lookup', { email: [email] })) as {
    users: [{ localId: string }];
  };
  await adminCall('accounts:update', { localId: found.users[0].localId, emailVerified: true });
};

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A new ID token of a sign-in that was this long ago. The emulator's tokens are not signed. */
export const signInLongAgo = async (email: string, minutes: number): Promise<string> => {
  const { users } = (await adminCall('accounts:lookup', { email: [email] })) as {
    users: [{ localId: string; displayName?: string }];
  };
  const [{ localId, displayName }] = users;
  const now = Math.floor(Date.now() / 1000);
  const signedInAt = now - minutes * 60;
  // Otherwise the sign-in is older than the account.
  await adminCall('accounts:update', { localId, validSince: String(signedInAt - 60) });
  const claims = {
    name: displayName,
    email,
    email_verified: false,
    auth_time: signedInAt,
    user_id: localId,
    firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
    iat: now,
    exp: now + 3_600,
    aud: 'demo-tandem',
    iss: 'https://securetoken.google.com/demo-tandem',
    sub: localId,
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;
};

/** The link of the latest e-mail to this address that the emulator would have sent. */
export const emailLinkOf = async (
  email: string,
  kind: 'PASSWORD_RESET' | 'VERIFY_EMAIL',
): Promise<string> => {
  const response = await fetch(
    `${stackInfo().authEmulatorOrigin}/emulator/v1/projects/demo-tandem/oobCodes`,
  );
  const { oobCodes } = (await response.json()) as {
    oobCodes: { email: string; requestType: string; oobLink: string }[];
  };
  const sent = oobCodes.filter((code) => code.email === email && code.requestType === kind);
  const link = sent.at(-1)?.oobLink;
  if (link === undefined) throw new Error(`no e-mail ${kind} was sent`);
  return link;
};

/** Lets the Auth emulator answer this page for the identity provider: only pages on localhost call an emulator. */
export const answerForProvider = async (page: Page, emulatorOrigin: string): Promise<void> => {
  await page.route(/^https:\/\/(identitytoolkit|securetoken)\.googleapis\.com\//, async (route) => {
    const { host, pathname, search } = new URL(route.request().url());
    const response = await route.fetch({ url: `${emulatorOrigin}/${host}${pathname}${search}` });
    await route.fulfill({ response });
  });
};
