import { baseConfig, ConfigError, env, loadConfig } from '@tandem/kit';
import { defaultStunUrls } from '@tandem/proto/browser/policy';
import { z } from 'zod';

/** RFC 7064 and 7065, as browsers accept them. */
const stunUrls = env.list.pipe(
  z.array(z.string().regex(/^stuns?:[\w.[\]:-]+$/, 'must be stun: URLs')).max(10),
);
const turnUrls = env.list.pipe(
  z
    .array(z.string().regex(/^turns?:[\w.[\]:-]+(\?transport=(udp|tcp))?$/, 'must be turn: URLs'))
    .max(10),
);

const shape = {
  ...baseConfig,
  GRPC_PORT: env.port.default(7006),
  TLS_DIR: env.tlsDirectory,
  /** Verify the assertions of users. */
  ASSERTION_PUBLIC_KEYS: env.verificationKeys,
  SHARES_ADDR: env.address,
  NATS_URL: env.natsUrl,
  /** Verify the grants of shares. */
  GRANT_PUBLIC_KEYS: env.verificationKeys,
  STUN_URLS: stunUrls.prefault(defaultStunUrls.join()),
  /** Without it there is no relay, only STUN. */
  TURN_URLS: turnUrls.prefault(''),
  /** Shared with coturn (`static-auth-secret`); the first signs, the others are being rotated out. */
  TURN_SECRETS: env.list
    .pipe(z.array(z.string().min(16, 'each secret needs 16 characters or more')).max(5))
    .prefault(''),
  TURN_TTL_SECONDS: z.coerce.number().int().min(60).max(86_400).default(600),
};

export const readConfig = (source: Readonly<Record<string, string | undefined>> = process.env) => {
  const config = loadConfig(shape, source);
  if (config.TURN_URLS.length > 0 && config.TURN_SECRETS.length === 0) {
    throw new ConfigError(['TURN_SECRETS: required with TURN_URLS']);
  }
  return config;
};
