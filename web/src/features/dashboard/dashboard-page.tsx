import { useCallback, useRef, useState } from 'react';
import { displayNameOf } from '../../lib/account/display-name.js';
import { useSignedInUser } from '../../lib/account/user-api.js';
import { isTouchOnly } from '../../lib/browser/device/touch.js';
import { showTarget } from '../../lib/browser/focus/show-target.js';
import { untilShown } from '../../lib/browser/focus/until-shown.js';
import { useTitle } from '../../lib/browser/use-title.js';
import type { FileShare } from './api.js';
import styles from './dashboard-page.module.css';
import { CreatedSharesModal, type CreatedShares } from './details/created-shares-modal.js';
import { ShareDetailsModal } from './details/share-details-modal.js';
import { ExtensionWarning } from './device/extension-warning.js';
import { InstallCard } from './device/install-card.js';
import { WakeLockToggle } from './device/wake-lock-toggle.js';
import { RecentShares } from './recent/recent-shares.js';
import { InterruptedShares } from './resume/interrupted-shares.js';
import { LiveTransfers } from './sending/live-transfers.js';
import { transferId } from './sending/transfer-view.js';
import { texts } from './texts.js';
import { UploadCard, uploadCardId } from './upload/upload-card.js';
import { UpgradeBanner } from './usage/upgrade-banner.js';

function DeviceCards() {
  return (
    <>
      <WakeLockToggle />
      <ExtensionWarning />
      <InstallCard />
    </>
  );
}

const noneCreated: CreatedShares = { shares: [], shortfall: '' };

/**
 * What the sender waits for: once the dialog of a new share is closed, its transfer is in view.
 *
 * @returns what to call with the share, and when the dialog is closed
 */
const useViewOfTransfer = () => {
  const createdId = useRef<string | null>(null);
  return {
    remember: (shareId: string): void => {
      createdId.current = shareId;
    },
    scroll: (): void => {
      const id = createdId.current;
      createdId.current = null;
      if (id === null) return;
      untilShown(() => {
        const transfer = document.getElementById(transferId(id));
        transfer?.scrollIntoView({ block: 'nearest' });
        return transfer !== null;
      });
    },
  };
};

/** / for signed-in users. */
export function DashboardPage() {
  const user = useSignedInUser();
  useTitle(texts.title);
  const [shown, setShown] = useState<FileShare | null>(null);
  const [created, setCreated] = useState(noneCreated);
  // The first screen of a phone has no room for more than what the user came for.
  const [isTouch] = useState(isTouchOnly);
  const view = useViewOfTransfer();
  const showCreated = (all: CreatedShares): void => {
    const [first, ...others] = all.shares;
    // The newest is listed first.
    const newest = all.shares.at(-1);
    if (newest !== undefined) view.remember(newest.shareId);
    if (others.length > 0 || all.shortfall !== '') setCreated(all);
    // A late answer must not replace the link that the user is about to copy. Recent Shares lists the new share.
    else setShown((before) => before ?? first ?? null);
  };
  // A share that has left the listed page stays as it was last seen; others do not take its place.
  const update = useCallback((shares: readonly FileShare[]): void => {
    setShown((before) => shares.find(({ shareId }) => shareId === before?.shareId) ?? before);
  }, []);
  const toUpload = (): void => void showTarget(`#${uploadCardId}`);
  const transfers = (
    <>
      <InterruptedShares />
      <LiveTransfers onShareAnother={toUpload} />
    </>
  );
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{texts.welcome(user === null ? '' : displayNameOf(user))}</h1>
        <p>{texts.tagline}</p>
      </header>
      <div className={styles.main}>
        {isTouch ? transfers : <DeviceCards />}
        <UploadCard onCreated={showCreated} />
        {isTouch ? <DeviceCards /> : transfers}
        <RecentShares onOptions={setShown} onLoaded={update} />
      </div>
      <ShareDetailsModal
        share={shown}
        onChanged={(share) => update([share])}
        onClose={() => {
          setShown(null);
          view.scroll();
        }}
      />
      <CreatedSharesModal
        {...created}
        onClose={() => {
          setCreated(noneCreated);
          view.scroll();
        }}
      />
      <UpgradeBanner />
    </div>
  );
}

export default DashboardPage;
