import type { FrameBuffer } from './frame-buffer.js';
import { isPresent, type FrameType, type Range } from './parse-frame.js';
import type { ProtocolError } from './close-codes.js';
import type { Role } from './role.js';

/**
 * Frames to clients: `{ type, shareId, peerId, payload? }`. Share ids and peer ids are made of characters that need no
 * escaping (see `join.ts`).
 */
export interface Peer {
  readonly peerId: string;
  readonly role: Role;
}

const peerJson = ({ peerId, role }: Peer): string => `{"peerId":"${peerId}","role":"${role}"}`;

export const joinedFrame = (
  shareId: string,
  peerId: string,
  role: Role,
  peers: readonly Peer[],
): string =>
  `{"type":"joined","shareId":"${shareId}","peerId":"${peerId}",` +
  `"payload":{"role":"${role}","peers":[${peers.map(peerJson).join()}]}}`;

export const peerFrame = (type: 'peer-joined' | 'peer-left', shareId: string, peer: Peer): string =>
  `{"type":"${type}","shareId":"${shareId}","peerId":"${peer.peerId}","payload":${peerJson(peer)}}`;

/** `code` is the stable reason; `retryable` says whether sending or connecting again can help. */
export const errorFrame = (shareId: string, peerId: string, what: ProtocolError): string =>
  JSON.stringify({
    type: 'error',
    shareId,
    peerId,
    payload: { code: what.errorCode, message: what.message, retryable: what.isRetryable },
  });

const closeBrace = 0x7d;

/**
 * Writes a new envelope over the incoming one, around the payload in the buffer: the payload is neither copied nor
 * decoded. The peer id is that of the author's connection. The result is valid until the next frame is loaded.
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
    `{"type":"${type}","shareId":"${shareId}","peerId":"${peerId}"` +
    (traceparent === '' ? '' : `,"traceparent":"${traceparent}"`) +
    (isPresent(payload) ? ',"payload":' : '');
  const start = isPresent(payload) ? payload.start - head.length : 0;
  const end = isPresent(payload) ? payload.end : head.length;
  bytes.write(head, start, 'latin1');
  bytes[end] = closeBrace;
  return bytes.subarray(start, end + 1);
};
