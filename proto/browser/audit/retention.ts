/**
 * Audit log entries created before this time are past their retention. Where the month has no such day, its end: the
 * cutoff never moves back from one day to the next, on which the comparison of the browser with the service relies.
 */
export const retentionCutoff = (now: Date, months: number): Date => {
  const cutoff = new Date(now);
  cutoff.setUTCMonth(cutoff.getUTCMonth() - months);
  if (cutoff.getUTCDate() === now.getUTCDate()) return cutoff;
  cutoff.setUTCDate(1);
  cutoff.setUTCHours(0, 0, 0, 0);
  return cutoff;
};
