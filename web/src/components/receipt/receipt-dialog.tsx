import type { Countersignature } from '@tandem/proto/browser/http/receipt';
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { formatBytes, formatCount, formatDateTime } from '../../lib/texts/format.js';
import { countersign } from '../../lib/transfer-api/countersign.js';
import type { Receipt, ReceiptStatement } from '../../transfer/api.js';
import { Icon } from '../icon.js';
import styles from './receipt-dialog.module.css';
import { saveReceipt } from './save-receipt.js';
import { texts } from './texts.js';

interface ReceiptDialogProps {
  receipt: Receipt;
  getGrant: (() => Promise<string>) | undefined;
  onClose: () => void;
}

/** The audit log's countersignature: undefined until the log has answered, null without one. */
const useCountersignature = (receipt: Receipt, getGrant: ReceiptDialogProps['getGrant']) => {
  const [signed, setSigned] = useState<Countersignature | null>();
  useEffect(() => {
    const end = new AbortController();
    void countersign(receipt, getGrant).then((countersignature) => {
      if (!end.signal.aborted) setSigned(countersignature);
    });
    return () => end.abort();
  }, [receipt, getGrant]);
  return signed;
};

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Party({ name, party }: { name: string; party: ReceiptStatement['sender'] }) {
  return (
    <section className={styles.party}>
      <h3>{name}</h3>
      <p className={styles.person} translate="no">
        {party.name}
      </p>
      <p className={styles.wrap} translate="no">
        {party.email}
      </p>
      <p className={styles.muted}>{texts.bases[party.basis]}</p>
      <p className={styles.muted}>
        {texts.key}{' '}
        <code className={styles.wrap} translate="no">
          {party.publicKey.slice(-16)}
        </code>
      </p>
    </section>
  );
}

function Time({ value }: { value: string }) {
  return <time dateTime={value}>{formatDateTime(value)}</time>;
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ statement }: { statement: ReceiptStatement }) {
  const { file } = statement;
  return (
    <dl className={styles.facts}>
      <Row name={texts.file}>
        <strong className={styles.wrap} translate="no">
          {file.name}
        </strong>
      </Row>
      <Row name={texts.size}>
        {formatBytes(file.bytes)}{' '}
        <span className={styles.muted}>({texts.exactBytes(formatCount(file.bytes))})</span>
      </Row>
      <Row name={texts.digest}>
        <code className={styles.wrap} translate="no">
          {file.sha256OfBlocks.slice(0, 32)}
          <wbr />
          {file.sha256OfBlocks.slice(32)}
        </code>
        <br />
        <span className={styles.muted}>{texts.digestNote(formatBytes(file.blockBytes))}</span>
      </Row>
      <Row name={texts.share}>
        <code className={styles.wrap} translate="no">
          {statement.shareId}
        </code>
      </Row>
      <Row name={texts.started}>
        <Time value={statement.startedAt} />
      </Row>
      <Row name={texts.completed}>
        <Time value={statement.completedAt} />
      </Row>
      <Row name={texts.path}>{texts.paths[statement.path]}</Row>
    </dl>
  );
}

const describeLog = (signed: Countersignature | null | undefined): string => {
  if (!signed) return texts.logStates[signed === null ? 'none' : 'pending'];
  const { proof, head } = signed;
  return texts.logStates.signed(formatCount(proof.index + 1), formatCount(head.size));
};

/** The receipt as a page to save or print. */
export default function ReceiptDialog({ receipt, getGrant, onClose }: ReceiptDialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Signed by both browsers, which agreed on its form.
  const statement = useMemo(
    () => JSON.parse(receipt.statement) as ReceiptStatement,
    [receipt.statement],
  );
  const signed = useCountersignature(receipt, getGrant);
  useEffect(() => dialog.current?.showModal(), []);
  return createPortal(
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId} onClose={onClose}>
      <header className={styles.head}>
        <span className={styles.seal}>
          <Icon name="shield" />
        </span>
        <div>
          <h2 id={titleId}>{texts.title}</h2>
          <p className={styles.delivered}>{texts.delivered}</p>
        </div>
      </header>
      <div className={styles.body}>
        <p>{texts.lead}</p>
        <Facts statement={statement} />
        <div className={styles.parties}>
          <Party name={texts.sender} party={statement.sender} />
          <Party name={texts.recipient} party={statement.recipient} />
        </div>
        <dl className={styles.facts}>
          <Row name={texts.log}>
            <span role="status">{describeLog(signed)}</span>
          </Row>
        </dl>
        <div className={styles.notes}>
          <List title={texts.proves} items={texts.provesItems} />
          <List title={texts.provesNot} items={texts.provesNotItems} />
        </div>
        <p className={styles.muted}>{texts.verify}</p>
      </div>
      <footer className={styles.actions}>
        <button
          type="button"
          className={styles.main}
          disabled={signed === undefined}
          onClick={() =>
            saveReceipt({ ...receipt, countersignature: signed ?? null }, statement.file.name)
          }
        >
          {texts.save}
        </button>
        <button type="button" onClick={() => globalThis.print()}>
          {texts.print}
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          {texts.close}
        </button>
      </footer>
    </dialog>,
    document.body,
  );
}
