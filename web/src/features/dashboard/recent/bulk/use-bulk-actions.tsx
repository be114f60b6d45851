import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { toast } from '../../../../components/toast/index.js';
import { copyText } from '../../../../lib/browser/clipboard.js';
import { messageOf } from '../../../../lib/http/http.js';
import { getIdToken } from '../../../../lib/account/session.js';
import { findShareLink } from '../../../../lib/links/share-link.js';
import { sharesApi, type FileShare } from '../../api.js';
import { useTransfers } from '../../sending/transfers-context.js';
import { texts } from '../../texts.js';
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
  act: (share: FileShare) => Promise<void>,
  done: Message,
): Promise<void> => {
  const failures: unknown[] = [];
  for (const share of shares) {
    try {
      await act(share);
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

/** Copies and shows a toast. */
export const copyLinks = async (shares: readonly FileShare[]): Promise<void> => {
  const rows = await Promise.all(
    shares.map(async (share) => ({ share, link: (await findShareLink(share.shareId)).url })),
  );
  const isCopied = await copyText(linksAsCsv(bulk.columns, rows));
  if (isCopied) toast({ variant: 'success', ...bulk.copied(shares.length) });
  else toast({ variant: 'destructive', title: copyFailed.title, description: bulk.copyFailed });
};

/** What applies to several shares in one step. */
export const useBulkActions = (): BulkActions => {
  const transfers = useTransfers();
  const [stopShare] = sharesApi.useStopShareMutation();
  const [deleteShare] = sharesApi.useDeleteShareMutation();
  const [modal, dialog] = Modal.useModal();
  const ask = async (title: string, content: string, okText: string): Promise<boolean> =>
    modal.confirm({
      ...{ title, content, okText, cancelText: bulk.question.keep },
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
    });

  const stop = async (shares: readonly FileShare[]): Promise<void> => {
    const { question } = bulk;
    const count = shares.length;
    if (!(await ask(question.stop(count), question.stopText, bulk.stop(count)))) return;
    await forEachShare(
      shares,
      async ({ shareId }) => {
        await stopShare({ shareId, idToken: await getIdToken() }).unwrap();
        transfers.end(shareId);
      },
      bulk.stopped,
    );
  };

  const remove = async (shares: readonly FileShare[]): Promise<void> => {
    const { question } = bulk;
    const count = shares.length;
    if (!(await ask(question.remove(count), question.removeText, bulk.remove(count)))) return;
    await forEachShare(
      shares,
      async ({ shareId }) => {
        await deleteShare(shareId).unwrap();
        transfers.forget(shareId);
      },
      bulk.deleted,
    );
  };

  return { stop, remove, dialog };
};
