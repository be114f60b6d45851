import { baseConfig, env, loadConfig } from '@tandem/kit';
import { z } from 'zod';

const shape = {
  ...baseConfig,
  GRPC_PORT: env.port.default(50_055),
  MONGO_URL: env.mongoUrl,
  MONGO_DB: z.string().default('analytics'),
  NATS_URL: env.natsUrl,
  /** US dollars for a gigabyte (10^9 bytes) of relayed traffic; the default is a cloud's usual egress price. */
  TURN_PRICE_PER_GB: z.coerce.number().min(0).max(1_000).default(0.09),
  /** Reports one address may send per hour, to all replicas together. */
  TRANSFER_REPORTS_PER_HOUR: z.coerce.number().int().min(1).default(600),
  /** Single transfers go after this; the sums stay. */
  TRANSFER_RETENTION_DAYS: z.coerce.number().int().min(8).max(3_650).default(90),
};

export const readConfig = (source: Readonly<Record<string, string | undefined>> = process.env) =>
  loadConfig(shape, source);
