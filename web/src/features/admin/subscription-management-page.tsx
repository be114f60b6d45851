import { Input, Select, Table } from 'antd';
import type { TableProps } from 'antd';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../components/icon.js';
import { TableScroll } from '../../components/table-scroll.js';
import { LoadingScreen } from '../../components/loading-screen.js';
import { toast } from '../../components/toast/index.js';
import { messageOf } from '../../lib/base-api.js';
import { formatCount, formatDay } from '../../lib/format.js';
import { paths } from '../../lib/paths.js';
import type { SubscriptionStatus } from '../../lib/user-api.js';
import { useTitle } from '../../lib/use-title.js';
import { adminApi } from './api.js';
import type { AdminUser } from './api.js';
import { texts } from './texts.js';
import { userName } from './user-name.js';
import './admin.css';

const { management } = texts;
const { columns: names } = management;

const statuses: readonly SubscriptionStatus[] = ['free', 'active', 'proforever'];
const pageSize = 50;

function StatusSelect({ user }: { user: AdminUser }) {
  const [setSubscription, { isLoading }] = adminApi.useSetSubscriptionMutation();
  const change = async (subscriptionStatus: SubscriptionStatus): Promise<void> => {
    try {
      await setSubscription({ userId: user.id, subscriptionStatus }).unwrap();
      toast({ variant: 'success', title: management.updated });
    } catch (error) {
      const { title, fallback } = management.updateFailed;
      toast({ variant: 'destructive', title, description: messageOf(error, fallback) });
    }
  };
  return (
    <Select
      className="status-select"
      aria-label={management.changeFor(user.email)}
      value={user.subscriptionStatus}
      disabled={isLoading}
      options={statuses.map((value) => ({ value, label: management.status[value] }))}
      onChange={(status) => void change(status)}
    />
  );
}

const columns: NonNullable<TableProps<AdminUser>['columns']> = [
  {
    title: names.name,
    key: 'name',
    render: (_value, user) => (
      <span className="admin-name">
        {userName(user)}
        {user.isAdmin && <span className="badge badge-sharing">{management.admin}</span>}
      </span>
    ),
  },
  { title: names.email, dataIndex: 'email', ellipsis: true },
  {
    title: names.status,
    dataIndex: 'subscriptionStatus',
    width: 130,
    render: (value: SubscriptionStatus) => (
      <span className={`badge plan-${value}`}>{management.status[value]}</span>
    ),
  },
  {
    title: names.used,
    dataIndex: 'sharesUsedThisMonth',
    align: 'right',
    width: 120,
    render: (value: number) => formatCount(value),
  },
  {
    title: names.joined,
    dataIndex: 'createdAt',
    width: 130,
    render: (value: string) => formatDay(value),
  },
  {
    title: names.change,
    key: 'change',
    width: 180,
    render: (_value, user) => <StatusSelect user={user} />,
  },
];

function UserTable() {
  const { data, isLoading, error } = adminApi.useListUsersQuery(undefined);
  const [search, setSearch] = useState('');
  const users = useMemo(() => {
    const needle = search.trim().toLowerCase();
    return (data ?? []).filter((user) =>
      `${userName(user)} ${user.email}`.toLowerCase().includes(needle),
    );
  }, [data, search]);
  if (isLoading) return <LoadingScreen label={management.loading} />;
  if (data === undefined) {
    return (
      <p role="alert" className="admin-error">
        {messageOf(error, management.fetchFailed)}
      </p>
    );
  }
  return (
    <>
      <Input
        className="admin-search"
        allowClear
        prefix={<Icon name="search" />}
        aria-label={management.search}
        placeholder={management.searchPlaceholder}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <TableScroll label={management.title} minWidthPx={900}>
        <Table<AdminUser>
          size="middle"
          rowKey="id"
          columns={columns}
          dataSource={users}
          pagination={users.length > pageSize ? { pageSize, showSizeChanger: false } : false}
          locale={{ emptyText: management.empty }}
        />
      </TableScroll>
    </>
  );
}

/** /admin/subscription-management */
export function SubscriptionManagementPage() {
  useTitle(management.title);
  return (
    <div className="admin">
      <Link to={paths.adminDashboard} className="back-link">
        <Icon name="back" /> {management.back}
      </Link>
      <header className="page-head">
        <h1>{management.title}</h1>
        <p>{management.lead}</p>
      </header>
      <section className="panel">
        <UserTable />
      </section>
    </div>
  );
}

export default SubscriptionManagementPage;
