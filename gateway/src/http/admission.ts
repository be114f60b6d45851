import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  createAdmission,
  runWithPermit,
  type Admission,
  type Criticality,
  type Registry,
} from '@tandem/kit';
import { pathToRegexp } from 'path-to-regexp';
import { changesPath } from '@tandem/proto/browser/changes';
import { markYielded, routeOf, unmatchedRoute } from './observe.js';
import { pathOf } from './path-of.js';

/** Several times the duration of a call, yet hardly noticeable to users. */
const toleratedDelayMs = 100;

export const openAdmission = (registry: Registry): Admission =>
  createAdmission(registry, { toleratedDelayMs });

/** The caller has closed its connection; so no response can be sent. */
export class CallerGoneError extends Error {
  override readonly name = 'CallerGoneError';
}

/** Work whose caller has disconnected is not begun. */
export const assertCallerWaits = (response: ServerResponse): void => {
  if (response.closed) throw new CallerGoneError();
};

interface ClassifiedRoute {
  method: string;
  /** Express pattern. */
  path: string;
  criticality?: Criticality;
}

/** By method and path, because Express has not matched a route yet. */
export const createClassifier = (routes: readonly ClassifiedRoute[]) => {
  const patterns = routes.flatMap(({ method, path, criticality }) =>
    criticality === undefined
      ? []
      : [
          {
            method: method.toUpperCase(),
            path: pathToRegexp(path, { sensitive: true }).regexp,
            criticality,
          },
        ],
  );
  return (method: string, path: string): Criticality =>
    patterns.find((one) => one.method === method && one.path.test(path))?.criticality ?? 'normal';
};

/** Refusals and outages of services say nothing about this process. */
const isMeasured = (response: ServerResponse): boolean =>
  response.writableFinished && response.statusCode !== 503 && routeOf(response) !== unmatchedRoute;

/** Streams last for hours and have a limit of their own. Preflights call no service. */
const isExempt = (method: string, path: string): boolean =>
  !path.startsWith('/api/') || path === changesPath || method === 'OPTIONS';

/**
 * Refuses requests of the API beyond what the process can do. Stands before the application: under overload most
 * requests are refused, and the cost of a refusal reduces what is left for admitted requests.
 */
export const admitRequests = (
  app: RequestListener,
  options: {
    routes: readonly ClassifiedRoute[];
    admission: Admission;
    refuse: (request: IncomingMessage, response: ServerResponse) => void;
  },
): RequestListener => {
  const { routes, admission, refuse } = options;
  const criticalityOf = createClassifier(routes);
  return (request, response) => {
    const { method = '' } = request;
    const path = pathOf(request);
    if (isExempt(method, path)) {
      app(request, response);
      return;
    }
    const abandoned = new AbortController();
    const criticality = criticalityOf(method, path);
    const permit = admission.tryAdmit({
      criticality,
      signal: abandoned.signal,
      onYield: () => markYielded(response),
    });
    if (!permit) {
      refuse(request, response);
      return;
    }
    response.once('close', () => {
      if (!response.writableFinished) abandoned.abort();
      permit.end(isMeasured(response) ? `${method} ${routeOf(response)}` : undefined);
    });
    runWithPermit(permit, () => app(request, response));
  };
};
