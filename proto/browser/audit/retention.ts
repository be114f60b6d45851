/**
 * Audit log entries created before this time are past their retention. If the month has no such day, the cutoff is the
 * end of the month. From one day to the next it never moves back: the browser's comparison with the service relies on
 * that.
 */
export const retentionCutoff = (now: Date, months: number): Date => {
  const cutoff = new Date(now);
  cutoff.setUTCMonth(cutoff.getUTCMonth() - months);
  if (cutoff.getUTCDate() === now.getUTCDate()) return cutoff;
  cutoff.setUTCDate(1);
  cutoff.setUTCHours(0, 0, 0, 0);
  return cutoff;
};
