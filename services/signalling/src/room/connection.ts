import { hardLimits, limits } from '../protocol/limits.js';
import type { LocalMember } from './member.js';
import type { Session } from './session.js';

/** The part of a WebSocket in use. The uWebSockets.js object satisfies it, so a peer needs no wrapper. */
export interface PeerSocket {
  /** 0: bytes are queued, 1: sent, 2: dropped. */
  send(data: string | Uint8Array): number;
  getBufferedAmount(): number;
  end(code: number, reason: string): void;
}

/** State of one socket. A pod holds tens of thousands of idle ones, so keep it small. */
export interface Connection {
  /** Unique within the epoch of the pod. */
  readonly id: number;
  /** `networkKey` of the client's address, for the limit of sockets. */
  readonly networkKey: string;
  socket: PeerSocket | undefined;
  session: Session<LocalMember<Connection>>;
  /** Cleared by the join, which is the only use of it. */
  upgradeInfo: UpgradeInfo | undefined;
  /** Token bucket of the message rate. */
  tokens: number;
  refilledAtMs: number;
}

/** What the HTTP upgrade request carries. */
export interface UpgradeInfo {
  readonly ipAddress: string;
  readonly userAgent: string;
  /** Value of the session cookie; empty without one. */
  readonly sessionCookie: string;
}

/** Message rate of one socket, for each of its counterparts. */
export interface Rate {
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
}

export const createConnection = (
  id: number,
  networkKey: string,
  upgradeInfo: UpgradeInfo,
  nowMs: number,
  rate: Rate,
): Connection => ({
  id,
  networkKey,
  socket: undefined,
  session: { phase: 'awaiting-join', deadlineMs: nowMs + limits.joinDeadlineMs },
  upgradeInfo,
  tokens: rate.messageBurst,
  refilledAtMs: nowMs,
});

/**
 * Takes one token; false when the bucket is empty. Rate and burst are multiplied by the number of counterparts, because
 * a sender negotiates with every receiver.
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

/** `slow`: sent, but more is queued than a client may leave unread. */
export const sendTo = (connection: Connection, data: string | Uint8Array): SendResult => {
  const { socket } = connection;
  if (!socket) return 'dropped';
  const result = socket.send(data);
  if (result === 1) return 'sent';
  const queuedBytes = socket.getBufferedAmount();
  if (result === 2 || queuedBytes > hardLimits.backpressureBytes) return 'dropped';
  return queuedBytes > limits.backpressureBytes ? 'slow' : 'sent';
};
