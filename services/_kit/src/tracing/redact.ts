import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-base';

/**
 * What must never leave in a trace: queries (a share's password travels in one), addresses and browsers
 * of people, statements, and messages of errors, which may quote any of them.
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
const addresses = ['url.full', 'http.url', 'http.target', 'url.path'];
const eventDropped = ['exception.message', 'exception.stacktrace'];

/** Ids would make every address a new one, and a share's id is half of its link. */
const withoutIds = (address: string): string =>
  address
    .replace(/[?#].*$/s, '')
    .replace(/(?<=\/)(?=[\w-]*\d)[\w-]{16,}|(?<=\/)[\w-]{20,}/g, ':id');

/** Clean a span in place, just before it is handed to the exporter. */
export const redactSpan = (span: ReadableSpan): void => {
  const { attributes } = span;
  for (const name of dropped) Reflect.deleteProperty(attributes, name);
  for (const name of addresses) {
    const value = attributes[name];
    if (typeof value === 'string') attributes[name] = withoutIds(value);
  }
  for (const event of span.events) {
    for (const name of eventDropped) Reflect.deleteProperty(event.attributes ?? {}, name);
  }
  Reflect.deleteProperty(span.status, 'message');
};

/** Must come before the exporting processor. */
export const redaction: SpanProcessor = {
  onStart: () => undefined,
  onEnd: redactSpan,
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};
