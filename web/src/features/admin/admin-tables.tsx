import { Table } from 'antd';
import type { TableProps } from 'antd';
import { TableScroll } from '../../components/table-scroll.js';
import { formatBytes, formatCount, formatDateTime, formatDurationMs } from '../../lib/format.js';
import type { RecentTransfer, UserAnalytics } from './api.js';
import { texts } from './texts.js';

const { dashboard } = texts;
const { columns: names } = dashboard;

const transferColumns: NonNullable<TableProps<RecentTransfer>['columns']> = [
  {
    title: names.type,
    dataIndex: 'connectionType',
    render: (value: string) => <span className={`badge way-${value}`}>{value}</span>,
  },
  {
    title: names.user,
    dataIndex: 'userEmail',
    ellipsis: true,
    render: (value: string | null) => value ?? dashboard.anonymous,
  },
  {
    title: names.size,
    dataIndex: 'bytesTransferred',
    align: 'right',
    // Large counts may travel as decimal digits.
    render: (value: number | string) => formatBytes(Number(value)),
  },
  {
    title: names.duration,
    dataIndex: 'transferDuration',
    align: 'right',
    render: (value: number) => formatDurationMs(value),
  },
  {
    title: names.date,
    dataIndex: 'createdAt',
    width: 180,
    render: (value: string) => formatDateTime(value),
  },
];

export function RecentTransfers({ transfers }: { transfers: readonly RecentTransfer[] }) {
  return (
    <section className="panel admin-wide" aria-labelledby="recent-title">
      <h2 id="recent-title">{dashboard.recent}</h2>
      <TableScroll label={dashboard.recent} minWidthPx={640}>
        <Table<RecentTransfer>
          size="small"
          rowKey="id"
          columns={transferColumns}
          dataSource={transfers}
          pagination={false}
          locale={{ emptyText: dashboard.recentEmpty }}
        />
      </TableScroll>
    </section>
  );
}

type TopUser = UserAnalytics['topUsers'][number];

const userColumns: NonNullable<TableProps<TopUser>['columns']> = [
  { title: names.name, dataIndex: 'name', ellipsis: true },
  { title: names.email, dataIndex: 'email', ellipsis: true },
  {
    title: names.shares,
    dataIndex: 'sharesCount',
    align: 'right',
    width: 100,
    render: (value: number) => formatCount(value),
  },
];

export function TopUsers({ users }: { users: readonly TopUser[] }) {
  return (
    <section className="panel" aria-labelledby="top-title">
      <h2 id="top-title">{dashboard.top}</h2>
      <TableScroll label={dashboard.top} minWidthPx={360}>
        <Table<TopUser>
          size="small"
          rowKey="userId"
          columns={userColumns}
          dataSource={users}
          pagination={false}
          locale={{ emptyText: dashboard.topEmpty }}
        />
      </TableScroll>
    </section>
  );
}
