import {
  baseConfig,
  env,
  loadConfig,
  missingInProduction,
  type PresentVariables,
} from '@tandem/kit';
import { z } from 'zod';

const shape = {
  ...baseConfig,
  GRPC_PORT: env.port.default(7003),
  TLS_DIR: env.tlsDirectory,
  MONGO_URL: env.mongoUrl,
  MONGO_DB: z.string().default('billing'),
  NATS_URL: env.natsUrl,
  /** Verify the assertions of users. */
  ASSERTION_PUBLIC_KEYS: env.verificationKeys,
  /**
   * `local` is the stand-in under tools; refused in production. `none`: plans follow from the policy and from admins,
   * and every call about payments is refused.
   */
  PAYMENTS_PROVIDER: z.enum(['stripe', 'local', 'none']).default('stripe'),
  CAN_CANCEL_PROFOREVER: env.flag.default(true),
  STRIPE_SECRET_KEY: z.string().min(8).optional(),
  /** Comma-separated; two secrets during a rotation. */
  STRIPE_WEBHOOK_SECRET: env.list.optional(),
  /** Base URL of the API if it is not Stripe's. */
  STRIPE_API_BASE: env.url.optional(),
};

/** Keys without effect are refused: they would hide that their account still charges customers. */
const contradictions = (present: PresentVariables): string[] =>
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']
    .filter((name) => present[name] !== undefined)
    .map((name) => `${name}: must not be set with PAYMENTS_PROVIDER=none`);

const faultsOf = (present: PresentVariables): string[] => {
  if (present['PAYMENTS_PROVIDER'] === 'none') return contradictions(present);
  const isProduction = present['NODE_ENV'] === 'production';
  const hasKey = present['STRIPE_SECRET_KEY'] !== undefined;
  return [
    ...missingInProduction(present, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']),
    ...(isProduction && present['PAYMENTS_PROVIDER'] === 'local'
      ? ['PAYMENTS_PROVIDER: the local stand-in is refused in production']
      : []),
    ...(!isProduction && hasKey && present['STRIPE_WEBHOOK_SECRET'] === undefined
      ? ['STRIPE_WEBHOOK_SECRET: needed along with STRIPE_SECRET_KEY']
      : []),
  ];
};

/**
 * With a provider but without a key, plans work and payments fail with "not configured"; production refuses to start.
 */
export const readConfig = (source?: PresentVariables) => loadConfig(shape, source, faultsOf);
