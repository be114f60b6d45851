import type { ServerResponse } from 'node:http';
import {
  histogram,
  requestContextFrom,
  currentRequest,
  runInRequest,
  type Logger,
  type Registry,
} from '@tandem/kit';
import { changesPath } from '@tandem/proto/browser/changes';
import type { Request, RequestHandler, Response } from 'express';

/** What the end of a request records about it. */
interface Notes {
  route?: string;
  hasYielded?: true;
  isOverloaded?: true;
  cause?: string;
}

const notesOf = ({ locals }: Pick<Response, 'locals'>): Notes => locals;

/** A response of Node or of Express: a refusal may come before the application. */
type AnyResponse = ServerResponse & Partial<Pick<Response, 'locals'>>;

/** Route pattern for metrics and logs; paths contain ids, which would create a time series each. */
export const markRoute = (response: Response, pattern: string): void => {
  notesOf(response).route = pattern;
};

export const unmatchedRoute = 'unmatched';

export const routeOf = ({ locals = {} }: AnyResponse): string =>
  notesOf({ locals }).route ?? unmatchedRoute;

/** A service delays the request on purpose, such as a guess at a password, so its duration says nothing about speed. */
export const markYielded = ({ locals = {} }: AnyResponse): void => {
  notesOf({ locals }).hasYielded = true;
};

/** Request duration by method, route pattern and status, and whether the request has waited on purpose. */
export const requestSeconds = (registry: Registry) =>
  histogram(registry, 'http_server_request_seconds', 'Duration of requests.', [
    'method',
    'route',
    'status',
    'waited',
  ]);

export type RequestSeconds = ReturnType<typeof requestSeconds>;

/** Refusals for overload are counted; one line each would add to the load. */
export const markOverloaded = (response: Response): void => {
  notesOf(response).isOverloaded = true;
};

/** The cause of a 503, such as the call that failed and its status. */
export const markCause = (response: Response, cause: string): void => {
  notesOf(response).cause = cause;
};

const levelOf = (response: Response) => {
  const status = response.statusCode;
  if (status < 500 || notesOf(response).isOverloaded) return 'debug';
  return status === 503 ? 'warn' : 'error';
};

/** One line per API request, without body, headers or query string, which may contain secrets. */
const logEnd = (logger: Logger, request: Request, response: Response, startMs: number): void => {
  const level = levelOf(response);
  if (!logger.isLevelEnabled(level)) return;
  const { cause } = notesOf(response);
  const line = {
    method: request.method,
    route: routeOf(response),
    status: response.statusCode,
    responseTime: Math.round(performance.now() - startMs),
    ...(cause !== undefined && { cause }),
  };
  const message = response.writableFinished ? 'request completed' : 'request aborted';
  logger[level](line, message);
};

/**
 * Continues the caller's request id and trace where well formed, returns the id in `X-Request-Id`, and measures and logs
 * the request at its end.
 */
export const observeRequests = (seconds: RequestSeconds, logger: Logger): RequestHandler => {
  const end = (request: Request, response: Response, startMs: number) => {
    const route = routeOf(response);
    // Streams are not requests: they last for hours.
    if (route !== changesPath) {
      const status = response.writableFinished ? response.statusCode : 499;
      const waited = String(notesOf(response).hasYielded === true);
      const labels = { method: request.method, route, status, waited };
      seconds.observe(labels, (performance.now() - startMs) / 1_000);
    }
    if (request.path.startsWith('/api/')) logEnd(logger, request, response, startMs);
  };
  return (request, response, next) => {
    const startMs = performance.now();
    const context = requestContextFrom(request.get('x-request-id'), request.get('traceparent'));
    runInRequest(context, () => {
      const current = currentRequest() ?? context;
      response.setHeader('X-Request-Id', current.requestId);
      response.once('close', () => runInRequest(current, () => end(request, response, startMs)));
      next();
    });
  };
};
