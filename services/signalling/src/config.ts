import { hostname } from 'node:os';
import { baseConfig, env, loadConfig } from '@tandem/kit';
import { z } from 'zod';
import { podIdToken } from './cluster/bus.js';
import { limits } from './protocol/limits.js';

/** The only place that reads the environment. */
export const readConfig = (source?: Readonly<Record<string, string | undefined>>) =>
  loadConfig(
    {
      ...baseConfig,
      WS_PORT: env.port.default(8081),
      /** Unique among the pods; becomes one token of a broker subject. */
      POD_ID: z.string().default(`${hostname()}-${process.pid}`).transform(podIdToken),
      NATS_URL: env.natsUrl,
      IDENTITY_ADDR: env.address,
      SHARES_ADDR: env.address,
      TLS_DIR: env.tlsDirectory,
      /** TLS with the certificate in TLS_DIR, for a proxy in front that verifies it. */
      SERVE_TLS: env.flag.default(false),
      /** Keys that verify the grants signed by shares. */
      GRANT_PUBLIC_KEYS: env.verificationKeys,
      /** Address of the product; its origin is allowed, its scheme determines the name of the session cookie. */
      PUBLIC_URL: env.url,
      /** Further allowed origins. */
      ALLOWED_ORIGINS: env.origins.default([]),
      TRUST_PROXY_HOPS: env.proxyHops,
      /** Refuses sockets that reached the proxy over plain http. Set it where the proxy does not redirect them. */
      REFUSE_PLAIN_HTTP: env.flag.default(false),
      MAX_SOCKETS_PER_ADDRESS: z.coerce.number().int().min(1).default(limits.socketsPerNetwork),
      /** Message rate of a socket, for each of its counterparts. */
      MESSAGES_PER_SECOND: z.coerce.number().min(1).default(limits.messagesPerSecond),
      MESSAGE_BURST: z.coerce.number().min(1).default(limits.messageBurst),
      /** Milliseconds over which a stopping pod closes its sockets. */
      DRAIN_SPREAD_MS: z.coerce.number().int().min(0).max(20_000).default(3_000),
    },
    source,
  );
