import { connectTransfers } from '../features/dashboard/sending/connect-transfers.js';
import type { Transfers } from '../features/dashboard/sending/transfers.js';
import { selectIsServing } from '../features/dashboard/sending/transfers-slice.js';
import { warnBeforeLeaving } from '../lib/browser/leave-warning.js';
import { getSession, subscribeToSession } from '../lib/account/session.js';
import { createStore, type AppStore } from './store.js';

/**
 * What belongs to one signed-in person and outlives single pages: reading the terms must not cut
 * off a recipient, and the next person on this computer must see nothing of the one before.
 */
interface SignedInApp {
  uid: string;
  store: AppStore;
  transfers: Transfers;
  /** An answer that arrives after the session ended must not speak for the next person. */
  unwatch: () => void;
}

let current: SignedInApp | null = null;

const leaveReason = 'transfers';

const create = (uid: string): SignedInApp => {
  const store = createStore();
  const unwatch = store.subscribe(() =>
    warnBeforeLeaving(leaveReason, selectIsServing(store.getState())),
  );
  return { uid, store, transfers: connectTransfers(store.dispatch, uid), unwatch };
};

const dispose = (): void => {
  current?.transfers.endAll();
  current?.unwatch();
  current = null;
  warnBeforeLeaving(leaveReason, false);
};

subscribeToSession(() => {
  const session = getSession();
  const uid = session.status === 'user' ? session.user.uid : null;
  if (current !== null && current.uid !== uid) dispose();
});

/** The same app for the same person, until the session ends. */
export const signedInAppOf = (uid: string): SignedInApp => {
  if (current?.uid === uid) return current;
  dispose();
  const app = create(uid);
  current = app;
  return app;
};
