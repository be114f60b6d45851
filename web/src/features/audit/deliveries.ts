/** The reports of both sides about one delivery. */
import type { DeliveryStanding } from '@tandem/proto/browser/audit/audit-events';
import type { AuditLogEntry } from '@tandem/proto/browser/http/audit';
import { formatBytes } from '../../lib/texts/format.js';
import { texts } from './texts.js';

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
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  const joined = new Map<string, AuditLogEntry>();
  for (const group of groups.values()) {
    const shown = shownOf(group);
    const strongest = group.reduce((best, entry) =>
      strength.indexOf(entry.delivery.standing) > strength.indexOf(best.delivery.standing)
        ? entry
        : best,
    );
    const bytes = group.reduce((most, { delivery }) => Math.max(most, delivery.bytes ?? 0), 0);
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
