import { lazy } from 'react';

/** Pages behind the session gate, each its own chunk. */
export const SignedInFrame = lazy(() => import('../shell/signed-in-frame.js'));
export const DashboardPage = lazy(() => import('../../features/dashboard/dashboard-page.js'));
export const SubscribePage = lazy(() => import('./subscribe-route.js'));
export const AuditLogsPage = lazy(() => import('../../features/audit/audit-logs-page.js'));
export const SettingsPage = lazy(() => import('../../features/settings/settings-page.js'));
export const HelpPage = lazy(() => import('../../features/help/help-page.js'));
export const AdminDashboardPage = lazy(
  () => import('../../features/admin/analytics/admin-dashboard-page.js'),
);
export const AdminLogPage = lazy(() => import('../../features/admin/log/admin-log-page.js'));
export const SubscriptionManagementPage = lazy(
  () => import('../../features/admin/users/subscription-management-page.js'),
);
