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

/** Applies the changes of shares (stop, restart, new password, expiry) to their rooms on this pod. */
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
    revocationOf: (...access: Parameters<RevokedShares['revocationOf']>) =>
      revokedShares.revocationOf(...access),

    /** The share was stopped or deleted: closes its room and refuses earlier grants. */
    revokeShare: (shareId: string, end: ShareEnd) => {
      revokedShares.add(shareId, end);
      const epoch = (end.epoch ?? end.foundEpoch ?? Infinity) + 1;
      closeRoom(shareId, { epoch, passwordEpoch: 0 });
    },
    /** The share was restarted or has a new password: admits members again, but refuses grants of earlier epochs. */
    restoreShare: (shareId: string, epochs: ShareEpochs) => {
      revokedShares.restart(shareId, epochs, nowMs());
      closeRoom(shareId, epochs);
    },
    /** A re-check has found these epochs: this pod may have missed a restart or a new password. */
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
