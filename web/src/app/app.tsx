import { pageClassOf } from '@tandem/proto/browser/page-class';
import { useEffect } from 'react';
import { BrowserRouter, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { PartBoundary } from '../components/parts/part-boundary.js';
import { toast, Toaster } from '../components/toast/index.js';
import { useSession } from '../lib/account/session.js';
import { showTarget } from '../lib/browser/focus/show-target.js';
import { PageBoundary } from './errors/page-boundary.js';
import { ClientLinks } from './routes/client-links.js';
import { DocumentGate } from './routes/document-gate.js';
import { AppRoutes } from './routes/routes.js';
import { texts } from './texts.js';

/** A new page begins at the top, or at the element that the hash names. */
function ScrollOnNavigation() {
  const { pathname, hash } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (hash !== '') return showTarget(hash);
    if (!isReturn) window.scrollTo(0, 0);
    return undefined;
    // oxlint-disable-next-line react/exhaustive-deps -- a change of the query is no new page
  }, [pathname, hash]);
  return null;
}

/** Explains why a signed-in page has become the page of visitors. */
function SessionEndNotice() {
  const session = useSession();
  const wasEnded = session.status === 'visitor' && session.wasEnded === true;
  useEffect(() => {
    if (wasEnded) toast(texts.sessionEnded);
  }, [wasEnded]);
  return null;
}

/** The path for which the worker sent its offline shell, which has the policy of class `app`; null for other documents. */
const standsInFor = 'standIn' in document.documentElement.dataset ? window.location.pathname : null;
const documentClass = standsInFor === null ? pageClassOf(window.location.pathname) : 'app';

export function App() {
  return (
    <>
      <PartBoundary place="document">
        <BrowserRouter>
          <ScrollOnNavigation />
          <ClientLinks />
          <SessionEndNotice />
          <DocumentGate documentClass={documentClass} standsInFor={standsInFor}>
            <PageBoundary>
              <AppRoutes />
            </PageBoundary>
          </DocumentGate>
        </BrowserRouter>
      </PartBoundary>
      <Toaster />
    </>
  );
}
