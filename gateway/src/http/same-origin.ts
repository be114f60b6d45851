import type { RequestHandler } from 'express';
import { ServiceError } from '@tandem/kit';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Cookies travel by themselves, so a call that changes state must come from our own pages. Browsers say so
 * in Sec-Fetch-Site, older ones in Origin; whoever sends neither is no browser and rides on nobody's cookie.
 */
export const requireSameOrigin =
  (ownOrigin: string, allowedOrigins: readonly string[]): RequestHandler =>
  (request, _response, next) => {
    if (safeMethods.has(request.method)) {
      next();
      return;
    }
    const origin = request.get('origin');
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
        'Calls that change something must come from the site itself.',
      );
    }
    next();
  };

const corsHeaders = {
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Expose-Headers': 'X-Request-Id, Content-Disposition, Retry-After, ETag',
};
const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'content-type, authorization, x-request-id, traceparent',
  'Access-Control-Max-Age': '600',
};

/** CORS for the listed origins only; without a list no header is ever sent. */
export const allowOrigins =
  (allowedOrigins: readonly string[]): RequestHandler =>
  (request, response, next) => {
    if (allowedOrigins.length > 0) response.vary('Origin');
    const origin = request.get('origin');
    if (origin === undefined || !allowedOrigins.includes(origin)) {
      next();
      return;
    }
    response.set({ ...corsHeaders, 'Access-Control-Allow-Origin': origin });
    if (request.method !== 'OPTIONS') {
      next();
      return;
    }
    response.set(preflightHeaders).status(204).end();
  };
