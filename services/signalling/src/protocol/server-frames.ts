import type {
  ErrorFrame,
  JoinedFrame,
  Peer,
  PresenceFrame,
  RelayedFrame,
} from '@tandem/proto/browser/ws/frames';
import type { FrameBuffer } from './frame-buffer.js';
import { isPresent, type FrameType, type Range } from './parse-frame.js';
import type { ProtocolError } from './close-codes.js';
import type { Role } from './role.js';

/** Frames to clients. */
export const joinedFrame = (
  shareId: string,
  peerId: string,
  role: Role,
  members: readonly Peer[],
): string => {
  const peers = members.map((member): Peer => ({ peerId: member.peerId, role: member.role }));
  const frame: JoinedFrame = { type: 'joined', shareId, peerId, payload: { role, peers } };
  return JSON.stringify(frame);
};

export const presenceFrame = (
  type: PresenceFrame['type'],
  shareId: string,
  { peerId, role }: Peer,
): string => {
  const frame: PresenceFrame = { type, shareId, peerId, payload: { peerId, role } };
  return JSON.stringify(frame);
};

export const errorFrame = (
  shareId: string,
  peerId: string,
  { errorCode, message, isRetryable }: ProtocolError,
): string => {
  const frame: ErrorFrame = {
    type: 'error',
    shareId,
    peerId,
    payload: { code: errorCode, message, retryable: isRetryable },
  };
  return JSON.stringify(frame);
};

/** The keys of a relayed frame as JSON; the contract decides which there are. */
const json: { readonly [Key in keyof Required<RelayedFrame>]: `"${Key}":` } = {
  type: '"type":',
  shareId: '"shareId":',
  peerId: '"peerId":',
  traceparent: '"traceparent":',
  payload: '"payload":',
};
const beforeType = `{${json.type}"`;
const beforeShareId = `",${json.shareId}"`;
const beforePeerId = `",${json.peerId}"`;
const beforeTraceparent = `,${json.traceparent}"`;
const beforePayload = `,${json.payload}`;

const closeBrace = 0x7d;

/**
 * Writes a new envelope over the incoming one, around the payload in the buffer: the payload is neither copied nor
 * decoded. The peer ID is that of the author's connection. IDs need no escaping (see the contract). The result is valid
 * until the next frame is loaded.
 */
export const relayFrame = (
  type: FrameType,
  shareId: string,
  peerId: string,
  traceparent: string,
  { bytes }: FrameBuffer,
  payload: Range,
): Buffer => {
  const head =
    `${beforeType}${type}${beforeShareId}${shareId}${beforePeerId}${peerId}"` +
    (traceparent === '' ? '' : `${beforeTraceparent}${traceparent}"`) +
    (isPresent(payload) ? beforePayload : '');
  const start = isPresent(payload) ? payload.start - head.length : 0;
  const end = isPresent(payload) ? payload.end : head.length;
  bytes.write(head, start, 'latin1');
  bytes[end] = closeBrace;
  return bytes.subarray(start, end + 1);
};
