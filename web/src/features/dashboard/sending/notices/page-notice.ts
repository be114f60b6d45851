import { showNotice } from '../../../../lib/notices/notices.js';
import { texts } from '../../texts.js';
import { readDeliveryWish } from './delivery-wish.js';

const { deliveryNotices: words } = texts;

/** Notifies of a delivery while the tab is hidden, whichever page of the app is open. */
export const notifyOfDelivery = (share: { shareId: string; filename: string }): void => {
  if (document.visibilityState !== 'hidden' || !readDeliveryWish()) return;
  const { shareId, filename } = share;
  void showNotice({ kind: 'delivered', shareId }, words.title, words.body(filename));
};
