import { ServerError, Status, type CallContext, type ServerMiddlewareCall } from 'nice-grpc';
import { ErrorInfo, RetryInfo, RichClientError, RichServerError } from 'nice-grpc-error-details';
import { ServiceError, type ErrorCode } from '../errors.js';
import { isDatabaseUnavailable } from '../mongo/unavailable.js';
import { createLineLimit } from '../observability/line-limit.js';
import type { Logger } from '../observability/log.js';

/** The only mapping between our error codes and gRPC status codes. */
const statusOf: Readonly<Record<ErrorCode, Status>> = {
  'invalid-argument': Status.INVALID_ARGUMENT,
  unauthenticated: Status.UNAUTHENTICATED,
  'permission-denied': Status.PERMISSION_DENIED,
  'not-found': Status.NOT_FOUND,
  conflict: Status.ALREADY_EXISTS,
  'failed-precondition': Status.FAILED_PRECONDITION,
  'resource-exhausted': Status.RESOURCE_EXHAUSTED,
  unavailable: Status.UNAVAILABLE,
};
const codeOf = new Map<Status, ErrorCode>(
  Object.entries(statusOf).map(([code, status]) => [status, code as ErrorCode]),
);

const domain = 'tandem';

const toServerError = (error: ServiceError): ServerError =>
  new RichServerError(statusOf[error.code], error.message, [
    ErrorInfo.fromPartial({ reason: error.reason, domain }),
    ...(error.retryAfterSeconds === undefined
      ? []
      : [RetryInfo.fromPartial({ retryDelay: { seconds: error.retryAfterSeconds, nanos: 0 } })]),
  ]);

const retryAfterSeconds = 1;

export const serviceUnavailable = (cause?: unknown): ServiceError =>
  new ServiceError(
    'unavailable',
    'service-unavailable',
    'The service is temporarily unavailable.',
    { cause, retryAfterSeconds },
  );

/** Client-side error: the `ServiceError` that the service threw, or `unavailable` when it could not be reached. */
export const fromClientError = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('code' in error) || !('details' in error)) return error;
  const status = error.code as Status;
  const code = codeOf.get(status);
  const extra = error instanceof RichClientError ? error.extra : [];
  const info = extra.find((item) => item.$type === ErrorInfo.$type);
  const retry = extra.find((item) => item.$type === RetryInfo.$type);
  const retryDelay = retry && 'retryDelay' in retry ? (retry.retryDelay?.seconds ?? 0) : undefined;
  if (code && info && 'reason' in info) {
    return new ServiceError(code, info.reason, String(error.details), {
      cause: error,
      ...(retryDelay !== undefined && { retryAfterSeconds: retryDelay }),
    });
  }
  if (status === Status.UNAVAILABLE || status === Status.DEADLINE_EXCEEDED) {
    return serviceUnavailable(error);
  }
  return error;
};

const causeEveryMs = 10_000;

/** Callers learn only that a dependency is unavailable; the cause is logged for operators. */
const causeLog = (logger: Logger) => {
  const omittedBefore = createLineLimit(causeEveryMs);
  return ({ code, reason, cause }: ServiceError, method: string) => {
    if (code !== 'unavailable' || !(cause instanceof Error)) return;
    const omitted = omittedBefore(`${method} ${reason}`);
    if (omitted === undefined) return;
    logger.warn({ cause: cause.message, reason, method, omitted }, 'dependency unavailable');
  };
};

/** Passes deliberate errors and outages to the caller. Any other error is a bug: logged here, hidden from the caller. */
export const errorMiddleware = (logger: Logger) => {
  const logCause = causeLog(logger);
  return async function* <Request, Response>(
    call: ServerMiddlewareCall<Request, Response>,
    context: CallContext,
  ) {
    try {
      return yield* call.next(call.request, context);
    } catch (error) {
      if (error instanceof ServiceError) {
        logCause(error, call.method.path);
        throw toServerError(error);
      }
      if (isDatabaseUnavailable(error)) {
        logger.warn({ err: error, method: call.method.path }, 'database unavailable');
        throw toServerError(serviceUnavailable(error));
      }
      if (error instanceof ServerError || (error instanceof Error && error.name === 'AbortError'))
        throw error;
      logger.error({ err: error, method: call.method.path }, 'call failed');
      throw new ServerError(Status.INTERNAL, 'Internal error');
    }
  };
};
