import type { AuditLogEntry, LogPart } from '../api.js';
import { joinDeliveries } from '../deliveries.js';

/** The period that the figures cover. */
export const activityDays = 30;

export interface Activity {
  /** One per local day, oldest first, including days without downloads. */
  days: { day: string; count: number }[];
  downloads: number;
  recipients: number;
  attempts: number;
  denied: number;
}

const two = (value: number): string => value.toString().padStart(2, '0');

/** The local day, `2026-11-20`. */
const dayOf = (date: Date): string =>
  [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');

/** The local day so many days before; some days have 23 or 25 hours. */
const dayBefore = (now: number, days: number): string => {
  const date = new Date(now);
  return dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() - days));
};

const emptyDays = (now: number): Map<string, number> =>
  new Map(
    Array.from({ length: activityDays }, (_, index) => [
      dayBefore(now, activityDays - 1 - index),
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
  const start = dayBefore(now, activityDays - 1);
  return hasMore && oldest !== undefined && dayOf(new Date(oldest)) >= start ? oldest : null;
};

/** Completed downloads per day and four totals of the last thirty days. */
export const activityOf = (entries: readonly AuditLogEntry[], now: number): Activity => {
  const days = emptyDays(now);
  const recipients = new Set<string>();
  const sums = { downloads: 0, attempts: 0, denied: 0 };
  for (const entry of joinDeliveries(entries)) {
    const { createdAt, eventType, accessorEmail } = entry;
    const day = dayOf(new Date(createdAt));
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
