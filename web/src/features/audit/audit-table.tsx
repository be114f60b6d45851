import { Table } from 'antd';
import type { TableProps } from 'antd';
import type { ReactNode } from 'react';
import { TableScroll } from '../../components/table-scroll.js';
import { Icon } from '../../components/icon.js';
import { formatDateTime } from '../../lib/format.js';
import type { AuditLogEntry } from './api.js';
import { accessorOf, labelOf, locationOf } from './entries.js';
import { texts } from './texts.js';

const icons: Record<string, ReactNode> = {
  share_created: <Icon name="link" />,
  access_attempt: <Icon name="eye" />,
  download_completed: <Icon name="download" />,
  access_denied: <Icon name="denied" />,
};

const { columns: names } = texts;

const columns: NonNullable<TableProps<AuditLogEntry>['columns']> = [
  {
    title: names.date,
    dataIndex: 'createdAt',
    width: 146,
    render: (value: string) => <time dateTime={value}>{formatDateTime(value)}</time>,
  },
  {
    title: names.event,
    dataIndex: 'eventType',
    width: 160,
    render: (value: string) => (
      <span className="audit-event">
        {icons[value] ?? <Icon name="file" />}
        {labelOf(value)}
      </span>
    ),
  },
  {
    title: names.status,
    dataIndex: 'eventStatus',
    width: 86,
    render: (value: string) => <span className={`badge badge-${value}`}>{labelOf(value)}</span>,
  },
  {
    title: names.file,
    dataIndex: 'filename',
    width: 160,
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
    width: 150,
    ellipsis: true,
    render: (_value, entry) => accessorOf(entry),
  },
  {
    title: names.location,
    key: 'location',
    width: 94,
    ellipsis: true,
    render: (_value, entry) => locationOf(entry),
  },
  {
    title: names.ip,
    dataIndex: 'ipAddress',
    width: 104,
    render: (value: string | null) => <code>{value ?? '-'}</code>,
  },
];

const tableWidthPx = 900;
/** Beyond this many rows only the visible ones are rendered. */
const virtualFrom = 200;
const virtualScroll = { x: tableWidthPx, y: 560 };

/** The log as a table; a long one is windowed, a short one stays a plain, accessible table. */
export function AuditTable({ entries }: { entries: readonly AuditLogEntry[] }) {
  const shared = {
    size: 'small',
    rowKey: 'id',
    columns,
    dataSource: entries,
    pagination: false,
    locale: { emptyText: texts.empty },
  } as const;
  if (entries.length > virtualFrom) {
    return <Table<AuditLogEntry> {...shared} virtual scroll={virtualScroll} />;
  }
  return (
    <TableScroll label={texts.title} minWidthPx={tableWidthPx}>
      <Table<AuditLogEntry> {...shared} tableLayout="fixed" />
    </TableScroll>
  );
}
