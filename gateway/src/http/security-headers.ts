import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from '../config.js';

const firebaseApis = [
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
];
/** Scripts and frames of the Google sign-in popup. */
const popupScripts = ['https://apis.google.com', 'https://www.gstatic.com'];
const popupFrames = ['https://accounts.google.com', 'https://apis.google.com'];
/** https://docs.stripe.com/security/guide#content-security-policy */
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
    // The component library injects style elements at run time.
    styleSrc: ["'self'", ...cdn, "'unsafe-inline'"],
    // Profile pictures are hosted by the identity provider on any host.
    imgSrc: ["'self'", ...cdn, 'data:', 'blob:', 'https:'],
    fontSrc: ["'self'", ...cdn, 'data:'],
    mediaSrc: ["'self'", ...cdn, 'blob:'],
    connectSrc: [
      "'self'",
      // The service worker fetches the hashed files to cache them.
      ...cdn,
      // 'self' does not match web sockets in older Safari versions: https://bugs.webkit.org/show_bug.cgi?id=201591
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
    // The service worker saves a received file through a frame of the same origin.
    frameAncestors: ["'self'"],
    upgradeInsecureRequests: config.isHttps ? [] : null,
  };
};

/** Security headers of every response. The CSP lists every third party that the pages use. */
export const securityHeaders = (config: Config): RequestHandler[] => [
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directives(config) },
    // The sign-in popup messages its opener; `same-origin`, the default, would sever the two.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: {
      policy: config.CORS_ORIGINS.length > 0 ? 'cross-origin' : 'same-origin',
    },
    // The identity provider restricts API keys by referring origin; paths are not sent.
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
