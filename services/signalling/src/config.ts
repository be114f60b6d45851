import { hostname } from 'node:os';
import { baseConfig, env, loadConfig } from '@tandem/kit';
import { z } from 'zod';
import { limits } from './protocol/limits.js';
import { podIdToken } from './cluster/bus.js';

/** The only reader of the environment. */
export const readConfig = (source?: Readonly<Record<string, string | undefined>>) =>
  loadConfig(
    {
      ...baseConfig,
      WS_PORT: env.port.default(8081),
      /** One token of a broker subject; unique among the pods. */
      POD_ID: z.string().default(`${hostname()}-${process.pid}`).transform(podIdToken),
      NATS_URL: env.natsUrl,
      IDENTITY_ADDR: env.address,
      SHARES_ADDR: env.address,
      GRANT_KEYS: env.keyring,
      /** The product's own address; the Origin of its pages. */
      PUBLIC_URL: env.url,
      /** Further origins whose pages may connect. */
      ALLOWED_ORIGINS: env.origins.default([]),
      TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
      MAX_SOCKETS_PER_ADDRESS: z.coerce.number().int().min(1).default(limits.socketsPerNetwork),
      /** How fast a socket may send to each of its counterparts. */
      MESSAGES_PER_SECOND: z.coerce.number().min(1).default(limits.messagesPerSecond),
      MESSAGE_BURST: z.coerce.number().min(1).default(limits.messageBurst),
      /** Milliseconds over which the clients of a stopping pod are sent away. */
      DRAIN_SPREAD_MS: z.coerce.number().int().min(0).max(20_000).default(3_000),
    },
    source,
  );

export type SignallingConfig = ReturnType<typeof readConfig>;
