/** Error codes a caller can receive. Mapped to gRPC in grpc/errors.ts and to HTTP in the gateway. */
export type ErrorCode =
  | 'invalid-argument'
  | 'unauthenticated'
  | 'permission-denied'
  | 'not-found'
  | 'conflict'
  | 'failed-precondition'
  | 'resource-exhausted'
  | 'unavailable';

/**
 * The only error that services throw deliberately. `reason` is stable and machine-readable; `message` is shown to
 * users. Any other error is a bug: the caller gets a generic text and the log the stack.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly reason: string;
  /** Seconds to wait before a retry; only with `resource-exhausted` and `unavailable`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    reason: string,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.reason = reason;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Log fields of a failed call: the reason of a deliberate error. Any other error is a bug, so it is logged whole. */
export const failureFields = (error: unknown): { reason: string } | { err: unknown } =>
  error instanceof ServiceError ? { reason: error.reason } : { err: error };
