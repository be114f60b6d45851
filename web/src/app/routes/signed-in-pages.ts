import { lazyPart } from '../../components/parts/lazy-part.js';
import { withAllTexts } from '../../lib/texts/catalogue.js';

/** Pages behind the session gate, each its own chunk. */
export const SignedInFrame = lazyPart(() =>
  withAllTexts(() => import('../shell/signed-in-frame.js')),
);
export const DashboardPage = lazyPart(() =>
  withAllTexts(() => import('../../features/dashboard/dashboard-page.js')),
);
export const SubscribePage = lazyPart(() => withAllTexts(() => import('./subscribe-route.js')));
export const AuditLogsPage = lazyPart(() =>
  withAllTexts(() => import('../../features/audit/audit-logs-page.js')),
);
export const SettingsPage = lazyPart(() =>
  withAllTexts(() => import('../../features/settings/settings-page.js')),
);
export const HelpPage = lazyPart(() =>
  withAllTexts(() => import('../../features/help/help-page.js')),
);
export const AdminDashboardPage = lazyPart(() =>
  withAllTexts(() => import('../../features/admin/analytics/admin-dashboard-page.js')),
);
export const AdminLogPage = lazyPart(() =>
  withAllTexts(() => import('../../features/admin/log/admin-log-page.js')),
);
export const SubscriptionManagementPage = lazyPart(() =>
  withAllTexts(() => import('../../features/admin/users/subscription-management-page.js')),
);
