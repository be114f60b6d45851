import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from '../config.js';

const firebaseApis = [
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
];
/** The sign-in popup: its loader, its helper frame and Google's own frames. */
const popupScripts = ['https://apis.google.com', 'https://www.gstatic.com'];
const popupFrames = ['https://accounts.google.com', 'https://apis.google.com'];
/** Stripe.js takes parts of itself, and its frames, from subdomains that change. */
const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const stripeFrames = [...stripeScripts, 'https://hooks.stripe.com'];

const directives = (config: Config) => {
  const emulator = config.FIREBASE_EMULATOR_ORIGIN ? [config.FIREBASE_EMULATOR_ORIGIN] : [];
  const authFrames = config.FIREBASE_AUTH_DOMAIN.includes('.')
    ? [`https://${config.FIREBASE_AUTH_DOMAIN}`]
    : [];
  const cdn = config.ASSET_ORIGIN ? [config.ASSET_ORIGIN] : [];
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...cdn, ...stripeScripts, ...popupScripts, ...emulator],
    // The component library writes its styles at run time.
    styleSrc: ["'self'", ...cdn, "'unsafe-inline'"],
    // Profile pictures come from wherever the identity provider keeps them.
    imgSrc: ["'self'", ...cdn, 'data:', 'blob:', 'https:'],
    fontSrc: ["'self'", ...cdn, 'data:'],
    mediaSrc: ["'self'", ...cdn, 'blob:'],
    connectSrc: [
      "'self'",
      // The service worker fetches the files that it keeps.
      ...cdn,
      // Safari does not count the page's own web sockets as 'self'.
      new URL(config.signallingUrl).origin,
      ...firebaseApis,
      'https://api.stripe.com',
      ...popupScripts,
      ...emulator,
    ],
    frameSrc: ["'self'", ...stripeFrames, ...popupFrames, ...authFrames, ...emulator],
    workerSrc: ["'self'", 'blob:'],
    manifestSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    // A received file is saved through a frame of our own.
    frameAncestors: ["'self'"],
    upgradeInsecureRequests: config.isHttps ? [] : null,
  };
};

/** Headers of every answer. The policy names the few parties the pages talk to, and nobody else. */
export const securityHeaders = (config: Config): RequestHandler[] => [
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directives(config) },
    // The sign-in popup reports back to its opener; the default would cut them apart.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: {
      policy: config.CORS_ORIGINS.length > 0 ? 'cross-origin' : 'same-origin',
    },
    // The identity provider checks API keys by referring origin; paths stay private.
    referrerPolicy: { policy: 'strict-origin' },
    strictTransportSecurity: config.isHttps,
  }),
  (_request, response, next) => {
    response.set(
      'Permissions-Policy',
      'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com"), screen-wake-lock=(self)',
    );
    next();
  },
];
