import { isCheckId } from '@tandem/proto/browser/signalling-limits';
import { closeReasons } from '../protocol/close-codes.js';
import { limits } from '../protocol/limits.js';
import type { Connection } from '../room/connection.js';
import type { LocalMember } from '../room/member.js';
import type { Connections } from './connections.js';

/**
 * Recipients that only check the connection. The sender does not list them, so they must not hold a place of the room,
 * or the relay, for longer than a check takes.
 */
export const createCheckVisits = (options: {
  connections: Pick<Connections, 'close'>;
  nowMs: () => number;
}) => {
  /** When the visits end, in order. */
  const ends = new Map<Connection, number>();
  return {
    add: ({ role, peerId, connection }: LocalMember<Connection>): void => {
      if (role === 'receiver' && isCheckId(peerId))
        ends.set(connection, options.nowMs() + limits.checkCloseMs);
    },
    remove: (connection: Connection): void => {
      ends.delete(connection);
    },
    sweep: (): void => {
      for (const [connection, endMs] of ends) {
        if (endMs > options.nowMs()) return;
        options.connections.close(connection, closeReasons.checkOver);
      }
    },
  };
};

export type CheckVisits = ReturnType<typeof createCheckVisits>;
