import { act, cleanup, configure, render } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { AppRoutes } from '../src/app/routes/routes.js';
import { Toaster, clearToasts } from '../src/components/toast/index.js';
import {
  setIdentityLoader,
  setSession,
  type Identity,
  type SessionState,
  type SignedInUser,
} from '../src/lib/account/session.js';
import { forgetConfig } from '../src/lib/http/config.js';
import { installFakeApi, type FakeApi } from './fake-api.js';
import { fakeIdentity } from './fake-identity.js';

// The first test of a page also loads its code.
configure({ asyncUtilTimeout: 60_000 });

const missingElementWaitMs = Number(process.env['MISSING_ELEMENT_WAIT_MS'] ?? 0);

/** In a run of breakages a missing element fails soon after the page is loaded, by its name alone. */
const failEarlyOnceLoaded = (): void => {
  configure({
    asyncUtilTimeout: 3 * missingElementWaitMs,
    // The default prints the page at every attempt to find the element.
    getElementError: (message) => new Error(message ?? 'Unable to find an element'),
  });
  const observer = new MutationObserver(() => {
    const headings = [...document.querySelectorAll('h1, h2')];
    if (!headings.some(({ textContent }) => isPageTitle(textContent))) return;
    observer.disconnect();
    configure({ asyncUtilTimeout: missingElementWaitMs });
  });
  observer.observe(document.body, { subtree: true, childList: true });
};

let people = 0;

/** A new user per call, so that every test has its own store. */
export const someUser = (part: Partial<SignedInUser> = {}): SignedInUser => {
  people += 1;
  return {
    uid: `uid-${people}`,
    email: 'ada@example.com',
    displayName: 'Ada Lovelace',
    photoURL: null,
    ...part,
  };
};

/** True for the heading of a page, not of the loading screen. */
export const isPageTitle = (name: string): boolean => name !== '' && name !== 'Loading...';

export const freeRecord = {
  subscriptionStatus: 'free',
  sharesUsedThisMonth: 3,
  monthlyLimit: 10,
  isAdmin: false,
};
export const proRecord = { ...freeRecord, subscriptionStatus: 'active', monthlyLimit: null };

export const config = {
  product: { name: 'Tandem', slug: 'tandem', supportEmail: 'support@tandem.example' },
  firebase: { apiKey: 'key', authDomain: 'localhost', projectId: 'demo', emulatorOrigin: null },
  payments: { provider: 'local', publishableKey: '' },
  signallingUrl: 'ws://localhost/ws',
  policy: {},
};

/** The API for a user on the Free plan without shares. */
export const startApi = (): FakeApi =>
  installFakeApi({
    'GET /api/config': { body: config },
    'GET /api/user': { body: freeRecord },
    'GET /api/file-shares': { body: [] },
    'GET /api/audit-logs': { body: [] },
    'GET /api/sessions': { body: [] },
    'GET /api/user/admin-actions': { body: [] },
  });

const noToken = (): Promise<string> => Promise.reject(new Error('No user is signed in.'));

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="where">{`${pathname}${search}`}</output>;
}

/** Renders a path of the app with a fresh store; null is a visitor. `identity` replaces parts of the provider. */
export const renderApp = (
  path: string,
  user: SignedInUser | null = someUser(),
  identity: Partial<Identity> = {},
  session: SessionState = user === null ? { status: 'visitor' } : { status: 'user', user },
) => {
  if (missingElementWaitMs > 0) failEarlyOnceLoaded();
  const visitor = user === null ? { currentIdToken: noToken } : {};
  setIdentityLoader(() => Promise.resolve(fakeIdentity({ ...visitor, ...identity })));
  // Otherwise a visitor counts as the user of the previous test who has signed out.
  setSession({ status: 'loading' });
  setSession(session);
  return render(
    <MemoryRouter initialEntries={[path]}>
      <AppRoutes />
      <Toaster />
      <Where />
    </MemoryRouter>,
  );
};

/** Resets session, toasts and configuration after each test. */
export const tidyUp = (): void => {
  cleanup();
  act(() => {
    setSession({ status: 'visitor' });
    clearToasts();
  });
  forgetConfig();
};
