import type { Connection } from '../room/connection.js';
import { closeReasons, type CloseReason } from '../protocol/close-codes.js';
import { type Conflict, type Member, type RemoteMember } from '../room/member.js';
import { presenceFrame } from '../protocol/server-frames.js';
import { counterpartsOf, type Admission, type Room, type Rooms } from '../room/rooms.js';

/**
 * Who in this pod is told what when somebody comes or goes, here or elsewhere. Losers of a conflict leave before the
 * winner appears: `peer-left`, then `peer-joined`.
 */
export interface PresenceEffects {
  send(connection: Connection, frame: string): void;
  end(connection: Connection, closeReason: CloseReason): void;
}

const closeReasonOf: Readonly<Record<Conflict, CloseReason>> = {
  replaced: closeReasons.replaced,
  'peer-id-taken': closeReasons.peerIdTaken,
  'room-full': closeReasons.roomFull,
};

export const closeReasonFor = (conflict: Conflict): CloseReason => closeReasonOf[conflict];

export const createPresence = (rooms: Rooms<Connection>, effects: PresenceEffects) => {
  /** To the counterparts in this pod; other pods tell their own. */
  const tell = (
    room: Room<Connection>,
    type: 'peer-joined' | 'peer-left',
    about: Member<Connection>,
    /** Has been told another way. */
    except?: Member<Connection>,
  ) => {
    const frame = presenceFrame(type, room.shareId, about);
    // A copy: who does not read is ended by the sending, and leaves the room in the middle of this.
    for (const member of [...counterpartsOf(room, about.role)]) {
      if (member.place === 'here' && member !== except) effects.send(member.connection, frame);
    }
  };

  return {
    tell,

    /** Tell of an admitted newcomer and of those it displaced. */
    admit: (
      newcomer: Member<Connection>,
      admission: Extract<Admission<Connection>, { outcome: 'admitted' }>,
    ) => {
      for (const { member, conflict } of admission.lost) {
        // The newcomer never knew of it: it was not in its list.
        tell(admission.room, 'peer-left', member, newcomer);
        if (member.place === 'here') effects.end(member.connection, closeReasonOf[conflict]);
      }
      tell(admission.room, 'peer-joined', newcomer);
      rooms.settle(admission.room);
    },

    /** Somebody elsewhere is no longer there. */
    forget: (room: Room<Connection>, member: RemoteMember) => {
      if (rooms.remove(room, member)) tell(room, 'peer-left', member);
    },
  };
};

export type Presence = ReturnType<typeof createPresence>;
