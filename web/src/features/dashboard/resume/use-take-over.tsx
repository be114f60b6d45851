import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { texts } from '../texts.js';

const { takeOver } = texts;

interface TakeOver {
  /** Resolves to true if the user agrees that another device, which this browser cannot detect, stops sending. */
  confirm: () => Promise<boolean>;
  /** Where the dialog is rendered. */
  dialog: ReactNode;
}

/** Asks before this browser takes a share from a device that may be sending it. */
export const useTakeOver = (): TakeOver => {
  const [modal, dialog] = Modal.useModal();
  const confirm = async (): Promise<boolean> =>
    modal.confirm({
      title: takeOver.title,
      content: takeOver.text,
      okText: takeOver.send,
      cancelText: takeOver.cancel,
    });
  return { confirm, dialog };
};
