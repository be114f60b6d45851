import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestContextFrom } from '@tandem/kit';
import { problemHeaders, toProblem, type Refusal } from './http-errors.js';
import { unmatchedRoute, type RequestSeconds } from './observe.js';
import { corsHeaders } from './same-origin.js';
import type { HeadersOf } from './security-headers.js';

/** Answers a request without the application. */
export type Refuse = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Refusals without Express, context, log line, compression and error handling, which cost several times as much as the
 * answer. They are measured like every request.
 */
export const createEarlyRefusals = (options: {
  seconds: RequestSeconds;
  securityHeaders: HeadersOf;
  allowedOrigins: readonly string[];
}): ((refusal: Refusal) => Refuse) => {
  const { seconds, securityHeaders, allowedOrigins } = options;
  // The same for all paths of the API.
  let common: Record<string, string> | undefined;
  return (refusal) => (request, response) => {
    common ??= Object.fromEntries(securityHeaders(request));
    const { origin, 'x-request-id': callersId } = request.headers;
    const { requestId } = requestContextFrom(String(callersId ?? ''));
    const body = JSON.stringify(toProblem(refusal, requestId));
    response
      .writeHead(refusal.status, {
        ...common,
        ...problemHeaders(refusal),
        ...corsHeaders(allowedOrigins, origin),
        'X-Request-Id': requestId,
        'Content-Length': Buffer.byteLength(body),
      })
      .end(body);
    const { method = '' } = request;
    seconds.observe({ method, route: unmatchedRoute, status: refusal.status, waited: 'false' }, 0);
  };
};
