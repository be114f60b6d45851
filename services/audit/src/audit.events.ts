import { createBatcher } from '@tandem/kit';
import {
  on,
  PoisonMessage,
  redeliveryWindowMs,
  type EventHandler,
  type EventMeta,
  type PublishHint,
} from '@tandem/kit/bus';
import {
  deliveryReporters,
  deliveryStandings,
  type AuditEventStatus,
  type AuditEventType,
} from '@tandem/proto/browser/audit/audit-events';
import { events, hints } from '@tandem/proto/events';
import type {
  Delivery as DeliveryMessage,
  DownloadCompleted,
  DownloadFailed,
  Origin,
  ShareRef,
} from '@tandem/proto/tandem/events/v1/shares';
import { removeOwner } from './audit-log.js';
import type { AuditContext } from './context.js';
import type { Delivery, Incident } from './entry/entry.js';
import type { FindLocation } from './entry/geo-location.js';
import { recordAll } from './record.js';

interface Accessor {
  email: string;
  name: string;
}
const anonymous: Accessor = { email: '', name: '' };

const orNull = (text: string): string | null => (text === '' ? null : text);

interface EventFacts {
  share: ShareRef | undefined;
  at: Date | undefined;
  origin: Origin | undefined;
  accessor: Accessor;
  eventType: AuditEventType;
  eventStatus: AuditEventStatus;
  delivery?: DeliveryMessage | undefined;
}

const isOneOf = <Value extends string>(values: readonly Value[], text: string): text is Value =>
  values.some((value) => value === text);

const deliveryFrom = (message: DeliveryMessage | undefined): Delivery | undefined => {
  if (!message) return undefined;
  const { deliveryId, standing, reportedBy, bytes, reason } = message;
  if (!isOneOf(deliveryStandings, standing) || !isOneOf(deliveryReporters, reportedBy))
    throw new PoisonMessage('the delivery has an unknown standing or reporter');
  return { deliveryId, standing, reportedBy, bytes: bytes ?? null, reason };
};

/** Allowed difference between the clocks of two services. */
const maxSkewMs = 600_000;

/** Events are redelivered for a limited time, so the time in an older event cannot be genuine. */
const isPlausible = (at: Date, now: Date): boolean => {
  const ageMs = now.getTime() - at.getTime();
  return ageMs >= -maxSkewMs && ageMs <= redeliveryWindowMs;
};

/**
 * The publisher is authentic: the broker lets only shares publish the subjects that are handled here (ADR 13). Its
 * content is checked.
 */
const incidentFrom = (
  meta: EventMeta,
  facts: EventFacts,
  { findLocation, now }: { findLocation: FindLocation; now: Date },
): Incident => {
  const { share, at, origin, accessor, eventType, eventStatus } = facts;
  if (!share?.ownerUid || !at) throw new PoisonMessage('the event names no share or no time');
  if (!isPlausible(at, now)) throw new PoisonMessage('the time of the event is not plausible');
  const ipAddress = origin?.ipAddress ?? '';
  const delivery = deliveryFrom(facts.delivery);
  return {
    id: meta.id,
    ownerUid: share.ownerUid,
    createdAt: at,
    eventType,
    eventStatus,
    shareId: share.shareId,
    filename: share.filename,
    fileSize: share.fileSize,
    personal: {
      accessorEmail: orNull(accessor.email),
      accessorName: orNull(accessor.name),
      userAgent: orNull(origin?.userAgent ?? ''),
      ipAddress: orNull(ipAddress),
      ...findLocation(ipAddress),
    },
    ...(delivery && { delivery }),
  };
};

const downloadOf = (ended: DownloadCompleted | DownloadFailed) => ({
  share: ended.share,
  at: ended.at,
  origin: ended.origin,
  accessor: { email: ended.accessorEmail, name: ended.accessorName },
  delivery: ended.delivery,
});

/** Most entries in one write, and most events handled at the same time. */
export const maxTogether = 64;

/** Five event types become entries; others in the stream are ignored. */
export const sharesHandlers = (
  context: AuditContext,
  findLocation: FindLocation,
  publishHint: PublishHint,
): EventHandler[] => {
  const record = createBatcher<Incident>({
    run: async (incidents) => {
      await recordAll(context, incidents);
      // After the write, so that a page that loads the log again finds the entries.
      const ownerUids = new Set(incidents.map(({ ownerUid }) => ownerUid));
      for (const ownerUid of ownerUids) publishHint(hints.entryStored, { ownerUid });
    },
    limit: maxTogether,
  });
  const recordEvent = async (meta: EventMeta, facts: EventFacts) => {
    await record(incidentFrom(meta, facts, { findLocation, now: context.now() }));
  };
  return [
    on(events.shareCreated, ({ share, createdAt, origin, ownerEmail, ownerName }, meta) =>
      recordEvent(meta, {
        share,
        at: createdAt,
        origin,
        accessor: { email: ownerEmail, name: ownerName },
        eventType: 'share_created',
        eventStatus: 'success',
      }),
    ),
    on(events.accessAttempted, ({ share, at, origin }, meta) =>
      recordEvent(meta, {
        share,
        at,
        origin,
        accessor: anonymous,
        eventType: 'access_attempt',
        eventStatus: 'success',
      }),
    ),
    on(events.accessDenied, ({ share, at, origin }, meta) =>
      recordEvent(meta, {
        share,
        at,
        origin,
        accessor: anonymous,
        eventType: 'access_denied',
        eventStatus: 'denied',
      }),
    ),
    on(events.downloadCompleted, (ended, meta) =>
      recordEvent(meta, {
        ...downloadOf(ended),
        eventType: 'download_completed',
        eventStatus: 'success',
      }),
    ),
    // The closed set of event types has no other type for the end of a download.
    on(events.downloadFailed, (ended, meta) =>
      recordEvent(meta, {
        ...downloadOf(ended),
        eventType: 'download_completed',
        eventStatus: 'failure',
      }),
    ),
  ];
};

export const identityHandlers = (context: AuditContext): EventHandler[] => [
  on(events.userDeleted, async ({ uid }) => {
    if (!uid) throw new PoisonMessage('no uid');
    await removeOwner(context, uid);
  }),
];
