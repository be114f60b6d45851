import type { TableProps } from 'antd';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.js';
import { formatDateTime } from '../../lib/texts/format.js';
import type { AuditLogEntry } from './api.js';
import { accessorOf, labelOf, locationOf } from './entries.js';
import { texts } from './texts.js';
import '../../components/tables/row-card.css';

export type AuditColumns = NonNullable<TableProps<AuditLogEntry>['columns']>;

const icons: Record<string, ReactNode> = {
  share_created: <Icon name="link" />,
  access_attempt: <Icon name="eye" />,
  download_completed: <Icon name="download" />,
  access_denied: <Icon name="denied" />,
};

const { columns: names } = texts;

function Time({ value }: { value: string }) {
  return <time dateTime={value}>{formatDateTime(value)}</time>;
}

function Event({ type }: { type: string }) {
  return (
    <span className="audit-event">
      {icons[type] ?? <Icon name="file" />}
      {labelOf(type)}
    </span>
  );
}

function Status({ status }: { status: string }) {
  return <span className={`badge badge-${status}`}>{labelOf(status)}</span>;
}

/** An address is broken before its host rather than anywhere. */
function Accessor({ entry }: { entry: AuditLogEntry }) {
  const [name, ...hosts] = accessorOf(entry).split('@');
  return (
    <span className="audit-wrap">
      {name}
      {hosts.map((host) => (
        <Fragment key={host}>
          <wbr />@{host}
        </Fragment>
      ))}
    </span>
  );
}

/** The specification's seven columns. */
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
    width: 170,
    render: (value: string) => <Event type={value} />,
  },
  {
    title: names.status,
    dataIndex: 'eventStatus',
    width: 86,
    render: (value: string) => <Status status={value} />,
  },
  {
    title: names.file,
    dataIndex: 'filename',
    width: 136,
    render: (value: string, entry) => (
      <span className="audit-file">
        <span title={value}>{value}</span>
        <small>{entry.fileSize}</small>
      </span>
    ),
  },
  {
    title: names.accessor,
    key: 'accessor',
    width: 172,
    render: (_value, entry) => <Accessor entry={entry} />,
  },
  {
    title: names.location,
    key: 'location',
    width: 134,
    render: (_value, entry) => <span className="audit-wrap">{locationOf(entry)}</span>,
  },
  {
    title: names.ip,
    dataIndex: 'ipAddress',
    width: 126,
    render: (value: string | null) => <code className="audit-wrap">{value ?? '-'}</code>,
  },
];

/** The same facts, one card per record, for windows too narrow for seven columns. */
export const narrowColumns: AuditColumns = [
  {
    title: names.event,
    key: 'record',
    render: (_value, entry) => (
      <div className="row-card">
        <Event type={entry.eventType} />
        <Status status={entry.eventStatus} />
        <strong className="row-card-wide">
          {entry.filename} <small>{entry.fileSize}</small>
        </strong>
        <span className="row-card-wide">{accessorOf(entry)}</span>
        <small className="row-card-wide">
          {locationOf(entry)} · <code>{entry.ipAddress ?? '-'}</code>
        </small>
        <small className="row-card-wide">
          <Time value={entry.createdAt} />
        </small>
      </div>
    ),
  },
];
