import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { copyWithToast } from '../../../../components/toast/copy-with-toast.js';
import { toast } from '../../../../components/toast/index.js';
import { messageOf } from '../../../../lib/http/http.js';
import { findShareLink } from '../../../../lib/links/share-link.js';
import type { FileShare } from '../../api.js';
import { texts } from '../../texts.js';
import { useShareCommands } from '../use-share-commands.js';
import { linksAsCsv } from './links-csv.js';

const { bulk } = texts;
const { copyFailed } = texts.modal;

interface BulkActions {
  stop: (shares: readonly FileShare[]) => Promise<void>;
  remove: (shares: readonly FileShare[]) => Promise<void>;
  /** Where the questions are rendered. */
  dialog: ReactNode;
}

type Message = (count: number) => { title: string; description: string };

/** One after the other, so that a failure leaves the others done. */
const forEachShare = async (
  shares: readonly FileShare[],
  act: (shareId: string) => Promise<void>,
  done: Message,
): Promise<void> => {
  const failures: unknown[] = [];
  for (const { shareId } of shares) {
    try {
      await act(shareId);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === 0) {
    toast({ variant: 'success', ...done(shares.length) });
    return;
  }
  const reason = messageOf(failures[0], bulk.fallback);
  toast({ variant: 'destructive', ...bulk.failed(failures.length, shares.length, reason) });
};

/** Copies and shows a toast; resolves to false on failure. */
export const copyLinks = async (shares: readonly FileShare[]): Promise<boolean> => {
  const rows = await Promise.all(
    shares.map(async (share) => ({ share, link: (await findShareLink(share.shareId)).url })),
  );
  return copyWithToast(linksAsCsv(bulk.columns, rows), {
    copied: bulk.copied(shares.length),
    failed: { title: copyFailed.title, description: bulk.copyFailed },
  });
};

/** What applies to several shares in one step. */
export const useBulkActions = (): BulkActions => {
  const { stopOne, deleteOne } = useShareCommands();
  const [modal, dialog] = Modal.useModal();
  const ask = async (title: string, content: string, okText: string): Promise<boolean> =>
    modal.confirm({
      title,
      content,
      okText,
      cancelText: bulk.question.keep,
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
    });

  const stop = async (shares: readonly FileShare[]): Promise<void> => {
    const { question } = bulk;
    const count = shares.length;
    if (!(await ask(question.stop(count), question.stopText, bulk.stop(count)))) return;
    await forEachShare(shares, stopOne, bulk.stopped);
  };

  const remove = async (shares: readonly FileShare[]): Promise<void> => {
    const { question } = bulk;
    const count = shares.length;
    if (!(await ask(question.remove(count), question.removeText, bulk.remove(count)))) return;
    await forEachShare(shares, deleteOne, bulk.deleted);
  };

  return { stop, remove, dialog };
};
