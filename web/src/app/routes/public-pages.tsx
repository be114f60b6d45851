import { lazy } from 'react';
import { withAllTexts } from '../../lib/texts/catalogue.js';

/** Public pages. Their chunks must not load antd, the store or the identity SDK. */
export const SharePage = lazy(() => import('../../features/share-page/share-page.js'));
export const LandingPage = lazy(() =>
  withAllTexts(() => import('../../features/marketing/landing/landing-page.js')),
);
export const MarketingPage = lazy(() =>
  withAllTexts(() => import('../../features/marketing/marketing-page.js')),
);
export const TermsPage = lazy(() =>
  withAllTexts(() => import('../../features/legal/terms-page.js')),
);
export const PrivacyPage = lazy(() =>
  withAllTexts(() => import('../../features/legal/privacy-page.js')),
);
export const LoginRequired = lazy(() => withAllTexts(() => import('./login-required-route.js')));
