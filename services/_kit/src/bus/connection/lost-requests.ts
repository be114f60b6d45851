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
  let lose: (error: Error) => void = () => undefined;
  let lost: Promise<never>;
  const expectLoss = () => {
    lost = new Promise((_resolve, reject) => (lose = reject));
    lost.catch(() => undefined);
  };
  expectLoss();
  void followStatus(connection, {
    onDown: () => {
      lose(new ConnectionLost('The connection to the broker was lost.'));
      expectLoss();
    },
    onUp: () => undefined,
  });

  /** Rejects when the connection is lost first. */
  const whileConnected = <Answer>(request: () => Promise<Answer>): Promise<Answer> =>
    Promise.race([request(), lost]);

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
