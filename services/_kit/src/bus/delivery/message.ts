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

/** Of spans: https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/ */
export const messagingAttributes = ({ id, subject }: EventMessage) => ({
  'messaging.system': 'nats',
  'messaging.destination.name': subject,
  'messaging.message.id': id,
});
