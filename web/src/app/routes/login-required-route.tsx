import { LoadingPage } from '../../components/loading-screen.js';
import { LoginRequired } from '../../features/billing/login-required.js';
import LandingPage from '../../features/marketing/landing/landing-page.js';
import { useConfig } from '../../lib/http/use-config.js';

/** /subscribe for visitors; without payments the landing page, as for any unknown path. */
export default function LoginRequiredRoute() {
  const config = useConfig();
  if (config === null) return <LoadingPage />;
  return config.payments.provider === 'none' ? <LandingPage /> : <LoginRequired />;
}
