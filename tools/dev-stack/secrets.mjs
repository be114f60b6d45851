import { randomBytes } from 'node:crypto';

const KEY_BYTES = 32;

/** A key ring with one key, in the form the services read. */
const newKeyring = () => `run:${randomBytes(KEY_BYTES).toString('base64url')}`;

/**
 * The run's own secrets; what the environment gives is kept. Data that outlives the run (a MongoDB of
 * one's own) needs keys that do too.
 * @param {Record<string, string | undefined>} env
 */
export const makeSecrets = (env) => ({
  grantKeys: env['GRANT_KEYS'] ?? newKeyring(),
  passwordKeys: env['SHARE_PASSWORD_KEYS'] ?? newKeyring(),
  auditKeys: env['AUDIT_KEYS'] ?? newKeyring(),
  /** In the provider's own forms: the stand-in refuses any other. */
  stripeSecretKey: env['STRIPE_SECRET_KEY'] ?? `sk_test_${randomBytes(12).toString('hex')}`,
  stripePublishableKey:
    env['STRIPE_PUBLISHABLE_KEY'] ?? `pk_test_${randomBytes(12).toString('hex')}`,
  stripeWebhookSecret: env['STRIPE_WEBHOOK_SECRET'] ?? `whsec_${randomBytes(24).toString('hex')}`,
  turnSecrets: env['TURN_SECRETS'] ?? randomBytes(KEY_BYTES).toString('base64url'),
});

/** Keys without which data that outlives the run cannot be read or checked. */
const LASTING_KEYS = ['SHARE_PASSWORD_KEYS', 'AUDIT_KEYS'];

/** Those of them that this run makes up. @param {Record<string, string | undefined>} env */
export const madeUpKeys = (env) => LASTING_KEYS.filter((name) => !env[name]);

/** Variables a process gets only when the topology says that it needs them. */
export const SECRET_VARIABLES = [
  'GRANT_KEYS',
  'SHARE_PASSWORD_KEYS',
  'AUDIT_KEYS',
  'TURN_SECRETS',
  'MONGO_URL',
  'NATS_URL',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'FIREBASE_SERVICE_ACCOUNT',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
];

/** @typedef {ReturnType<typeof makeSecrets>} Secrets */
