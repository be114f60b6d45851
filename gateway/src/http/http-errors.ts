import { STATUS_CODES } from 'node:http';
import {
  currentRequest,
  ServiceError,
  type ErrorCode,
  type Logger,
  type SecurityEvent,
  type SecurityLog,
} from '@tandem/kit';
import type { Problem } from '@tandem/proto/browser/http/problem';
import { recentSignInMs } from '@tandem/proto/browser/limits';
import type { ProblemReason } from '@tandem/proto/browser/reasons';
import type { ErrorRequestHandler, Response } from 'express';
import { markCause, markOverloaded, routeOf } from './observe.js';

/** The only mapping between our error codes and HTTP status codes. */
const statusOf: Readonly<Record<ErrorCode, number>> = {
  'invalid-argument': 400,
  unauthenticated: 401,
  'permission-denied': 403,
  'not-found': 404,
  conflict: 409,
  'failed-precondition': 409,
  'resource-exhausted': 429,
  unavailable: 503,
};

/** An error of the HTTP layer with a status that `ErrorCode` does not cover (404 and 405 for a path, 413, 415). */
export class HttpError extends Error {
  readonly status: number;
  readonly reason: ProblemReason;

  constructor(status: number, reason: ProblemReason, message: string) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.reason = reason;
  }
}

export type Refusal = Pick<Problem, 'status' | 'reason' | 'message'> & {
  retryAfterSeconds?: number | undefined;
};

/** RFC 9470: the credential is valid, but its sign-in is too old for the call. */
const stepUp = `Bearer error="insufficient_user_authentication", max_age=${recentSignInMs / 1000}`;
const challengeFor = (reason: string): string =>
  reason === 'recent-sign-in-required' ? stepUp : 'Bearer';

/** Problem details (RFC 9457), extended by `reason` for programs and `message` for users. */
export const toProblem = ({ status, reason, message }: Refusal, requestId: string): Problem => ({
  type: 'about:blank',
  title: STATUS_CODES[status] ?? 'Error',
  status,
  reason,
  message,
  requestId,
});

export const problemHeaders = ({
  status,
  reason,
  retryAfterSeconds,
}: Refusal): Record<string, string> => ({
  'Content-Type': 'application/problem+json; charset=utf-8',
  'Cache-Control': 'no-store',
  ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
  ...(status === 401 && { 'WWW-Authenticate': challengeFor(reason) }),
});

const sendProblem = (response: Response, refusal: Refusal): void => {
  const problem = toProblem(refusal, currentRequest()?.requestId ?? '');
  response.status(refusal.status).set(problemHeaders(refusal)).send(JSON.stringify(problem));
};

export const refusalBy = (error: ServiceError): Refusal => {
  const { code, reason, message, retryAfterSeconds } = error;
  return { status: statusOf[code], reason, message, retryAfterSeconds };
};

/** Errors of body-parser, by `type`. */
const parserReasons: Readonly<Record<string, [ProblemReason, string]>> = {
  'entity.too.large': ['body-too-large', 'The request is too large.'],
  'entity.parse.failed': ['malformed-json', 'The request body is not valid JSON.'],
  'charset.unsupported': ['unsupported-media-type', 'The character set is not supported.'],
  'encoding.unsupported': ['unsupported-media-type', 'The content encoding is not supported.'],
};

const problemOf = (error: unknown): Refusal | undefined => {
  if (error instanceof ServiceError) return refusalBy(error);
  if (error instanceof HttpError) return error;
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  const type = 'type' in error ? String(error.type) : '';
  const [reason, message] = parserReasons[type] ?? ['malformed-request', 'Malformed request.'];
  return { status, reason, message };
};

const refusalEvents: Readonly<Record<number, SecurityEvent>> = {
  401: 'authn_fail',
  403: 'authz_fail',
  429: 'excess_rate_limit_exceeded',
};
const endedSession: ReadonlySet<string> = new Set(['expired-session', 'revoked-session']);

const recordRefusal = (security: SecurityLog, { status, reason }: Refusal, route: string): void => {
  const event = refusalEvents[status];
  if (!event) return;
  const isLogin = status === 401 && route === 'POST /api/session';
  const isEnded = status === 401 && endedSession.has(reason);
  if (isLogin) security.record('authn_login_fail', { reason });
  else security.record(isEnded ? 'session_use_after_expire' : event, { reason, route });
};

/** Sends deliberate errors to the client. Any other error is a bug: logged with its stack, hidden from the client. */
export const problemHandler =
  (logger: Logger, security: SecurityLog): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    if (response.closed) {
      // The caller has disconnected, and calls for it were cancelled.
      logger.debug({ err: error }, 'request abandoned');
      return;
    }
    const problem = problemOf(error);
    if (problem?.reason === 'overloaded') markOverloaded(response);
    if (problem?.status === 503 && error instanceof Error && error.cause instanceof Error)
      markCause(response, error.cause.message);
    if (problem) recordRefusal(security, problem, `${request.method} ${routeOf(response)}`);
    if (!problem) logger.error({ err: error }, 'request failed');
    if (response.headersSent) {
      // Abort the connection, so that a truncated response does not look complete.
      response.destroy();
      return;
    }
    sendProblem(
      response,
      problem ?? { status: 500, reason: 'internal-error', message: 'Something went wrong.' },
    );
  };
