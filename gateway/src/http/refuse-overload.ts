import type { IncomingMessage, ServerResponse } from 'node:http';
import { overloaded, requestContextFrom } from '@tandem/kit';
import { problemHeaders, refusalBy, toProblem } from './http-errors.js';
import { unmatchedRoute, type RequestSeconds } from './observe.js';
import { corsHeaders } from './same-origin.js';
import type { HeadersOf } from './security-headers.js';

/**
 * Answers 503 without Express, context, log line, compression and error handling, which cost several times as much as
 * the answer. The refusal is measured like every request.
 */
export const refuseOverload = (options: {
  seconds: RequestSeconds;
  securityHeaders: HeadersOf;
  allowedOrigins: readonly string[];
}): ((request: IncomingMessage, response: ServerResponse) => void) => {
  const { seconds, securityHeaders, allowedOrigins } = options;
  const refusal = refusalBy(overloaded());
  // The same for all paths of the API.
  let common: Record<string, string> | undefined;
  return (request, response) => {
    common ??= { ...Object.fromEntries(securityHeaders(request)), ...problemHeaders(refusal) };
    const { origin, 'x-request-id': callersId } = request.headers;
    const { requestId } = requestContextFrom(String(callersId ?? ''));
    const body = JSON.stringify(toProblem(refusal, requestId));
    response
      .writeHead(refusal.status, {
        ...common,
        ...corsHeaders(allowedOrigins, origin),
        'X-Request-Id': requestId,
        'Content-Length': Buffer.byteLength(body),
      })
      .end(body);
    const { method = '' } = request;
    seconds.observe({ method, route: unmatchedRoute, status: refusal.status, waited: 'false' }, 0);
  };
};
