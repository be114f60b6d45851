import { Icon } from '../../../../components/icon.js';
import { useShareLink } from '../../../../lib/links/share-link.js';
import type { FileShare } from '../../api.js';
import { copyLink } from '../../details/copy-share.js';
import { useStopConfirmation } from '../../sending/use-stop-confirmation.js';
import type { ShareStatus } from '../../share-status.js';
import { texts } from '../../texts.js';
import { useShareActions } from '../use-share-actions.js';
import { ResendAction } from './resend-action.js';
import { RowAction } from './row-action.js';
import styles from './share-row.module.css';

const { recent } = texts;

interface RowActionsProps {
  share: FileShare;
  status: ShareStatus;
  /** No tab of this browser sends the active share. */
  canResend: boolean;
  onOptions: (share: FileShare) => void;
}

/** What the owner can do with a share in its status. */
export function RowActions({ share, status, canResend, onOptions }: RowActionsProps) {
  const { stop, restart, remove } = useShareActions();
  const { confirmEverywhere, dialog } = useStopConfirmation();
  const { filename, shareId } = share;
  // Looked up before the click: some browsers allow copying only right after it.
  useShareLink(shareId);
  const canCopy = status.kind !== 'expired';
  // The details have the link as text, which can be copied by hand.
  const copyOrShow = async (): Promise<void> => {
    if (!(await copyLink(shareId))) onOptions(share);
  };
  const stopAfterQuestion = async (): Promise<void> => {
    if (await confirmEverywhere(shareId)) await stop(shareId);
  };
  return (
    <div className={styles.actions}>
      {canResend && <ResendAction share={share} />}
      {canCopy && (
        <RowAction
          label={recent.copyLink(filename)}
          icon={<Icon name="link" />}
          onClick={copyOrShow}
        />
      )}
      {status.kind === 'active' && (
        <RowAction
          label={recent.stop(filename)}
          icon={<Icon name="stop" />}
          onClick={stopAfterQuestion}
        />
      )}
      {status.kind === 'stopped' && (
        <RowAction
          label={recent.restart(filename)}
          icon={<Icon name="restart" />}
          onClick={() => restart(shareId)}
        />
      )}
      {status.kind === 'expired' && (
        <RowAction
          isDanger
          label={recent.remove(filename)}
          icon={<Icon name="trash" />}
          onClick={() => remove(shareId)}
        />
      )}
      <RowAction
        label={recent.options(filename)}
        icon={<Icon name="more" />}
        onClick={() => onOptions(share)}
      />
      {dialog}
    </div>
  );
}
