import { hardLimits, limits } from '../protocol/limits.js';
import type { LocalMember } from './member.js';
import type { Session } from './session.js';

/** What we need of a web socket; uWebSockets.js' own object fits, so that a peer costs no wrapper. */
export interface PeerSocket {
  /** 0 when bytes began to pile up, 1 when sent, 2 when dropped. */
  send(data: string | Uint8Array): number;
  getBufferedAmount(): number;
  end(code: number, reason: string): void;
}

/** Everything we keep per socket. Ten thousand of these are idle at any time: keep it small. */
export interface Connection {
  /** Unique in this run of the pod. */
  readonly id: number;
  /** `networkKey` of the client's address, for the limit of sockets. */
  readonly networkKey: string;
  socket: PeerSocket | undefined;
  session: Session<LocalMember<Connection>>;
  /** Needed until the join is authorised; emptied then. */
  visitor: Visitor | undefined;
  /** Token bucket. */
  tokens: number;
  refilledAtMs: number;
}

/** What the upgrade request told. */
export interface Visitor {
  readonly ipAddress: string;
  readonly userAgent: string;
  /** Value of the session cookie; empty without one. */
  readonly sessionCookie: string;
}

/** How fast one socket may send to each of its counterparts. */
export interface Rate {
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
}

export const createConnection = (
  id: number,
  networkKey: string,
  visitor: Visitor,
  nowMs: number,
  rate: Rate,
): Connection => ({
  id,
  networkKey,
  socket: undefined,
  session: { phase: 'awaiting-join', deadlineMs: nowMs + limits.joinDeadlineMs },
  visitor,
  tokens: rate.messageBurst,
  refilledAtMs: nowMs,
});

/**
 * Take one token; false when the socket sends too fast. The allowance is for each counterpart, because a sender
 * shakes hands with every receiver.
 */
export const takeToken = (
  connection: Connection,
  nowMs: number,
  counterparts: number,
  { messagesPerSecond, messageBurst }: Rate,
): boolean => {
  const times = Math.max(1, counterparts);
  const gained = (Math.max(0, nowMs - connection.refilledAtMs) / 1000) * messagesPerSecond * times;
  connection.tokens = Math.min(messageBurst * times, connection.tokens + gained);
  connection.refilledAtMs = nowMs;
  if (connection.tokens < 1) return false;
  connection.tokens -= 1;
  return true;
};

export type SendResult = 'sent' | 'slow' | 'dropped';

/** Send, and notice a client that does not read. */
export const sendTo = (connection: Connection, data: string | Uint8Array): SendResult => {
  const { socket } = connection;
  if (!socket) return 'dropped';
  const result = socket.send(data);
  if (result === 1) return 'sent';
  const waiting = socket.getBufferedAmount();
  if (result === 2 || waiting > hardLimits.backpressureBytes) return 'dropped';
  return waiting > limits.backpressureBytes ? 'slow' : 'sent';
};
