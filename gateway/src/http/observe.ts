import type { ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { pinoHttp } from 'pino-http';
import { changesPath } from '@tandem/proto/browser/changes';
import {
  histogram,
  requestContextFrom,
  currentRequest,
  runInRequest,
  type Logger,
  type Registry,
} from '@tandem/kit';

/** Continues the caller's request id and trace where well formed and returns the id in `X-Request-Id`. */
export const withRequestContext: RequestHandler = (request, response, next) => {
  const context = requestContextFrom(request.get('x-request-id'), request.get('traceparent'));
  runInRequest(context, () => {
    response.set('X-Request-Id', currentRequest()?.requestId ?? context.requestId);
    next();
  });
};

/** Route pattern for metrics and logs; paths contain ids, which would create a time series each. */
export const markRoute = (response: Response, pattern: string): void => {
  response.locals['route'] = pattern;
};

export const unmatchedRoute = 'unmatched';

/** @param response as Node or Express knows it: the application may not have seen it yet. */
export const routeOf = (response: ServerResponse & Partial<Pick<Response, 'locals'>>): string => {
  const route: unknown = response.locals?.['route'];
  return typeof route === 'string' ? route : unmatchedRoute;
};

/** Request duration by method, route pattern and status. */
export const requestSeconds = (registry: Registry) =>
  histogram(registry, 'http_server_request_seconds', 'Duration of requests.', [
    'method',
    'route',
    'status',
  ]);

export type RequestSeconds = ReturnType<typeof requestSeconds>;

/** Streams are not requests: they last for hours. */
export const measureRequests =
  (seconds: RequestSeconds): RequestHandler =>
  (request, response, next) => {
    const stopTimer = seconds.startTimer();
    response.once('close', () => {
      const route = routeOf(response);
      if (route === changesPath) return;
      stopTimer({
        method: request.method,
        route,
        status: response.writableFinished ? response.statusCode : 499,
      });
    });
    next();
  };

/** Refusals for overload are counted; one line each would add to the load. */
export const markOverloaded = (response: Response): void => {
  response.locals['isOverloaded'] = true;
};

const levelOf = (response: Response) => {
  const status = response.statusCode;
  if (status < 500 || response.locals['isOverloaded'] === true) return 'debug';
  return status === 503 ? 'warn' : 'error';
};

/** One log line per API request, without body, headers or query string. */
export const logRequests = (logger: Logger): RequestHandler => {
  const describe = (request: Request, response: Response, bound: object) => ({
    ...bound,
    method: request.method,
    route: routeOf(response),
    status: response.statusCode,
  });
  return pinoHttp<Request, Response>({
    logger,
    autoLogging: { ignore: (request) => !request.path.startsWith('/api/') },
    customLogLevel: (_request, response, error) => (error ? 'error' : levelOf(response)),
    customSuccessObject: describe,
    customErrorObject: (request, response, _error, bound: object) =>
      describe(request, response, bound),
    // The logger adds the request id; all other request data may contain secrets.
    serializers: { req: () => undefined, res: () => undefined, err: () => undefined },
  });
};
