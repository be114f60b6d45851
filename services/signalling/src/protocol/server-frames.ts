/** The frames that the server sends to clients. */

import type {
  ErrorFrame,
  JoinedFrame,
  Peer,
  PresenceFrame,
  RelayedFrame,
} from '@tandem/proto/browser/ws/frames';
import type { ProtocolError } from './close-codes.js';
import type { FrameBuffer } from './frame-buffer.js';
import { braceClose } from './json-scan.js';
import { isPresent, type Frame, type FrameType } from './parse-frame.js';
import type { Role } from './role.js';

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

/** The keys of a relayed frame as JSON. The type makes them match the contract. */
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

/** The member whose connection a frame came from. IDs need no escaping (see the contract). */
export interface RelayAuthor {
  readonly shareId: string;
  readonly peerId: string;
  /** What precedes the payload in relayed frames without a trace context, by type; made when first used. */
  heads: Partial<Record<FrameType, Uint8Array>> | undefined;
}

const headText = (
  { shareId, peerId }: RelayAuthor,
  type: FrameType,
  traceparent: string,
  hasPayload: boolean,
): string =>
  `${beforeType}${type}${beforeShareId}${shareId}${beforePeerId}${peerId}"` +
  (traceparent === '' ? '' : `${beforeTraceparent}${traceparent}"`) +
  (hasPayload ? beforePayload : '');

const keptHead = (author: RelayAuthor, type: FrameType): Uint8Array => {
  author.heads ??= {};
  return (author.heads[type] ??= Uint8Array.from(
    Buffer.from(headText(author, type, '', true), 'latin1'),
  ));
};

/**
 * Writes a new envelope over the incoming one, around the payload in the buffer: the payload is neither copied nor
 * decoded. The peer ID is that of the author's connection. The result is valid until the next frame is loaded.
 */
export const relayFrame = (
  author: RelayAuthor,
  { bytes }: FrameBuffer,
  { type, payload }: Frame,
  traceparent: string,
): Buffer => {
  const head =
    traceparent === '' && isPresent(payload)
      ? keptHead(author, type)
      : Buffer.from(headText(author, type, traceparent, isPresent(payload)), 'latin1');
  const start = isPresent(payload) ? payload.start - head.length : 0;
  const end = isPresent(payload) ? payload.end : head.length;
  bytes.set(head, start);
  bytes[end] = braceClose;
  return bytes.subarray(start, end + 1);
};
