import { lazyPart } from '../../components/parts/lazy-part.js';
import { withAllTexts } from '../../lib/texts/catalogue.js';

/** Public pages. Their chunks must not load antd, the store or the identity SDK. */
export const SharePage = lazyPart(() => import('../../features/share-page/share-page.js'));
export const LandingPage = lazyPart(() =>
  withAllTexts(() => import('../../features/marketing/landing/landing-page.js')),
);
export const MarketingPage = lazyPart(() =>
  withAllTexts(() => import('../../features/marketing/marketing-page.js')),
);
export const TermsPage = lazyPart(() =>
  withAllTexts(() => import('../../features/legal/terms-page.js')),
);
export const PrivacyPage = lazyPart(() =>
  withAllTexts(() => import('../../features/legal/privacy-page.js')),
);
export const LoginRequired = lazyPart(() =>
  withAllTexts(() => import('./login-required-route.js')),
);
