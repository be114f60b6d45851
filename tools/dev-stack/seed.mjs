import { demoAccounts } from './accounts.mjs';

/**
 * Generated and compiled code, imported late because a fresh clone does not have it yet, and by a
 * computed name because the type check of this folder must not depend on a build.
 * @param {string} name
 * @returns {Promise<any>}
 */
const built = (name) => import(name);

/**
 * A call to the Auth emulator's administration.
 * @param {string} origin
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>} its answer, of the emulator's shape
 */
const callEmulator = async (origin, path, body) => {
  const response = await fetch(`${origin}/identitytoolkit.googleapis.com/v1/${path}`, {
    method: 'POST',
    // The emulator's word for "with administrator's rights".
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  /** @type {any} */
  const answer = await response.json();
  if (!response.ok && answer.error?.message !== 'DUPLICATE_LOCAL_ID') {
    throw new Error(`the Auth emulator refused ${path}: ${answer.error?.message}`);
  }
  return answer;
};

/**
 * @param {string} origin
 * @param {string} projectId
 * @param {import('./accounts.mjs').DemoAccount} account
 * @returns {Promise<string>} an ID token of the account
 */
const createAccount = async (origin, projectId, { uid, email, password, displayName, isAdmin }) => {
  const accounts = `projects/${projectId}/accounts`;
  await callEmulator(origin, accounts, {
    localId: uid,
    email,
    password,
    displayName,
    emailVerified: true,
  });
  if (isAdmin) {
    const customAttributes = JSON.stringify({ admin: true });
    await callEmulator(origin, `${accounts}:update`, { localId: uid, customAttributes });
  }
  const signIn = 'accounts:signInWithPassword?key=seed';
  const { idToken } = await callEmulator(origin, signIn, {
    email,
    password,
    returnSecureToken: true,
  });
  return idToken;
};

/**
 * Makes the demo accounts known to the Auth emulator, identity and billing. May be repeated.
 * @param {{emulatorOrigin: string, projectId: string, identityAddress: string, billingAddress: string}} where
 */
export const seedDemoAccounts = async (where) => {
  const { createGrpcClient } = await built('@tandem/kit/grpc');
  const { IdentityServiceDefinition } = await built('@tandem/proto/tandem/identity/v1/identity');
  const { BillingServiceDefinition } = await built('@tandem/proto/tandem/billing/v1/billing');
  const identity = createGrpcClient(IdentityServiceDefinition, where.identityAddress);
  const billing = createGrpcClient(BillingServiceDefinition, where.billingAddress);
  try {
    await Promise.all(
      demoAccounts.map(async (account) => {
        const idToken = await createAccount(where.emulatorOrigin, where.projectId, account);
        await identity.authenticate({ credential: { $case: 'idToken', value: idToken } });
        if (account.isAdmin) await identity.setAdmin({ uid: account.uid, isAdmin: true });
        if (account.plan !== 'free') {
          await billing.setPlan({
            uid: account.uid,
            subscriptionStatus: account.plan,
            actorUid: 'seed',
          });
        }
      }),
    );
  } finally {
    identity.closeChannel();
    billing.closeChannel();
  }
};
