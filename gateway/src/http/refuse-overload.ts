import type { Request, RequestHandler, Response } from 'express';
import { overloaded, requestContextFrom } from '@tandem/kit';
import { routeOf, type RequestSeconds } from './observe.js';
import { problemHeaders, refusalBy, toProblem } from './http-errors.js';

const noop = () => undefined;

/** Runs synchronous handlers that only set headers. */
const setHeadersBy = (
  handlers: readonly RequestHandler[],
  request: Request,
  response: Response,
): void => {
  for (const handle of handlers) void handle(request, response, noop);
};

/**
 * Answers 503 without the context, log line, compression and error handling of other requests, which cost several times
 * as much as the answer. The refusal is measured like every request.
 */
export const refuseOverload = (options: {
  seconds: RequestSeconds;
  /** The same for all paths of the API. */
  securityHeaders: readonly RequestHandler[];
  /** Depends on the request's origin: pages on an allowed one must be able to read `Retry-After`. */
  cors: RequestHandler;
}): ((request: Request, response: Response) => void) => {
  const { seconds, securityHeaders, cors } = options;
  const refusal = refusalBy(overloaded());
  let common: ReturnType<Response['getHeaders']> | undefined;
  return (request, response) => {
    if (!common) {
      setHeadersBy(securityHeaders, request, response);
      common = { ...response.getHeaders() };
    }
    setHeadersBy([cors], request, response);
    const { requestId } = requestContextFrom(request.get('x-request-id'));
    const body = JSON.stringify(toProblem(refusal, requestId));
    response
      .writeHead(refusal.status, {
        ...common,
        ...response.getHeaders(),
        ...problemHeaders(refusal),
        'X-Request-Id': requestId,
        'Content-Length': Buffer.byteLength(body),
      })
      .end(body);
    seconds.observe(
      { method: request.method, route: routeOf(response), status: refusal.status },
      0,
    );
  };
};
