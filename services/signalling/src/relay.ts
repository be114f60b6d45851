import { isPresent, textAt, type Frame } from './frame.js';
import { complaints, limits, type Complaint } from './limits.js';
import type { Connection } from './connection.js';
import type { LocalMember, Member } from './member.js';
import { relayFrame } from './outgoing.js';
import { traceparentOf } from './join.js';
import { route, type Room } from './rooms.js';

/** An offer or answer whose description is too long to be one. */
export const isSdpTooLarge = (frame: Frame): boolean =>
  (frame.type === 'offer' || frame.type === 'answer') &&
  frame.payload.end - frame.payload.start > limits.sdpBytes;

/** The member a frame is for, or what to tell its author. */
export const targetOf = (
  room: Room<Connection> | undefined,
  member: LocalMember<Connection>,
  bytes: Buffer,
  frame: Frame,
): Member<Connection> | Complaint => {
  if (!room) return complaints.noPeer;
  const to = isPresent(frame.to) ? textAt(bytes, frame.to) : '';
  const found = route(room, member.role, to);
  return typeof found === 'string' ? complaints[found] : found;
};

/** The frame as its receiver gets it: stamped with the author's own ids. Valid until the next call. */
export const stamp = (member: LocalMember<Connection>, bytes: Buffer, frame: Frame): Buffer =>
  relayFrame(
    frame.type,
    member.shareId,
    member.peerId,
    traceparentOf(bytes, frame),
    bytes,
    frame.payload,
  );

/** Whether the frame names the member's own share, or none. */
export const isOwnShare = (
  member: LocalMember<Connection>,
  bytes: Buffer,
  { shareId }: Frame,
): boolean => !isPresent(shareId) || textAt(bytes, shareId) === member.shareId;
