import {
  auditEventStatuses,
  auditEventTypes,
  type DeliveryStanding,
} from '@tandem/proto/browser/audit-events';
import { formatBytes } from '../../lib/texts/format.js';
import type { AuditLogEntry } from './api.js';
import { texts } from './texts.js';

export const eventTypes = ['all', ...auditEventTypes] as const;
export const eventStatuses = ['all', ...auditEventStatuses] as const;

export interface AuditFilter {
  search: string;
  event: (typeof eventTypes)[number];
  status: (typeof eventStatuses)[number];
}

export const noFilter: AuditFilter = { search: '', event: 'all', status: 'all' };

const contains = (value: string | null, needle: string): boolean =>
  value !== null && value.toLowerCase().includes(needle);

/** Matches the text against file name, accessor email and IP address, then event type and status. */
export const filterEntries = (
  entries: readonly AuditLogEntry[],
  { search, event, status }: AuditFilter,
): AuditLogEntry[] => {
  const needle = search.trim().toLowerCase();
  return entries.filter(
    (entry) =>
      (event === 'all' || entry.eventType === event) &&
      (status === 'all' || entry.eventStatus === status) &&
      (needle === '' ||
        [entry.filename, entry.accessorEmail, entry.ipAddress].some((value) =>
          contains(value, needle),
        )),
  );
};

/** From the weakest to the strongest. */
const strength: readonly DeliveryStanding[] = [
  'failed',
  'refused',
  'partial',
  'claimed',
  'confirmed',
];

type Delivered = AuditLogEntry & { delivery: NonNullable<AuditLogEntry['delivery']> };

const isJoined = (entry: AuditLogEntry): entry is Delivered => entry.delivery?.deliveryId != null;

/** The recipient's entry identifies the accessor; among those of one side, the newest comes first. */
const shownOf = (entries: readonly Delivered[]): Delivered | undefined =>
  entries.find(({ delivery }) => delivery.reportedBy === 'recipient') ?? entries[0];

/**
 * One row for each delivery: both sides report it, and a sender more than once when it was interrupted. The row has the
 * strongest standing and the status of that entry. The log itself, and the CSV, have every entry.
 */
export const joinDeliveries = (entries: readonly AuditLogEntry[]): AuditLogEntry[] => {
  const groups = new Map<string, Delivered[]>();
  for (const entry of entries.filter(isJoined)) {
    const key = `${entry.shareId} ${entry.delivery.deliveryId}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const joined = new Map<string, AuditLogEntry>();
  for (const group of groups.values()) {
    const shown = shownOf(group);
    const strongest = group.reduce((best, entry) =>
      strength.indexOf(entry.delivery.standing) > strength.indexOf(best.delivery.standing)
        ? entry
        : best,
    );
    const bytes = Math.max(...group.map(({ delivery }) => delivery.bytes ?? 0));
    if (shown === undefined) continue;
    const { eventStatus, delivery } = strongest;
    joined.set(shown.id, { ...shown, eventStatus, delivery: { ...delivery, bytes } });
  }
  return entries.flatMap((entry) => {
    if (!isJoined(entry)) return [entry];
    const row = joined.get(entry.id);
    return row === undefined ? [] : [row];
  });
};

/** What the row of a download is based on; '' for other entries. */
export const standingOf = ({ delivery }: Pick<AuditLogEntry, 'delivery'>): string => {
  if (!delivery) return '';
  const { standing, reportedBy, bytes } = delivery;
  switch (standing) {
    case 'confirmed':
      return texts.standings.confirmed;
    case 'claimed':
      return texts.standings.claimed[reportedBy];
    case 'partial':
      return texts.standings.partial(formatBytes(bytes ?? 0));
    case 'refused':
      return texts.standings.refused[reportedBy];
    default:
      return texts.standings.failed;
  }
};

const { browsers } = texts;

/** A guess: user agents contain the names of other browsers, so the order matters. */
export const browserOf = (userAgent: string | null): string => {
  if (userAgent === null || userAgent === '') return browsers.device;
  if (/Mobile|Android|iPhone|iPad/i.test(userAgent)) return browsers.mobile;
  if (/Chrome|Chromium/i.test(userAgent)) return browsers.chrome;
  if (/Firefox/i.test(userAgent)) return browsers.firefox;
  if (/Safari/i.test(userAgent)) return browsers.safari;
  return browsers.unknown;
};

const isPresent = (value: string | null): value is string => value !== null && value.trim() !== '';

/** Email or 'Anonymous Downloader', else the name, else a guess at the browser. */
export const accessorOf = (
  entry: Pick<AuditLogEntry, 'accessorEmail' | 'accessorName' | 'userAgent'>,
): string => {
  const { accessorEmail, accessorName, userAgent } = entry;
  if (isPresent(accessorEmail)) {
    return accessorEmail.includes('@') ? accessorEmail : texts.anonymous;
  }
  return isPresent(accessorName) ? accessorName : browserOf(userAgent);
};

/** The known ones of city, region and country, else `-`. */
export const locationOf = (entry: Pick<AuditLogEntry, 'city' | 'region' | 'country'>): string => {
  const parts = [entry.city, entry.region, entry.country].filter(isPresent);
  return parts.length === 0 ? '-' : parts.join(', ');
};

const known: Record<string, string> = { ...texts.events, ...texts.statuses };

/** The label of an event or status; a code of a newer server stands for itself. */
export const labelOf = (code: string): string => known[code] ?? code.replaceAll('_', ' ');
