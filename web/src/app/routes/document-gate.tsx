import { pageClassOf, type PageClass } from '@tandem/proto/browser/page-class';
import { useEffect, type ReactNode } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router-dom';
import { LoadingPage } from '../../components/loading-screen.js';
import message from '../../components/page/message.module.css';
import { keepToast } from '../../components/toast/index.js';
import { isLeavingCostly, isLeavingRisky } from '../../lib/browser/leave-warning.js';
import { callApi } from '../../lib/http/http.js';
import { UnreachablePage } from '../errors/unreachable-page.js';
import { texts } from '../texts.js';

interface DocumentGateProps {
  /** Class of the path that the document was loaded with. */
  documentClass: PageClass;
  /** Path of the page for which an offline shell was loaded; null for the page's own document. */
  standsInFor?: string | null;
  /** For tests. */
  reload?: () => void;
  children: ReactNode;
}

/**
 * Pages of another class than the document's need a new document, because its content security policy cannot change: a
 * dashboard that became the payment page could not load Stripe's script, and a payment page that became the dashboard
 * would still allow it.
 */
export function DocumentGate({
  documentClass,
  standsInFor = null,
  reload = () => window.location.reload(),
  children,
}: DocumentGateProps) {
  const { pathname } = useLocation();
  if (pageClassOf(pathname) === documentClass) return children;
  if (pathname === standsInFor) return <StandIn reload={reload} />;
  return isLeavingCostly() ? <NewTab /> : <Reload reload={reload} />;
}

/** Loads the document of the address, which the router has already set. */
function Reload({ reload }: { reload: () => void }) {
  useEffect(() => {
    keepToast();
    reload();
  }, [reload]);
  return <LoadingPage />;
}

const reachCheckMs = 5_000;

/** Replaces a page whose document could not be loaded; loads the document once the server answers. */
function StandIn({ reload }: { reload: () => void }) {
  useEffect(() => {
    const check = (): void => void callApi('/config').then(reload, () => undefined);
    const timer = setInterval(check, reachCheckMs);
    window.addEventListener('online', check);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', check);
    };
  }, [reload]);
  return <UnreachablePage isSignedIn={false} />;
}

/** Offers a new tab: a new document in this one would end its transfers and lose the chosen files. */
function NewTab() {
  const address = useHref(useLocation());
  const navigate = useNavigate();
  return (
    <main className={message.message}>
      <h1>{texts.newTab.title}</h1>
      <p>{isLeavingRisky() ? texts.newTab.text : texts.newTab.chosen}</p>
      <a href={address} target="_blank" rel="noreferrer" onClick={() => void navigate(-1)}>
        {texts.newTab.open}
      </a>
      <button type="button" onClick={() => void navigate(-1)}>
        {texts.newTab.back}
      </button>
    </main>
  );
}
