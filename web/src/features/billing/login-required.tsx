import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { LoadingPage } from '../../components/loading-screen.js';
import { toast } from '../../components/toast/index.js';
import { paths } from '../../lib/paths.js';
import { texts } from './texts.js';

/** Long enough to read why (specification, section 9). */
const redirectDelayMs = 1500;

/** /subscribe for visitors: says that it needs a login, then goes there. */
export function LoginRequired() {
  const navigate = useNavigate();
  useEffect(() => {
    toast({ variant: 'destructive', ...texts.loginRequired });
    const timer = setTimeout(() => void navigate(paths.login), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return <LoadingPage label={texts.loginRequired.description} />;
}

export default LoginRequired;
