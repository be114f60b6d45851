import type { Role } from '../protocol/role.js';
import { noExpiryChecks, type ExpiryChecks } from './expiry.js';
import {
  conflictBetween,
  surplusOf,
  type Conflict,
  type LocalMember,
  type Member,
  type RemoteMember,
} from './member.js';

/**
 * The rooms with a member on this pod, and their members on all pods as far as known. Pure: no clock, no sockets, no
 * broker. A room exists while it has a local member. Arrays instead of maps, because a room usually has two members.
 */
export interface Room<Connection> {
  readonly shareId: string;
  sender: Member<Connection> | undefined;
  readonly receivers: Member<Connection>[];
  /** Milliseconds since the epoch; Infinity while unknown. */
  expiresAtMs: number;
  expiryChecks: ExpiryChecks;
  /** When the next routine re-check is due; undefined until the first tick. */
  routineAtMs: number | undefined;
}

export type JoinResult<Connection> =
  | { outcome: 'admitted'; room: Room<Connection>; displaced: Displaced<Connection>[] }
  | { outcome: 'known'; room: Room<Connection> }
  | { outcome: 'refused'; conflict: Conflict };

/** A member that had to leave for the admitted one. */
export interface Displaced<Connection> {
  member: Member<Connection>;
  conflict: Conflict;
}

export type RouteError = 'noPeer' | 'targetRequired' | 'unknownPeer';

export const membersOf = <C>(room: Room<C>): Member<C>[] =>
  room.sender ? [room.sender, ...room.receivers] : [...room.receivers];

/** The members that a role exchanges messages with: the receivers for the sender, the sender for a receiver. */
export const counterpartsOf = <C>(room: Room<C>, role: Role): readonly Member<C>[] =>
  role === 'sender' ? room.receivers : room.sender ? [room.sender] : [];

/** The target of a message from `role`; `to` is empty when the client named none. */
export const route = <C>(room: Room<C>, role: Role, to: string): Member<C> | RouteError => {
  if (role === 'receiver') {
    if (to !== '' && room.sender?.peerId !== to) return room.sender ? 'unknownPeer' : 'noPeer';
    return room.sender ?? 'noPeer';
  }
  if (to !== '') return room.receivers.find(({ peerId }) => peerId === to) ?? 'unknownPeer';
  if (room.receivers.length > 1) return 'targetRequired';
  return room.receivers[0] ?? 'noPeer';
};

/**
 * Takes the expiry that a credential asserts, and returns whether it is certain. The owner may have extended or shortened
 * the share since the credential was issued, so of two different ones the later stays until the share is re-checked.
 */
export const takeExpiry = <C>(room: Room<C>, assertedMs: number | undefined): boolean => {
  const knownMs = room.expiresAtMs;
  if (assertedMs === undefined) return knownMs !== Infinity;
  room.expiresAtMs = knownMs === Infinity ? assertedMs : Math.max(knownMs, assertedMs);
  return knownMs === Infinity || knownMs === assertedMs;
};

const isSame = <C>(one: Member<C>, other: Member<C>): boolean =>
  one === other ||
  (one.location === 'remote' && other.location === 'remote' && one.address === other.address);

const takeOut = <C>(room: Room<C>, member: Member<C>): boolean => {
  if (room.sender && isSame(room.sender, member)) {
    room.sender = undefined;
    return true;
  }
  const index = room.receivers.findIndex((other) => isSame(other, member));
  if (index >= 0) room.receivers.splice(index, 1);
  return index >= 0;
};

const hasNoLocalMember = <C>(room: Room<C>): boolean =>
  room.sender?.location !== 'local' &&
  room.receivers.every(({ location }) => location === 'remote');

export const createRooms = <Connection>(receiversPerRoom: number) => {
  type M = Member<Connection>;
  const rooms = new Map<string, Room<Connection>>();

  /** The members that the newcomer displaces, or why it is refused. */
  const resolveConflicts = (
    room: Room<Connection>,
    newcomer: M,
  ): Displaced<Connection>[] | Conflict => {
    const displaced: Displaced<Connection>[] = [];
    for (const member of membersOf(room)) {
      const found = conflictBetween(member, newcomer);
      if (found?.loser === newcomer) return found.conflict;
      if (found) displaced.push({ member, conflict: found.conflict });
    }
    if (newcomer.role === 'receiver') {
      const remaining = room.receivers.filter(
        (member) => !displaced.some((one) => one.member === member),
      );
      if (remaining.length >= receiversPerRoom) {
        const surplus = surplusOf([...remaining, newcomer]);
        if (!surplus || surplus === newcomer) return 'room-full';
        displaced.push({ member: surplus, conflict: 'room-full' });
      }
    }
    return displaced;
  };

  const admit = (room: Room<Connection>, newcomer: M): JoinResult<Connection> => {
    if (membersOf(room).some((member) => isSame(member, newcomer))) {
      return { outcome: 'known', room };
    }
    const displaced = resolveConflicts(room, newcomer);
    if (typeof displaced === 'string') return { outcome: 'refused', conflict: displaced };
    for (const { member } of displaced) takeOut(room, member);
    if (newcomer.role === 'sender') room.sender = newcomer;
    else room.receivers.push(newcomer);
    return { outcome: 'admitted', room, displaced };
  };

  const deleteIfUnused = (room: Room<Connection>) => {
    if (hasNoLocalMember(room) && rooms.get(room.shareId) === room) rooms.delete(room.shareId);
  };

  return {
    get size() {
      return rooms.size;
    },
    all: (): IterableIterator<Room<Connection>> => rooms.values(),
    find: (shareId: string): Room<Connection> | undefined => rooms.get(shareId),

    /** Creates the room if needed, and keeps it only if the member is admitted. */
    join: (member: LocalMember<Connection>): JoinResult<Connection> => {
      const room: Room<Connection> = rooms.get(member.shareId) ?? {
        shareId: member.shareId,
        sender: undefined,
        receivers: [],
        expiresAtMs: Infinity,
        expiryChecks: noExpiryChecks,
        routineAtMs: undefined,
      };
      const result = admit(room, member);
      if (result.outcome === 'admitted') rooms.set(room.shareId, room);
      return result;
    },

    /** Adds a member of another pod. Call `deleteIfUnused` once the displaced members were notified. */
    addRemote: (room: Room<Connection>, member: RemoteMember): JoinResult<Connection> =>
      admit(room, member),

    /** False when it was not a member. */
    remove: (room: Room<Connection>, member: M): boolean => {
      const wasMember = takeOut(room, member);
      deleteIfUnused(room);
      return wasMember;
    },

    deleteIfUnused,
  };
};

export type Rooms<Connection> = ReturnType<typeof createRooms<Connection>>;
