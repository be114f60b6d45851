/** The push subscription of this browser. All users and tabs share it, so the browser remembers whose it is. */

import { signedInUser } from '../account/session.js';

const entry = 'push-user';

const readUser = (): string | null => {
  try {
    return localStorage.getItem(entry);
  } catch {
    return null;
  }
};

const keepUser = (uid: string | null): void => {
  try {
    if (uid === null) localStorage.removeItem(entry);
    else localStorage.setItem(entry, uid);
  } catch {
    // Browsers that refuse storage refuse service workers as well.
  }
};

/** A tab may end the subscription of the last user while another tab subscribes for the next. */
const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(entry, {}, task) : task();

const end = async (pushManager: PushManager): Promise<void> => {
  await (await pushManager.getSubscription())?.unsubscribe();
  keepUser(null);
};

/**
 * Ends the subscription of another user, because their shares would keep sending notices to it. A visitor's
 * subscription is kept: it may be waiting for a sender.
 */
const claim = async (pushManager: PushManager): Promise<void> => {
  const uid = signedInUser()?.uid;
  if (uid === undefined) return;
  if (![uid, null].includes(readUser())) await end(pushManager);
  keepUser(uid);
};

/** A subscription of another user, or under an earlier key of the operator, is replaced. */
export const subscribe = (
  { pushManager }: ServiceWorkerRegistration,
  applicationServerKey: string,
): Promise<PushSubscription> =>
  inTurn(async () => {
    await claim(pushManager);
    const options = { userVisibleOnly: true, applicationServerKey };
    try {
      return await pushManager.subscribe(options);
    } catch (error) {
      const earlier = await pushManager.getSubscription();
      if (earlier === null) throw error;
      await earlier.unsubscribe();
      return pushManager.subscribe(options);
    }
  });

/** @param uid leaves a subscription that is not this user's; absent: ends any */
export const unsubscribe = (
  { pushManager }: ServiceWorkerRegistration,
  uid?: string,
): Promise<void> =>
  inTurn(async () => {
    if (uid === undefined || uid === readUser()) await end(pushManager);
  });
