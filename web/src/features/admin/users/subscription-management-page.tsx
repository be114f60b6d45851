import { maxSearchLength } from '@tandem/proto/browser/limits';
import { Select, Table } from 'antd';
import { useState } from 'react';
import { LoadingScreen } from '../../../components/loading-screen.js';
import { BackLink } from '../../../components/page/links.js';
import { PageHead } from '../../../components/page/page-head.js';
import { Panel } from '../../../components/page/panel.js';
import { SearchField } from '../../../components/tables/search-field.js';
import { TableScroll } from '../../../components/tables/table-scroll.js';
import { useDebounced } from '../../../lib/browser/use-debounced.js';
import { useIsNarrow } from '../../../lib/browser/use-is-narrow.js';
import { useTitle } from '../../../lib/browser/use-title.js';
import { useHasPayments } from '../../../lib/http/use-config.js';
import { paths } from '../../../lib/paths.js';
import { formatCount } from '../../../lib/texts/format.js';
import { useLastPage } from '../../../lib/use-last-page.js';
import { AdminFailure } from '../admin-failure.js';
import { adminApi, type AdminUser } from '../api.js';
import { Nothing } from '../nothing.js';
import pageStyles from '../page.module.css';
import { texts } from '../texts.js';
import { narrowUserColumns, wideUserColumns } from './user-columns.js';
import { newestFirst, orderOf, sortingOf, userOrders, type UserOrder } from './user-query.js';
import styles from './users.module.css';

const { management } = texts;
const pageSize = 50;

interface View {
  order: UserOrder;
  page: number;
}
const firstView: View = { order: newestFirst, page: 1 };

const rangeText = (page: number, shown: number, total: number): string => {
  const first = (page - 1) * pageSize + 1;
  return management.shown(formatCount(first), formatCount(first + shown - 1), formatCount(total));
};

/** The columns of a wide window, with the order that they show. */
const columnsIn = (order: UserOrder) => {
  const { sort, order: direction } = sortingOf(order);
  const sortOrder = direction === 'asc' ? ('ascend' as const) : ('descend' as const);
  return wideUserColumns.map((column) => ({
    ...column,
    sortOrder: column.key === sort ? sortOrder : null,
  }));
};

interface ToolsProps {
  search: string;
  onSearch: (search: string) => void;
  /** Null: the headers of the columns select the order. */
  order: UserOrder | null;
  onOrder: (order: UserOrder) => void;
  range: string;
}

function Tools({ search, onSearch, order, onOrder, range }: ToolsProps) {
  return (
    <div className={styles.tools}>
      <SearchField
        className={styles.search}
        aria-label={management.search}
        placeholder={management.searchPlaceholder}
        maxLength={maxSearchLength}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      {order !== null && (
        <Select
          aria-label={management.sortBy}
          value={order}
          options={userOrders.map((value) => ({ value, label: management.sortings[value] }))}
          onChange={onOrder}
        />
      )}
      <p className={styles.shown} aria-live="polite">
        {range}
      </p>
    </div>
  );
}

/** Searched, sorted and divided into pages by the server: a deployment has more accounts than a page can hold. */
function UserTable({ label }: { label: string }) {
  const [typed, setTyped] = useState('');
  const [{ order, page }, setView] = useState(firstView);
  const search = useDebounced(typed.trim());
  const { data, currentData, isFetching, error, refetch } = adminApi.useListUsersQuery(
    { limit: pageSize, page, ...sortingOf(order), ...(search === '' ? {} : { search }) },
    { refetchOnMountOrArgChange: true },
  );
  useLastPage(
    page,
    currentData === undefined
      ? null
      : { rows: currentData.users.length, total: currentData.total, pageSize },
    (last) => setView({ order, page: last }),
  );
  const isNarrow = useIsNarrow();
  // `isError` is false during the next attempt; the notice must stay.
  const hasFailed = error !== undefined;
  const failure = hasFailed && (
    <AdminFailure title={management.fetchFailed} error={error} onRetry={refetch} />
  );
  if (data === undefined) return failure || <LoadingScreen label={management.loading} />;
  const { total } = data;
  // Until the response to this query arrives, `data` belongs to the previous one.
  const users = hasFailed && currentData === undefined ? [] : data.users;
  return (
    <>
      <Tools
        search={typed}
        onSearch={(search) => {
          setTyped(search);
          setView({ order, page: 1 });
        }}
        order={isNarrow ? order : null}
        onOrder={(chosen) => setView({ order: chosen, page: 1 })}
        range={
          currentData !== undefined && users.length > 0 ? rangeText(page, users.length, total) : ''
        }
      />
      {users.length > 0 && failure}
      <TableScroll label={label} minWidthPx={isNarrow ? 0 : 920} isBusy={isFetching}>
        <Table<AdminUser>
          size="middle"
          rowKey="id"
          columns={isNarrow ? narrowUserColumns : columnsIn(order)}
          showHeader={!isNarrow}
          showSorterTooltip={false}
          dataSource={users}
          pagination={
            total > pageSize ? { current: page, pageSize, total, showSizeChanger: false } : false
          }
          onChange={(pagination, _filters, sorter, { action }) => {
            const column = Array.isArray(sorter) ? sorter[0] : sorter;
            if (action === 'sort') {
              setView({ order: orderOf(column?.columnKey, column?.order), page: 1 });
            } else setView({ order, page: pagination.current ?? 1 });
          }}
          locale={{ emptyText: failure || <Nothing text={management.empty} /> }}
        />
      </TableScroll>
    </>
  );
}

/** /admin/subscription-management */
export function SubscriptionManagementPage() {
  const title = useHasPayments() ? management.title : texts.withoutPayments.manage;
  useTitle(title);
  return (
    <div className={pageStyles.page}>
      <BackLink to={paths.adminDashboard}>{management.back}</BackLink>
      <PageHead title={title} lead={management.lead} />
      <Panel>
        <UserTable label={title} />
      </Panel>
    </div>
  );
}

export default SubscriptionManagementPage;
