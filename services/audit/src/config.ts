import { baseConfig, env, loadConfig } from '@tandem/kit';
import { auditRetentionMonths } from '@tandem/proto/policy-settings';
import { z } from 'zod';

/** Configuration shared by the service and its commands. */
export const storeShape = {
  MONGO_URL: env.mongoUrl,
  MONGO_DB: z.string().default('audit'),
};

const shape = {
  ...baseConfig,
  ...storeShape,
  GRPC_PORT: env.port.default(7004),
  TLS_DIR: env.tlsDirectory,
  NATS_URL: env.natsUrl,
  /** Keys that verify user assertions. */
  ASSERTION_PUBLIC_KEYS: env.verificationKeys,
  /** Keys that verify the grants of recipients. */
  GRANT_PUBLIC_KEYS: env.verificationKeys,
  /** Ed25519 seeds; the first signs checkpoints and erasures, all of them verify. */
  AUDIT_KEYS: env.keyring,
  /** A city database in MaxMind format; without one, locations are unknown. */
  GEOIP_DB: z.string().optional(),
  /** A time-stamping service (RFC 3161) for the signed heads; none by default. */
  AUDIT_TIMESTAMP_URL: z.url({ protocol: /^https?$/ }).optional(),
  AUDIT_RETENTION_MONTHS: auditRetentionMonths,
};

export const readConfig = (source: Readonly<Record<string, string | undefined>> = process.env) =>
  loadConfig(shape, source);
