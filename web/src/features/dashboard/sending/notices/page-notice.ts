import type { ToastMessage } from '../../../../components/toast/index.js';
import { showNotice } from '../../../../lib/notices/notices.js';
import { windowId } from '../../../../lib/notices/window-id.js';
import { texts } from '../../texts.js';
import { readDeliveryPreference } from './delivery-preference.js';

const { deliveryNotices: words } = texts;

const isWanted = (): boolean => document.visibilityState === 'hidden' && readDeliveryPreference();

/** Notifies of a delivery while the tab is hidden, whichever page of the app is open. */
export const notifyOfDelivery = (share: { shareId: string; filename: string }): void => {
  if (!isWanted()) return;
  const { shareId, filename } = share;
  void showNotice({ kind: 'delivered', shareId }, words.title, words.body(filename));
};

/** Notifies of a question about a recipient while the tab is hidden. */
export const notifyOfQuestion = (shareId: string, question: ToastMessage): void => {
  if (!isWanted()) return;
  const { title, description = '' } = question;
  void showNotice({ kind: 'question', shareId, windowId: windowId() }, title, description);
};
