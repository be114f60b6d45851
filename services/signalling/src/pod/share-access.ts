import {
  createRevokedShares,
  reasonOf,
  type RevokedShares,
  type ShareEnd,
  type ShareEpochs,
} from '../access/revoked-shares.js';
import { revocationCloses } from '../protocol/close-codes.js';
import type { Connection } from '../room/connection.js';
import { isRoutineDue, nextExpiryStep } from '../room/expiry.js';
import { membersOf, type Rooms } from '../room/rooms.js';
import type { Connections } from './connections.js';

const allEpochs: ShareEpochs = { epoch: Infinity, passwordEpoch: 0 };

/** What the life of shares does to their rooms on this pod: a stop, a restart, another password, the expiry. */
export const createShareAccess = (options: {
  connections: Pick<Connections, 'close'>;
  rooms: Rooms<Connection>;
  nowMs: () => number;
  monotonicMs: () => number;
  onNeedsRecheck: (shareId: string, isUrgent?: boolean) => void;
}) => {
  const { connections, rooms, nowMs, onNeedsRecheck } = options;
  const revokedShares = createRevokedShares();

  /** Closes the members that the share admitted before these epochs. */
  const closeRoom = (shareId: string, epochs: ShareEpochs) => {
    const room = rooms.find(shareId);
    if (!room) return;
    for (const member of membersOf(room)) {
      if (member.location === 'local' && member.shareEpoch < epochs.epoch)
        connections.close(member.connection, revocationCloses[reasonOf(member.shareEpoch, epochs)]);
    }
  };

  return {
    revocationOf: (...of: Parameters<RevokedShares['revocationOf']>) =>
      revokedShares.revocationOf(...of),

    /** The share was stopped or deleted: closes its room and refuses earlier grants. */
    revokeShare: (shareId: string, end: ShareEnd) => {
      revokedShares.add(shareId, end);
      const epoch = (end.epoch ?? end.foundEpoch ?? Infinity) + 1;
      closeRoom(shareId, { epoch, passwordEpoch: 0 });
    },
    /** The share was restarted, or has another password: admits, but not with the grants of earlier epochs. */
    restoreShare: (shareId: string, epochs: ShareEpochs) => {
      revokedShares.restart(shareId, epochs, nowMs());
      closeRoom(shareId, epochs);
    },
    /** The share has these epochs: a restart or another password may have been missed. */
    requireEpoch: (shareId: string, epochs: ShareEpochs) => {
      revokedShares.requireEpoch(shareId, epochs, nowMs());
      closeRoom(shareId, epochs);
    },
    setExpiry: (shareId: string, expiresAtMs: number) => {
      const room = rooms.find(shareId);
      if (room) room.expiresAtMs = expiresAtMs;
    },

    /** Call several times a second. */
    tick: () => {
      const now = nowMs();
      for (const room of [...rooms.all()]) {
        const step = nextExpiryStep(room, now);
        if (step === 'close') closeRoom(room.shareId, allEpochs);
        else if (step === 'recheck') onNeedsRecheck(room.shareId, true);
        else if (isRoutineDue(room, options.monotonicMs())) onNeedsRecheck(room.shareId);
      }
      revokedShares.sweep(now);
    },
  };
};

export type ShareAccess = ReturnType<typeof createShareAccess>;
