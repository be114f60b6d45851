import {
  createConnection,
  sendTo,
  type Connection,
  type PeerSocket,
  type Rate,
  type Visitor,
} from '../room/connection.js';
import { closeReasons, type CloseReason, type ProtocolError } from '../protocol/close-codes.js';
import type { LocalMember } from '../room/member.js';
import { errorFrame } from '../protocol/server-frames.js';
import { next, type Action, type Session, type SessionEvent } from '../room/session.js';
import { count, type Stats } from './counters.js';

type Event = SessionEvent<LocalMember<Connection>>;
type State = Session<LocalMember<Connection>>;

const idsOf = (session: State): [shareId: string, peerId: string] => {
  if (session.phase === 'joined') return [session.shareId, session.membership.peerId];
  if (session.phase === 'authorising') return [session.shareId, session.peerId];
  return ['', ''];
};

/** The open sockets of this pod, and the hands of their state machines. */
export const createConnections = (options: {
  stats: Stats;
  nowMs: () => number;
  rate: Rate;
  /** A member's socket is no more; its room must hear of it. */
  onLeave: (member: LocalMember<Connection>) => void;
}) => {
  const { stats, nowMs } = options;
  const open = new Map<number, Connection>();
  /** In order of arrival. */
  const awaitingJoin = new Set<Connection>();
  let nextId = 1;

  const release = (connection: Connection, before: State) => {
    open.delete(connection.id);
    awaitingJoin.delete(connection);
    connection.visitor = undefined;
    if (before.phase === 'joined') options.onLeave(before.membership);
  };

  const close = (connection: Connection, before: State, closeReason: CloseReason) => {
    const { socket } = connection;
    count(stats.ended, closeReason.errorCode);
    if (before.phase !== 'joined') count(stats.joins, closeReason.errorCode);
    release(connection, before);
    if (!socket) return;
    connection.socket = undefined;
    socket.send(errorFrame(...idsOf(before), closeReason));
    socket.end(closeReason.closeCode, closeReason.message);
  };

  const sendError = (connection: Connection, error: ProtocolError) => {
    count(stats.drops, error.errorCode);
    send(connection, errorFrame(...idsOf(connection.session), error));
  };

  /** Feed an event to the connection's state machine and do what it says, except what needs the room. */
  const advance = (connection: Connection, event: Event): Action => {
    const before = connection.session;
    const [after, action] = next(before, event);
    connection.session = after;
    switch (action.do) {
      case 'close':
        close(connection, before, action.closeReason);
        break;
      case 'forget':
        connection.socket = undefined;
        release(connection, before);
        break;
      case 'send-error':
        sendError(connection, action.error);
        break;
      default:
    }
    return action;
  };

  const end = (connection: Connection, closeReason: CloseReason): void => {
    advance(connection, { type: 'end', closeReason });
  };

  /** A function declaration, because sending may end the connection and ending may send. */
  function send(connection: Connection, data: string | Uint8Array): void {
    if (sendTo(connection, data) === 'sent') return;
    count(stats.drops, 'slow-consumer');
    end(connection, closeReasons.slowConsumer);
  }

  return {
    send,
    end,
    sendError,
    advance,
    get size() {
      return open.size;
    },
    all: (): Connection[] => [...open.values()],
    find: (id: number): Connection | undefined => open.get(id),

    accept: (networkKey: string, visitor: Visitor): Connection =>
      createConnection(nextId++, networkKey, visitor, nowMs(), options.rate),
    opened: (connection: Connection, socket: PeerSocket) => {
      connection.socket = socket;
      open.set(connection.id, connection);
      awaitingJoin.add(connection);
    },
    /** The join has come: the deadline no longer counts, and what the upgrade told is handed over. */
    takeVisitor: (connection: Connection): Visitor | undefined => {
      awaitingJoin.delete(connection);
      const { visitor } = connection;
      connection.visitor = undefined;
      return visitor;
    },
    gone: (connection: Connection) => {
      advance(connection, { type: 'socket-gone' });
    },
    /** End those that have not joined in time. */
    sweep: () => {
      const now = nowMs();
      for (const connection of awaitingJoin) {
        // The first that may still wait ends the search: the others came later.
        if (advance(connection, { type: 'clock', nowMs: now }).do === 'nothing') break;
      }
    },
  };
};

export type Connections = ReturnType<typeof createConnections>;
