import type { FrameType } from './frame.js';
import { limits, type Complaint } from './limits.js';
import type { Role } from './member.js';

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
export const errorFrame = (shareId: string, peerId: string, what: Complaint): string =>
  JSON.stringify({
    type: 'error',
    shareId,
    peerId,
    payload: { code: what.reason, message: what.message, retryable: what.isRetryable },
  });

/** Longest envelope around a payload, in bytes. */
const envelopeBytes = 512;
const scratch = Buffer.allocUnsafe(limits.frameBytes + envelopeBytes);
const closeBrace = 0x7d;

/**
 * A frame around a payload that is copied as bytes and never decoded; the peer id is the sender's own. The result
 * is valid until the next call.
 */
export const relayFrame = (
  type: FrameType,
  shareId: string,
  peerId: string,
  traceparent: string,
  source: Buffer,
  payload: { readonly start: number; readonly end: number },
): Buffer => {
  let at = scratch.write(
    `{"type":"${type}","shareId":"${shareId}","peerId":"${peerId}"` +
      (traceparent === '' ? '' : `,"traceparent":"${traceparent}"`) +
      (payload.start === 0 ? '' : ',"payload":'),
    'latin1',
  );
  at += source.copy(scratch, at, payload.start, payload.end);
  scratch[at] = closeBrace;
  return scratch.subarray(0, at + 1);
};
