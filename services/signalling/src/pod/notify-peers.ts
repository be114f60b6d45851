import { closeReasons, type CloseReason } from '../protocol/close-codes.js';
import { presenceFrame } from '../protocol/server-frames.js';
import type { Connection } from '../room/connection.js';
import type { Conflict, Member, RemoteMember } from '../room/member.js';
import { counterpartsOf, type JoinResult, type Room, type Rooms } from '../room/rooms.js';

export interface NotifyEffects {
  send(connection: Connection, frame: string): void;
  close(connection: Connection, closeReason: CloseReason): void;
  /**
   * Requests the pod of a member that has no place here to close it. That pod would decide the same if it had the same
   * members, but it may never have them, because frames may be lost and those of different pods have no order. Without
   * the request, the member would wait for a counterpart that does not list it.
   */
  refuse(member: RemoteMember, conflict: Conflict): void;
}

const closeReasonOf: Readonly<Record<Conflict, CloseReason>> = {
  replaced: closeReasons.replaced,
  'peer-id-taken': closeReasons.peerIdTaken,
  'room-full': closeReasons.roomFull,
};

export const closeReasonFor = (conflict: Conflict): CloseReason => closeReasonOf[conflict];

/**
 * Sends `peer-joined` and `peer-left` to local members when a member joins or leaves on any pod. Displaced members leave
 * before the newcomer appears.
 */
export const createPeerNotifier = (rooms: Rooms<Connection>, effects: NotifyEffects) => {
  /** Notifies the local counterparts; every pod notifies its own. */
  const notify = (
    room: Room<Connection>,
    type: 'peer-joined' | 'peer-left',
    subject: Member<Connection>,
    except?: Member<Connection>,
  ) => {
    const frame = presenceFrame(type, room.shareId, subject);
    // A copy, because sending to a slow consumer closes it and removes it from the room.
    for (const member of [...counterpartsOf(room, subject.role)]) {
      if (member.location === 'local' && member !== except) effects.send(member.connection, frame);
    }
  };

  return {
    notify,
    refuse: (member: RemoteMember, conflict: Conflict) => effects.refuse(member, conflict),

    /** Notifies of an admitted newcomer and of the members it displaced, and closes the latter. */
    notifyJoin: (
      newcomer: Member<Connection>,
      result: Extract<JoinResult<Connection>, { outcome: 'admitted' }>,
    ) => {
      for (const { member, conflict } of result.displaced) {
        // The displaced member was not in the newcomer's list of peers.
        notify(result.room, 'peer-left', member, newcomer);
        if (member.location === 'local') effects.close(member.connection, closeReasonOf[conflict]);
        else effects.refuse(member, conflict);
      }
      notify(result.room, 'peer-joined', newcomer);
      rooms.deleteIfUnused(result.room);
    },

    removeRemote: (room: Room<Connection>, member: RemoteMember) => {
      if (rooms.remove(room, member)) notify(room, 'peer-left', member);
    },
  };
};

export type PeerNotifier = ReturnType<typeof createPeerNotifier>;
