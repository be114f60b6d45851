import { Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { LoadingPage } from '../../components/loading-screen.js';
import { marketingPaths, type MarketingKey } from '../../components/site/marketing-paths.js';
import { useSession } from '../../lib/account/session.js';
import { loginPath, needsAccount, paths } from '../../lib/paths.js';
import { useBrand } from '../../lib/texts/brand.js';
import { NotFoundPage } from './not-found-page.js';
import {
  LandingPage,
  LoginRequired,
  MarketingPage,
  PrivacyPage,
  SharePage,
  TermsPage,
} from './public-pages.js';
import { LoginGate, SessionGate } from './session-gate.js';
import {
  AdminDashboardPage,
  AdminLogPage,
  AuditLogsPage,
  DashboardPage,
  HelpPage,
  SettingsPage,
  SubscribePage,
  SubscriptionManagementPage,
} from './signed-in-pages.js';

/**
 * Pages that need an account lead visitors to the login, and back, but home after a sign-out; every other path shows
 * the landing page.
 */
function VisitorPage() {
  const { pathname } = useLocation();
  const session = useSession();
  const hasLeft = session.status === 'visitor' && session.hasLeft === true;
  if (hasLeft && (needsAccount(pathname) || pathname === paths.subscribe))
    return <Navigate to={paths.home} replace />;
  if (pathname === paths.subscribe) return <LoginRequired />;
  return needsAccount(pathname) ? (
    <Navigate to={loginPath({ next: pathname })} replace />
  ) : (
    <LandingPage />
  );
}

/** Public routes. The slug of the comparison page comes from the runtime configuration. */
const publicRoutes = (brand: { name: string; slug: string }) => (
  <>
    <Route path="/share/:id" element={<SharePage />} />
    <Route path={paths.landing} element={<LandingPage />} />
    <Route path={paths.terms} element={<TermsPage />} />
    <Route path={paths.privacy} element={<PrivacyPage />} />
    {(Object.entries(marketingPaths(brand)) as [MarketingKey, string][]).map(([key, path]) => (
      <Route key={key} path={path} element={<MarketingPage key={key} pageKey={key} />} />
    ))}
    <Route path={paths.login} element={<LoginGate />} />
    <Route path={paths.upgrade} element={<Navigate to={paths.subscribe} replace />} />
    <Route path={paths.admin} element={<Navigate to={paths.adminDashboard} replace />} />
  </>
);

/** The routes of visitors and signed-in users. */
export function AppRoutes() {
  const brand = useBrand();
  return (
    <Suspense fallback={<LoadingPage />}>
      <Routes>
        {publicRoutes(brand)}
        <Route element={<SessionGate visitorPage={<VisitorPage />} />}>
          <Route path={paths.home} element={<DashboardPage />} />
          <Route path={paths.subscribe} element={<SubscribePage />} />
          <Route path={paths.auditLogs} element={<AuditLogsPage />} />
          <Route path={paths.settings} element={<SettingsPage />} />
          <Route path={paths.help} element={<HelpPage />} />
          <Route path={paths.adminDashboard} element={<AdminDashboardPage />} />
          <Route path={paths.adminSubscriptions} element={<SubscriptionManagementPage />} />
          <Route path={paths.adminLog} element={<AdminLogPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </Suspense>
  );
}
