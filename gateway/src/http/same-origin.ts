import { ServiceError } from '@tandem/kit';
import { expectedAccountHeader, moreHeader, totalHeader } from '@tandem/proto/browser/headers';
import type { Request, RequestHandler } from 'express';
import { passwordInUrl } from './secret-query.js';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A lookup with a password is an attempt: another page could make it with `<img src>`, from its visitors' networks. */
const isSafe = (request: Request): boolean =>
  safeMethods.has(request.method) && passwordInUrl(request) === undefined;

/** Older browsers send no `Sec-Fetch-Site`, and no `Origin` with the request of an image. */
const originOf = (request: Request): string | undefined => {
  const origin = request.get('origin');
  const referer = request.get('referer');
  if (origin !== undefined || referer === undefined) return origin;
  return URL.canParse(referer) ? new URL(referer).origin : referer;
};

/**
 * CSRF protection: browsers attach the session cookie to cross-site requests as well, so a request that changes state
 * must come from an allowed origin. Browsers send `Sec-Fetch-Site` (W3C Fetch Metadata), older ones `Origin` or
 * `Referer`. A client that sends none of them is not a browser and has no ambient cookies.
 */
export const requireSameOrigin =
  (ownOrigin: string, allowedOrigins: readonly string[]): RequestHandler =>
  (request, _response, next) => {
    if (isSafe(request)) {
      next();
      return;
    }
    const origin = originOf(request);
    const site = request.get('sec-fetch-site');
    const isListed = origin !== undefined && allowedOrigins.includes(origin);
    const isOwn =
      site === undefined
        ? origin === undefined || origin === ownOrigin
        : site === 'same-origin' || site === 'none';
    if (!isOwn && !isListed) {
      throw new ServiceError(
        'permission-denied',
        'foreign-origin',
        'Cross-site requests are not allowed.',
      );
    }
    next();
  };

const exposed = {
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Expose-Headers': `X-Request-Id, Content-Disposition, Retry-After, ETag, ${totalHeader}, ${moreHeader}`,
};
const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': `content-type, authorization, idempotency-key, if-none-match, x-request-id, traceparent, ${expectedAccountHeader}`,
  'Access-Control-Max-Age': '600',
};

/** CORS for the listed origins; no header without a list. */
export const corsHeaders = (
  allowedOrigins: readonly string[],
  origin: string | undefined,
): Record<string, string> => ({
  ...(allowedOrigins.length > 0 && { Vary: 'Origin' }),
  ...(origin !== undefined &&
    allowedOrigins.includes(origin) && { ...exposed, 'Access-Control-Allow-Origin': origin }),
});

export const allowOrigins =
  (allowedOrigins: readonly string[]): RequestHandler =>
  (request, response, next) => {
    const headers = corsHeaders(allowedOrigins, request.get('origin'));
    response.set(headers);
    if (request.method === 'OPTIONS' && 'Access-Control-Allow-Origin' in headers)
      response.set(preflightHeaders).status(204).end();
    else next();
  };
