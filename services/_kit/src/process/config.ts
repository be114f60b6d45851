import { z } from 'zod';
import { parseKeyring } from '../security/keyring.js';

/** Exit code of a process whose environment is wrong (sysexits EX_CONFIG): restarting cannot help. */
export const configExitCode = 78;

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const port = z.coerce.number().int().min(0).max(65_535);

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

/**
 * As browsers write it, for it is compared as text: with a path, a slash at its end, capitals or its protocol's own
 * port it would match nothing, unnoticed.
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

/** Schema pieces for what every process reads. Ports accept 0 so that tests get a free one. */
export const env = {
  port,
  address: z.string().regex(/^[^:\s]+:\d{1,5}$/, 'must be host:port'),
  url: z.url(),
  mongoUrl: z.string().regex(/^mongodb(\+srv)?:\/\//, 'must be a mongodb:// URL'),
  natsUrl: z.string().regex(/^(nats|tls):\/\//, 'must be a nats:// URL'),
  flag: z.enum(['true', 'false']).transform((value) => value === 'true'),
  list,
  origin,
  origins: list.pipe(z.array(origin)),
  /** `kid:base64url(32 bytes)[,kid2:…]`: the first key signs or encrypts, all of them verify or decrypt. */
  keyring: z.string().transform((value, context) => {
    try {
      return parseKeyring(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  }),
};

/** What every process has in common. */
export const baseConfig = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  HOST: z.string().default('0.0.0.0'),
  METRICS_PORT: port.default(9464),
};

/**
 * Read a configuration once, at boot. All faults come in one message, by name and without values,
 * because a value may be a secret. An empty variable counts as absent.
 */
export const loadConfig = <Shape extends z.ZodRawShape>(
  shape: Shape,
  source: Readonly<Record<string, string | undefined>> = process.env,
): z.infer<z.ZodObject<Shape>> => {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = z.object(shape).safeParse(present);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The environment is not usable:\n${faults.join('\n')}`);
};
