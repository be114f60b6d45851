import { Input, Table } from 'antd';
import { useMemo, useState } from 'react';
import { Icon } from '../../../components/icon.js';
import { TableScroll } from '../../../components/tables/table-scroll.js';
import { BackLink } from '../../../components/page/links.js';
import { PageHead } from '../../../components/page/page-head.js';
import { Panel } from '../../../components/page/panel.js';
import { LoadingScreen } from '../../../components/loading-screen.js';
import { messageOf } from '../../../lib/http/http.js';
import { paths } from '../../../lib/paths.js';
import { useIsNarrow } from '../../../lib/browser/use-is-narrow.js';
import { useTitle } from '../../../lib/browser/use-title.js';
import { adminApi, type AdminUser } from '../api.js';
import { Nothing } from '../nothing.js';
import page from '../page.module.css';
import { texts } from '../texts.js';
import { narrowUserColumns, wideUserColumns } from './user-columns.js';
import { userName } from './user-name.js';
import styles from './users.module.css';

const { management } = texts;
const pageSize = 50;

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
      <p role="alert" className={page.error}>
        {messageOf(error, management.fetchFailed)}
      </p>
    );
  }
  return (
    <>
      <Input
        className={styles.search}
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
          locale={{ emptyText: <Nothing text={management.empty} /> }}
        />
      </TableScroll>
    </>
  );
}

/** /admin/subscription-management */
export function SubscriptionManagementPage() {
  useTitle(management.title);
  return (
    <div className={page.page}>
      <BackLink to={paths.adminDashboard}>{management.back}</BackLink>
      <PageHead title={management.title} lead={management.lead} />
      <Panel>
        <UserTable />
      </Panel>
    </div>
  );
}

export default SubscriptionManagementPage;
