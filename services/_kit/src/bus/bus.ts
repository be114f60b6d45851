/** A published or consumed message. `id` is globally unique and is the deduplication key. */
export interface EventMessage {
  id: string;
  /** `<service>.<noun>.<verb>.v1`; the first part names the stream. */
  subject: string;
  data: Uint8Array;
  /** W3C trace context of the request that caused the event; empty when unknown. */
  traceparent: string;
}

/** Binds a subject to the codec of its payload. */
export interface EventDefinition<Payload> {
  subject: string;
  codec: {
    encode(payload: Payload): { finish(): Uint8Array };
    decode(data: Uint8Array): Payload;
  };
}

export interface EventMeta {
  id: string;
  subject: string;
}

export interface Subscription {
  stop(): Promise<void>;
}

export interface ConsumerOptions {
  /** The publishing service, e.g. `shares`. */
  source: string;
  /** Durable name, e.g. `audit`; replicas with the same name compete for messages. */
  durable: string;
  /** For subjects of the source. Messages on other subjects are acknowledged and dropped. */
  handlers: readonly EventHandler[];
  /**
   * Handlers that may run at the same time; they start in the order of the messages. Default: 1. Use more only if the
   * handlers preserve the order that matters.
   */
  concurrency?: number;
}

/** Throws if a handler is for another source: the broker lets a source publish only subjects that begin with its name. */
export const requireOwnSubjects = ({ source, durable, handlers }: ConsumerOptions): void => {
  const foreign = handlers.find(({ subject }) => sourceOf(subject) !== source);
  if (foreign) {
    throw new TypeError(`${durable}: ${foreign.subject} is not an event of ${source}`);
  }
};

export interface EventHandler {
  subject: string;
  handle(message: EventMessage): Promise<void>;
}

export interface EventBus {
  /** Resolves when the broker has stored the message; publishing the same id again within minutes is a no-op. */
  publish(message: EventMessage): Promise<void>;
  /**
   * At-least-once delivery: a handler that rejects is called again with growing delays; after the last attempt the
   * message goes to the dead-letter stream. Handlers must be idempotent by `meta.id`.
   */
  consume(options: ConsumerOptions): Promise<Subscription>;
  /**
   * Every process receives every message published from now on, except while it is disconnected. Use it for hints
   * that another mechanism backs up (closing rooms), never for state.
   */
  observe(subject: string, handle: (message: EventMessage) => void): Promise<Subscription>;
  isConnected(): boolean;
  close(): Promise<void>;
}

/** Thrown by a handler for a message that can never succeed; the message becomes a dead letter without a retry. */
export class PoisonMessage extends Error {
  override readonly name = 'PoisonMessage';
}

/** Handler of one event type with its payload decoded. A payload that does not decode is poison. */
export const on = <Payload>(
  definition: EventDefinition<Payload>,
  handle: (payload: Payload, meta: EventMeta) => Promise<void>,
): EventHandler => ({
  subject: definition.subject,
  handle: async (message) => {
    let payload: Payload;
    try {
      payload = definition.codec.decode(message.data);
    } catch (error) {
      throw new PoisonMessage(`${message.subject} does not decode`, { cause: error });
    }
    await handle(payload, { id: message.id, subject: message.subject });
  },
});

export const sourceOf = (subject: string): string => subject.slice(0, subject.indexOf('.'));
