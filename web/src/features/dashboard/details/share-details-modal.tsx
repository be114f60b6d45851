import { Button, Modal } from 'antd';
import { CopyField } from './copy-field.js';
import { toast } from '../../../components/toast/index.js';
import { copyText } from '../../../lib/browser/clipboard.js';
import { serverNow } from '../../../lib/http/server-time.js';
import { daysUntil, formatLongDay } from '../../../lib/texts/format.js';
import { findShareLink, useShareLink } from '../../../lib/links/share-link.js';
import type { FileShare } from '../api.js';
import { ShareWays } from './share-ways.js';
import { EditShare } from './edit/edit-share.js';
import { texts } from '../texts.js';
import styles from './share-details-modal.module.css';

const { modal } = texts;

type CopyKind = 'link' | 'password' | 'details';

const successOf: Record<CopyKind, { title: string; description: string }> = {
  link: texts.recent.linkCopied,
  password: modal.passwordCopied,
  details: modal.copied,
};

/** Copies and shows a toast; resolves to false on failure. */
export const copyWithToast = async (kind: CopyKind, value: string): Promise<boolean> => {
  const isCopied = await copyText(value);
  if (isCopied) toast({ variant: 'success', ...successOf[kind] });
  else {
    const { title } = modal.copyFailed;
    toast({ variant: 'destructive', title, description: modal.copyFailed[kind] });
  }
  return isCopied;
};

/** Copies the share's link, protected where this device can make it. */
export const copyLink = async (shareId: string): Promise<boolean> =>
  copyWithToast('link', (await findShareLink(shareId)).url);

/** The four lines of 'Copy & Close': filename, link, password, expiry. */
export const shareDetails = (share: FileShare, link: string): string =>
  modal.details({
    filename: share.filename,
    link,
    password: share.password,
    expires: formatLongDay(share.expiresAt),
  });

const isExpired = ({ expiresAt }: FileShare): boolean => Date.parse(expiresAt) <= serverNow();

interface ModalBodyProps {
  share: FileShare;
  onChanged: (share: FileShare) => void;
}

function ModalBody({ share, onChanged }: ModalBodyProps) {
  const link = useShareLink(share.shareId);
  const url = link?.url ?? '';
  const password = (
    <CopyField
      isMono
      label={modal.password}
      copyLabel={modal.copyPassword}
      value={share.password}
      onCopy={(value) => copyWithToast('password', value)}
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
      <EditShare key={share.shareId} share={share} onChanged={onChanged} />
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
  const copyAndClose = async (): Promise<void> => {
    if (share === null) return;
    const { url } = await findShareLink(share.shareId);
    if (await copyWithToast('details', shareDetails(share, url))) onClose();
  };
  return (
    <Modal
      open={share !== null}
      title={share === null ? '' : modal.title(share.filename)}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {modal.cancel}
        </Button>,
        share !== null && !isExpired(share) && (
          <Button key="copy" type="primary" onClick={() => void copyAndClose()}>
            {modal.copyAndClose}
          </Button>
        ),
      ]}
    >
      {share !== null && <ModalBody share={share} onChanged={onChanged} />}
    </Modal>
  );
}
