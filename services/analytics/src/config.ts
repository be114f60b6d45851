import { baseConfig, env, loadConfig } from '@tandem/kit';
import { z } from 'zod';

const shape = {
  ...baseConfig,
  GRPC_PORT: env.port.default(7005),
  TLS_DIR: env.tlsDirectory,
  MONGO_URL: env.mongoUrl,
  MONGO_DB: z.string().default('analytics'),
  NATS_URL: env.natsUrl,
  /** Verify the assertions of users. */
  ASSERTION_PUBLIC_KEYS: env.verificationKeys,
  /** US dollars per gigabyte (10^9 bytes) of relayed traffic; the default is a usual egress price of clouds. */
  TURN_PRICE_PER_GB: z.coerce.number().min(0).max(1_000).default(0.09),
  /** Reports per address and hour, across all replicas. */
  TRANSFER_REPORTS_PER_HOUR: z.coerce.number().int().min(1).default(600),
  /** Retention of single transfers; the totals stay. */
  TRANSFER_RETENTION_DAYS: z.coerce.number().int().min(8).max(3_650).default(90),
};

export const readConfig = (source: Readonly<Record<string, string | undefined>> = process.env) =>
  loadConfig(shape, source);
