/**
 * Recipients that have left the room and may still receive. A sender has too few places to keep all of them, so the one
 * that receives least gives up its place.
 */

import { longAbsenceMs } from '../support/constants.js';
import type { Clock } from '../support/env.js';
import type { Recipient } from './recipient/recipient.js';

const bytesOf = (recipient: Recipient): number => recipient.status().stats.bytesTransferred;

export const createAbsences = (clock: Clock) => {
  const absences = new WeakMap<Recipient, { sinceMs: number; bytes: number }>();
  return {
    begin: (recipient: Recipient): void =>
      void absences.set(recipient, { sinceMs: clock.now(), bytes: bytesOf(recipient) }),
    end: (recipient: Recipient): void => void absences.delete(recipient),
    /** The recipient with the fewest bytes per second since it left, of those absent for `longAbsenceMs`; else null. */
    slowest: (recipients: Iterable<[peerId: string, Recipient]>): string | null => {
      const [slowest] = [...recipients]
        .flatMap(([peerId, recipient]) => {
          const absence = absences.get(recipient);
          if (absence === undefined) return [];
          const absentMs = clock.now() - absence.sinceMs;
          const rate = (bytesOf(recipient) - absence.bytes) / absentMs;
          return absentMs < longAbsenceMs ? [] : [{ peerId, rate }];
        })
        .sort((one, other) => one.rate - other.rate);
      return slowest?.peerId ?? null;
    },
  };
};
