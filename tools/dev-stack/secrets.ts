import { randomBytes } from 'node:crypto';

type Env = Readonly<Record<string, string | undefined>>;

const keyBytes = 32;

/** A key ring with one key, in the format of the services. */
const newKeyring = () => `run:${randomBytes(keyBytes).toString('base64url')}`;

/** A different password for each name, the same for one name. */
const passwords = () => {
  const known = new Map<string, string>();
  return (name: string): string => {
    // Begins with a letter: nats-server reads a value of its configuration that begins with a digit as a number.
    const password = known.get(name) ?? `p${randomBytes(keyBytes).toString('hex')}`;
    known.set(name, password);
    return password;
  };
};

/** The secrets of a run: those of the environment, random ones for the rest. */
export const makeSecrets = (env: Env) => ({
  assertionKeys: env['ASSERTION_KEYS'] ?? newKeyring(),
  grantKeys: env['GRANT_KEYS'] ?? newKeyring(),
  passwordKeys: env['SHARE_PASSWORD_KEYS'] ?? newKeyring(),
  auditKeys: env['AUDIT_KEYS'] ?? newKeyring(),
  // In Stripe's formats: the stand-in refuses any other.
  stripeSecretKey: env['STRIPE_SECRET_KEY'] ?? `sk_test_${randomBytes(12).toString('hex')}`,
  stripePublishableKey:
    env['STRIPE_PUBLISHABLE_KEY'] ?? `pk_test_${randomBytes(12).toString('hex')}`,
  stripeWebhookSecret: env['STRIPE_WEBHOOK_SECRET'] ?? `whsec_${randomBytes(24).toString('hex')}`,
  natsPasswordOf: passwords(),
  turnSecrets: env['TURN_SECRETS'] ?? randomBytes(keyBytes).toString('base64url'),
});

export type Secrets = ReturnType<typeof makeSecrets>;

/** Keys needed to read data that outlives the run. */
const lastingKeys = ['SHARE_PASSWORD_KEYS', 'AUDIT_KEYS'];

/** The lasting keys that are random in this run. */
export const temporaryKeys = (env: Env): string[] => lastingKeys.filter((name) => !env[name]);

/** Variables that only the processes which need them receive. */
export const secretVariables = [
  'ASSERTION_KEYS',
  'GRANT_KEYS',
  'SHARE_PASSWORD_KEYS',
  'AUDIT_KEYS',
  'TURN_SECRETS',
  'MONGO_URL',
  'NATS_URL',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'FIREBASE_SERVICE_ACCOUNT',
  'STRIPE_SECRET_KEY',
  'VAPID_PRIVATE_KEY',
  'STRIPE_WEBHOOK_SECRET',
];
