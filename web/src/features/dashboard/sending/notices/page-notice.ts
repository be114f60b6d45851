import { showNotice } from '../../../../lib/notices/notices.js';
import { texts } from '../../texts.js';
import { readDeliveryPreference } from './delivery-preference.js';

const { deliveryNotices: words } = texts;

/** Notifies of a delivery while the tab is hidden, whichever page of the app is open. */
export const notifyOfDelivery = (share: { shareId: string; filename: string }): void => {
  if (document.visibilityState !== 'hidden' || !readDeliveryPreference()) return;
  const { shareId, filename } = share;
  void showNotice({ kind: 'delivered', shareId }, words.title, words.body(filename));
};
