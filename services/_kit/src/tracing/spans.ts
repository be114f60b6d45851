import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { ServiceError } from '../errors.js';

/**
 * Spans for what no instrumentation covers (events, web sockets). Without an SDK running they cost a
 * function call and the trace context of the parent goes through unchanged.
 */
export interface SpanOptions {
  kind?: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: Attributes;
  /** W3C `traceparent` of the cause, from another process; default: the active span. */
  parent?: string;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

const tracer = () => trace.getTracer('@tandem/kit');

const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

const parentContext = (parent: string | undefined): Context => {
  if (parent === undefined) return context.active();
  const [, traceId, spanId, flags] = pattern.exec(parent) ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
  });
};

/** `traceparent` to hand on from within a span; the parent's own when nothing records. */
const handOn = (span: Span, parent: string | undefined): string => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  if (!isSpanContextValid(span.spanContext())) return parent ?? '';
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
};

/** Deliberate refusals are answers; only what went wrong marks a span. Never a message: it may quote input. */
const fail = (span: Span, error: unknown) => {
  const type =
    error instanceof ServiceError ? error.reason : error instanceof Error ? error.name : 'unknown';
  span.setAttribute('error.type', type);
  if (!(error instanceof ServiceError) || error.code === 'unavailable') {
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
};

/** Run `work` in a span of its own; it gets the `traceparent` to pass on. */
export const inSpan = async <Result>(
  name: string,
  options: SpanOptions,
  work: (traceparent: string) => Promise<Result> | Result,
): Promise<Result> => {
  const parent = parentContext(options.parent);
  const span = tracer().startSpan(
    name,
    { kind: kinds[options.kind ?? 'internal'], attributes: options.attributes ?? {} },
    parent,
  );
  try {
    return await context.with(trace.setSpan(parent, span), () =>
      Promise.resolve(work(handOn(span, options.parent))),
    );
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
};

/** Labels that tie one measurement to its trace; empty unless the active span is recorded. */
export const exemplarLabels = (): Record<string, string> => {
  const active = trace.getSpan(context.active())?.spanContext();
  if (!active || (active.traceFlags & TraceFlags.SAMPLED) === 0) return {};
  return { trace_id: active.traceId, span_id: active.spanId };
};

let flush = (): Promise<void> => Promise.resolve();

/** Told by whoever starts the SDK. */
export const onFlush = (send: () => Promise<void>): void => {
  flush = send;
};

/** Send what has been recorded so far; called once at the end of a process. */
export const flushTraces = (): Promise<void> => flush();
