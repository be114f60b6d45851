import {
  config as configSchema,
  type Config as BrowserConfig,
} from '@tandem/proto/browser/http/config';
import { prices } from '@tandem/proto/browser/plans';
import { defaultPolicy } from '@tandem/proto/browser/policy';
import { quotedPolicy } from '@tandem/proto/policy-settings';
import type { Config } from '../config.js';
import type { RouteDeps } from '../route-deps.js';
import { route, type Route } from '../route.js';

const describePolicy = (config: Config): BrowserConfig['policy'] => ({
  ...quotedPolicy(config),
  passwordMinLength: defaultPolicy.passwordMinLength,
  canCancelProForever: config.CAN_CANCEL_PROFOREVER,
  refuseCommonPasswords: config.REFUSE_COMMON_PASSWORDS,
  offersSecondFactor: config.FIREBASE_TOTP,
  prices: { proWeeklyUsd: prices.proWeeklyUsd, proForeverUsd: prices.proForeverUsd },
});

const describeEnvironment = (config: Config): BrowserConfig => ({
  product: {
    name: config.PRODUCT_NAME,
    slug: config.PRODUCT_SLUG,
    supportEmail: config.SUPPORT_EMAIL,
  },
  firebase: {
    apiKey: config.FIREBASE_API_KEY,
    authDomain: config.FIREBASE_AUTH_DOMAIN,
    projectId: config.FIREBASE_PROJECT_ID,
    emulatorOrigin: config.FIREBASE_EMULATOR_ORIGIN ?? null,
  },
  payments: {
    provider: config.PAYMENTS_PROVIDER,
    publishableKey: config.STRIPE_PUBLISHABLE_KEY,
  },
  signallingUrl: config.signallingUrl,
  pushPublicKey: config.VAPID_PUBLIC_KEY ?? '',
  stunServers: config.STUN_URLS,
  policy: describePolicy(config),
  testimonials: config.TESTIMONIALS,
  operatorLinks: {
    imprint: config.IMPRINT_URL ?? null,
    status: config.STATUS_URL ?? null,
    source: config.SOURCE_URL ?? null,
    securityContact: config.SECURITY_CONTACT ?? null,
  },
});

/** One build of the SPA serves every environment. */
export const configRoutes = ({ config }: Pick<RouteDeps, 'config'>): Route[] => {
  const body = describeEnvironment(config);
  return [
    route({
      method: 'get',
      path: '/api/config',
      summary: 'Public configuration of this environment.',
      access: 'public',
      limit: 'read',
      caching: 'public-minute',
      response: { status: 200, schema: configSchema },
      handle: () => Promise.resolve(body),
    }),
  ];
};
