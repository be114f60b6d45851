import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { LoadingPage } from '../../components/loading-screen.js';
import { toast } from '../../components/toast/index.js';
import { loginPath, paths } from '../../lib/paths.js';
import { texts } from './texts.js';

/** Time to read the toast. */
const redirectDelayMs = 1500;

/** /subscribe for visitors: shows a toast, then redirects to the login. */
export function LoginRequired() {
  const navigate = useNavigate();
  useEffect(() => {
    toast({ variant: 'destructive', ...texts.loginRequired });
    // Replaced: Back would lead here, and from here to the login again.
    const timer = setTimeout(
      () => void navigate(loginPath({ next: paths.subscribe }), { replace: true }),
      redirectDelayMs,
    );
    return () => clearTimeout(timer);
  }, [navigate]);
  return <LoadingPage label={texts.loginRequired.description} />;
}
