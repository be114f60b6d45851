import type { Request, RequestHandler, Response } from 'express';
import {
  createAdmission,
  runWithPermit,
  type Admission,
  type Criticality,
  type Registry,
} from '@tandem/kit';
import { changesPath } from '@tandem/proto/browser/changes';
import { hasRoute, routeOf } from './observe.js';

/** Several times the duration of a call, and hardly noticed by people. */
const toleratedDelayMs = 100;

export const openAdmission = (registry: Registry): Admission =>
  createAdmission(registry, { toleratedDelayMs });

/** The caller has closed its connection; there is no one to answer. */
export class CallerGoneError extends Error {
  override readonly name = 'CallerGoneError';
}

/** Work whose caller has gone is not begun. */
export const assertCallerWaits = (response: Response): void => {
  if (response.closed) throw new CallerGoneError();
};

interface Critical {
  method: string;
  /** Express pattern. */
  path: string;
  criticality?: Criticality;
}

/** By method and path, before a route is chosen: a refusal must cost little. */
export const createClassifier = (routes: readonly Critical[]) => {
  const patterns = routes.flatMap(({ method, path, criticality }) =>
    criticality === undefined
      ? []
      : [
          {
            method: method.toUpperCase(),
            path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`),
            criticality,
          },
        ],
  );
  return (method: string, path: string): Criticality =>
    patterns.find((one) => one.method === method && one.path.test(path))?.criticality ??
    'sheddable';
};

/** Refusals and outages of services say nothing about this process. */
const isMeasured = (response: Response): boolean =>
  response.writableFinished && response.statusCode !== 503 && hasRoute(response);

/** A stream lasts for hours; streams have a limit of their own. Preflights ask no service. */
const isExempt = ({ method, path }: Request): boolean =>
  !path.startsWith('/api/') || path === changesPath || method === 'OPTIONS';

/**
 * Refuses requests of the API beyond what the process can do. Comes before all else: under overload most requests are
 * refused, and what a refusal costs is missing for those that are served.
 */
export const admitRequests = (
  routes: readonly Critical[],
  admission: Admission,
  refuse: (request: Request, response: Response) => void,
): RequestHandler => {
  const criticalityOf = createClassifier(routes);
  return (request: Request, response, next) => {
    if (isExempt(request)) {
      next();
      return;
    }
    const abandoned = new AbortController();
    const permit = admission.tryAdmit({
      criticality: criticalityOf(request.method, request.path),
      signal: abandoned.signal,
    });
    if (!permit) {
      refuse(request, response);
      return;
    }
    response.once('close', () => {
      if (!response.writableFinished) abandoned.abort();
      permit.end(isMeasured(response) ? `${request.method} ${routeOf(response)}` : undefined);
    });
    runWithPermit(permit, next);
  };
};
