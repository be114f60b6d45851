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
  type Interruptible,
  type StateWithTransfers,
} from './transfers-slice.js';

const { stopQuestion, logoutQuestion } = texts;

type Question = typeof stopQuestion;

interface StopConfirmation {
  /**
   * Resolves to true if no recipient would be interrupted or the user agrees.
   * @param peerId omitted for all recipients of the share
   */
  confirm: (shareId: string, peerId?: string) => Promise<boolean>;
  /**
   * The same for a share whose sending ends in every tab of this browser. Of other tabs it is only known that they
   * send.
   */
  confirmEverywhere: (shareId: string) => Promise<boolean>;
  /** The same for a logout, which ends the sending of all shares in every tab. */
  confirmLogout: () => Promise<boolean>;
  /** Where the dialog is rendered. */
  dialog: ReactNode;
}

/** Asks before a running transfer is interrupted. */
export const useStopConfirmation = (): StopConfirmation => {
  const store = useStore<StateWithTransfers>();
  const [modal, dialog] = Modal.useModal();
  const ask = async (question: Question, content: string): Promise<boolean> =>
    modal.confirm({
      title: question.title,
      content,
      okText: question.stop,
      okButtonProps: { danger: true },
      cancelText: question.keep,
      focusable: { autoFocusButton: 'cancel' },
    });
  const askAbout = async (
    question: Question,
    running: readonly Interruptible[],
  ): Promise<boolean> => {
    const [first] = running;
    if (first === undefined) return true;
    return ask(
      question,
      running.length === 1
        ? question.one(first.name, first.filename, formatPercent(first.progressPercent))
        : question.several(running.length),
    );
  };
  const confirm = async (shareId: string, peerId?: string): Promise<boolean> =>
    askAbout(
      stopQuestion,
      selectInterruptible(store.getState(), shareId).filter(
        (recipient) => peerId === undefined || recipient.peerId === peerId,
      ),
    );
  const askEverywhere = async (question: Question, shareId?: string): Promise<boolean> => {
    const state = store.getState();
    const running = selectInterruptible(state, shareId);
    if (running.length > 0) return askAbout(question, running);
    const here = selectTransfers(state).filter(({ snapshot }) => isServed(snapshot));
    const isElsewhere = (id: string): boolean => !here.some((transfer) => transfer.shareId === id);
    const elsewhere = (await sharesBeingSent()).filter(isElsewhere);
    const isMeant = shareId === undefined ? elsewhere.length > 0 : elsewhere.includes(shareId);
    return isMeant ? ask(question, question.elsewhere) : true;
  };
  return {
    confirm,
    confirmEverywhere: (shareId) => askEverywhere(stopQuestion, shareId),
    confirmLogout: () => askEverywhere(logoutQuestion),
    dialog,
  };
};
