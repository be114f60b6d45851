import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-base';

/**
 * Attributes that are never exported: query strings (one contains a share's password), client addresses and user
 * agents, database statements, and error messages, which may quote any of these.
 */
const dropped = [
  'url.query',
  'client.address',
  'client.port',
  'http.client_ip',
  'net.peer.ip',
  'network.peer.address',
  'network.peer.port',
  'user_agent.original',
  'http.user_agent',
  'db.statement',
  'db.query.text',
];
const urlAttributes = ['url.full', 'http.url', 'http.target', 'url.path'];
const eventDropped = ['exception.message', 'exception.stacktrace'];

/** Path with ids replaced: they would make every path unique, and a share's id is part of its link. */
const withoutIds = (url: string): string =>
  url.replace(/[?#].*$/s, '').replace(/(?<=\/)(?=[\w-]*\d)[\w-]{16,}|(?<=\/)[\w-]{20,}/g, ':id');

/** Removes personal data and secrets from a span, in place. */
export const redactSpan = (span: ReadableSpan): void => {
  const { attributes } = span;
  for (const name of dropped) Reflect.deleteProperty(attributes, name);
  for (const name of urlAttributes) {
    const value = attributes[name];
    if (typeof value === 'string') attributes[name] = withoutIds(value);
  }
  for (const event of span.events) {
    for (const name of eventDropped) Reflect.deleteProperty(event.attributes ?? {}, name);
  }
  Reflect.deleteProperty(span.status, 'message');
};

/** Register before the exporting processor: processors run in order. */
export const redaction: SpanProcessor = {
  onStart: () => undefined,
  onEnd: redactSpan,
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};
