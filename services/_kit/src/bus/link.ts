import type { NatsConnection } from '@nats-io/transport-node';
import { ServiceError } from '../errors.js';

export const brokerUnavailable = (): ServiceError =>
  new ServiceError('unavailable', 'broker-unavailable', 'The event broker is not connected.');

/** The connection to the broker and its interruptions. */
export interface Link {
  isConnected: () => boolean;
  onReconnect: (listener: () => void) => void;
  /** Rejects when the connection is lost: a reply to an earlier request never arrives on the next one. */
  whileConnected: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Follows the connection: the client reports changes only. */
export const watchLink = (connection: NatsConnection): Link => {
  const listeners: (() => void)[] = [];
  const interruptions = new Set<() => void>();
  let isUp = true;
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') {
        isUp = false;
        for (const interrupt of interruptions) interrupt();
      }
      if (type === 'reconnect') {
        isUp = true;
        for (const listener of listeners) listener();
      }
    }
  })();
  return {
    isConnected: () => isUp && !connection.isClosed(),
    onReconnect: (listener) => void listeners.push(listener),
    whileConnected: async (work) => {
      let interrupt: () => void = () => undefined;
      const interrupted = new Promise<never>((_resolve, reject) => {
        interrupt = () => reject(brokerUnavailable());
      });
      interruptions.add(interrupt);
      try {
        return await Promise.race([work(), interrupted]);
      } finally {
        interruptions.delete(interrupt);
      }
    },
  };
};
