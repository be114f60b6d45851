/**
 * Notices to this browser: notifications of the open page, and Web Push where the operator has set keys. Both have the
 * same tag, so that one replaces the other.
 */

import type {
  CancelNoticeRequest,
  SubscribeNoticeRequest,
} from '@tandem/proto/browser/http/notices';
import { loadConfig } from '../http/config.js';
import { callApi } from '../http/http.js';
import { noticeIcon } from './icon.js';
import { keepNoticeTexts } from './kept-texts.js';
import { tagOf, type ShownNotice } from './shown-notice.js';
import { subscribe, unsubscribe } from './subscription.js';

export const canNotify = (): boolean => 'Notification' in window;

/** Call it in a click handler: browsers ask only after a user gesture. */
export const allowNotifications = async (): Promise<boolean> => {
  if (!canNotify()) return false;
  if (Notification.permission !== 'default') return Notification.permission === 'granted';
  return (await Notification.requestPermission()) === 'granted';
};

const findRegistration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration('/') : undefined;

/** Shows a notification, if the user permits them. */
export const showNotice = async (notice: ShownNotice, title: string, body: string) => {
  if (!canNotify() || Notification.permission !== 'granted') return;
  const registration = await findRegistration();
  // Without a worker a click could not open the page; Android has notifications of workers only.
  await registration?.showNotification(title, {
    body,
    tag: tagOf(notice),
    icon: noticeIcon,
    data: notice,
  });
};

const noticesPath = (shareId: string): string => `/shares/${encodeURIComponent(shareId)}/notices`;

/**
 * Asks the server to notify this browser about the share. False where Web Push is unavailable: no keys, no support, or a
 * push service that cannot be reached.
 *
 * @param getGrant of a recipient; absent for the owner
 */
export const subscribeToPush = async (
  shareId: string,
  getGrant?: () => Promise<string>,
): Promise<boolean> => {
  try {
    const [{ pushPublicKey }, registration] = await Promise.all([loadConfig(), findRegistration()]);
    if (pushPublicKey === '' || !registration || !('pushManager' in registration)) return false;
    const { endpoint, keys } = (await subscribe(registration, pushPublicKey)).toJSON();
    const body: SubscribeNoticeRequest = {
      ...(getGrant && { grant: await getGrant() }),
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    };
    await callApi(noticesPath(shareId), { method: 'POST', body });
    await keepNoticeTexts();
    return true;
  } catch (error) {
    console.warn('could not subscribe to web push', error);
    return false;
  }
};

/** Ends the notices of the share. The subscription stays: other shares may use it. */
export const cancelPush = async (shareId: string): Promise<void> => {
  try {
    const registration = await findRegistration();
    const subscription = await registration?.pushManager.getSubscription();
    if (!subscription) return;
    const body: CancelNoticeRequest = { endpoint: subscription.endpoint };
    await callApi(`${noticesPath(shareId)}/cancel`, { method: 'POST', body });
  } catch (error) {
    console.warn('the notice was not cancelled', error);
  }
};

/**
 * Ends the notices of all shares in this browser, also of those that this document has not subscribed. The server
 * removes the endpoint with the next notice that the push service refuses.
 *
 * @param uid ends them only if this user is the last who subscribed
 */
export const endPush = async (uid?: string): Promise<void> => {
  try {
    const registration = await findRegistration();
    if (!registration || !('pushManager' in registration)) return;
    await unsubscribe(registration, uid);
  } catch (error) {
    console.warn('could not end the subscription to notices', error);
  }
};
