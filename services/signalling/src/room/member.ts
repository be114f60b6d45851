import type { Member as WireMember } from '@tandem/proto/tandem/signalling/v1/pod';
import type { EnvelopeMemory } from '../protocol/known-envelope.js';
import { isRole, type Role } from '../protocol/role.js';
import type { RelayAuthor } from '../protocol/server-frames.js';
import { addressOf } from './address.js';

interface MemberBase {
  readonly peerId: string;
  readonly role: Role;
  /** Identifies the user; stable across reconnects. */
  readonly viewerId: string;
  readonly podId: string;
  /** Number of the connection on its pod, never reused within an epoch. */
  readonly conn: number;
  /** Hybrid logical clock at the join; comparable across pods. */
  readonly stamp: number;
  /** Pseudonym of the client's network in this room; empty from pods of earlier versions. */
  readonly network: string;
}

export interface LocalMember<Connection> extends MemberBase, EnvelopeMemory, RelayAuthor {
  readonly location: 'local';
  /** Epoch of the share when it admitted the member. */
  readonly shareEpoch: number;
  readonly connection: Connection;
}

export interface RemoteMember extends MemberBase {
  readonly location: 'remote';
  readonly epoch: string;
  /** Of its connection; see `addressOf`. */
  readonly address: string;
  /** False after a broker outage, until the member's pod announces it again. */
  isConfirmed: boolean;
}

export type Member<Connection> = LocalMember<Connection> | RemoteMember;

/** Why a member has to leave. */
export const conflicts = ['replaced', 'peer-id-taken', 'room-full'] as const;
export type Conflict = (typeof conflicts)[number];

/** A total order, the same on every pod; stamps of two pods can be equal. */
const isOlder = <C>(left: Member<C>, right: Member<C>): boolean => {
  if (left.stamp !== right.stamp) return left.stamp < right.stamp;
  if (left.podId !== right.podId) return left.podId < right.podId;
  return left.conn < right.conn;
};

/**
 * Whether two members exclude each other. Every pod decides alike:
 *
 * - A second sender replaces the first; only the owner can be one.
 * - A member replaces an older one with the same peer ID and viewer ID: a reconnect.
 * - A newcomer is refused if another viewer has its peer ID, unless the newcomer is the sender and the other a receiver.
 *   Receivers know the sender's peer ID and could otherwise claim it while the sender reconnects.
 */
export const conflictBetween = <C>(
  one: Member<C>,
  other: Member<C>,
): { loser: Member<C>; conflict: Conflict } | undefined => {
  const [older, newer] = isOlder(one, other) ? [one, other] : [other, one];
  if (older.role === 'sender' && newer.role === 'sender') {
    return { loser: older, conflict: 'replaced' };
  }
  if (older.peerId !== newer.peerId) return undefined;
  if (older.role !== newer.role) {
    return { loser: older.role === 'receiver' ? older : newer, conflict: 'peer-id-taken' };
  }
  return older.viewerId === newer.viewerId
    ? { loser: older, conflict: 'replaced' }
    : { loser: newer, conflict: 'peer-id-taken' };
};

const newestOf = <C>(members: readonly Member<C>[]): Member<C> | undefined =>
  members.reduce<Member<C> | undefined>(
    (newest, member) => (newest && isOlder(member, newest) ? newest : member),
    undefined,
  );

/**
 * The receiver that has no place in a room with one too many: the newest of the networks with the most receivers. A
 * network can take every place of a room only until another one joins.
 */
export const surplusOf = <C>(receivers: readonly Member<C>[]): Member<C> | undefined => {
  const counts = new Map<string, number>();
  for (const { network } of receivers) counts.set(network, (counts.get(network) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return newestOf(receivers.filter(({ network }) => counts.get(network) === most));
};

export const toWireMember = <C>({
  peerId,
  role,
  viewerId,
  conn,
  stamp,
  network,
}: Member<C>): WireMember => ({
  peerId,
  role,
  viewerId,
  conn,
  stamp,
  network,
});

/** Undefined when the role is unknown. */
export const toRemoteMember = (
  from: { podId: string; epoch: string },
  { peerId, role, viewerId, conn, stamp, network }: WireMember,
): RemoteMember | undefined =>
  isRole(role)
    ? {
        location: 'remote',
        peerId,
        role,
        viewerId,
        conn,
        stamp,
        network,
        podId: from.podId,
        epoch: from.epoch,
        address: addressOf(from.podId, from.epoch, conn),
        isConfirmed: true,
      }
    : undefined;
