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
  /** Used only by the join, which clears it. */
  upgradeInfo: UpgradeInfo | undefined;
  bucket: Bucket;
}

/** Token bucket of the message rate. It counts the tokens taken, not those left, because its size changes. */
export interface Bucket {
  taken: number;
  refilledAtMs: number;
  /**
   * The highest number of counterparts since the bucket was last full: a counterpart that leaves removes no tokens, and
   * one that returns adds none.
   */
  counterparts: number;
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
): Connection => ({
  id,
  networkKey,
  socket: undefined,
  session: { phase: 'awaiting-join', deadlineMs: nowMs + limits.joinDeadlineMs },
  upgradeInfo,
  bucket: { taken: 0, refilledAtMs: nowMs, counterparts: 0 },
});

const missingAt = (bucket: Bucket, nowMs: number, perSecond: number): number =>
  Math.max(0, bucket.taken - (Math.max(0, nowMs - bucket.refilledAtMs) / 1000) * perSecond);

export const isFull = (bucket: Bucket, nowMs: number, { messagesPerSecond }: Rate): boolean =>
  missingAt(bucket, nowMs, messagesPerSecond) === 0;

/**
 * Tokens of a frame. A receiver that may send many bytes could fill the queue of a sender with a slow line. A frame needs
 * a full bucket at most, or it could never be sent.
 */
export const tokensOf = (frameBytes: number, { messageBurst }: Rate): number =>
  Math.min(messageBurst, Math.max(1, Math.ceil(frameBytes / limits.bytesPerMessage)));

/**
 * Takes the tokens of a frame; false when the bucket has fewer. Rate and burst are multiplied by the number of
 * counterparts, because a sender negotiates with every receiver. `receivers` is undefined unless the connection is that
 * of a sender.
 */
export const takeTokens = (
  bucket: Bucket,
  tokens: number,
  nowMs: number,
  receivers: number | undefined,
  { messagesPerSecond, messageBurst }: Rate,
): boolean => {
  const taken = missingAt(bucket, nowMs, messagesPerSecond * Math.max(1, receivers ?? 1));
  const counterparts = receivers === undefined ? 1 : Math.max(limits.minBurstReceivers, receivers);
  bucket.counterparts = taken === 0 ? counterparts : Math.max(bucket.counterparts, counterparts);
  bucket.taken = taken;
  bucket.refilledAtMs = nowMs;
  if (taken + tokens > messageBurst * bucket.counterparts) return false;
  bucket.taken = taken + tokens;
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
