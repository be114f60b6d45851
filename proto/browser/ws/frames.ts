/**
 * Frames of the signalling socket: JSON objects in text messages. `docs/protocol.md`, part 1, describes their order.
 * Unknown keys and unknown types are ignored by both sides.
 */

import { z } from 'zod';
import { grant, password, shareId } from '../http/fields.js';
import { signallingLimits } from '../signalling-limits.js';

export const role = z.enum(['sender', 'receiver']);
export type Role = z.infer<typeof role>;

/** None of these characters needs escaping in JSON. */
export const peerId = z
  .string()
  .regex(new RegExp(`^[\\w.:~-]{1,${signallingLimits.peerIdLength}}$`));

export const peer = z.object({ peerId, role });
export type Peer = z.infer<typeof peer>;

/** `traceparent` of W3C Trace Context; a malformed one is ignored. */
const traced = { traceparent: z.string().optional() };

const envelope = { shareId, peerId };

/** Carries a password, a grant, or neither when the session cookie is the credential. */
export const joinFrame = z.object({
  type: z.literal('join'),
  ...envelope,
  ...traced,
  password: password.optional(),
  grant: grant.optional(),
});
export type JoinFrame = z.infer<typeof joinFrame>;

/** `connection` identifies the sender's peer connection, `offerId` the offer that is made or answered. */
export const sdpPayload = z.object({
  sdp: z.string(),
  connection: z.string().optional(),
  offerId: z.string().optional(),
});
export type SdpPayload = z.infer<typeof sdpPayload>;

export const candidatePayload = z.object({
  candidate: z.string(),
  sdpMid: z.string().nullable(),
  sdpMLineIndex: z.number().int().nullable(),
  connection: z.string().optional(),
});
export type CandidatePayload = z.infer<typeof candidatePayload>;

/** Messages between peers. The server relays the payload unread. */
const sdpSignal = { type: z.enum(['offer', 'answer']), payload: sdpPayload };
const candidateSignal = { type: z.literal('ice-candidate'), payload: candidatePayload };
export const signal = z.discriminatedUnion('type', [
  z.object(sdpSignal),
  z.object(candidateSignal),
]);
export type Signal = z.infer<typeof signal>;

/** `to` is the peer ID of the target; required when a sender has several receivers. */
const addressed = { ...envelope, ...traced, to: z.string().optional() };
const ping = { type: z.literal('ping'), ...envelope, payload: z.unknown().optional() };

export const clientFrame = z.discriminatedUnion('type', [
  joinFrame,
  z.object({ ...sdpSignal, ...addressed }),
  z.object({ ...candidateSignal, ...addressed }),
  z.object(ping),
]);
export type ClientFrame = z.infer<typeof clientFrame>;

/** `peers` are the counterparts in the room: the sender, or all receivers. */
export const joinedFrame = z.object({
  type: z.literal('joined'),
  ...envelope,
  payload: z.object({ role, peers: z.array(peer) }),
});
export type JoinedFrame = z.infer<typeof joinedFrame>;

export const presenceFrame = z.object({
  type: z.enum(['peer-joined', 'peer-left']),
  ...envelope,
  payload: peer,
});
export type PresenceFrame = z.infer<typeof presenceFrame>;

/** The IDs are empty before a join. `code` is an `ErrorCode` of `close-codes.ts`, `message` is for users. */
export const errorFrame = z.object({
  type: z.literal('error'),
  shareId: z.string(),
  peerId: z.string(),
  payload: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }),
});
export type ErrorFrame = z.infer<typeof errorFrame>;

/** `peerId` is the author's, set by the server. */
const relayed = { ...envelope, ...traced };
export const relayedFrame = z.discriminatedUnion('type', [
  z.object({ ...sdpSignal, ...relayed }),
  z.object({ ...candidateSignal, ...relayed }),
]);
export type RelayedFrame = z.infer<typeof relayedFrame>;

export const serverFrame = z.discriminatedUnion('type', [
  joinedFrame,
  presenceFrame,
  errorFrame,
  ...relayedFrame.options,
  z.object(ping),
]);
export type ServerFrame = z.infer<typeof serverFrame>;
