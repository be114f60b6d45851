import type { NatsConnection } from '@nats-io/transport-node';

/**
 * Calls `onDown` after every loss of the connection and `onUp` after every return, until it is closed. The client repeats
 * its subscriptions before it reports a return.
 */
export const followStatus = async (
  connection: NatsConnection,
  { onDown, onUp }: { onDown: () => void; onUp: () => void },
): Promise<void> => {
  for await (const { type } of connection.status()) {
    if (type === 'disconnect') onDown();
    if (type === 'reconnect') onUp();
  }
};

/** Current state of the connection; the client reports changes only. */
export const watchConnection = (connection: NatsConnection): (() => boolean) => {
  let isUp = true;
  void followStatus(connection, {
    onDown: () => {
      isUp = false;
    },
    onUp: () => {
      isUp = true;
    },
  });
  return () => isUp && !connection.isClosed();
};
