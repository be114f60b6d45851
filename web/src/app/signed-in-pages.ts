import { lazy } from 'react';

/** Pages behind the session gate, each its own chunk. */
export const SignedInFrame = lazy(() => import('./signed-in-frame.js'));
export const DashboardPage = lazy(() => import('../features/shares/dashboard-page.js'));
