import { dayMs } from '../../../lib/durations.js';
import type { AuditLogEntry, LogPart } from '../api.js';
import { joinDeliveries } from '../deliveries.js';

/** The period that the figures cover. */
export const activityDays = 30;

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

/**
 * Anyone with the password can report a download alone, so only confirmed deliveries count. Entries without delivery
 * data predate confirmation and are counted as they are.
 */
const isDownload = ({ eventType, eventStatus, delivery }: AuditLogEntry): boolean =>
  // A failed download has the same type.
  eventType === 'download_completed' &&
  eventStatus === 'success' &&
  (!delivery || delivery.standing === 'confirmed');

/** The time of the oldest entry, if there are earlier ones of the period; otherwise null. */
export const countedSince = ({ entries, hasMore }: LogPart, now: number): string | null => {
  const oldest = entries.at(-1)?.createdAt;
  const start = dayOf(now - (activityDays - 1) * dayMs);
  return hasMore && oldest !== undefined && oldest >= start ? oldest : null;
};

/** Completed downloads per day and four totals of the last thirty days. */
export const activityOf = (entries: readonly AuditLogEntry[], now: number): Activity => {
  const days = emptyDays(now);
  const recipients = new Set<string>();
  const sums = { downloads: 0, attempts: 0, denied: 0 };
  for (const entry of joinDeliveries(entries)) {
    const { createdAt, eventType, accessorEmail } = entry;
    const day = createdAt.slice(0, 10);
    const before = days.get(day);
    if (before === undefined) continue;
    if (eventType === 'access_attempt') sums.attempts += 1;
    if (eventType === 'access_denied') sums.denied += 1;
    if (!isDownload(entry)) continue;
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
