import { demoAccounts, type DemoAccount } from './accounts.js';
import type { Certificates } from './identities.js';
import { untilAvailable } from './run/until-available.js';

interface GrpcClient {
  closeChannel: () => void;
  authenticate: (request: object) => Promise<{ assertion: string }>;
  setPlan: (request: object, options: object) => Promise<unknown>;
}

interface Built {
  createGrpcClient: (definition: unknown, address: string, options: object) => GrpcClient;
  fixedCertificates: (certificates: Certificates) => unknown;
  onBehalfOf: (user: { assertion: string } | undefined) => object;
  peerCredentials: (source: unknown) => unknown;
  IdentityServiceDefinition: unknown;
  BillingServiceDefinition: unknown;
}

/**
 * Imports build output under a computed name: it does not exist before the build, and the type check of the tools must
 * not depend on it. One module after the other, because Jest's module loader fails when concurrent imports share a
 * dependency.
 */
const importBuilt = async (...names: string[]): Promise<Built> => {
  const built: object = {};
  for (const name of names) Object.assign(built, await import(name));
  return built as Built;
};

/** A request to the administration API of the Auth emulator. */
const callEmulator = async (
  origin: string,
  path: string,
  body: object,
): Promise<{ idToken?: string }> => {
  const response = await fetch(`${origin}/identitytoolkit.googleapis.com/v1/${path}`, {
    method: 'POST',
    // Grants administrator rights in the emulator.
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { idToken?: string; error?: { message?: string } };
  if (!response.ok && answer.error?.message !== 'DUPLICATE_LOCAL_ID') {
    throw new Error(`the Auth emulator rejected ${path}: ${answer.error?.message ?? 'unknown'}`);
  }
  return answer;
};

/** Creates an account unless it exists; returns an ID token. */
const createAccount = async (
  origin: string,
  projectId: string,
  { uid, email, password, displayName, isAdmin }: DemoAccount,
): Promise<string> => {
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
  const { idToken = '' } = await callEmulator(origin, 'accounts:signInWithPassword?key=seed', {
    email,
    password,
    returnSecureToken: true,
  });
  return idToken;
};

interface SeedTargets {
  emulatorOrigin: string;
  projectId: string;
  /** The gateway's certificates: it may make all calls of the seed. */
  certificates: Certificates;
  identityAddress: string;
  billingAddress: string;
  /** Ends the wait for a service that does not accept calls yet. */
  signal?: AbortSignal;
}

/** Creates the demo accounts in the Auth emulator, identity and billing. Idempotent. */
export const seedDemoAccounts = async (targets: SeedTargets): Promise<void> => {
  const built = await importBuilt(
    '@tandem/kit/grpc',
    '@tandem/proto/tandem/identity/v1/identity',
    '@tandem/proto/tandem/billing/v1/billing',
  );
  const credentials = built.peerCredentials(built.fixedCertificates(targets.certificates));
  const identity = built.createGrpcClient(
    built.IdentityServiceDefinition,
    targets.identityAddress,
    { credentials, service: 'identity' },
  );
  const billing = built.createGrpcClient(built.BillingServiceDefinition, targets.billingAddress, {
    credentials,
    service: 'billing',
  });
  const patience = targets.signal ? { signal: targets.signal } : {};
  try {
    const users = await Promise.all(
      demoAccounts.map(async (account) => {
        const idToken = await createAccount(targets.emulatorOrigin, targets.projectId, account);
        return untilAvailable(
          'identity',
          () => identity.authenticate({ credential: { $case: 'idToken', value: idToken } }),
          patience,
        );
      }),
    );
    const admin = users[demoAccounts.findIndex(({ isAdmin }) => isAdmin)];
    await Promise.all(
      demoAccounts
        .filter(({ plan }) => plan !== 'free')
        .map(({ uid, plan }) =>
          untilAvailable(
            'billing',
            () => billing.setPlan({ uid, subscriptionStatus: plan }, built.onBehalfOf(admin)),
            patience,
          ),
        ),
    );
  } finally {
    identity.closeChannel();
    billing.closeChannel();
  }
};
