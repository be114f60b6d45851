import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { LoadingPage } from '../../components/loading-screen.js';
import { lazyPart } from '../../components/parts/lazy-part.js';
import { useSession } from '../../lib/account/session.js';
import { returnPath } from '../../lib/paths.js';
import { withAllTexts } from '../../lib/texts/catalogue.js';
import { UnreachablePage } from '../errors/unreachable-page.js';
import { SignedInFrame } from './signed-in-pages.js';

const LoginRoute = lazyPart(() => withAllTexts(() => import('./login-route.js')));

/** Signed-in pages in their frame; visitors get `visitorPage` at the same path. */
export function SessionGate({ visitorPage }: { visitorPage: ReactNode }) {
  const session = useSession();
  switch (session.status) {
    case 'loading':
      return <LoadingPage />;
    case 'unreachable':
      return <UnreachablePage />;
    case 'visitor':
      return visitorPage;
    case 'user':
      return <SignedInFrame key={session.user.uid} user={session.user} />;
  }
}

/** /login; redirects signed-in users to the page they came from, else home, except with a link from an e-mail. */
export function LoginGate() {
  const [query] = useSearchParams();
  const session = useSession();
  switch (session.status) {
    case 'loading':
      return <LoadingPage />;
    case 'unreachable':
    case 'visitor':
      return <LoginRoute />;
    case 'user':
      if (query.has('oobCode')) return <LoginRoute />;
      return <Navigate to={returnPath(query.get('next'))} replace />;
  }
}
