/** The reports of both sides about one delivery. */

import type { DeliveryReporter, DeliveryStanding } from '@tandem/proto/browser/audit/audit-events';
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

/** Of two equally strong reports, that of the owner's own browser. */
const strongestOf = (entries: readonly Delivered[]): Delivered | undefined => {
  const rank = ({ delivery: { standing, reportedBy } }: Delivered): number =>
    2 * strength.indexOf(standing) + (reportedBy === 'sender' ? 1 : 0);
  return [...entries].sort((one, other) => rank(other) - rank(one))[0];
};

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
    const strongest = strongestOf(group);
    const bytes = group.reduce((most, { delivery }) => Math.max(most, delivery.bytes ?? 0), 0);
    if (shown === undefined || strongest === undefined) continue;
    const { eventStatus, delivery } = strongest;
    joined.set(shown.id, { ...shown, eventStatus, delivery: { ...delivery, bytes } });
  }
  return entries.flatMap((entry) => {
    if (!isJoined(entry)) return [entry];
    const row = joined.get(entry.id);
    return row === undefined ? [] : [row];
  });
};

/** One side may report what the other has done. */
const refuserOf = ({ reason, reportedBy }: Delivered['delivery']): DeliveryReporter => {
  if (reason === 'refused-by-sender') return 'sender';
  return reason === 'refused-by-recipient' ? 'recipient' : reportedBy;
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
      return texts.standings.refused[refuserOf(delivery)];
    default:
      return texts.standings.failed;
  }
};
