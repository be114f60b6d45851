import type { AuditLogEntry } from './api.js';

/** As far back as the figures look. */
export const activityDays = 30;
const dayMs = 86_400_000;

export interface Activity {
  /** Oldest first, one for each UTC day, also for those on which nothing happened. */
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

/** What a log says about the last thirty days: completed downloads by day, and four sums. */
export const activityOf = (entries: readonly AuditLogEntry[], now: number): Activity => {
  const days = emptyDays(now);
  const recipients = new Set<string>();
  const sums = { downloads: 0, attempts: 0, denied: 0 };
  for (const { createdAt, eventType, accessorEmail } of entries) {
    const day = createdAt.slice(0, 10);
    const before = days.get(day);
    if (before === undefined) continue;
    if (eventType === 'access_attempt') sums.attempts += 1;
    if (eventType === 'access_denied') sums.denied += 1;
    if (eventType !== 'download_completed') continue;
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
