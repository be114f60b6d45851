/** Recipients that have left the room and may still receive: a sender has no place for all that could. */

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
    /** Of those absent for `longAbsenceMs` the one with the fewest bytes per second since then; null without one. */
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
