/**
 * The Content-Security-Policy of each page class. The gateway sends it, and `npm run topology` renders it into the
 * configuration of the web image and of the chart.
 */

import { pagePatterns, type PageClass } from './page-class.js';

/**
 * Sources that depend on the deployment. A source may be a variable of nginx or an expression of Helm; see
 * `joinSources`.
 */
export interface PolicySources {
  /** CDN of the hashed files, besides the pages' origin. */
  assets: readonly string[];
  /** API and signalling, besides the pages' origin. */
  servers: readonly string[];
  /** Pages of the identity provider that sign-in embeds. */
  authFrames: readonly string[];
  /** The Auth emulator of development. */
  emulator: readonly string[];
  /** Hashes of the inline scripts of the build. */
  inlineScripts: readonly string[];
  /** Address that receives reports of violations. */
  reports: string;
  /** Loads every `http:` address with `https:`. */
  isHttps: boolean;
}

/** Calls of the identity SDK: sign-in, and renewing the ID token. */
const identityApis = [
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
];
/** Scripts and frames of the Google sign-in popup. */
const popupScripts = ['https://apis.google.com', 'https://www.gstatic.com'];
const popupFrames = ['https://accounts.google.com', 'https://apis.google.com'];
/** Google's profile pictures. */
const avatars = ['https://*.googleusercontent.com'];
/** https://docs.stripe.com/security/guide#content-security-policy */
const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const stripeFrames = [...stripeScripts, 'https://hooks.stripe.com'];
const stripeApis = ['https://api.stripe.com'];

/** What a page class may load besides the product's own hosts. */
interface ThirdParties {
  scripts: readonly string[];
  frames: readonly string[];
  connections: readonly string[];
  images: readonly string[];
}

const thirdParties = (page: PageClass, { authFrames, emulator }: PolicySources): ThirdParties => {
  const identity = [...identityApis, ...emulator];
  switch (page) {
    case 'share':
      return { scripts: [], frames: [], connections: identity, images: [] };
    case 'app':
      return { scripts: [], frames: [], connections: identity, images: avatars };
    case 'sign-in':
      return {
        scripts: [...popupScripts, ...emulator],
        frames: [...popupFrames, ...authFrames, ...emulator],
        connections: [...identity, ...popupScripts],
        images: [],
      };
    case 'payment':
      return {
        scripts: stripeScripts,
        frames: stripeFrames,
        connections: [...identity, ...stripeApis],
        images: [...avatars, 'https://*.stripe.com'],
      };
  }
};

/** `$name` and `{{ … }}` expand to nothing or to sources with a leading space, so no space precedes them. */
const joinSources = (sources: readonly string[]): string =>
  sources.map((source) => (/^(\$|\{\{)/.test(source) ? source : ` ${source}`)).join('');

/**
 * Trusted Types: strings reach the DOM's script sinks only through the app's policy `default`
 * (web/src/lib/browser/trusted-types/trusted-types.ts). Third-party scripts may create policies of their own.
 * https://www.w3.org/TR/trusted-types/
 */
const trustedTypes = (page: PageClass): Directive[] => {
  switch (page) {
    case 'share':
    case 'app':
      return [
        ['require-trusted-types-for', ["'script'"]],
        ['trusted-types', ['default']],
      ];
    case 'sign-in':
    case 'payment':
      return [['require-trusted-types-for', ["'script'"]]];
  }
};

type Directive = readonly [string, readonly string[]];

const write = (directives: readonly Directive[], reports: string): string =>
  [
    ...directives.map(([name, sources]) => `${name}${joinSources(sources)}`),
    `report-uri ${reports}`,
  ].join('; ');

export const contentPolicy = (page: PageClass, sources: PolicySources): string => {
  const { assets, servers, inlineScripts, reports, isHttps } = sources;
  const { scripts, frames, connections, images } = thirdParties(page, sources);
  const directives: Directive[] = [
    ['default-src', ["'self'"]],
    ['script-src', ["'self'", ...assets, ...inlineScripts, ...scripts]],
    // The component library injects style elements at run time.
    ['style-src', ["'self'", ...assets, "'unsafe-inline'"]],
    ['img-src', ["'self'", ...assets, 'data:', 'blob:', ...images]],
    ['font-src', ["'self'", ...assets, 'data:']],
    ['media-src', ["'self'", ...assets, 'blob:']],
    // The service worker fetches the hashed files to cache them.
    ['connect-src', ["'self'", ...assets, ...servers, ...connections]],
    // The service worker saves a received file through a frame of the same origin.
    ['frame-src', ["'self'", ...frames]],
    ['frame-ancestors', ["'self'"]],
    ['worker-src', ["'self'", ...(page === 'payment' ? ['blob:'] : [])]],
    ['manifest-src', ["'self'"]],
    ['object-src', ["'none'"]],
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ...trustedTypes(page),
    ...(isHttps ? [['upgrade-insecure-requests', []] as const] : []),
  ];
  return write(directives, reports);
};

/**
 * Only Chromium identifies itself in this request header, on secure origins. It alone gets the integrity policy: WebKit
 * does not look up the hashes of imported modules in the import map, and would block all of them (docs/adr/0016).
 */
export const engineHeader = 'sec-ch-ua';

/**
 * Refuses scripts without integrity metadata. Empty for pages with scripts of third parties, which have none.
 * https://www.w3.org/TR/sri-2/#integrity-policy-section
 */
export const integrityPolicy = (page: PageClass): string =>
  page === 'app' || page === 'share' ? 'blocked-destinations=(script), endpoints=(reports)' : '';

/** The header Reporting-Endpoints, which names the endpoint of the integrity policy. */
export const reportingEndpoints = (reports: string): string => `reports="${reports}"`;

export const pageClasses: readonly PageClass[] = [
  'app',
  ...(Object.keys(pagePatterns) as (keyof typeof pagePatterns)[]),
];

/** Path of the endpoint on the API's origin. */
export const reportPath = '/api/policy-reports';
