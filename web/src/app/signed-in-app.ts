import type { ChangeKind } from '@tandem/proto/browser/changes';
import { connectTransfers } from '../features/dashboard/sending/connect-transfers.js';
import { rejoinRooms } from '../features/dashboard/sending/share/rejoin.js';
import {
  selectHasOngoing,
  selectInterruptible,
} from '../features/dashboard/sending/transfers-slice.js';
import type { Transfers } from '../features/dashboard/sending/transfers.js';
import { createUploadDraft, type UploadDraft } from '../features/dashboard/upload/upload-draft.js';
import {
  checkSession,
  getSession,
  keepExpiredWhile,
  subscribeToSession,
} from '../lib/account/session.js';
import { warnBeforeLeaving } from '../lib/browser/leave-warning.js';
import { watchChanges } from '../lib/changes/changes.js';
import { watchMonth } from '../lib/changes/watch-month.js';
import { baseApi, tagsOfChange } from '../lib/http/base-api.js';
import { endPush } from '../lib/notices/notices.js';
import { deliveriesSettled, hasUnconfirmedDelivery } from '../lib/transfer-api/delivery-report.js';
import { createStore, type AppStore } from './store.js';

/**
 * The state of one signed-in user, which outlives single pages: opening the terms must not interrupt a transfer, and
 * the next user of this browser must not see it.
 */
interface SignedInApp {
  uid: string;
  store: AppStore;
  transfers: Transfers;
  draft: UploadDraft;
  /** Unsubscribes from store and changes, so that neither affects the next user. */
  unwatch: () => void;
}

let current: SignedInApp | null = null;

const leaveReason = 'transfers';

/** Ending the page now would interrupt a recipient, or lose the confirmation of a delivery. */
const isNeeded = (): boolean =>
  current !== null &&
  (selectInterruptible(current.store.getState()).length > 0 || hasUnconfirmedDelivery());
keepExpiredWhile(isNeeded);

const hasExpired = (): boolean => 'hasExpired' in getSession();

const create = (uid: string): SignedInApp => {
  const store = createStore(uid);
  const unsubscribe = store.subscribe(() => {
    warnBeforeLeaving(leaveReason, selectHasOngoing(store.getState()));
    // Ends the page of an expired session after its last recipient.
    if (hasExpired() && !isNeeded()) void checkSession();
  });
  const reload = (kinds: readonly ChangeKind[]): void => {
    store.dispatch(baseApi.util.invalidateTags(kinds.flatMap((kind) => tagsOfChange[kind])));
  };
  const stopChanges = watchChanges(uid, reload);
  const stopMonth = watchMonth(() => reload(['plan']));
  const unwatch = (): void => {
    stopChanges();
    stopMonth();
    unsubscribe();
  };
  const transfers = connectTransfers(store.dispatch, uid);
  return { uid, store, transfers, draft: createUploadDraft(), unwatch };
};

const dispose = (): void => {
  if (current === null) return;
  if (hasExpired()) current.transfers.leave();
  else current.transfers.endAll();
  current.draft.end();
  current.unwatch();
  // Ends the notices about this user's shares, unless the next user has already subscribed in another tab.
  void endPush(current.uid);
  current = null;
  warnBeforeLeaving(leaveReason, false);
};

/**
 * Waits for the delivery reports: a share that may have reached its download limit must not admit a recipient before the
 * server has counted the deliveries.
 */
const rejoin = async (app: SignedInApp): Promise<void> => {
  await deliveriesSettled();
  if (current === app && !hasExpired()) rejoinRooms(app.store, app.transfers);
};

let wasExpired = false;
subscribeToSession(() => {
  const session = getSession();
  const uid = session.status === 'user' ? session.user.uid : null;
  if (current !== null && current.uid !== uid) dispose();
  if (current !== null && wasExpired && !hasExpired()) void rejoin(current);
  wasExpired = hasExpired();
});

/** The user's app; created on the first call of a session. */
export const signedInAppOf = (uid: string): SignedInApp => {
  if (current?.uid === uid) return current;
  dispose();
  const app = create(uid);
  current = app;
  return app;
};
