import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  createAdmission,
  runWithPermit,
  type Admission,
  type Criticality,
  type Registry,
} from '@tandem/kit';
import { pathToRegexp } from 'path-to-regexp';
import { markYielded, routeOf, unmatchedRoute } from './observe.js';
import type { Refuse } from './refuse-early.js';
import { pathOf } from './request-target.js';

/** Several times the duration of a call, yet hardly noticeable to users. */
const toleratedDelayMs = 100;

export const openAdmission = (registry: Registry): Admission =>
  createAdmission(registry, { toleratedDelayMs });

/** The caller has closed its connection, so no response can be sent. */
class CallerGoneError extends Error {
  override readonly name = 'CallerGoneError';
}

/** Throws if the caller has disconnected, so that no work is begun for it. */
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
const createClassifier = (routes: readonly ClassifiedRoute[]) => {
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
  response.statusCode !== 503 && routeOf(response) !== unmatchedRoute;

/** Preflights call no service. */
const isExempt = (method: string, path: string): boolean =>
  !path.startsWith('/api/') || method === 'OPTIONS';

/** RFC 9112, section 6.3. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Waiting requests take memory, and Node keeps reading while they are unanswered. */
const maxAhead = 32;

/**
 * Calls `begin` once the earlier requests of its connection have been answered. Node emits pipelined requests immediately,
 * and the response of a waiting one emits no `close` if the connection ends before it is its turn.
 */
const createTurns = () => {
  const waiting = new WeakMap<Socket, number>();
  return ({ socket }: IncomingMessage, response: ServerResponse, begin: () => void): void => {
    if (response.socket) {
      begin();
      return;
    }
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > maxAhead) {
      socket.destroy();
      return;
    }
    waiting.set(socket, count);
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      begin();
    });
  };
};

/** Calls `begin` when the body has arrived, or as much of it as Node buffers. Reads nothing. */
const whenBodyArrived = (request: IncomingMessage, begin: () => void): void => {
  if (!hasBody(request) || request.complete) {
    begin();
    return;
  }
  const check = () => {
    if (!request.complete && request.readableLength < request.readableHighWaterMark) return;
    request.off('readable', check);
    begin();
  };
  request.on('readable', check);
};

/** More than the responses that clients read at any time have together. */
const maxUnreadBytes = 32 * 1024 * 1024;

/**
 * Bounds the memory of complete responses that their clients have not read: the oldest lose their connections. A client
 * that reads has had its response long before.
 */
const createUnreadBound = () => {
  /** Unsent bytes by response, the oldest response first. */
  const unread = new Map<ServerResponse, number>();
  let total = 0;
  const remove = (response: ServerResponse) => {
    total -= unread.get(response) ?? 0;
    unread.delete(response);
  };
  return (response: ServerResponse): void => {
    // Nothing is kept for a client that has disconnected, and `close` is not emitted again.
    if (response.closed) return;
    const bytes = response.writableLength;
    unread.set(response, bytes);
    total += bytes;
    response.once('close', () => remove(response));
    for (const oldest of unread.keys()) {
      if (total <= maxUnreadBytes) return;
      remove(oldest);
      oldest.destroy();
    }
  };
};

/**
 * Refuses requests of the API beyond what the process can serve. Runs before the application: under overload most requests
 * are refused, and the cost of a refusal reduces what is left for admitted requests. A request has its place from the
 * arrival of its body to the end of the work on its response; otherwise one client that half-sends requests, or does not
 * read responses, could take all places.
 */
export const admitRequests = (
  app: RequestListener,
  options: {
    routes: readonly ClassifiedRoute[];
    admission: Admission;
    refuse: Refuse;
  },
): RequestListener => {
  const { routes, admission, refuse } = options;
  const criticalityOf = createClassifier(routes);
  const boundUnread = createUnreadBound();
  const admit: RequestListener = (request, response) => {
    const { method = '' } = request;
    const abandoned = new AbortController();
    const permit = admission.tryAdmit({
      criticality: criticalityOf(method, pathOf(request)),
      signal: abandoned.signal,
      onYield: () => markYielded(response),
    });
    if (!permit) {
      refuse(request, response);
      return;
    }
    // The response is complete; how long its client takes to read it says nothing about this process.
    response.once('prefinish', () => {
      permit.end(isMeasured(response) ? `${method} ${routeOf(response)}` : undefined);
      boundUnread(response);
    });
    response.once('close', () => {
      if (!response.writableFinished) abandoned.abort();
      permit.end(undefined);
    });
    // The rest of a longer body, such as a webhook's, is awaited without a place.
    if (hasBody(request) && !request.complete) permit.yieldPlace();
    runWithPermit(permit, () => app(request, response));
  };
  const whenItsTurn = createTurns();
  return (request, response) =>
    whenItsTurn(request, response, () => {
      if (isExempt(request.method ?? '', pathOf(request))) app(request, response);
      else whenBodyArrived(request, () => admit(request, response));
    });
};
