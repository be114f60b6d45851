import { Button, Modal } from 'antd';
import { useState } from 'react';
import { serverNow } from '../../../lib/http/server-time.js';
import { findShareLink, useShareLink } from '../../../lib/links/share-link.js';
import { daysUntil, formatLongDay } from '../../../lib/texts/format.js';
import type { FileShare } from '../api.js';
import { OpenQuestions } from '../sending/recipients/questions.js';
import { texts } from '../texts.js';
import { CopyField } from './copy-field.js';
import { copyLink, copyShare, shareDetails } from './copy-share.js';
import { EditShare } from './edit/edit-share.js';
import { useFocusOnCopy } from './focus-copy.js';
import styles from './share-details-modal.module.css';
import { ShareWays } from './share-ways.js';

const { modal, edit } = texts;

const isExpired = ({ expiresAt }: FileShare): boolean => Date.parse(expiresAt) <= serverNow();

interface ModalBodyProps {
  share: FileShare;
  onChanged: (share: FileShare) => void;
  onUnsaved: (isUnsaved: boolean) => void;
}

function ModalBody({ share, onChanged, onUnsaved }: ModalBodyProps) {
  const link = useShareLink(share.shareId);
  const url = link?.url ?? '';
  const password = (
    <CopyField
      isMono
      label={modal.password}
      copyLabel={modal.copyPassword}
      value={share.password}
      onCopy={(value) => copyShare('password', value)}
    />
  );
  // The link is dead, so there is nothing to pass on.
  if (isExpired(share)) {
    return (
      <div className={styles.details}>
        {password}
        <p className={styles.expiry}>
          <strong>{modal.expired(formatLongDay(share.expiresAt))}</strong>
        </p>
      </div>
    );
  }
  return (
    <div className={styles.details}>
      <CopyField
        label={modal.link}
        copyLabel={modal.copyLink}
        value={url}
        onCopy={() => copyLink(share.shareId)}
      />
      {link !== null && (
        <p className={styles.hint}>{link.isProtected ? modal.protectedLink : modal.plainLink}</p>
      )}
      {password}
      <ShareWays filename={share.filename} url={url} />
      <p className={styles.expiry}>
        <strong>{modal.expires(daysUntil(share.expiresAt, serverNow()))}</strong>
        <span>{formatLongDay(share.expiresAt)}</span>
      </p>
      <p className={styles.hint}>{modal.hint}</p>
      <EditShare key={share.shareId} share={share} onChanged={onChanged} onUnsaved={onUnsaved} />
    </div>
  );
}

interface ShareDetailsModalProps {
  /** Null closes the dialog. */
  share: FileShare | null;
  onChanged: (share: FileShare) => void;
  onClose: () => void;
}

/** Link, password and expiry of a share; opened after creation and from a row. */
export function ShareDetailsModal({ share, onChanged, onClose }: ShareDetailsModalProps) {
  const [isUnsaved, setIsUnsaved] = useState(false);
  const [question, dialog] = Modal.useModal();
  const { copyButton, afterOpenChange } = useFocusOnCopy();
  const close = async (): Promise<void> => {
    if (isUnsaved) {
      const { title, discard, keep } = edit.discardQuestion;
      const isSure = await question.confirm({
        title,
        okText: discard,
        okButtonProps: { danger: true },
        cancelText: keep,
        focusable: { autoFocusButton: 'cancel' },
      });
      if (!isSure) return;
    }
    onClose();
  };
  const copyAndClose = async (): Promise<void> => {
    if (share === null) return;
    const { url } = await findShareLink(share.shareId);
    if (await copyShare('details', shareDetails(share, url))) onClose();
  };
  return (
    <Modal
      open={share !== null}
      title={share !== null && <span translate="no">{modal.title(share.filename)}</span>}
      onCancel={() => void close()}
      afterOpenChange={afterOpenChange}
      // Otherwise what was typed would be there at the next opening, and a question in the closed dialog, too.
      destroyOnHidden
      footer={[
        <Button key="cancel" onClick={() => void close()}>
          {modal.cancel}
        </Button>,
        share !== null && !isExpired(share) && (
          <Button
            key="copy"
            ref={copyButton}
            type="primary"
            // It would copy what is saved, not what is typed.
            disabled={isUnsaved}
            onClick={() => void copyAndClose()}
          >
            {modal.copyAndClose}
          </Button>
        ),
      ]}
    >
      <OpenQuestions />
      {share !== null && <ModalBody share={share} onChanged={onChanged} onUnsaved={setIsUnsaved} />}
      {dialog}
    </Modal>
  );
}
