import type { PodFrame, RoomMembers } from '@tandem/proto/tandem/signalling/v1/pod';
import type { HybridClock } from '../cluster/hybrid-clock.js';
import type { Connection } from '../room/connection.js';
import { toRemoteMember, type RemoteMember } from '../room/member.js';
import { membersOf, type Room, type Rooms } from '../room/rooms.js';
import type { PeerNotifier } from './notify-peers.js';

export const remoteMembersOf = (room: Room<Connection>): RemoteMember[] =>
  membersOf(room).filter((member): member is RemoteMember => member.location === 'remote');

/** Members of other pods, known only for rooms that have a local member. */
export const createRemoteMembers = (options: {
  clock: HybridClock;
  rooms: Rooms<Connection>;
  notifier: PeerNotifier;
}) => {
  const { clock, rooms, notifier } = options;

  const addListed = (from: PodFrame, listed: RoomMembers, room: Room<Connection>) => {
    for (const wire of listed.members) {
      clock.see(wire.stamp);
      const member = toRemoteMember(from, wire);
      if (!member) continue;
      const known = remoteMembersOf(room).find(({ address }) => address === member.address);
      if (known) known.isConfirmed = true;
      else {
        const result = rooms.addRemote(room, member);
        if (result.outcome === 'admitted') notifier.notifyJoin(member, result);
        else if (result.outcome === 'refused') notifier.refuse(member, result.conflict);
      }
    }
  };

  const removeUnlisted = (from: PodFrame, listed: RoomMembers, room: Room<Connection>) => {
    const conns = new Set(listed.members.map(({ conn }) => conn));
    for (const member of remoteMembersOf(room)) {
      const isListed = member.epoch === from.epoch && conns.has(member.conn);
      if (member.podId === from.podId && !isListed) notifier.removeRemote(room, member);
    }
  };

  return {
    /** Adds or confirms the listed members; a complete list also removes the pod's other members. */
    merge: (from: PodFrame, listed: RoomMembers): void => {
      const room = rooms.find(listed.shareId);
      if (!room) return;
      addListed(from, listed, room);
      if (listed.isComplete) removeUnlisted(from, listed, room);
    },
    remove: (shareId: string, address: string): void => {
      const room = rooms.find(shareId);
      const member = room && remoteMembersOf(room).find((other) => other.address === address);
      if (room && member) notifier.removeRemote(room, member);
    },
    removeWhere: (isGone: (member: RemoteMember) => boolean): void => {
      for (const room of [...rooms.all()]) {
        for (const member of remoteMembersOf(room)) {
          if (isGone(member)) notifier.removeRemote(room, member);
        }
      }
    },
    /** After a broker outage, members stay only if their pod announces them again. */
    requireConfirmation: (): void => {
      for (const room of rooms.all()) {
        for (const member of remoteMembersOf(room)) member.isConfirmed = false;
      }
    },
  };
};

export type RemoteMembers = ReturnType<typeof createRemoteMembers>;
