import { useState } from 'react';
import { copyWithToast } from '../../../../components/toast/copy-with-toast.js';
import { isInsideApp } from '../../../../lib/browser/device/inside-app.js';
import { hasWebRtc } from '../../../../lib/browser/device/web-rtc.js';
import { shareUrl } from '../../../../lib/paths.js';
import { failureText } from '../../../../lib/texts/failure-texts.js';
import { formatBytes } from '../../../../lib/texts/format.js';
import { addLinkFragment } from '../../../../transfer/links.js';
import { LinkField } from '../../send/own-link.js';
import { senderTexts } from '../../send/texts.js';
import type { LoadEngine } from '../../session/engine-port.js';
import { savingTexts as words } from '../texts.js';
import { useArrived } from './before-download.js';
import styles from './before-download.module.css';

interface BeforePasswordProps {
  shareId: string;
  /** The fragment of a protected link, which the address no longer has; null for a plain one. */
  linkKey: string | null;
  buttonClass: string | undefined;
  loadEngine: LoadEngine;
}

/** Apps hide the address of the page, and with it the way to a browser. */
function InsideApp({ shareId, linkKey, buttonClass }: BeforePasswordProps) {
  const [isRefused, setIsRefused] = useState(false);
  const url = addLinkFragment(shareUrl(shareId), linkKey);
  const copy = async (): Promise<void> => {
    const { copied, copyFailed } = senderTexts.toasts;
    setIsRefused(!(await copyWithToast(url, { copied, failed: copyFailed })));
  };
  return (
    <div className={styles.shortage} role="alert">
      <p>{words.insideApp}</p>
      <button type="button" className={buttonClass} onClick={() => void copy()}>
        {senderTexts.copyLink}
      </button>
      {isRefused && <LinkField url={url} />}
    </div>
  );
}

/** What to know before the password is typed: not in this browser, or a part of the file is here already. */
export default function BeforePassword(props: BeforePasswordProps) {
  const { shareId, loadEngine } = props;
  const arrived = useArrived(shareId, loadEngine);
  return (
    <div className={styles.notes}>
      {!hasWebRtc() && (
        <p className={styles.shortage} role="alert">
          {failureText({ code: 'webrtc-unavailable' })}
        </p>
      )}
      {isInsideApp() && <InsideApp {...props} />}
      {arrived !== null && (
        <p className={styles.plan} role="status">
          {words.unfinished(formatBytes(arrived.bytes), formatBytes(arrived.totalBytes))}
        </p>
      )}
    </div>
  );
}
