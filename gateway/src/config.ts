import { z } from 'zod';
import { baseConfig, env, loadConfig } from '@tandem/kit';

const origin = z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin);
const count = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

/** `min-max:default` in days, as the shares service reads it. */
const expiryDays = z
  .string()
  .regex(/^\d{1,4}-\d{1,4}:\d{1,4}$/, 'must be min-max:default in days, like 1-30:7')
  .transform((text) => {
    const [min = 0, max = 0, usual = 0] = text.split(/[-:]/).map(Number);
    return { min, max, default: usual };
  });
const bytes = z.coerce.number().int().min(1).optional();

/** Google's, as every WebRTC tutorial uses: answers anybody, costs nothing, sees addresses only. */
const publicStunUrls = 'stun:stun.l.google.com:19302,stun:stun1.l.google.com:19302';

const shape = {
  ...baseConfig,
  PORT: env.port.default(8080),
  /** Where browsers find us; decides the cookie's name, its Secure flag and the allowed Origin. */
  PUBLIC_URL: origin.default('http://localhost:8080'),
  /** Origins besides our own that may call with credentials (an SPA on a CDN). */
  CORS_ORIGINS: env.origins.default([]),
  /** How many proxies in front of us append to X-Forwarded-For. */
  TRUST_PROXY_HOPS: count(0),
  IDENTITY_ADDR: env.address.default('localhost:7001'),
  SHARES_ADDR: env.address.default('localhost:7002'),
  BILLING_ADDR: env.address.default('localhost:7003'),
  AUDIT_ADDR: env.address.default('localhost:7004'),
  ANALYTICS_ADDR: env.address.default('localhost:7005'),
  TURN_ADDR: env.address.default('localhost:7006'),
  FIREBASE_API_KEY: z
    .string()
    .regex(/^[^:\s]+$/, 'must not contain a colon')
    .default('local-api-key'),
  FIREBASE_AUTH_DOMAIN: z.string().default('localhost'),
  FIREBASE_PROJECT_ID: z.string().default('demo-tandem'),
  /** Origin of the Auth emulator as browsers reach it; unset in production. */
  FIREBASE_EMULATOR_ORIGIN: origin.optional(),
  PAYMENTS_PROVIDER: z.enum(['stripe', 'local']).default('local'),
  STRIPE_PUBLISHABLE_KEY: z.string().default(''),
  /** Where the local payment stand-in listens; used only with PAYMENTS_PROVIDER=local. */
  STRIPE_API_BASE: origin.optional(),
  /** Absent: `/ws` on the public origin. */
  SIGNALLING_PUBLIC_URL: z.url({ protocol: /^wss?$/ }).optional(),
  STUN_URLS: env.list.prefault(publicStunUrls),
  /** One-box modes only: the built SPA, and the signalling processes to pass `/ws` on to. */
  WEB_DIST: z.string().optional(),
  /** Where that SPA takes its hashed files from when it was built for a CDN (ASSET_BASE of the build). */
  ASSET_ORIGIN: env.origin.optional(),
  SIGNALLING_URLS: env.list.default([]),
  ALLOW_POD_PINNING: env.flag.default(false),
  /** Multiplies every rate limit; 0 switches them off. */
  RATE_LIMIT_SCALE: z.coerce.number().min(0).default(1),
  PRODUCT_NAME: z.string().default('Tandem'),
  PRODUCT_SLUG: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('tandem'),
  SUPPORT_EMAIL: z.email().default('support@tandem.example'),
  /** What pages quote; enforced by the services that read the same variables. */
  FREE_MONTHLY_SHARES: count(10),
  EXPIRY_DAYS_FREE: expiryDays.prefault('7-7:7'),
  EXPIRY_DAYS_PRO: expiryDays.prefault('1-30:7'),
  EXPIRY_DAYS_PROFOREVER: expiryDays.prefault('1-365:7'),
  MAX_FILE_BYTES_FREE: bytes,
  MAX_FILE_BYTES_PRO: bytes,
  MAX_FILE_BYTES_PROFOREVER: bytes,
  AUDIT_RETENTION_MONTHS: count(12),
  WRONG_PASSWORD_LIMIT: count(10),
  CAN_CANCEL_PROFOREVER: env.flag.default(true),
};

export const readConfig = (source?: Readonly<Record<string, string | undefined>>) => {
  const config = loadConfig(shape, source);
  return {
    ...config,
    isHttps: config.PUBLIC_URL.startsWith('https:'),
    signallingUrl: config.SIGNALLING_PUBLIC_URL ?? `${config.PUBLIC_URL.replace(/^http/, 'ws')}/ws`,
  };
};

export type Config = ReturnType<typeof readConfig>;
