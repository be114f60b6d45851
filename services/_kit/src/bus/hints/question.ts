import { errors, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../../observability/log.js';
import type { EventDefinition } from '../bus.js';
import { watchConnection } from '../connection/status.js';

/**
 * `unconfirmed`: no process confirmed in time. `unreachable`: the broker cannot be reached, or no process has
 * subscribed (during an upgrade they may all be of a release without this question), so the answer is unknown.
 */
export type Outcome = 'confirmed' | 'unconfirmed' | 'unreachable';

export type Ask = <Payload>(
  question: EventDefinition<Payload>,
  payload: Payload,
) => Promise<Outcome>;

/** Asks all processes that answer the subject, and resolves with the first confirmation. Never rejects. */
export const createAsk = (
  connection: NatsConnection,
  { logger, timeoutMs }: { logger: Logger; timeoutMs: number },
): Ask => {
  const isUp = watchConnection(connection);
  return async ({ subject, codec }, payload) => {
    if (!isUp()) return 'unreachable';
    try {
      await connection.request(subject, codec.encode(payload).finish(), { timeout: timeoutMs });
      return 'confirmed';
    } catch (error) {
      // A request that was sent into a lost connection times out as well.
      if (error instanceof errors.TimeoutError) return isUp() ? 'unconfirmed' : 'unreachable';
      if (error instanceof errors.RequestError && error.isNoResponders()) return 'unreachable';
      logger.warn({ err: error, subject }, 'request to other processes not sent');
      return 'unreachable';
    }
  };
};

/**
 * Confirms what holds in this process, and is silent otherwise: another process may confirm. The client repeats the
 * subscription after a lost connection.
 */
export const confirmQuestions = <Payload>(
  connection: NatsConnection,
  { subject, codec }: EventDefinition<Payload>,
  { logger, holds }: { logger: Logger; holds: (payload: Payload) => boolean },
): void => {
  connection.subscribe(subject, {
    callback: (error, message) => {
      if (error) {
        logger.error({ err: error, subject }, 'request from another process not received');
        return;
      }
      try {
        if (holds(codec.decode(message.data))) message.respond();
      } catch (cause) {
        logger.error({ err: cause, subject }, 'failed to answer a request from another process');
      }
    },
  });
};
