import { Button } from 'antd';
import { Suspense, useId, useState } from 'react';
import { Icon } from '../../../components/icon.js';
import { lazyPart } from '../../../components/parts/lazy-part.js';
import { PartBoundary } from '../../../components/parts/part-boundary.js';
import { toast } from '../../../components/toast/index.js';
import { texts } from '../texts.js';
import styles from './share-ways.module.css';

const QrCode = lazyPart(() => import('../../../components/qr-code/qr-code.js'));

const { ways } = texts;

/** The Web Share API exists on phones and some computers. */
const hasShareSheet = (): boolean => 'share' in navigator;

const openShareSheet = async (filename: string, url: string): Promise<void> => {
  try {
    await navigator.share({ title: filename, url });
  } catch (error) {
    // The user closed the dialog.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({ variant: 'destructive', ...ways.failed });
  }
};

interface ShareWaysProps {
  filename: string;
  /** Does not contain the password. */
  url: string;
}

/** Ways to pass the link on besides the clipboard: QR code and Web Share. */
export function ShareWays({ filename, url }: ShareWaysProps) {
  const [isCodeShown, setIsCodeShown] = useState(false);
  const id = useId();
  return (
    <div className={styles.ways}>
      <div className={styles.buttons}>
        <Button
          icon={<Icon name="qr" />}
          aria-expanded={isCodeShown}
          aria-controls={id}
          onClick={() => setIsCodeShown((isShown) => !isShown)}
        >
          {isCodeShown ? ways.hideCode : ways.showCode}
        </Button>
        {hasShareSheet() && (
          <Button icon={<Icon name="share" />} onClick={() => void openShareSheet(filename, url)}>
            {ways.sendLink}
          </Button>
        )}
      </div>
      <div id={id} className={styles.code} hidden={!isCodeShown}>
        {isCodeShown && (
          <PartBoundary onFailure={() => setIsCodeShown(false)}>
            <Suspense fallback={<div className={styles.placeholder} />}>
              <QrCode value={url} label={ways.codeLabel} />
            </Suspense>
          </PartBoundary>
        )}
        <p className={styles.hint}>{ways.codeHint}</p>
      </div>
    </div>
  );
}
