import { Table, type TableProps } from 'antd';
import { Badge, type BadgeTone } from '../../../components/page/badge.js';
import { Panel } from '../../../components/page/panel.js';
import { RowCard } from '../../../components/tables/row-card.js';
import rowCard from '../../../components/tables/row-card.module.css';
import { TableScroll } from '../../../components/tables/table-scroll.js';
import { useIsNarrow } from '../../../lib/browser/use-is-narrow.js';
import { classNames } from '../../../lib/class-names.js';
import {
  formatBytes,
  formatCount,
  formatDateTime,
  formatDurationMs,
} from '../../../lib/texts/format.js';
import type { RecentTransfer, UserAnalytics } from '../api.js';
import { Nothing } from '../nothing.js';
import styles from '../page.module.css';
import { texts } from '../texts.js';
import { localPartOf } from '../users/user-name.js';

const { dashboard } = texts;
const { columns: names } = dashboard;

type ConnectionType = RecentTransfer['connectionType'];

const routeTones: Record<ConnectionType, BadgeTone> = {
  turn: 'signal',
  stun: 'accent',
  direct: 'success',
  unknown: 'neutral',
};

function Route({ type }: { type: ConnectionType }) {
  return <Badge tone={routeTones[type]}>{dashboard.routeNames[type]}</Badge>;
}

/** An element with one text: antd gives a shortened cell its text as the title. */
const userOf = ({ userEmail }: RecentTransfer) => (
  <span translate={userEmail === null ? 'yes' : 'no'}>{userEmail ?? dashboard.anonymous}</span>
);

/** Its direction is its own: on a right-to-left page, an address would be shortened at its beginning. */
const shortened = {
  ellipsis: true,
  onCell: () => ({ dir: 'auto', className: styles.shortened }),
};

const transferColumns: NonNullable<TableProps<RecentTransfer>['columns']> = [
  {
    title: names.type,
    dataIndex: 'connectionType',
    width: 110,
    render: (value: ConnectionType) => <Route type={value} />,
  },
  {
    title: names.user,
    dataIndex: 'userEmail',
    ...shortened,
    render: (_value, transfer) => userOf(transfer),
  },
  {
    title: names.size,
    dataIndex: 'bytesTransferred',
    align: 'end',
    width: 140,
    // Large counts arrive as decimal strings.
    render: (value: number | string) => formatBytes(Number(value)),
  },
  {
    title: names.duration,
    dataIndex: 'transferDuration',
    align: 'end',
    width: 120,
    render: (value: number) => formatDurationMs(value),
  },
  {
    title: names.date,
    dataIndex: 'createdAt',
    width: 206,
    render: (value: string) => formatDateTime(value),
  },
];

/** One card per row, for phones. */
const transferCards: typeof transferColumns = [
  {
    title: names.type,
    key: 'transfer',
    render: (_value, transfer) => (
      <RowCard>
        {userOf(transfer)}
        <strong className={rowCard.end}>{formatBytes(transfer.bytesTransferred)}</strong>
        <small>
          {formatDateTime(transfer.createdAt)} · {formatDurationMs(transfer.transferDuration)}
        </small>
        <span className={rowCard.end}>
          <Route type={transfer.connectionType} />
        </span>
      </RowCard>
    ),
  },
];

export function RecentTransfers({ transfers }: { transfers: readonly RecentTransfer[] }) {
  const isNarrow = useIsNarrow();
  return (
    <Panel title={dashboard.recent} className={classNames(styles.panel, styles.wide)}>
      <TableScroll label={dashboard.recent} minWidthPx={isNarrow ? 0 : 680}>
        <Table<RecentTransfer>
          size="small"
          rowKey="id"
          columns={isNarrow ? transferCards : transferColumns}
          showHeader={!isNarrow}
          dataSource={transfers}
          pagination={false}
          locale={{ emptyText: <Nothing text={dashboard.recentEmpty} /> }}
        />
      </TableScroll>
    </Panel>
  );
}

type TopUser = UserAnalytics['topUsers'][number];

const nameOf = ({ name, email }: TopUser): string => (name === '' ? localPartOf(email) : name);

const userColumns: NonNullable<TableProps<TopUser>['columns']> = [
  {
    title: names.name,
    key: 'name',
    ...shortened,
    render: (_value, user) => <span translate="no">{nameOf(user)}</span>,
  },
  {
    title: names.email,
    dataIndex: 'email',
    ...shortened,
    width: '44%',
    render: (value: string) => <span translate="no">{value}</span>,
  },
  {
    title: names.shares,
    dataIndex: 'sharesCount',
    align: 'end',
    width: 112,
    render: (value: number) => formatCount(value),
  },
];

/** One card per row, for phones. */
const userCards: typeof userColumns = [
  {
    title: names.name,
    key: 'user',
    render: (_value, user) => (
      <RowCard>
        <strong translate="no">{nameOf(user)}</strong>
        <strong className={rowCard.end}>{formatCount(user.sharesCount)}</strong>
        <small translate="no">{user.email}</small>
        <small className={rowCard.end}>{names.shares}</small>
      </RowCard>
    ),
  },
];

export function TopUsers({ users }: { users: readonly TopUser[] }) {
  const isNarrow = useIsNarrow();
  return (
    <Panel title={dashboard.top} className={styles.panel}>
      <TableScroll label={dashboard.top} minWidthPx={isNarrow ? 0 : 360}>
        <Table<TopUser>
          size="small"
          rowKey="userId"
          columns={isNarrow ? userCards : userColumns}
          showHeader={!isNarrow}
          dataSource={users}
          pagination={false}
          locale={{ emptyText: <Nothing text={dashboard.topEmpty} /> }}
        />
      </TableScroll>
    </Panel>
  );
}
