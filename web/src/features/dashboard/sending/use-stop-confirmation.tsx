import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useStore } from 'react-redux';
import { sharesBeingSent } from '../../../lib/browser/tab-locks.js';
import { formatPercent } from '../../../lib/texts/format.js';
import { texts } from '../texts.js';
import { isServed } from './transfer-view.js';
import {
  selectInterruptible,
  selectTransfers,
  type StateWithTransfers,
} from './transfers-slice.js';

const { stopQuestion } = texts;

interface StopConfirmation {
  /**
   * Resolves to true if no recipient would be interrupted or the user agrees.
   * @param shareId omitted for all shares of this tab
   * @param peerId omitted for all recipients of the share
   */
  confirm: (shareId?: string, peerId?: string) => Promise<boolean>;
  /**
   * The same for what ends the sending in every tab of this browser. Of other tabs it is only known that they send.
   * @param shareId omitted for all shares of this browser
   */
  confirmEverywhere: (shareId?: string) => Promise<boolean>;
  /** Where the dialog is rendered. */
  dialog: ReactNode;
}

/** Asks before a running transfer is interrupted. */
export const useStopConfirmation = (): StopConfirmation => {
  const store = useStore<StateWithTransfers>();
  const [modal, dialog] = Modal.useModal();
  const ask = async (content: string): Promise<boolean> =>
    modal.confirm({
      title: stopQuestion.title,
      content,
      okText: stopQuestion.stop,
      okButtonProps: { danger: true },
      cancelText: stopQuestion.keep,
      focusable: { autoFocusButton: 'cancel' },
    });
  const confirm = async (shareId?: string, peerId?: string): Promise<boolean> => {
    const running = selectInterruptible(store.getState(), shareId).filter(
      (recipient) => peerId === undefined || recipient.peerId === peerId,
    );
    const [first] = running;
    if (first === undefined) return true;
    return ask(
      running.length === 1
        ? stopQuestion.one(first.name, first.filename, formatPercent(first.progressPercent))
        : stopQuestion.several(running.length),
    );
  };
  const confirmEverywhere = async (shareId?: string): Promise<boolean> => {
    const state = store.getState();
    if (selectInterruptible(state, shareId).length > 0) return confirm(shareId);
    const here = selectTransfers(state).filter(({ snapshot }) => isServed(snapshot));
    const isElsewhere = (id: string): boolean => !here.some((transfer) => transfer.shareId === id);
    const elsewhere = (await sharesBeingSent()).filter(isElsewhere);
    const isMeant = shareId === undefined ? elsewhere.length > 0 : elsewhere.includes(shareId);
    return isMeant ? ask(stopQuestion.elsewhere) : true;
  };
  return { confirm, confirmEverywhere, dialog };
};
