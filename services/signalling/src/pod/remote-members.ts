import type { PodFrame, RoomMembers } from '@tandem/proto/tandem/signalling/v1/pod';
import type { HybridClock } from '../cluster/hybrid-clock.js';
import type { Connection } from '../room/connection.js';
import { toRemoteMember, type RemoteMember } from '../room/member.js';
import type { Presence } from './notify-peers.js';
import { membersOf, type Room, type Rooms } from '../room/rooms.js';

export const elsewhereIn = (room: Room<Connection>): RemoteMember[] =>
  membersOf(room).filter((member): member is RemoteMember => member.place === 'elsewhere');

/** What we know of people on other pods: only in rooms where somebody of ours is, and only by hearsay. */
export const createHearsay = (options: {
  clock: HybridClock;
  rooms: Rooms<Connection>;
  presence: Presence;
}) => {
  const { clock, rooms, presence } = options;

  const add = (from: PodFrame, told: RoomMembers, room: Room<Connection>) => {
    for (const wire of told.members) {
      clock.see(wire.stamp);
      const member = toRemoteMember(from, wire);
      if (!member) continue;
      const known = elsewhereIn(room).find(({ address }) => address === member.address);
      if (known) known.isConfirmed = true;
      else {
        const admission = rooms.learn(room, member);
        if (admission.outcome === 'admitted') presence.admit(member, admission);
      }
    }
  };

  const dropOthersOf = (from: PodFrame, told: RoomMembers, room: Room<Connection>) => {
    const conns = new Set(told.members.map(({ conn }) => conn));
    for (const member of elsewhereIn(room)) {
      const isListed = member.epoch === from.epoch && conns.has(member.conn);
      if (member.podId === from.podId && !isListed) presence.forget(room, member);
    }
  };

  return {
    /** Add and confirm those named; with a complete list, forget the others of that pod. */
    learn: (from: PodFrame, told: RoomMembers): void => {
      const room = rooms.find(told.shareId);
      if (!room) return;
      add(from, told, room);
      if (told.isComplete) dropOthersOf(from, told, room);
    },
    forget: (shareId: string, address: string): void => {
      const room = rooms.find(shareId);
      const member = room && elsewhereIn(room).find((other) => other.address === address);
      if (room && member) presence.forget(room, member);
    },
    dropAll: (isLost: (member: RemoteMember) => boolean): void => {
      for (const room of [...rooms.all()]) {
        for (const member of elsewhereIn(room)) if (isLost(member)) presence.forget(room, member);
      }
    },
    /** After an outage everybody must be named again. */
    doubtAll: (): void => {
      for (const room of rooms.all()) {
        for (const member of elsewhereIn(room)) member.isConfirmed = false;
      }
    },
  };
};
