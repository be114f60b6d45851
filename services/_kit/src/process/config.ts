import { z } from 'zod';
import { signingKeys, verificationKeys } from '../security/ed25519.js';
import { parseKeyring } from '../security/keyring.js';
import { brokerAddressRule, isBrokerAddress, isDatabaseAddress } from './connections.js';
import { missingTls } from './require-tls.js';

/** Exit code for an invalid environment (`EX_CONFIG` of sysexits.h): a restart does not help. */
export const configExitCode = 78;

export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  /** `issues` name variables, never their values. */
  constructor(issues: readonly string[]) {
    super(['Invalid environment:', ...issues].join('\n  '));
  }
}

const port = z.coerce.number().int().min(0).max(65_535);

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

/**
 * A serialised origin as browsers send it (RFC 6454, section 6.2), because it is compared as text: a path, a trailing
 * slash, upper case or the scheme's default port would silently match nothing.
 */
const origin = z
  .string()
  .refine(
    (value) =>
      /^https?:\/\/[a-z0-9.:[\]-]+$/.test(value) &&
      URL.canParse(value) &&
      new URL(value).origin === value,
    'must be an origin, like https://host',
  );

const keyring = z.string().transform((value, context) => {
  try {
    return parseKeyring(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});

/** Schemas of common environment variables. Ports accept 0 so that tests get a free one. */
export const env = {
  port,
  address: z.string().regex(/^[^:\s]+:\d{1,5}$/, 'must be host:port'),
  url: z.url(),
  mongoUrl: z
    .string()
    .refine(isDatabaseAddress, 'must be a mongodb:// URL, with a percent-encoded password'),
  natsUrl: z.string().refine(isBrokerAddress, brokerAddressRule),
  /** Directory with `tls.key`, `tls.crt` and `ca.crt`: the identity for calls between services. */
  tlsDirectory: z.string().default('/run/tls'),
  /** Proxies in front that append to X-Forwarded-For. No maximum: a process behind another counts one more. */
  proxyHops: z.coerce.number().int().min(0).default(0),
  flag: z.enum(['true', 'false']).transform((value) => value === 'true'),
  list,
  origin,
  origins: list.pipe(z.array(origin)),
  /** `kid:base64url(32 bytes)[,kid2:…]`: the first key signs or encrypts, every key verifies or decrypts. */
  keyring,
  /** A ring of Ed25519 seeds. */
  signingKeys: keyring.transform(signingKeys),
  /** A ring of Ed25519 public keys. */
  verificationKeys: keyring.transform(verificationKeys),
};

/** Variables that every process reads. */
export const baseConfig = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  HOST: z.string().default('0.0.0.0'),
  METRICS_PORT: port.default(9464),
  /** Refuses addresses of the database and the broker without TLS. */
  REQUIRE_TLS: z.enum(['true', 'false']).default('false'),
};

/** The variables that are set. */
export type PresentVariables = Readonly<Record<string, string | undefined>>;

/** Faults of variables without a usable default in production. */
export const missingInProduction = (
  present: PresentVariables,
  names: readonly string[],
): string[] =>
  present['NODE_ENV'] === 'production'
    ? names
        .filter((name) => present[name] === undefined)
        .map((name) => `${name}: required in production`)
    : [];

/**
 * Reads the configuration; called once at start-up. One error lists every invalid variable by name, without its value,
 * which may be a secret. An empty variable counts as absent. `furtherFaults` concern more than one variable.
 */
export const loadConfig = <Shape extends z.ZodRawShape>(
  shape: Shape,
  source: PresentVariables = process.env,
  furtherFaults: (present: PresentVariables) => readonly string[] = () => [],
): z.infer<z.ZodObject<Shape>> => {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = z.object(shape).safeParse(present);
  const faults = [...missingTls(present), ...furtherFaults(present)];
  if (result.success && faults.length === 0) return result.data;
  const issues = result.error?.issues ?? [];
  throw new ConfigError([
    ...issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...faults,
  ]);
};
