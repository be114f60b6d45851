import { lazy } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '../lib/paths.js';

/** Pages for everybody. None of these chunks may load antd, the store or the identity SDK. */
export const SharePage = lazy(() => import('../features/recipient/share-page.js'));

/** The landing page arrives with the marketing pages; until then a visitor is asked to sign in. */
export const LandingPage = () => <Navigate to={paths.login} replace />;

export const LoginRequired = lazy(() => import('../features/subscribe/login-required.js'));
