import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../../observability/log.js';
import type { EventDefinition } from '../bus.js';

/**
 * Handles each hint in one process of `group`, at most once: what is published while none is connected is missed. The
 * client repeats the subscription after a lost connection.
 */
export const followHint = <Payload>(
  connection: NatsConnection,
  { subject, codec }: EventDefinition<Payload>,
  options: { group: string; logger: Logger; handle: (payload: Payload) => Promise<void> },
): void => {
  const { group, logger, handle } = options;
  const take = async (data: Uint8Array) => {
    try {
      await handle(codec.decode(data));
    } catch (error) {
      logger.error({ err: error, subject }, 'cannot handle a hint');
    }
  };
  connection.subscribe(subject, {
    queue: group,
    callback: (error, message) => {
      if (error) logger.error({ err: error, subject }, 'hint not received');
      else void take(message.data);
    },
  });
};
