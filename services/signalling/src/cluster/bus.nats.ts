import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '@tandem/kit';
import { followStatus } from '@tandem/kit/bus';
import { parseAddress } from '../room/address.js';
import type { ClusterBus, ClusterBusHandlers } from './bus.js';

const broadcastOf = (podId: string) => `signal.all.${podId}`;
const inboxes = 'signal.pod.';

/**
 * NATS core: one wildcard subscription for all broadcasts and one for the pod's inbox, none per room. While the client
 * reconnects, it drops published messages without an error, so the connection state is tracked and sending returns false.
 */
export const createNatsClusterBus = async (
  connection: NatsConnection,
  podId: string,
  handlers: ClusterBusHandlers,
  logger: Logger,
): Promise<ClusterBus> => {
  let isUp = true;
  const setUp = (up: boolean) => {
    if (up === isUp) return;
    isUp = up;
    handlers.onConnection(up);
  };
  const changes = { onDown: () => setUp(false), onUp: () => setUp(true) };
  void followStatus(connection, changes).then(changes.onDown);

  const publish = (subject: string, data: Uint8Array, reply?: string): boolean => {
    if (!isUp || connection.isClosed() || connection.isDraining()) return false;
    connection.publish(subject, data, reply === undefined ? undefined : { reply });
    return true;
  };

  const subscribe = (subject: string, handle: (message: Msg) => void) =>
    connection.subscribe(subject, {
      callback: (error, message) => {
        // The broker has refused the subscription, for example because the pod's user lacks the permission.
        if (error) logger.error({ err: error, subject }, 'subscription failed');
        else handle(message);
      },
    });

  const own = broadcastOf(podId);
  const broadcasts = subscribe(broadcastOf('*'), (message) => {
    if (message.subject === own) handlers.onEcho();
    else handlers.onBroadcast(message.data);
  });
  const inbox = subscribe(`${inboxes}${podId}.>`, (message) => {
    const target = parseAddress(message.subject.slice(inboxes.length));
    if (!target) {
      handlers.onControl(message.data);
      return;
    }
    const reply = message.reply ?? '';
    const lastDot = reply.lastIndexOf('.');
    handlers.onRelay(
      target.epoch,
      target.conn,
      reply.slice(0, lastDot),
      Number(reply.slice(lastDot + 1)),
      message.data,
    );
  });
  await connection.flush();

  return {
    broadcast: (data) => publish(own, data),
    sendToPod: (target, data) => publish(`${inboxes}${target}.control`, data),
    relay: (target, origin, frame) =>
      publish(`${inboxes}${target}`, Uint8Array.from(frame), `${origin}.${Date.now()}`),
    isConnected: () => isUp && !connection.isClosed(),
    flush: () => (isUp ? connection.flush() : Promise.resolve()),
    close: () => {
      broadcasts.unsubscribe();
      inbox.unsubscribe();
      return Promise.resolve();
    },
  };
};
