import { setTimeout as pause } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../../observability/log.js';
import { withoutSecrets } from '../../process/connections.js';
import { brokerAddress } from '../broker-address.js';
import { lastingConnection } from '../connection/lasting-connection.js';
import { followStatus } from '../connection/status.js';

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

  const running = (async () => {
    const own = await untilConnected();
    if (!own) return;
    connection = own;
    if (abort.signal.aborted) {
      await own.close();
      return;
    }
    const following = followStatus(own, {
      onDown: () => {
        logger.warn('broker connection lost');
        onDown();
      },
      onUp: () => {
        logger.info('broker connection restored');
        onUp();
      },
    });
    subscribe(own);
    await own.flush().then(onUp, () => undefined);
    await following;
  })();

  return {
    close: async () => {
      abort.abort();
      await (connection?.close() ?? running);
    },
  };
};
