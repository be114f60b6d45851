import type { Member as WireMember } from '@tandem/proto/tandem/signalling/v1/pod';
import { isRole, type Role } from '../protocol/role.js';

interface MemberBase {
  readonly peerId: string;
  readonly role: Role;
  /** Who it is, stable across reconnects. */
  readonly viewerId: string;
  readonly podId: string;
  /** Number of the connection on its pod; never used twice in one epoch of the pod. */
  readonly conn: number;
  /** Hybrid logical clock at the join; larger is later, on whatever pod it happened. */
  readonly stamp: number;
}

export interface LocalMember<Connection> extends MemberBase {
  readonly place: 'here';
  readonly shareId: string;
  readonly connection: Connection;
}

export interface RemoteMember extends MemberBase {
  readonly place: 'elsewhere';
  readonly epoch: string;
  /** `<podId>.<epoch>.<conn>` */
  readonly address: string;
  /** False between the return of the broker and word from the member's pod. */
  isConfirmed: boolean;
}

export type Member<Connection> = LocalMember<Connection> | RemoteMember;

/** What happened to the loser of a conflict between two members. */
export type Conflict = 'replaced' | 'peer-id-taken' | 'room-full';

/** A total order, the same on every pod: stamps of two pods can be equal. */
const isOlder = <C>(left: Member<C>, right: Member<C>): boolean => {
  if (left.stamp !== right.stamp) return left.stamp < right.stamp;
  if (left.podId !== right.podId) return left.podId < right.podId;
  return left.conn < right.conn;
};

/**
 * Whether two members can be in one room, decided alike on every pod: a second sender replaces the first (only the
 * owner can be one); the same person with the same peer id replaces their old socket; anybody else with a peer id
 * that is in use is refused. Receivers know their sender's peer id: one who took it while the sender was away makes
 * room.
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

/** The one who came last. */
export const newestOf = <C>(members: readonly Member<C>[]): Member<C> | undefined =>
  members.reduce<Member<C> | undefined>(
    (newest, member) => (newest && isOlder(member, newest) ? newest : member),
    undefined,
  );

export const toWireMember = <C>({
  peerId,
  role,
  viewerId,
  conn,
  stamp,
}: Member<C>): WireMember => ({
  peerId,
  role,
  viewerId,
  conn,
  stamp,
});

/** A member as another pod tells of it; undefined when its role is none we know. */
export const toRemoteMember = (
  from: { podId: string; epoch: string },
  { peerId, role, viewerId, conn, stamp }: WireMember,
): RemoteMember | undefined =>
  isRole(role)
    ? {
        place: 'elsewhere',
        peerId,
        role,
        viewerId,
        conn,
        stamp,
        podId: from.podId,
        epoch: from.epoch,
        address: `${from.podId}.${from.epoch}.${conn}`,
        isConfirmed: true,
      }
    : undefined;
