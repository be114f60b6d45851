import { setTimeout as pause } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../../observability/log.js';
import { withoutSecrets } from '../../process/connections.js';
import { brokerAddress } from '../broker-address.js';
import { lastingConnection } from '../lasting-connection.js';

export interface Observation {
  subject: string;
  handle: (data: Uint8Array) => void;
}

export interface Observer {
  close(): Promise<void>;
}

const firstConnectPauseMs = 1_000;

/**
 * Subscribes to subjects of the broker for a process that can run without them: it neither waits for the broker at
 * start nor uses the JetStream API. `onUp` is called after every connection once the subscriptions are active, `onDown`
 * after every disconnection; messages published in between are missed.
 */
export const observeBroker = (options: {
  url: string;
  name: string;
  logger: Logger;
  observations: readonly Observation[];
  onUp: () => void;
  onDown: () => void;
}): Observer => {
  const { url, name, logger, observations, onUp, onDown } = options;
  const abort = new AbortController();
  let connection: NatsConnection | undefined;

  const connectOnce = () => connect({ ...brokerAddress(url), ...lastingConnection(), name });

  const untilConnected = async (): Promise<NatsConnection | undefined> => {
    for (let attempt = 1; !abort.signal.aborted; attempt += 1) {
      try {
        return await connectOnce();
      } catch (error) {
        if (attempt === 1) {
          logger.warn({ err: error, broker: withoutSecrets(url) }, 'broker unreachable, retrying');
        }
      }
      await pause(firstConnectPauseMs, undefined, { signal: abort.signal }).catch(() => undefined);
    }
    return undefined;
  };

  const subscribe = (to: NatsConnection) => {
    for (const { subject, handle } of observations) {
      to.subscribe(subject, {
        callback: (error, message) => {
          if (error) {
            logger.error({ err: error, subject }, 'subscription failed');
            return;
          }
          try {
            handle(message.data);
          } catch (cause) {
            logger.error({ err: cause, subject }, 'failed to handle a message');
          }
        },
      });
    }
  };

  const announce = async (from: NatsConnection) => {
    for await (const { type } of from.status()) {
      if (type === 'disconnect') {
        logger.warn('broker connection lost');
        onDown();
      }
      // The client repeats its subscriptions before it reports the reconnection.
      if (type === 'reconnect') {
        logger.info('broker connection restored');
        onUp();
      }
    }
  };

  const running = (async () => {
    const own = await untilConnected();
    if (!own) return;
    connection = own;
    if (abort.signal.aborted) {
      await own.close();
      return;
    }
    const announcing = announce(own);
    subscribe(own);
    await own.flush().then(onUp, () => undefined);
    await announcing;
  })();

  return {
    close: async () => {
      abort.abort();
      await (connection?.close() ?? running);
    },
  };
};
