import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync, randomUUID } from 'node:crypto';
import { context, trace } from '@opentelemetry/api';

/**
 * Propagated with a request through every process: an id that users can quote, and the W3C trace context. With tracing
 * enabled, the active span takes precedence; without it, the ids still correlate the logs.
 */
export interface RequestContext {
  requestId: string;
  /** W3C `traceparent`: 00-<trace id>-<span id>-<flags>. */
  traceparent: string;
}

const storage = new AsyncLocalStorage<RequestContext>();
/** W3C Trace Context, version 00. */
export const traceparentPattern = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const requestIdPattern = /^[\w-]{8,64}$/;

/** A call of the generator costs the same for sixteen bytes and for thousands. */
const pool = Buffer.alloc(24 * 256);
let used = pool.length;

const randomHex = (bytes: number): string => {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
};

/** The caller's ids where they are well formed, new ones otherwise. */
export const requestContextFrom = (requestId?: string, traceparent?: string): RequestContext => ({
  requestId: requestId && requestIdPattern.test(requestId) ? requestId : randomUUID(),
  traceparent:
    traceparent && traceparentPattern.test(traceparent)
      ? traceparent
      : `00-${randomHex(16)}-${randomHex(8)}-00`,
});

export const runInRequest = <Result>(request: RequestContext, work: () => Result): Result =>
  storage.run(request, work);

export const currentRequest = (): RequestContext | undefined => {
  const request = storage.getStore();
  const span = trace.getSpan(context.active())?.spanContext();
  if (!span) return request;
  const traceparent = `00-${span.traceId}-${span.spanId}-0${span.traceFlags.toString(16)}`;
  return { requestId: request?.requestId ?? span.traceId, traceparent };
};

/** Fields of every log line. */
export const requestLogFields = (): Record<string, string> => {
  const request = currentRequest();
  if (!request) return {};
  return { requestId: request.requestId, traceId: request.traceparent.slice(3, 35) };
};
