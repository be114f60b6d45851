import { lazy } from 'react';

/** Public pages. Their chunks must not load antd, the store or the identity SDK. */
export const SharePage = lazy(() => import('../../features/share-page/share-page.js'));
export const LandingPage = lazy(() => import('../../features/marketing/landing/landing-page.js'));
export const MarketingPage = lazy(() => import('../../features/marketing/marketing-page.js'));
export const TermsPage = lazy(() => import('../../features/legal/terms-page.js'));
export const PrivacyPage = lazy(() => import('../../features/legal/privacy-page.js'));
export const LoginRequired = lazy(() => import('./login-required-route.js'));
