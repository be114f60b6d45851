import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { findShareLink, useShareLink } from '../../../lib/links/share-link.js';
import type { FileShare } from '../api.js';
import { FileTitle } from '../file-title.js';
import { copyLinks } from '../recent/bulk/use-bulk-actions.js';
import { OpenQuestions } from '../sending/recipients/questions.js';
import { texts } from '../texts.js';
import { copyLink, copyShare, shareDetails } from './copy-share.js';
import styles from './created-shares-modal.module.css';
import { useFocusOnCopy } from './focus-copy.js';

const { createdShares, modal, recent } = texts;

const allDetails = async (shares: readonly FileShare[]): Promise<string> => {
  const details = shares.map(async (share) =>
    shareDetails(share, (await findShareLink(share.shareId)).url),
  );
  return (await Promise.all(details)).join('\n\n');
};

interface CreatedShareProps {
  share: FileShare;
  /** The browser has refused to copy. */
  isByHand: boolean;
  onCopied: (isCopied: boolean) => void;
}

function CreatedShare({ share, isByHand, onCopied }: CreatedShareProps) {
  const { shareId, filename, password } = share;
  const link = useShareLink(shareId);
  return (
    <li className={styles.share}>
      <FileTitle filename={filename}>
        {modal.password} <code translate="no">{password}</code>
      </FileTitle>
      <div className={styles.copy}>
        <Button
          size="small"
          aria-label={recent.copyLink(filename)}
          onClick={() => void copyLink(shareId).then(onCopied)}
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
      {isByHand && (
        <Input
          dir="ltr"
          readOnly
          aria-label={createdShares.link(filename)}
          value={link?.url ?? ''}
          onFocus={(event) => event.target.select()}
        />
      )}
    </li>
  );
}

export interface CreatedShares {
  shares: readonly FileShare[];
  /** How many there are, and why not more; '' when all were created. */
  shortfall: string;
}

interface CreatedSharesModalProps extends CreatedShares {
  /** Without shares the dialog is closed. */
  onClose: () => void;
}

/** Links and passwords of shares that were created in one step. */
export function CreatedSharesModal({ shares, shortfall, onClose }: CreatedSharesModalProps) {
  const [isByHand, setIsByHand] = useState(false);
  const { copyButton, afterOpenChange } = useFocusOnCopy();
  const onCopied = (isCopied: boolean): void => {
    if (!isCopied) setIsByHand(true);
  };
  const copyAndClose = async (): Promise<void> => {
    const isCopied = await copyShare('details', await allDetails(shares));
    onCopied(isCopied);
    if (isCopied) onClose();
  };
  return (
    <Modal
      open={shares.length > 0}
      title={createdShares.title(shares.length)}
      onCancel={onClose}
      afterOpenChange={afterOpenChange}
      afterClose={() => setIsByHand(false)}
      // A closed dialog would keep rendering questions.
      destroyOnHidden
      footer={[
        <Button key="close" onClick={onClose}>
          {createdShares.close}
        </Button>,
        <Button key="csv" onClick={() => void copyLinks(shares).then(onCopied)}>
          {createdShares.copyLinks}
        </Button>,
        <Button key="copy" ref={copyButton} type="primary" onClick={() => void copyAndClose()}>
          {createdShares.copyAll}
        </Button>,
      ]}
    >
      <OpenQuestions />
      {shortfall !== '' && (
        <p className={styles.shortfall} role="alert">
          {shortfall}
        </p>
      )}
      <ul className={styles.shares}>
        {shares.map((share) => (
          <CreatedShare key={share.shareId} share={share} isByHand={isByHand} onCopied={onCopied} />
        ))}
      </ul>
      <p className={styles.hint}>{modal.hint}</p>
    </Modal>
  );
}
