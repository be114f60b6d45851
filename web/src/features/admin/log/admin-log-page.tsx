import { Button, Table, type TableProps } from 'antd';
import { Fragment, useState } from 'react';
import { LoadingScreen } from '../../../components/loading-screen.js';
import { BackLink } from '../../../components/page/links.js';
import { PageHead } from '../../../components/page/page-head.js';
import { Panel } from '../../../components/page/panel.js';
import { RowCard } from '../../../components/tables/row-card.js';
import rowCard from '../../../components/tables/row-card.module.css';
import { TableScroll } from '../../../components/tables/table-scroll.js';
import { useSignedInUser } from '../../../lib/account/user-api.js';
import { useIsNarrow } from '../../../lib/browser/use-is-narrow.js';
import { useTitle } from '../../../lib/browser/use-title.js';
import { paths } from '../../../lib/paths.js';
import { formatCount, formatDateTime } from '../../../lib/texts/format.js';
import { AdminFailure } from '../admin-failure.js';
import { adminApi, logPageSize, type AdminLogEntry } from '../api.js';
import { Nothing } from '../nothing.js';
import pageStyles from '../page.module.css';
import { texts } from '../texts.js';
import styles from './admin-log-page.module.css';

const { log } = texts;
const { columns: names } = log;

/** A list of users concerns each of them. */
const shownSubjects = 3;

/** Others are named by ID, so that reading the log shows no personal data. */
function Person({ id }: { id: string }) {
  const isSelf = useSignedInUser()?.uid === id;
  return (
    <span className={styles.person} translate={isSelf ? 'yes' : 'no'} title={id}>
      {isSelf ? log.self : id}
    </span>
  );
}

function Subjects({ entry: { subjectIds } }: { entry: AdminLogEntry }) {
  if (subjectIds.length === 0) return log.nobody;
  const others = subjectIds.length - shownSubjects;
  return (
    <>
      {subjectIds.slice(0, shownSubjects).map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Person id={id} />
        </Fragment>
      ))}
      {others > 0 && ` ${log.more(formatCount(others))}`}
    </>
  );
}

function Actor({ entry: { actorId } }: { entry: AdminLogEntry }) {
  return actorId === null ? log.operator : <Person id={actorId} />;
}

type LogColumns = NonNullable<TableProps<AdminLogEntry>['columns']>;

const wideColumns: LogColumns = [
  { title: names.at, dataIndex: 'at', width: 220, render: (at: string) => formatDateTime(at) },
  {
    title: names.action,
    key: 'action',
    width: 260,
    render: (_value, { action }) => log.actions[action],
  },
  {
    title: names.actor,
    key: 'actor',
    width: 280,
    render: (_value, entry) => <Actor entry={entry} />,
  },
  { title: names.subjects, key: 'subjects', render: (_value, entry) => <Subjects entry={entry} /> },
];

/** One card per entry, for phones. */
const narrowColumns: LogColumns = [
  {
    title: names.action,
    key: 'entry',
    render: (_value, entry) => (
      <RowCard>
        <strong className={rowCard.wide}>{log.actions[entry.action]}</strong>
        <span className={rowCard.wide}>
          {names.actor}: <Actor entry={entry} />
        </span>
        <span className={rowCard.wide}>
          {names.subjects}: <Subjects entry={entry} />
        </span>
        <small className={rowCard.wide}>{formatDateTime(entry.at)}</small>
      </RowCard>
    ),
  },
];

function LogTable() {
  /** The last entry of the page before. */
  const [after, setAfter] = useState<{ at: string; id: string }>();
  // Of this page: until its response arrives, `data` belongs to the page before.
  const {
    currentData: entries,
    error,
    isFetching,
    refetch,
  } = adminApi.useAdminLogQuery(after === undefined ? {} : { after }, {
    refetchOnMountOrArgChange: true,
  });
  const isNarrow = useIsNarrow();
  const last = entries?.length === logPageSize ? entries.at(-1) : undefined;
  const isLoadingOlder = after !== undefined && entries === undefined && isFetching;
  return (
    <>
      {error !== undefined && (
        <AdminFailure title={log.loadFailed} error={error} onRetry={refetch} />
      )}
      {entries === undefined ? (
        error === undefined && isFetching && <LoadingScreen label={log.loading} />
      ) : (
        <TableScroll label={log.title} minWidthPx={isNarrow ? 0 : 900} isBusy={isFetching}>
          <Table<AdminLogEntry>
            size="middle"
            rowKey="id"
            columns={isNarrow ? narrowColumns : wideColumns}
            showHeader={!isNarrow}
            dataSource={entries}
            pagination={false}
            locale={{ emptyText: <Nothing text={log.empty} /> }}
          />
        </TableScroll>
      )}
      <div className={styles.pages}>
        {after !== undefined && <Button onClick={() => setAfter(undefined)}>{log.newest}</Button>}
        {/* Keeps the focus while it loads: its neighbour leads back. */}
        {(last !== undefined || isLoadingOlder) && (
          <Button
            loading={isLoadingOlder}
            onClick={() => last && setAfter({ at: last.at, id: last.id })}
          >
            {log.older}
          </Button>
        )}
      </div>
    </>
  );
}

/** /admin/log */
export function AdminLogPage() {
  useTitle(log.title);
  return (
    <div className={pageStyles.page}>
      <BackLink to={paths.adminDashboard}>{texts.management.back}</BackLink>
      <PageHead title={log.title} lead={log.lead} />
      <Panel>
        <LogTable />
      </Panel>
    </div>
  );
}

export default AdminLogPage;
