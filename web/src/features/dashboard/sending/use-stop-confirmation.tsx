import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useStore } from 'react-redux';
import { formatPercent } from '../../../lib/texts/format.js';
import { texts } from '../texts.js';
import { selectInterruptible, type StateWithTransfers } from './transfers-slice.js';

const { stopQuestion } = texts;

interface StopConfirmation {
  /**
   * Resolves to true if no recipient would be interrupted or the user agrees.
   * @param shareId omitted for all shares of this tab
   * @param peerId omitted for all recipients of the share
   */
  confirm: (shareId?: string, peerId?: string) => Promise<boolean>;
  /** Where the dialog is rendered. */
  dialog: ReactNode;
}

/** Asks before a running transfer is interrupted. */
export const useStopConfirmation = (): StopConfirmation => {
  const store = useStore<StateWithTransfers>();
  const [modal, dialog] = Modal.useModal();
  const confirm = async (shareId?: string, peerId?: string): Promise<boolean> => {
    const running = selectInterruptible(store.getState(), shareId).filter(
      (recipient) => peerId === undefined || recipient.peerId === peerId,
    );
    const [first] = running;
    if (first === undefined) return true;
    const content =
      running.length === 1
        ? stopQuestion.one(first.name, first.filename, formatPercent(first.progressPercent))
        : stopQuestion.several(running.length);
    return modal.confirm({
      title: stopQuestion.title,
      content,
      okText: stopQuestion.stop,
      okButtonProps: { danger: true },
      cancelText: stopQuestion.keep,
      focusable: { autoFocusButton: 'cancel' },
    });
  };
  return { confirm, dialog };
};
