import { lazy } from 'react';
import { withAllTexts } from '../../lib/texts/catalogue.js';

/** Pages behind the session gate, each its own chunk. */
export const SignedInFrame = lazy(() => withAllTexts(() => import('../shell/signed-in-frame.js')));
export const DashboardPage = lazy(() =>
  withAllTexts(() => import('../../features/dashboard/dashboard-page.js')),
);
export const SubscribePage = lazy(() => withAllTexts(() => import('./subscribe-route.js')));
export const AuditLogsPage = lazy(() =>
  withAllTexts(() => import('../../features/audit/audit-logs-page.js')),
);
export const SettingsPage = lazy(() =>
  withAllTexts(() => import('../../features/settings/settings-page.js')),
);
export const HelpPage = lazy(() => withAllTexts(() => import('../../features/help/help-page.js')));
export const AdminDashboardPage = lazy(() =>
  withAllTexts(() => import('../../features/admin/analytics/admin-dashboard-page.js')),
);
export const AdminLogPage = lazy(() =>
  withAllTexts(() => import('../../features/admin/log/admin-log-page.js')),
);
export const SubscriptionManagementPage = lazy(() =>
  withAllTexts(() => import('../../features/admin/users/subscription-management-page.js')),
);
