import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { FileBadge } from '../../../components/files/file-badge.js';
import { useFilePicker } from '../../../components/files/use-file-picker.js';
import { Panel } from '../../../components/page/panel.js';
import { formatStoredSize } from '../../../lib/texts/format.js';
import { useOwnShares, type FileShare, type Shares } from '../api.js';
import { FileTitle } from '../file-title.js';
import { shareStatus } from '../share-status.js';
import shared from '../shared.module.css';
import { texts } from '../texts.js';
import { sendLock, useHeldTabLocks } from '../../../lib/browser/tab-locks.js';
import { useTransfers } from '../sending/transfers-context.js';
import { selectTransfers } from '../sending/transfers-slice.js';
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
    await resend.start();
    setIsBusy(false);
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
  dismiss: (shareId: string) => void;
}

const useUnfinished = (): Unfinished => {
  const transfers = useTransfers();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let isUnmounted = false;
    void transfers.memory.unfinished().then((entries) => {
      if (!isUnmounted) setIds(new Set(entries.map(({ shareId }) => shareId)));
    });
    return () => {
      isUnmounted = true;
    };
  }, [transfers]);
  const dismiss = (shareId: string): void => {
    void transfers.memory.markUnfinished(shareId, false);
    setIds((before) => new Set([...before].filter((id) => id !== shareId)));
  };
  return { ids, dismiss };
};

const noShares: Shares = { shares: [], total: 0 };

/** After a reload: the shares that were being sent and no other tab sends, each with a button to resume. */
export function InterruptedShares() {
  const unfinished = useUnfinished();
  const locks = useHeldTabLocks();
  const live = useSelector(selectTransfers);
  const { data: { shares: data } = noShares } = useOwnShares();
  const isLive = new Set(live.map(({ shareId }) => shareId));
  const waiting = data.filter(
    (share) =>
      unfinished.ids.has(share.shareId) &&
      !locks.has(sendLock(share.shareId)) &&
      !isLive.has(share.shareId) &&
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
            onDismiss={() => unfinished.dismiss(share.shareId)}
          />
        ))}
      </ul>
    </Panel>
  );
}
