import { pageClassOf } from '@tandem/proto/browser/page-class';
import { useEffect } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { Toaster } from '../components/toast/index.js';
import { DocumentGate } from './routes/document-gate.js';
import { ClientLinks } from './routes/client-links.js';
import { ErrorBoundary } from './errors/error-boundary.js';
import { AppRoutes } from './routes/routes.js';

/** Scrolls to the top on navigation, or to the element named by the hash. */
function ScrollOnNavigation() {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    if (hash === '') window.scrollTo(0, 0);
    else document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [pathname, hash]);
  return null;
}

const documentClass = pageClassOf(window.location.pathname);

export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <ScrollOnNavigation />
        <ClientLinks />
        <DocumentGate documentClass={documentClass}>
          <AppRoutes />
        </DocumentGate>
      </BrowserRouter>
      <Toaster />
    </ErrorBoundary>
  );
}
