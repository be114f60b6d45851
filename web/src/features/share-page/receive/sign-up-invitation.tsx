import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { loginPath } from '../../../lib/paths.js';
import type { DownloaderInfo } from '../session/share-api.js';
import shared from '../shared.module.css';
import { texts } from '../texts.js';
import styles from './sign-up-invitation.module.css';

/** Requirement 9.39. */
const redirectAfterMs = 2_000;

interface SignUpInvitationProps {
  downloader: DownloaderInfo;
  /** The visitor reads the receipt, which leaving would close. */
  isHeld?: boolean;
}

/**
 * Shown to a visitor once the file is saved, never during a transfer. Redirects to the sign-up page
 * after two seconds unless the visitor chooses to stay.
 */
export function SignUpInvitation({ downloader, isHeld = false }: SignUpInvitationProps) {
  const words = texts.invitation;
  const navigate = useNavigate();
  const [hasChosen, setHasChosen] = useState(false);
  const isStaying = hasChosen || isHeld;
  const target = loginPath({ ...downloader, tab: 'signup' });

  useEffect(() => {
    if (isStaying) return undefined;
    const timer = setTimeout(() => void navigate(target), redirectAfterMs);
    return () => clearTimeout(timer);
  }, [isStaying, navigate, target]);

  return (
    <section className={styles.invitation} aria-labelledby="invitation-title">
      <div role="status">
        <h2 id="invitation-title">{words.title}</h2>
        <p>{isStaying ? words.stayed : words.going}</p>
      </div>
      <div className={shared.actions}>
        {!isStaying && (
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
