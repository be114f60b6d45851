import { formatStoredSize } from '../../../lib/texts/format.js';
import type { OpenedShare } from '../session/share-api.js';
import { texts } from '../texts.js';
import styles from './file-ticket.module.css';

/** Name, size and type of the file. */
export function FileTicket({ share }: { share: OpenedShare }) {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(share.filename)?.[1] ?? '';
  return (
    <div className={styles.ticket}>
      <div className={styles.stub} aria-hidden="true">
        {extension === '' ? <span className={styles.blank} /> : extension}
      </div>
      <div className={styles.body}>
        <p className={styles.name} translate="no" title={share.filename}>
          {share.filename}
        </p>
        {!share.isOwner && share.senderName !== '' && (
          <p className={styles.from} translate="no">
            {texts.file.from(share.senderName)}
          </p>
        )}
        {!share.isOwner && share.note !== '' && <p className={styles.note}>{share.note}</p>}
        <dl className={styles.facts}>
          <div>
            <dt className="visually-hidden">{texts.file.size}</dt>
            <dd>{formatStoredSize(share.fileSize)}</dd>
          </div>
          <div>
            <dt className="visually-hidden">{texts.file.type}</dt>
            <dd>{share.fileType === '' ? texts.file.unknownType : share.fileType}</dd>
          </div>
        </dl>
      </div>
    </div>
  );
}
