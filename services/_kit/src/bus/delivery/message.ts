import type { MsgHdrs } from '@nats-io/transport-node';
import type { EventMessage } from '../bus.js';

export const traceHeader = 'traceparent';
export const idHeader = 'Nats-Msg-Id';

interface Received {
  subject: string;
  data: Uint8Array;
  headers?: MsgHdrs | undefined;
}

/** `unnamed` stands in for a missing id. */
export const toMessage = (source: Received, unnamed: string): EventMessage => ({
  id: source.headers?.get(idHeader) ?? unnamed,
  subject: source.subject,
  data: source.data,
  traceparent: source.headers?.get(traceHeader) ?? '',
});

/**
 * `<durable>:<when its stream stored the event, ns>:<id>`. A redriven event has been stored again, so that a second dead
 * letter of it is not dropped as a duplicate of the first.
 */
export const deadLetterId = (durable: string, storedAtNanos: bigint, id: string): string =>
  `${durable}:${storedAtNanos}:${id}`;

/** Of the event. Dead letters of earlier releases have the id `<durable>:<id>`. */
export const idInDeadLetter = (deadLetter: string): string =>
  deadLetter.replace(/^[^:]*:(?:\d+:)?/, '');

/** Of spans: https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/ */
export const messagingAttributes = ({ id, subject }: EventMessage) => ({
  'messaging.system': 'nats',
  'messaging.destination.name': subject,
  'messaging.message.id': id,
});
