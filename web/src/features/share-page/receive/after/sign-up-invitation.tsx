import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { loadedConfig } from '../../../../lib/http/config.js';
import { loginPath } from '../../../../lib/paths.js';
import type { HandOver } from '../../../../transfer/api.js';
import type { DownloaderInfo } from '../../session/share-api.js';
import { useIsHandedOver } from '../../session/use-is-handed-over.js';
import shared from '../../shared.module.css';
import { texts } from '../../texts.js';
import styles from './sign-up-invitation.module.css';

/** Requirement 9.39. */
const redirectAfterMs = 2_000;

/** Longer than the server usually takes for the record. After this, the page no longer announces the redirect. */
const recordWithinMs = 4_000;

/** The visitor is looking at the result. */
const uses = ['pointermove', 'pointerdown', 'wheel', 'keydown'] as const;

interface SignUpInvitationProps {
  downloader: DownloaderInfo;
  /** The sign-up page is a document of its own: going there earlier may lose the file. */
  handOver: HandOver | null;
  /** Resolves when the server has the download and the receipt: leaving the page ends further attempts to send them. */
  whenRecorded: () => Promise<unknown>;
  /** The visitor reads the receipt, which leaving would close. */
  isHeld?: boolean;
}

/**
 * Shown to a visitor once the file is complete, never during a transfer. Redirects to the sign-up page two seconds
 * after the browser has taken over the file, once the download is recorded, in a visible page, unless the visitor chooses
 * to stay or uses the page: the result is shown nowhere else (WCAG 2.2.1). A late record is followed by an announcement
 * and two seconds of its own.
 */
export function SignUpInvitation(props: SignUpInvitationProps) {
  const { downloader, handOver, whenRecorded, isHeld = false } = props;
  const words = texts.invitation;
  // Where plans are not sold, the text does not mention what an account costs.
  const isSold = loadedConfig()?.payments.provider !== 'none';
  const navigate = useNavigate();
  const [hasChosen, setHasChosen] = useState(false);
  const [isRecordLate, setIsRecordLate] = useState(false);
  const isStaying = hasChosen || isHeld;
  const isHandedOver = useIsHandedOver(handOver);
  const isGoing = isHandedOver && !isStaying && !isRecordLate;
  const target = loginPath({ ...downloader, tab: 'signup' });

  useEffect(() => {
    if (isStaying) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lateTimer: ReturnType<typeof setTimeout> | undefined;
    const cancel = (): void => {
      clearTimeout(timer);
      clearTimeout(lateTimer);
      timer = undefined;
    };
    const wait = (): void => {
      cancel();
      setIsRecordLate(false);
      if (isHandedOver && document.visibilityState === 'visible')
        timer = setTimeout(go, redirectAfterMs);
    };
    const go = (): void => {
      const due = timer;
      let isLate = false;
      lateTimer = setTimeout(() => {
        isLate = true;
        setIsRecordLate(true);
      }, recordWithinMs);
      void whenRecorded().then(() => {
        if (timer !== due) return;
        if (isLate) wait();
        else void navigate(target);
      });
    };
    const stay = (event: Event): void => {
      // Browsers send a move without a distance when the page changes under a pointer at rest.
      const isAtRest = event instanceof MouseEvent && !event.movementX && !event.movementY;
      if (event.type !== 'pointermove' || !isAtRest) setHasChosen(true);
    };
    wait();
    document.addEventListener('visibilitychange', wait);
    for (const type of uses) addEventListener(type, stay);
    return () => {
      cancel();
      document.removeEventListener('visibilitychange', wait);
      for (const type of uses) removeEventListener(type, stay);
    };
  }, [isStaying, isHandedOver, whenRecorded, navigate, target]);

  return (
    <section className={styles.invitation} aria-labelledby="invitation-title">
      <div role={isGoing ? 'alert' : 'status'}>
        <h2 id="invitation-title">{words.title}</h2>
        <p>{(isGoing ? words.going : words.stayed)(isSold)}</p>
      </div>
      <div className={shared.actions}>
        {isGoing && (
          <button type="button" className={shared.button} onClick={() => setHasChosen(true)}>
            {words.stay}
          </button>
        )}
        <button type="button" className={shared.mainButton} onClick={() => void navigate(target)}>
          {words.go}
        </button>
      </div>
    </section>
  );
}
