import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fields of a span that the tests read. */
export interface ReceivedSpan {
  service: string;
  name: string;
  /** OTLP: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  attributes: Record<string, string>;
}

/** The parent span in the `traceparent` of a tracing browser. */
export const browserSpan = '00f067aa0ba902b7';

interface Field {
  number: number;
  varint: number;
  bytes: Buffer;
}

/** Decodes protobuf without a schema into field numbers and raw values. */
const fields = (bytes: Buffer): Field[] => {
  const found: Field[] = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const field: Field = { number: Math.floor(tag / 8), varint: 0, bytes: Buffer.alloc(0) };
    const type = tag % 8;
    if (type === 0) field.varint = varint();
    else {
      const length = type === 2 ? varint() : type === 1 ? 8 : 4;
      field.bytes = bytes.subarray(at, at + length);
      at += length;
    }
    found.push(field);
  }
  return found;
};

const all = (bytes: Buffer, number: number): Buffer[] =>
  fields(bytes)
    .filter((field) => field.number === number)
    .map((field) => field.bytes);

const attributesOf = (message: Buffer, number: number): Record<string, string> =>
  Object.fromEntries(
    all(message, number).map((pair) => {
      const key = all(pair, 1)[0]?.toString() ?? '';
      const [value] = all(pair, 2).flatMap(fields);
      return [key, value?.number === 1 ? value.bytes.toString() : String(value?.varint)];
    }),
  );

/** Field numbers of opentelemetry/proto/trace/v1/trace.proto. */
const spansIn = (request: Buffer): ReceivedSpan[] =>
  all(request, 1).flatMap((resourceSpans) => {
    const resource = all(resourceSpans, 1)[0] ?? Buffer.alloc(0);
    const service = attributesOf(resource, 1)['service.name'] ?? '';
    return all(resourceSpans, 2)
      .flatMap((scopeSpans) => all(scopeSpans, 2))
      .map((span) => ({
        service,
        name: all(span, 5)[0]?.toString() ?? '',
        kind: fields(span).find(({ number }) => number === 6)?.varint ?? 0,
        traceId: all(span, 1)[0]?.toString('hex') ?? '',
        spanId: all(span, 2)[0]?.toString('hex') ?? '',
        parentSpanId: all(span, 4)[0]?.toString('hex') ?? '',
        attributes: attributesOf(span, 9),
      }));
  });

export interface Collector {
  url: string;
  spans: ReceivedSpan[];
  /** All received bytes, to search for secrets. */
  raw: Buffer[];
  stop(): Promise<void>;
}

/** Receives and stores traces like an OpenTelemetry collector (OTLP over HTTP). */
export const startCollector = async (): Promise<Collector> => {
  const spans: ReceivedSpan[] = [];
  const raw: Buffer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      raw.push(body);
      spans.push(...spansIn(body));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    raw,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const kinds = ['', 'internal', 'server', 'client', 'producer', 'consumer'];

/**
 * The steps of a trace from a tracing browser, whose span is the parent of the first one here, to the consumer of
 * a service, like `gateway server > shares server`; empty until it is complete.
 */
export const pathTo = (service: string, spans: readonly ReceivedSpan[]): string => {
  const path: string[] = [];
  let step = spans.find((span) => span.service === service && span.kind === 5);
  while (step) {
    const { service: where, kind, parentSpanId } = step;
    path.push(`${where} ${kinds[kind] ?? ''}`);
    if (parentSpanId === browserSpan) return path.reverse().join(' > ');
    step = spans.find(({ spanId }) => spanId === parentSpanId);
  }
  return '';
};
