import { on, PoisonMessage, type EventHandler, type EventMeta } from '@tandem/kit/bus';
import { events } from '@tandem/proto/events';
import type { Origin, ShareRef } from '@tandem/proto/tandem/events/v1/shares';
import type { AuditEventStatus, AuditEventType } from '@tandem/proto/browser/audit-events';
import type { Incident } from './entry/entry.js';
import { record, removeOwner, type AuditContext } from './audit-log.js';
import type { FindPlace } from './entry/geo-location.js';

interface Accessor {
  email: string;
  name: string;
}
const anonymous: Accessor = { email: '', name: '' };

const orNull = (text: string): string | null => (text === '' ? null : text);

interface Told {
  share: ShareRef | undefined;
  at: Date | undefined;
  origin: Origin | undefined;
  accessor: Accessor;
  eventType: AuditEventType;
  eventStatus: AuditEventStatus;
}

const incidentFrom = (meta: EventMeta, told: Told, findPlace: FindPlace): Incident => {
  const { share, at, origin, accessor, eventType, eventStatus } = told;
  if (!share?.ownerUid || !at) throw new PoisonMessage('the event names no share or no time');
  const ipAddress = origin?.ipAddress ?? '';
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
      ...findPlace(ipAddress),
    },
  };
};

/** Five event types become entries; others in the stream are ignored. */
export const shareHandlers = (context: AuditContext, findPlace: FindPlace): EventHandler[] => {
  const tell = (meta: EventMeta, told: Told) =>
    record(context, incidentFrom(meta, told, findPlace));
  return [
    on(events.shareCreated, ({ share, createdAt, origin, ownerEmail, ownerName }, meta) =>
      tell(meta, {
        share,
        at: createdAt,
        origin,
        accessor: { email: ownerEmail, name: ownerName },
        eventType: 'share_created',
        eventStatus: 'success',
      }),
    ),
    on(events.accessAttempted, ({ share, at, origin }, meta) =>
      tell(meta, {
        share,
        at,
        origin,
        accessor: anonymous,
        eventType: 'access_attempt',
        eventStatus: 'success',
      }),
    ),
    on(events.accessDenied, ({ share, at, origin }, meta) =>
      tell(meta, {
        share,
        at,
        origin,
        accessor: anonymous,
        eventType: 'access_denied',
        eventStatus: 'denied',
      }),
    ),
    on(events.downloadCompleted, ({ share, at, origin, accessorName, accessorEmail }, meta) =>
      tell(meta, {
        share,
        at,
        origin,
        accessor: { email: accessorEmail, name: accessorName },
        eventType: 'download_completed',
        eventStatus: 'success',
      }),
    ),
    // The closed set of event types has no other type for the end of a download.
    on(events.downloadFailed, ({ share, at, origin, accessorName, accessorEmail }, meta) =>
      tell(meta, {
        share,
        at,
        origin,
        accessor: { email: accessorEmail, name: accessorName },
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
