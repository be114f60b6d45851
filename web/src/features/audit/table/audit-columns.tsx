import type { TableProps } from 'antd';
import type { ReactNode } from 'react';
import { Icon } from '../../../components/icon.js';
import { Badge, type BadgeTone } from '../../../components/page/badge.js';
import { Address } from '../../../components/tables/address.js';
import { RowCard } from '../../../components/tables/row-card.js';
import rowCard from '../../../components/tables/row-card.module.css';
import { classNames } from '../../../lib/class-names.js';
import { formatDateTime, formatStoredSize } from '../../../lib/texts/format.js';
import type { AuditLogEntry } from '../api.js';
import { standingOf } from '../deliveries.js';
import { accessorOf, eventOf, isStated, labelOf, locationOf, noLocation } from '../entries.js';
import { texts } from '../texts.js';
import styles from './audit-columns.module.css';

export type AuditColumns = NonNullable<TableProps<AuditLogEntry>['columns']>;

const icons: Record<string, ReactNode> = {
  share_created: <Icon name="link" />,
  access_attempt: <Icon name="eye" />,
  download_completed: <Icon name="download" />,
  access_denied: <Icon name="denied" />,
};

const { columns: names } = texts;

function Time({ value }: { value: string }) {
  return (
    <time className={styles.figures} dateTime={value}>
      {formatDateTime(value)}
    </time>
  );
}

function Event({ entry }: { entry: AuditLogEntry }) {
  return (
    <span className={styles.event}>
      {icons[entry.eventType] ?? <Icon name="file" />}
      <span className={styles.eventName}>{eventOf(entry)}</span>
    </span>
  );
}

function Standing({ entry, className }: { entry: AuditLogEntry; className?: string | undefined }) {
  const text = standingOf(entry);
  if (text === '') return null;
  return <small className={classNames(styles.standing, className)}>{text}</small>;
}

const statusTones: Record<string, BadgeTone> = {
  success: 'success',
  failure: 'danger',
  denied: 'warning',
};

function Status({ status, className }: { status: string; className?: string | undefined }) {
  return (
    <Badge tone={statusTones[status] ?? 'neutral'} className={className}>
      {labelOf(status)}
    </Badge>
  );
}

function Accessor({ entry }: { entry: AuditLogEntry }) {
  const text = accessorOf(entry);
  return isStated(text, entry) ? <Address text={text} /> : text;
}

export const wideColumns: AuditColumns = [
  {
    title: names.date,
    dataIndex: 'createdAt',
    width: 100,
    render: (value: string) => <Time value={value} />,
  },
  {
    title: names.event,
    dataIndex: 'eventType',
    width: 160,
    render: (_value, entry) => (
      <>
        <Event entry={entry} />
        <Standing entry={entry} />
      </>
    ),
  },
  {
    title: names.status,
    dataIndex: 'eventStatus',
    width: 112,
    render: (value: string) => <Status status={value} />,
  },
  {
    title: names.file,
    dataIndex: 'filename',
    width: 130,
    render: (value: string, entry) => (
      <span className={styles.file}>
        <span dir="auto" translate="no" title={value}>
          {value}
        </span>
        <small className={styles.fileSize}>{formatStoredSize(entry.fileSize)}</small>
      </span>
    ),
  },
  {
    title: names.accessor,
    key: 'accessor',
    width: 162,
    render: (_value, entry) => (
      <span className={styles.wrap}>
        <Accessor entry={entry} />
      </span>
    ),
  },
  {
    title: names.location,
    key: 'location',
    width: 134,
    render: (_value, entry) => <span className={styles.wrap}>{locationOf(entry)}</span>,
  },
  {
    title: names.ip,
    dataIndex: 'ipAddress',
    width: 126,
    render: (value: string | null) => (
      <code dir="ltr" translate="no" className={classNames(styles.figures, styles.wrap)}>
        {value ?? '-'}
      </code>
    ),
  },
];

/** What is known of it: a card has no column to fill. */
function Origin({ entry }: { entry: AuditLogEntry }) {
  const { ipAddress } = entry;
  const location = locationOf(entry);
  const hasLocation = location !== noLocation;
  if (!hasLocation && ipAddress === null) return null;
  return (
    <small className={rowCard.wide}>
      {hasLocation && location}
      {hasLocation && ipAddress !== null && ' · '}
      {ipAddress !== null && (
        <code dir="ltr" translate="no" className={styles.figures}>
          {ipAddress}
        </code>
      )}
    </small>
  );
}

/** One card per entry, for windows too narrow for seven columns. */
export const narrowColumns: AuditColumns = [
  {
    title: names.event,
    key: 'record',
    render: (_value, entry) => (
      <RowCard>
        <Event entry={entry} />
        <Status status={entry.eventStatus} className={styles.cardStatus} />
        <strong className={rowCard.wide}>
          <bdi translate="no">{entry.filename}</bdi>{' '}
          <small className={styles.fileSize}>{formatStoredSize(entry.fileSize)}</small>
        </strong>
        <span className={rowCard.wide}>
          <Accessor entry={entry} />
        </span>
        <Standing entry={entry} className={rowCard.wide} />
        <Origin entry={entry} />
        <small className={rowCard.wide}>
          <Time value={entry.createdAt} />
        </small>
      </RowCard>
    ),
  },
];
