import {
  conflictBetween,
  newestOf,
  type Conflict,
  type LocalMember,
  type Member,
  type RemoteMember,
} from './member.js';
import type { Role } from '../protocol/role.js';

/**
 * The rooms this pod has members in, and what it knows of their members elsewhere. Pure bookkeeping: no clock, no
 * sockets, no broker. A room exists as long as somebody here is in it. Arrays instead of maps: a room is two people.
 */
export interface Room<Connection> {
  readonly shareId: string;
  sender: Member<Connection> | undefined;
  readonly receivers: Member<Connection>[];
  /** Milliseconds since the epoch; Infinity while unknown. */
  expiresAtMs: number;
}

export type Admission<Connection> =
  | { outcome: 'admitted'; room: Room<Connection>; lost: Lost<Connection>[] }
  | { outcome: 'known'; room: Room<Connection> }
  | { outcome: 'refused'; conflict: Conflict };

export interface Lost<Connection> {
  member: Member<Connection>;
  conflict: Conflict;
}

export type RouteFault = 'noPeer' | 'targetRequired' | 'unknownPeer';

export const membersOf = <C>(room: Room<C>): Member<C>[] =>
  room.sender ? [room.sender, ...room.receivers] : [...room.receivers];

/** Those a member of `role` talks to: receivers for the sender, the sender for receivers. */
export const counterpartsOf = <C>(room: Room<C>, role: Role): readonly Member<C>[] =>
  role === 'sender' ? room.receivers : room.sender ? [room.sender] : [];

/** Where a message of `role` goes; `to` is empty when the client named nobody. */
export const route = <C>(room: Room<C>, role: Role, to: string): Member<C> | RouteFault => {
  if (role === 'receiver') {
    if (to !== '' && room.sender?.peerId !== to) return room.sender ? 'unknownPeer' : 'noPeer';
    return room.sender ?? 'noPeer';
  }
  if (to !== '') return room.receivers.find(({ peerId }) => peerId === to) ?? 'unknownPeer';
  if (room.receivers.length > 1) return 'targetRequired';
  return room.receivers[0] ?? 'noPeer';
};

const isSame = <C>(one: Member<C>, other: Member<C>): boolean =>
  one === other ||
  (one.place === 'elsewhere' && other.place === 'elsewhere' && one.address === other.address);

const takeOut = <C>(room: Room<C>, member: Member<C>): boolean => {
  if (room.sender && isSame(room.sender, member)) {
    room.sender = undefined;
    return true;
  }
  const index = room.receivers.findIndex((other) => isSame(other, member));
  if (index >= 0) room.receivers.splice(index, 1);
  return index >= 0;
};

const isEmptyHere = <C>(room: Room<C>): boolean =>
  room.sender?.place !== 'here' && room.receivers.every(({ place }) => place === 'elsewhere');

export const createRooms = <Connection>(receiversPerRoom: number) => {
  type M = Member<Connection>;
  const rooms = new Map<string, Room<Connection>>();

  /** Who must go for the newcomer, or why the newcomer must. */
  const judge = (room: Room<Connection>, newcomer: M): Lost<Connection>[] | Conflict => {
    const lost: Lost<Connection>[] = [];
    for (const member of membersOf(room)) {
      const found = conflictBetween(member, newcomer);
      if (found?.loser === newcomer) return found.conflict;
      if (found) lost.push({ member, conflict: found.conflict });
    }
    if (newcomer.role === 'receiver') {
      const stay = room.receivers.filter((member) => !lost.some((one) => one.member === member));
      if (stay.length >= receiversPerRoom) {
        const last = newestOf([...stay, newcomer]);
        if (!last || last === newcomer) return 'room-full';
        lost.push({ member: last, conflict: 'room-full' });
      }
    }
    return lost;
  };

  const place = (room: Room<Connection>, newcomer: M): Admission<Connection> => {
    if (membersOf(room).some((member) => isSame(member, newcomer))) {
      return { outcome: 'known', room };
    }
    const verdict = judge(room, newcomer);
    if (typeof verdict === 'string') return { outcome: 'refused', conflict: verdict };
    for (const { member } of verdict) takeOut(room, member);
    if (newcomer.role === 'sender') room.sender = newcomer;
    else room.receivers.push(newcomer);
    return { outcome: 'admitted', room, lost: verdict };
  };

  const dropWhenEmpty = (room: Room<Connection>) => {
    if (isEmptyHere(room) && rooms.get(room.shareId) === room) rooms.delete(room.shareId);
  };

  return {
    get size() {
      return rooms.size;
    },
    all: (): IterableIterator<Room<Connection>> => rooms.values(),
    find: (shareId: string): Room<Connection> | undefined => rooms.get(shareId),

    /** Somebody joins here. The room is made when needed, and kept only when the newcomer is admitted. */
    join: (member: LocalMember<Connection>): Admission<Connection> => {
      const room: Room<Connection> = rooms.get(member.shareId) ?? {
        shareId: member.shareId,
        sender: undefined,
        receivers: [],
        expiresAtMs: Infinity,
      };
      const admission = place(room, member);
      if (admission.outcome === 'admitted') rooms.set(room.shareId, room);
      return admission;
    },

    /** Somebody elsewhere is in a room of ours. Call `settle` after what was lost has been told. */
    learn: (room: Room<Connection>, member: RemoteMember): Admission<Connection> =>
      place(room, member),

    /** False when not a member (any more). */
    remove: (room: Room<Connection>, member: M): boolean => {
      const wasMember = takeOut(room, member);
      dropWhenEmpty(room);
      return wasMember;
    },

    settle: dropWhenEmpty,
  };
};

export type Rooms<Connection> = ReturnType<typeof createRooms<Connection>>;
