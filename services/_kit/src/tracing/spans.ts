import { setTimeout as pause } from 'node:timers/promises';
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

/** Manual spans, for events and web sockets. Without an SDK they cost a function call and keep the parent's context. */
export interface SpanOptions {
  kind?: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: Attributes;
  /** W3C `traceparent` of the parent in another process; default: the active span. */
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

/** `traceparent` to propagate from within a span; the parent's when no SDK is running. */
const traceparentOf = (span: Span, parent: string | undefined): string => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  if (!isSpanContextValid(span.spanContext())) return parent ?? '';
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
};

/** Deliberate refusals leave the span status unset. The message is not recorded: it may quote input. */
const recordError = (span: Span, error: unknown) => {
  const type =
    error instanceof ServiceError ? error.reason : error instanceof Error ? error.name : 'unknown';
  span.setAttribute('error.type', type);
  if (!(error instanceof ServiceError) || error.code === 'unavailable') {
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
};

/** Runs `work` in a new span. It receives the `traceparent` to propagate. */
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
      Promise.resolve(work(traceparentOf(span, options.parent))),
    );
  } catch (error) {
    recordError(span, error);
    throw error;
  } finally {
    span.end();
  }
};

/** Exemplar labels of the active span; empty unless it is sampled. */
export const exemplarLabels = (): Record<string, string> => {
  const active = trace.getSpan(context.active())?.spanContext();
  if (!active || (active.traceFlags & TraceFlags.SAMPLED) === 0) return {};
  return { trace_id: active.traceId, span_id: active.spanId };
};

/** On the global object: the SDK is started by a copy of the kit outside of the program's bundle. */
const flushKey = Symbol.for('@tandem/kit flush of traces');
const shared = globalThis as typeof globalThis & { [flushKey]?: () => Promise<void> };

/** Set by tracing/start.ts, so that the kit does not import the SDK when tracing is off. */
export const onFlush = (send: () => Promise<void>): void => {
  shared[flushKey] = send;
};

/** The exporter retries an unreachable collector for ten seconds, of the 25 that a stop may take. */
const flushMs = 2_000;

/** Exports the spans recorded so far; called once before the process exits. Drops what is not exported in time. */
export const flushTraces = async (): Promise<void> => {
  const sent = shared[flushKey]?.().catch(() => undefined);
  if (sent) await Promise.race([sent, pause(flushMs)]);
};
