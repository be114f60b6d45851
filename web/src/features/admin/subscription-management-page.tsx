import { Input, Table } from 'antd';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { EmptyLine } from '../../components/empty-line.js';
import { Icon } from '../../components/icon.js';
import { TableScroll } from '../../components/tables/table-scroll.js';
import { LoadingScreen } from '../../components/loading-screen.js';
import { messageOf } from '../../lib/http/http.js';
import { paths } from '../../lib/paths.js';
import { useIsNarrow } from '../../lib/browser/use-is-narrow.js';
import { useTitle } from '../../lib/browser/use-title.js';
import { adminApi } from './api.js';
import type { AdminUser } from './api.js';
import { texts } from './texts.js';
import { narrowUserColumns, wideUserColumns } from './user-columns.js';
import { userName } from './user-name.js';
import './admin.css';

const { management } = texts;
const pageSize = 50;

function NoUsers() {
  return (
    <div className="admin-nothing">
      <EmptyLine />
      <p>{management.empty}</p>
    </div>
  );
}

function UserTable() {
  const { data, isLoading, error } = adminApi.useListUsersQuery(undefined);
  const [search, setSearch] = useState('');
  const isNarrow = useIsNarrow();
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
      <TableScroll label={management.title} minWidthPx={isNarrow ? 0 : 860}>
        <Table<AdminUser>
          size="middle"
          rowKey="id"
          columns={isNarrow ? narrowUserColumns : wideUserColumns}
          showHeader={!isNarrow}
          dataSource={users}
          pagination={users.length > pageSize ? { pageSize, showSizeChanger: false } : false}
          locale={{ emptyText: <NoUsers /> }}
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
