/** The closed set of things that can go wrong for a caller. Each maps once to gRPC and once to HTTP. */
export const errorCodes = [
  'invalid-argument',
  'unauthenticated',
  'permission-denied',
  'not-found',
  'conflict',
  'failed-precondition',
  'resource-exhausted',
  'unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/**
 * The one error services throw on purpose. `reason` is stable and for machines, `message` is for people
 * and reaches them. Anything else that is thrown is a bug: generic text outward, the stack in our log.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly reason: string;
  /** Seconds after which trying again makes sense; only with `resource-exhausted` and `unavailable`. */
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
