import { counter, createLineLimit, ServiceError, type Logger, type Registry } from '@tandem/kit';
import { pageClassOf } from '@tandem/proto/browser/page-class';
import express, { type RequestHandler } from 'express';
import { z } from 'zod';
import type { RateLimits } from './rate-limits.js';

/** Above the size of any single report; a batch of the Reporting API holds several. */
const maxBytes = '16kb';
const maxReports = 20;
/** For each page class and directive: anyone can send reports, and they must not fill the log. */
const loggedEveryMs = 60_000;

/** A closed set, so that a sender cannot create time series. */
const directives = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'media-src',
  'connect-src',
  'frame-src',
  'frame-ancestors',
  'worker-src',
  'manifest-src',
  'object-src',
  'base-uri',
  'form-action',
  'require-trusted-types-for',
  'trusted-types',
  'integrity',
]);

const text = z.string().max(4_096).optional();

/** A report of `report-uri`: https://www.w3.org/TR/CSP3/#deprecated-serialize-violation */
const single = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    disposition: text,
  }),
});

/** Reports of the Reporting API: https://www.w3.org/TR/reporting-1/#media-type */
const batch = z
  .array(
    z.object({
      type: z.enum(['csp-violation', 'integrity-violation']),
      url: text,
      body: z.object({ effectiveDirective: text, blockedURL: text, disposition: text }),
    }),
  )
  .max(maxReports);

interface Violation {
  page: string;
  directive: string;
  /** Origin, or a keyword as `inline`. A path could contain a share ID. */
  blocked: string;
  /** False for a policy that only reports. */
  isEnforced: boolean;
}

const urlOf = (address: string | undefined): URL | null =>
  address !== undefined && URL.canParse(address) ? new URL(address) : null;

const pageOf = (address: string | undefined): string => {
  const url = urlOf(address);
  return url === null ? 'unknown' : pageClassOf(url.pathname);
};

const directiveOf = (name: string | undefined): string => {
  const [first = ''] = (name ?? '').split(' ');
  return directives.has(first) ? first : 'other';
};

const blockedOf = (address: string | undefined): string => {
  const origin = urlOf(address)?.origin;
  if (origin !== undefined && origin !== 'null') return origin.slice(0, 100);
  return /^[a-z-]{1,20}$/.test(address ?? '') ? (address ?? '') : 'other';
};

const readViolations = (body: unknown): Violation[] => {
  const one = single.safeParse(body);
  if (one.success) {
    const report = one.data['csp-report'];
    return [
      {
        page: pageOf(report['document-uri']),
        directive: directiveOf(report['effective-directive'] ?? report['violated-directive']),
        blocked: blockedOf(report['blocked-uri']),
        isEnforced: report.disposition !== 'report',
      },
    ];
  }
  const many = batch.safeParse(body);
  if (!many.success) {
    throw new ServiceError('invalid-argument', 'malformed-request', 'Invalid report.');
  }
  return many.data.map(({ type, url, body: { effectiveDirective, blockedURL, disposition } }) => ({
    page: pageOf(url),
    directive: type === 'integrity-violation' ? 'integrity' : directiveOf(effectiveDirective),
    blocked: blockedOf(blockedURL),
    isEnforced: disposition !== 'report',
  }));
};

/**
 * Counts and logs the browsers' reports of blocked content. Public, because browsers send reports without
 * credentials, so its numbers show that something happens, not how often.
 */
export const policyReports = (
  registry: Registry,
  logger: Logger,
  limits: RateLimits,
): RequestHandler[] => {
  const violations = counter(
    registry,
    'policy_violations_total',
    'Reported violations of the content security policy and of subresource integrity.',
    ['page', 'directive'],
  );
  const omittedBefore = createLineLimit(loggedEveryMs);
  return [
    async (request, _response, next) => {
      await limits.consume('violations', undefined, request.ip);
      next();
    },
    express.json({
      type: ['application/csp-report', 'application/reports+json'],
      limit: maxBytes,
    }),
    (request, response) => {
      for (const violation of readViolations(request.body)) {
        const { isEnforced, ...facts } = violation;
        const { page, directive } = facts;
        violations.inc({ page, directive });
        const omitted = isEnforced ? omittedBefore(`${page} ${directive}`) : undefined;
        if (omitted !== undefined) logger.warn({ ...facts, omitted }, 'a browser blocked content');
        else logger.debug(facts, 'a browser reported content');
      }
      response.set('Cache-Control', 'no-store').status(204).end();
    },
  ];
};
