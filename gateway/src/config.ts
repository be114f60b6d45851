import {
  baseConfig,
  env,
  loadConfig,
  missingInProduction,
  type PresentVariables,
} from '@tandem/kit';
import { defaultStunUrls } from '@tandem/proto/browser/policy';
import {
  auditRetentionMonths,
  planSettings,
  testimonials,
  wrongPasswordLimit,
} from '@tandem/proto/policy-settings';
import { z } from 'zod';

const origin = z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin);

const hasProtocol = (value: string, protocols: readonly string[]): boolean =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);
/** Pages put it into a link: a URL of another scheme could run a script. */
const page = z
  .string()
  .refine((value) => hasProtocol(value, ['https:']), 'must be an https URL')
  .optional();
const contact = z
  .string()
  .refine(
    (value) => hasProtocol(value, ['https:', 'mailto:']),
    'must be an https URL or a mailto: address',
  )
  .optional();

const shape = {
  ...baseConfig,
  PORT: env.port.default(8080),
  /** Origin that browsers use; determines the cookie's name, its Secure flag and the allowed `Origin`. */
  PUBLIC_URL: origin.default('http://localhost:8080'),
  /** Other origins that may call the API with credentials (an SPA on a CDN). */
  CORS_ORIGINS: env.origins.default([]),
  TRUST_PROXY_HOPS: env.proxyHops,
  /** Refuses calls that reached the proxy over plain http. Set it where the proxy does not redirect them. */
  REFUSE_PLAIN_HTTP: env.flag.default(false),
  IDENTITY_ADDR: env.address.default('localhost:7001'),
  SHARES_ADDR: env.address.default('localhost:7002'),
  BILLING_ADDR: env.address.default('localhost:7003'),
  AUDIT_ADDR: env.address.default('localhost:7004'),
  ANALYTICS_ADDR: env.address.default('localhost:7005'),
  TURN_ADDR: env.address.default('localhost:7006'),
  TLS_DIR: env.tlsDirectory,
  /** HTTPS with the certificate in TLS_DIR, for a proxy in front that verifies it. */
  SERVE_TLS: env.flag.default(false),
  /** The broker, for the stream of changes. Without it pages poll. */
  NATS_URL: env.natsUrl.optional(),
  /** Open streams of changes per process and per account. A browser has one, however many tabs it has. */
  MAX_CHANGE_STREAMS: z.coerce.number().int().min(1).default(10_000),
  MAX_CHANGE_STREAMS_PER_ACCOUNT: z.coerce.number().int().min(1).default(20),
  FIREBASE_API_KEY: z
    .string()
    .regex(/^[^:\s]+$/, 'must not contain a colon')
    .default('local-api-key'),
  FIREBASE_AUTH_DOMAIN: z.string().default('localhost'),
  FIREBASE_PROJECT_ID: z.string().default('demo-tandem'),
  /** Origin of the Auth emulator for browsers; unset in production. */
  FIREBASE_EMULATOR_ORIGIN: origin.optional(),
  /** `none`: pages show no prices, and billing refuses every call about payments. */
  PAYMENTS_PROVIDER: z.enum(['stripe', 'local', 'none']).default('local'),
  STRIPE_PUBLISHABLE_KEY: z.string().default(''),
  /** URL of the local payment stand-in; used only with PAYMENTS_PROVIDER=local. */
  STRIPE_API_BASE: origin.optional(),
  /** Default: `/ws` on the public origin. */
  SIGNALLING_PUBLIC_URL: z.url({ protocol: /^wss?$/ }).optional(),
  STUN_URLS: env.list.prefault(defaultStunUrls.join()),
  /** One-box modes only: the built SPA, and the signalling processes that `/ws` is proxied to. */
  WEB_DIST: z.string().optional(),
  /** CDN of the SPA's hashed files, if it was built with ASSET_BASE. */
  ASSET_ORIGIN: env.origin.optional(),
  SIGNALLING_URLS: env.list.default([]),
  ALLOW_POD_PINNING: env.flag.default(false),
  /** Multiplies every rate limit; 0 switches them off. */
  RATE_LIMIT_SCALE: z.coerce.number().min(0).default(1),
  /** Public half of the keys for Web Push; shares has the other. Empty: no Web Push. */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'must be 65 bytes in base64url')
    .optional(),
  PRODUCT_NAME: z.string().default('Tandem'),
  PRODUCT_SLUG: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('tandem'),
  SUPPORT_EMAIL: z.email().default('support@tandem.example'),
  TESTIMONIALS: testimonials,
  /** Pages of the operator, for the footer of every page; one that is not set is not shown. */
  IMPRINT_URL: page,
  STATUS_URL: page,
  SOURCE_URL: page,
  SECURITY_CONTACT: contact,
  /** Policy shown on pages; enforced by the services that read the same variables. */
  ...planSettings,
  AUDIT_RETENTION_MONTHS: auditRetentionMonths,
  WRONG_PASSWORD_LIMIT: wrongPasswordLimit,
  CAN_CANCEL_PROFOREVER: env.flag.default(true),
  REFUSE_COMMON_PASSWORDS: env.flag.default(false),
  /** Pages offer a second factor; the project needs Identity Platform with TOTP enabled. */
  FIREBASE_TOTP: env.flag.default(false),
};

/** Variables whose defaults are for a development machine only. */
const withoutProductionDefault = [
  'PUBLIC_URL',
  'IDENTITY_ADDR',
  'SHARES_ADDR',
  'BILLING_ADDR',
  'AUDIT_ADDR',
  'ANALYTICS_ADDR',
  'TURN_ADDR',
  'FIREBASE_API_KEY',
  'FIREBASE_AUTH_DOMAIN',
  'FIREBASE_PROJECT_ID',
  'PAYMENTS_PROVIDER',
];

/** Faults of a production environment: stand-ins of development, and missing variables. */
const productionFaults = (present: PresentVariables): string[] => {
  if (present['NODE_ENV'] !== 'production') return [];
  const faults = missingInProduction(present, withoutProductionDefault);
  if (present['FIREBASE_PROJECT_ID']?.startsWith('demo-')) {
    faults.push('FIREBASE_PROJECT_ID: projects of the Auth emulator are refused in production');
  }
  if (present['FIREBASE_EMULATOR_ORIGIN'] !== undefined) {
    faults.push('FIREBASE_EMULATOR_ORIGIN: the Auth emulator is refused in production');
  }
  if (present['PAYMENTS_PROVIDER'] === 'local') {
    faults.push('PAYMENTS_PROVIDER: the local stand-in is refused in production');
  }
  if (present['PAYMENTS_PROVIDER'] === 'stripe') {
    faults.push(...missingInProduction(present, ['STRIPE_PUBLISHABLE_KEY']));
  }
  return faults;
};

export const readConfig = (source?: PresentVariables) => {
  const config = loadConfig(shape, source, productionFaults);
  return {
    ...config,
    isHttps: config.PUBLIC_URL.startsWith('https:'),
    signallingUrl: config.SIGNALLING_PUBLIC_URL ?? `${config.PUBLIC_URL.replace(/^http/, 'ws')}/ws`,
  };
};

export type Config = ReturnType<typeof readConfig>;
