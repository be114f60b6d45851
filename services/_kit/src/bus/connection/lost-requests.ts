import { JetStreamApiError } from '@nats-io/jetstream';
import { PermissionViolationError, type NatsConnection } from '@nats-io/transport-node';
import { untilMet, type Need } from '../../process/readiness.js';
import { followStatus } from './status.js';

class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

const isRefusal = (error: unknown): boolean =>
  error instanceof PermissionViolationError ||
  (error instanceof JetStreamApiError && error.status < 500) ||
  (error instanceof Error && error.cause !== undefined && isRefusal(error.cause));

/**
 * Requests that end with the connection they were sent on. The client waits for an answer until the request times out,
 * although the broker that would have sent it is gone: 5 s for JetStream's API.
 */
export const createLostRequests = (connection: NatsConnection) => {
  const pending = new Set<(error: Error) => void>();
  void followStatus(connection, {
    onDown: () => {
      const error = new ConnectionLost('The connection to the broker was lost.');
      for (const reject of pending) reject(error);
      pending.clear();
    },
    onUp: () => undefined,
  });

  /** Rejects when the connection is lost first. Not a race with one promise for all: that would keep every answer. */
  const whileConnected = <Answer>(request: () => Promise<Answer>): Promise<Answer> =>
    new Promise((resolve, reject) => {
      pending.add(reject);
      void request()
        .then(resolve, reject)
        .finally(() => pending.delete(reject));
    });

  return {
    whileConnected,
    /** For the start of a process: repeats the request until the broker has answered it, or the start deadline. */
    untilAnswered: <Answer>(request: () => Promise<Answer>, need?: Need): Promise<Answer> =>
      untilMet(need, () => whileConnected(request), {
        isTransient: (error) => !isRefusal(error) && !connection.isClosed(),
      }),
  };
};

export type LostRequests = ReturnType<typeof createLostRequests>;
