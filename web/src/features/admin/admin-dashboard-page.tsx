import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../components/icon.js';
import { toast } from '../../components/toast/index.js';
import { messageOf } from '../../lib/http/http.js';
import { paths } from '../../lib/paths.js';
import { useTitle } from '../../lib/browser/use-title.js';
import { RecentTransfers, TopUsers } from './admin-tables.js';
import { adminApi } from './api.js';
import { TransferDays } from './day-chart.js';
import { ConnectionTypes, Costs, FigureCards, Subscriptions } from './figures.js';
import { texts } from './texts.js';
import './admin.css';

const { dashboard } = texts;

/** All five calls of the page; the first failure is told once. */
const useDashboardData = () => {
  const stats = adminApi.useConnectionStatsQuery(undefined);
  const users = adminApi.useUserAnalyticsQuery(undefined);
  const costs = adminApi.useCostInsightsQuery(undefined);
  const transfers = adminApi.useRecentTransfersQuery(undefined);
  // Additive; a server without it simply has no chart.
  const days = adminApi.useTransfersByDayQuery(undefined);
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
  return { stats, users, costs, transfers, days, message };
};

/** /admin/dashboard */
export function AdminDashboardPage() {
  useTitle(dashboard.title);
  const { stats, users, costs, transfers, days, message } = useDashboardData();
  return (
    <div className="admin">
      <Link to={paths.home} className="back-link">
        <Icon name="back" /> {dashboard.home}
      </Link>
      <header className="page-head admin-head">
        <div>
          <h1>{dashboard.title}</h1>
          <p>{dashboard.lead}</p>
        </div>
        <Link to={paths.adminSubscriptions} className="button-link">
          {dashboard.manage}
        </Link>
      </header>
      {message !== null && (
        <p role="alert" className="admin-error">
          {message}
        </p>
      )}
      <FigureCards users={users.data} costs={costs.data} />
      <div className="admin-grid">
        {days.data !== undefined && days.data.length > 0 && (
          <section className="panel admin-wide" aria-labelledby="days-title">
            <h2 id="days-title">{dashboard.days}</h2>
            <TransferDays days={days.data} />
          </section>
        )}
        {stats.data !== undefined && <ConnectionTypes stats={stats.data} />}
        {users.data !== undefined && <Subscriptions stats={users.data.subscriptionStats} />}
        {costs.data !== undefined && <Costs costs={costs.data} />}
        {users.data !== undefined && <TopUsers users={users.data.topUsers} />}
        {transfers.data !== undefined && <RecentTransfers transfers={transfers.data} />}
      </div>
    </div>
  );
}

export default AdminDashboardPage;
