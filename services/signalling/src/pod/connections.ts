import { closeReasons, type CloseReason, type ProtocolError } from '../protocol/close-codes.js';
import { errorFrame } from '../protocol/server-frames.js';
import {
  createConnection,
  sendTo,
  type Connection,
  type PeerSocket,
  type UpgradeInfo,
} from '../room/connection.js';
import type { LocalMember } from '../room/member.js';
import { next, type Action, type Session, type SessionEvent } from '../room/session.js';
import { count, type Counters } from './counters.js';

type Event = SessionEvent<LocalMember<Connection>>;
type State = Session<LocalMember<Connection>>;

const idsOf = (session: State): [shareId: string, peerId: string] => {
  if (session.phase === 'joined') return [session.shareId, session.membership.peerId];
  if (session.phase === 'authorizing') return [session.shareId, session.peerId];
  return ['', ''];
};

/** The open sockets of this pod; performs the actions of their sessions. */
export const createConnections = (options: {
  counters: Counters;
  nowMs: () => number;
  /** The socket of a member is closed; the member leaves its room. */
  onLeave: (member: LocalMember<Connection>) => void;
}) => {
  const { counters, nowMs } = options;
  const open = new Map<number, Connection>();
  /** In order of arrival. */
  const awaitingJoin = new Set<Connection>();
  let nextId = 1;

  const release = (connection: Connection, before: State) => {
    open.delete(connection.id);
    awaitingJoin.delete(connection);
    connection.upgradeInfo = undefined;
    if (before.phase === 'joined') options.onLeave(before.membership);
  };

  const closeSocket = (connection: Connection, before: State, closeReason: CloseReason) => {
    const { socket } = connection;
    count(counters.closed, closeReason.errorCode);
    if (before.phase !== 'joined') count(counters.joins, closeReason.errorCode);
    release(connection, before);
    if (!socket) return;
    connection.socket = undefined;
    socket.send(errorFrame(...idsOf(before), closeReason));
    socket.end(closeReason.closeCode, closeReason.message);
  };

  const sendError = (connection: Connection, error: ProtocolError) => {
    count(counters.dropped, error.errorCode);
    send(connection, errorFrame(...idsOf(connection.session), error));
  };

  /** Advances the session and performs its action, unless the action needs the room. */
  const advance = (connection: Connection, event: Event): Action => {
    const before = connection.session;
    const [after, action] = next(before, event);
    connection.session = after;
    switch (action.do) {
      case 'close':
        closeSocket(connection, before, action.closeReason);
        break;
      case 'release':
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

  const close = (connection: Connection, closeReason: CloseReason): void => {
    advance(connection, { type: 'close', closeReason });
  };

  const send = (connection: Connection, data: string | Uint8Array): void => {
    if (sendTo(connection, data) === 'sent') return;
    count(counters.dropped, closeReasons.slowConsumer.errorCode);
    close(connection, closeReasons.slowConsumer);
  };

  return {
    send,
    close,
    sendError,
    advance,
    get size() {
      return open.size;
    },
    all: (): Connection[] => [...open.values()],
    find: (id: number): Connection | undefined => open.get(id),

    accept: (networkKey: string, upgradeInfo: UpgradeInfo): Connection =>
      createConnection(nextId++, networkKey, upgradeInfo, nowMs()),
    onOpen: (connection: Connection, socket: PeerSocket) => {
      connection.socket = socket;
      open.set(connection.id, connection);
      awaitingJoin.add(connection);
    },
    /** Stops the join deadline and hands over the upgrade info. */
    takeUpgradeInfo: (connection: Connection): UpgradeInfo | undefined => {
      awaitingJoin.delete(connection);
      const { upgradeInfo } = connection;
      connection.upgradeInfo = undefined;
      return upgradeInfo;
    },
    onClosed: (connection: Connection) => {
      advance(connection, { type: 'socket-closed' });
    },
    /** Closes the sockets whose join deadline has passed. */
    sweep: () => {
      const now = nowMs();
      for (const connection of awaitingJoin) {
        // Ordered by arrival: later connections have later deadlines.
        if (advance(connection, { type: 'clock', nowMs: now }).do === 'nothing') break;
      }
    },
  };
};

export type Connections = ReturnType<typeof createConnections>;
