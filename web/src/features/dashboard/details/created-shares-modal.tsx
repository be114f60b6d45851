import { Button, Modal } from 'antd';
import { findShareLink } from '../../../lib/links/share-link.js';
import type { FileShare } from '../api.js';
import { FileTitle } from '../file-title.js';
import { copyLinks } from '../recent/bulk/use-bulk-actions.js';
import { texts } from '../texts.js';
import styles from './created-shares-modal.module.css';
import { copyLink, copyShare, shareDetails } from './copy-share.js';

const { createdShares, modal, recent } = texts;

const allDetails = async (shares: readonly FileShare[]): Promise<string> => {
  const details = shares.map(async (share) =>
    shareDetails(share, (await findShareLink(share.shareId)).url),
  );
  return (await Promise.all(details)).join('\n\n');
};

function CreatedShare({ share }: { share: FileShare }) {
  const { shareId, filename, password } = share;
  return (
    <li className={styles.share}>
      <FileTitle filename={filename}>
        {modal.password} <code>{password}</code>
      </FileTitle>
      <div className={styles.copy}>
        <Button
          size="small"
          aria-label={recent.copyLink(filename)}
          onClick={() => void copyLink(shareId)}
        >
          {modal.copyLink}
        </Button>
        <Button
          size="small"
          aria-label={createdShares.copyPassword(filename)}
          onClick={() => void copyShare('password', password)}
        >
          {modal.copyPassword}
        </Button>
      </div>
    </li>
  );
}

interface CreatedSharesModalProps {
  /** Empty closes the dialog. */
  shares: readonly FileShare[];
  onClose: () => void;
}

/** Links and passwords of shares that were created in one step. */
export function CreatedSharesModal({ shares, onClose }: CreatedSharesModalProps) {
  const copyAndClose = async (): Promise<void> => {
    if (await copyShare('details', await allDetails(shares))) onClose();
  };
  return (
    <Modal
      open={shares.length > 0}
      title={createdShares.title(shares.length)}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {createdShares.close}
        </Button>,
        <Button key="csv" onClick={() => void copyLinks(shares)}>
          {createdShares.copyLinks}
        </Button>,
        <Button key="copy" type="primary" onClick={() => void copyAndClose()}>
          {createdShares.copyAll}
        </Button>,
      ]}
    >
      <ul className={styles.shares}>
        {shares.map((share) => (
          <CreatedShare key={share.shareId} share={share} />
        ))}
      </ul>
      <p className={styles.hint}>{modal.hint}</p>
    </Modal>
  );
}
