import type { NodeConnectionOptions } from '@nats-io/transport-node';

/**
 * The client drops a connection after three intervals without a reply, here 15 s. With its default interval (2 min) it
 * would keep the connection to a suspended broker, or to a machine that has vanished, for six minutes.
 */
const defaultPingIntervalMs = 5_000;
const maxPingOut = 2;

/**
 * Options of a connection that lasts as long as its process: the client reconnects without limit, also when the broker
 * refuses it, as it does while its users are replaced or when it was too slow to authenticate. By default, two such
 * refusals close the connection.
 */
export const lastingConnection = (
  pingIntervalMs: number = defaultPingIntervalMs,
): NodeConnectionOptions => ({
  maxReconnectAttempts: -1,
  ignoreAuthErrorAbort: true,
  reconnectTimeWait: 250,
  reconnectJitter: 250,
  timeout: 5_000,
  pingInterval: pingIntervalMs,
  maxPingOut,
});
