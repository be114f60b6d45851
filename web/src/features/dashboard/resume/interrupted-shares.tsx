import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { FileBadge } from '../../../components/files/file-badge.js';
import { useFilePicker } from '../../../components/files/use-file-picker.js';
import { Panel } from '../../../components/page/panel.js';
import { sendLock, useHeldTabLocks } from '../../../lib/browser/tab-locks.js';
import { formatStoredSize } from '../../../lib/texts/format.js';
import { useOwnShares, type FileShare, type Shares } from '../api.js';
import { FileTitle } from '../file-title.js';
import { useTransfers } from '../sending/transfers-context.js';
import { selectTransfers } from '../sending/transfers-slice.js';
import { shareStatus } from '../share-status.js';
import shared from '../shared.module.css';
import { texts } from '../texts.js';
import { PackingNote } from '../upload/upload-parts.js';
import { useResend } from './use-resend.js';

const { interrupted } = texts;

interface InterruptedShareProps {
  share: FileShare;
  onDismiss: () => void;
}

function InterruptedShare({ share, onDismiss }: InterruptedShareProps) {
  const labels = {
    files: `${interrupted.choose}: ${share.filename}`,
    folder: `${interrupted.chooseFolder}: ${share.filename}`,
  };
  const picker = useFilePicker({ labels, onSelect: (selecting) => resend.choose(selecting) });
  const resend = useResend(share, picker.open);
  const [isBusy, setIsBusy] = useState(false);
  const resume = async (): Promise<void> => {
    setIsBusy(true);
    await resend.start().finally(() => setIsBusy(false));
  };
  const chooseAgain = resend.isFolder ? interrupted.chooseFolder : interrupted.choose;
  const again = resend.isDropped ? interrupted.drop : chooseAgain;
  const label = resend.isRemembered ? interrupted.resume : again;
  return (
    <li className={shared.transfer}>
      <div className={shared.transferHead}>
        <FileBadge filename={share.filename} />
        <FileTitle filename={share.filename}>{formatStoredSize(share.fileSize)}</FileTitle>
        {picker.inputs}
        <Button
          type="primary"
          disabled={isBusy || resend.packing !== null}
          aria-label={`${label}: ${share.filename}`}
          onClick={() => void resume()}
        >
          {label}
        </Button>
        <Button aria-label={`${interrupted.dismiss}: ${share.filename}`} onClick={onDismiss}>
          {interrupted.dismiss}
        </Button>
      </div>
      {resend.packing !== null && <PackingNote packing={resend.packing} onCancel={resend.cancel} />}
    </li>
  );
}

interface Unfinished {
  /** Ids of the shares that this browser sent before the reload. */
  ids: ReadonlySet<string>;
  dismiss: (shareId: string) => Promise<void>;
}

const without = (ids: ReadonlySet<string>, left: readonly string[]): ReadonlySet<string> =>
  new Set([...ids].filter((id) => !left.includes(id)));

const noIds: ReadonlySet<string> = new Set();

/**
 * @param sent ids of the shares that tabs of this browser send, each on a line. When one ends, the memory says whether
 * that was an interruption.
 */
const useUnfinished = (sent: string): Unfinished => {
  const transfers = useTransfers();
  const [read, setRead] = useState({ ids: noIds, sent });
  useEffect(() => {
    let isOver = false;
    void transfers.memory.unfinished().then((entries) => {
      if (!isOver) setRead({ ids: new Set(entries.map(({ shareId }) => shareId)), sent });
    });
    return () => {
      isOver = true;
    };
  }, [transfers, sent]);
  const dismiss = async (shareId: string): Promise<void> => {
    // First, so that a reload does not ask again.
    await transfers.memory.markUnfinished(shareId, false);
    setRead((before) => ({ ...before, ids: without(before.ids, [shareId]) }));
  };
  // Until the next read, nothing is known about those that were being sent.
  const ids = read.sent === sent ? read.ids : without(read.ids, read.sent.split('\n'));
  return { ids, dismiss };
};

const noShares: Shares = { shares: [], total: 0 };

/** After a reload: the shares that were being sent and no other tab sends, each with a button to resume. */
export function InterruptedShares() {
  const locks = useHeldTabLocks();
  const live = useSelector(selectTransfers);
  const { data: { shares: data } = noShares } = useOwnShares();
  const isLive = new Set(live.map(({ shareId }) => shareId));
  const isSent = (shareId: string): boolean => isLive.has(shareId) || locks.has(sendLock(shareId));
  const ids = data.map(({ shareId }) => shareId);
  const unfinished = useUnfinished(ids.filter(isSent).join('\n'));
  const waiting = data.filter(
    (share) =>
      unfinished.ids.has(share.shareId) &&
      !isSent(share.shareId) &&
      shareStatus(share).kind === 'active',
  );
  if (waiting.length === 0) return null;
  return (
    <Panel title={interrupted.title} lead={interrupted.lead}>
      <ul className={shared.transfers}>
        {waiting.map((share) => (
          <InterruptedShare
            key={share.shareId}
            share={share}
            onDismiss={() => void unfinished.dismiss(share.shareId)}
          />
        ))}
      </ul>
    </Panel>
  );
}
