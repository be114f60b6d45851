import { existsSync, readFileSync } from 'node:fs';
import { ServerResponse, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import {
  contentPolicy,
  engineHeader,
  integrityPolicy,
  pageClasses,
  reportingEndpoints,
  reportPath,
  type PolicySources,
} from '@tandem/proto/browser/content-policy';
import { pageClassOf, type PageClass } from '@tandem/proto/browser/page-class';
import helmet from 'helmet';
import { z } from 'zod';
import type { Config } from '../config.js';
import { pathOf } from './request-target.js';

type Setter = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

type Header = readonly [name: string, value: string];

export type HeadersOf = (request: IncomingMessage) => readonly Header[];

/** The manifest that the web build writes. */
const manifest = z.object({
  inlineScripts: z.array(z.string().regex(/^sha256-[\w+/]{43}=$/)),
});

const readInlineScripts = (dist: string | undefined): string[] => {
  const file = join(dist ?? '', 'release.json');
  if (dist === undefined || !existsSync(file)) return [];
  const { inlineScripts } = manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
  return inlineScripts.map((hash) => `'${hash}'`);
};

const sourcesOf = (config: Config): PolicySources => ({
  assets: config.ASSET_ORIGIN ? [config.ASSET_ORIGIN] : [],
  // 'self' does not match web sockets in older Safari versions: https://bugs.webkit.org/show_bug.cgi?id=201591
  servers: [new URL(config.signallingUrl).origin],
  authFrames: config.FIREBASE_AUTH_DOMAIN.includes('.')
    ? [`https://${config.FIREBASE_AUTH_DOMAIN}`]
    : [],
  emulator: config.FIREBASE_EMULATOR_ORIGIN ? [config.FIREBASE_EMULATOR_ORIGIN] : [],
  inlineScripts: readInlineScripts(config.WEB_DIST),
  reports: reportPath,
  isHttps: config.isHttps,
});

const isChromium = ({ headers }: IncomingMessage): boolean => headers[engineHeader] !== undefined;

interface Policies {
  enforced: string;
  integrity: string;
}

/** The content security policy and the integrity policy of the page class of the requested path. */
const pagePolicies = (config: Config): Setter => {
  const sources = sourcesOf(config);
  const policies = Object.fromEntries(
    pageClasses.map((page) => [
      page,
      {
        enforced: contentPolicy(page, sources),
        integrity: integrityPolicy(page),
      },
    ]),
  ) as Record<PageClass, Policies>;
  return (request, response, next) => {
    const { enforced, integrity } = policies[pageClassOf(pathOf(request))];
    response.setHeader('Content-Security-Policy', enforced);
    if (integrity !== '' && isChromium(request)) response.setHeader('Integrity-Policy', integrity);
    response.setHeader('Reporting-Endpoints', reportingEndpoints(reportPath));
    next();
  };
};

const setters = (config: Config): Setter[] => [
  helmet({
    contentSecurityPolicy: false,
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
  pagePolicies(config),
  (_request, response, next) => {
    response.setHeader(
      'Permissions-Policy',
      'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com"), screen-wake-lock=(self)',
    );
    next();
  },
];

/**
 * The security headers of a response, by name. They depend on nothing but the page class of the path and the browser's
 * engine, so the setters, of which helmet has a dozen, run once for each pair and not per request.
 */
export const securityHeaders = (config: Config): HeadersOf => {
  const all = setters(config);
  const known = new Map<string, readonly Header[]>();
  const collect = (request: IncomingMessage): Header[] => {
    const response = new ServerResponse(request);
    for (const set of all) set(request, response, () => undefined);
    return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
  };
  return (request) => {
    const key = `${pageClassOf(pathOf(request))} ${isChromium(request)}`;
    const headers = known.get(key) ?? collect(request);
    known.set(key, headers);
    return headers;
  };
};
