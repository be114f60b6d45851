import { useEffect } from 'react';
import { LoadingScreen } from '../../../components/loading-screen.js';
import { BackLink, ButtonLink } from '../../../components/page/links.js';
import { PageHead } from '../../../components/page/page-head.js';
import { Panel } from '../../../components/page/panel.js';
import { toast } from '../../../components/toast/index.js';
import { useTitle } from '../../../lib/browser/use-title.js';
import { classNames } from '../../../lib/class-names.js';
import { messageOf } from '../../../lib/http/http.js';
import { useHasPayments } from '../../../lib/http/use-config.js';
import { paths } from '../../../lib/paths.js';
import { AdminFailure } from '../admin-failure.js';
import { adminApi } from '../api.js';
import styles from '../page.module.css';
import { texts } from '../texts.js';
import { RecentTransfers, TopUsers } from './admin-tables.js';
import { ConnectionTypes, Costs, FigureCards, Subscriptions } from './figures.js';
import { TransferDays } from './transfers-per-day.js';

const { dashboard } = texts;

/** Opening the page loads everything: no change reports the lists of persons, and without a stream none the figures. */
const onOpening = { refetchOnMountOrArgChange: true };

/** The page's queries; shows the first error as a toast. */
const useDashboardData = () => {
  const stats = adminApi.useConnectionStatsQuery(undefined, onOpening);
  const users = adminApi.useUserAnalyticsQuery(undefined, onOpening);
  const costs = adminApi.useCostInsightsQuery(undefined, onOpening);
  const transfers = adminApi.useRecentTransfersQuery(undefined, onOpening);
  // Optional: without an answer the counts are not kept up to date, and there is no chart.
  const counts = adminApi.useUserCountsQuery(undefined, onOpening);
  const days = adminApi.useTransfersByDayQuery(undefined, onOpening);
  const failure = stats.error ?? users.error ?? costs.error ?? transfers.error;
  const message = failure === undefined ? null : messageOf(failure, dashboard.loadFailed.fallback);
  useEffect(() => {
    if (message === null) return;
    toast({
      variant: 'destructive',
      title: dashboard.loadFailed.title,
      description: message,
    });
  }, [message]);
  const retry = async (): Promise<void> => {
    const failed = [stats, users, costs, transfers, counts, days].filter(
      ({ error }) => error !== undefined,
    );
    await Promise.all(failed.map(({ refetch }) => refetch()));
  };
  const figures = { stats, users, counts: counts.data ?? users.data, costs, transfers, days };
  // Show all panels together: one that arrives late would move those below it. A failed one does not delay the others.
  const isAwaited = [stats, users, costs, transfers, days].some(
    ({ isLoading, error }) => isLoading && error === undefined,
  );
  return { ...figures, failure, retry, isAwaited };
};

/** /admin/dashboard */
export function AdminDashboardPage() {
  useTitle(dashboard.title);
  const manage = useHasPayments() ? dashboard.manage : texts.withoutPayments.manage;
  const { stats, users, counts, costs, transfers, days, failure, retry, isAwaited } =
    useDashboardData();
  return (
    <div className={styles.page}>
      <BackLink to={paths.home}>{dashboard.home}</BackLink>
      <PageHead title={dashboard.title} lead={dashboard.lead}>
        <ButtonLink isSecondary to={paths.adminLog}>
          {dashboard.log}
        </ButtonLink>
        <ButtonLink to={paths.adminSubscriptions}>{manage}</ButtonLink>
      </PageHead>
      {failure !== undefined && (
        <AdminFailure title={dashboard.loadFailed.title} error={failure} onRetry={retry} />
      )}
      <FigureCards users={counts} costs={costs.data} />
      {isAwaited ? (
        <LoadingScreen />
      ) : (
        <div className={styles.panels}>
          {days.data !== undefined && days.data.length > 0 && (
            <Panel title={dashboard.days} className={classNames(styles.panel, styles.wide)}>
              <TransferDays days={days.data} />
            </Panel>
          )}
          {stats.data !== undefined && <ConnectionTypes stats={stats.data} />}
          {counts !== undefined && <Subscriptions stats={counts.subscriptionStats} />}
          {costs.data !== undefined && <Costs costs={costs.data} />}
          {users.data !== undefined && <TopUsers users={users.data.topUsers} />}
          {transfers.data !== undefined && <RecentTransfers transfers={transfers.data} />}
        </div>
      )}
    </div>
  );
}

export default AdminDashboardPage;
