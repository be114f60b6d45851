import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { LoadingScreen } from '../components/loading-screen.js';
import { paths } from '../lib/paths.js';
import { NotFoundPage } from './not-found-page.js';
import { LandingPage, SharePage } from './public-pages.js';
import { LoginGate, SessionGate } from './session-gate.js';
import { DashboardPage } from './signed-in-pages.js';

/** The specification's route table for visitors and users. */
export function AppRoutes() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        <Route path="/share/:id" element={<SharePage />} />
        <Route path={paths.landing} element={<LandingPage />} />
        <Route path={paths.login} element={<LoginGate />} />
        <Route element={<SessionGate visitorPage={<LandingPage />} />}>
          <Route path={paths.home} element={<DashboardPage />} />
          <Route path={paths.upgrade} element={<Navigate to={paths.subscribe} replace />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </Suspense>
  );
}
