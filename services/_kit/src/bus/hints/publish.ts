import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../../observability/log.js';
import type { EventDefinition } from '../bus.js';

/**
 * Publishes without a stream: processes that are connected receive the message at most once. Never throws, because what
 * a hint announces has already happened.
 */
export const createHints =
  (connection: NatsConnection, logger: Logger) =>
  <Payload>({ subject, codec }: EventDefinition<Payload>, payload: Payload): void => {
    try {
      connection.publish(subject, codec.encode(payload).finish());
    } catch (error) {
      logger.warn({ err: error, subject }, 'hint not published');
    }
  };

export type PublishHint = ReturnType<typeof createHints>;
