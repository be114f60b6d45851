import type { AuditLogEntry } from '../api.js';

/** The period that the figures cover. */
export const activityDays = 30;
const dayMs = 86_400_000;

export interface Activity {
  /** One per UTC day, oldest first, including days without downloads. */
  days: { day: string; count: number }[];
  downloads: number;
  recipients: number;
  attempts: number;
  denied: number;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const emptyDays = (now: number): Map<string, number> =>
  new Map(
    Array.from({ length: activityDays }, (_, index) => [
      dayOf(now - (activityDays - 1 - index) * dayMs),
      0,
    ]),
  );

/** Completed downloads per day and four totals of the last thirty days. */
export const activityOf = (entries: readonly AuditLogEntry[], now: number): Activity => {
  const days = emptyDays(now);
  const recipients = new Set<string>();
  const sums = { downloads: 0, attempts: 0, denied: 0 };
  for (const { createdAt, eventType, eventStatus, accessorEmail } of entries) {
    const day = createdAt.slice(0, 10);
    const before = days.get(day);
    if (before === undefined) continue;
    if (eventType === 'access_attempt') sums.attempts += 1;
    if (eventType === 'access_denied') sums.denied += 1;
    // A failed download has the same type.
    if (eventType !== 'download_completed' || eventStatus !== 'success') continue;
    sums.downloads += 1;
    days.set(day, before + 1);
    if (accessorEmail !== null) recipients.add(accessorEmail.toLowerCase());
  }
  return {
    ...sums,
    recipients: recipients.size,
    days: [...days].map(([day, count]) => ({ day, count })),
  };
};
