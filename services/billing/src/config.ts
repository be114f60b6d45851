import { z } from 'zod';
import { baseConfig, ConfigError, env, loadConfig } from '@tandem/kit';

const shape = {
  ...baseConfig,
  GRPC_PORT: env.port.default(7003),
  TLS_DIR: env.tlsDirectory,
  MONGO_URL: env.mongoUrl,
  MONGO_DB: z.string().default('billing'),
  NATS_URL: env.natsUrl,
  /** Verify the assertions of users. */
  ASSERTION_PUBLIC_KEYS: env.verificationKeys,
  /** `local` is the stand-in under tools; refused in production. */
  PAYMENTS_PROVIDER: z.enum(['stripe', 'local']).default('stripe'),
  STRIPE_SECRET_KEY: z.string().min(8).optional(),
  /** Comma-separated; two secrets during a rotation. */
  STRIPE_WEBHOOK_SECRET: env.list.optional(),
  /** Base URL of the API if it is not Stripe's. */
  STRIPE_API_BASE: env.url.optional(),
};

const faultsOf = (config: {
  NODE_ENV: string;
  PAYMENTS_PROVIDER: string;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string[] | undefined;
}): string[] => {
  const faults: string[] = [];
  const isProduction = config.NODE_ENV === 'production';
  if (isProduction && config.PAYMENTS_PROVIDER === 'local') {
    faults.push('PAYMENTS_PROVIDER: the local stand-in is refused in production');
  }
  const needsKeys = isProduction || config.STRIPE_SECRET_KEY !== undefined;
  if (needsKeys && !config.STRIPE_SECRET_KEY) {
    faults.push('STRIPE_SECRET_KEY: needed in production');
  }
  if (needsKeys && !config.STRIPE_WEBHOOK_SECRET?.length) {
    faults.push('STRIPE_WEBHOOK_SECRET: needed along with STRIPE_SECRET_KEY');
  }
  return faults;
};

/** Without a key, plans work and payments fail with "not configured"; production refuses to start. */
export const readConfig = (source: Readonly<Record<string, string | undefined>> = process.env) => {
  const config = loadConfig(shape, source);
  const faults = faultsOf(config);
  if (faults.length > 0) {
    throw new ConfigError(faults);
  }
  return config;
};

export type Config = ReturnType<typeof readConfig>;
