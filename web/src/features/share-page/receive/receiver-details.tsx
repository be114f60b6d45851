import { useEffect } from 'react';
import { ConnectionDetails } from '../../../components/connection/connection-details.js';
import { LimitControl } from '../../../components/connection/limit-control.js';
import { isLimited, storedLimit } from '../../../components/connection/limit-memory.js';
import type { RateSetting, ReceiverSnapshot } from '../../../transfer/api.js';
import type { LoadEngine } from '../session/engine-port.js';
import { BeforeDownload } from './before-download.js';

interface ReceiverDetailsProps {
  /** Null before the click on Download. */
  snapshot: ReceiverSnapshot | null;
  fileSize: string;
  loadEngine: LoadEngine;
  /** Sets the limit of the session, if there is one. */
  onLimit: (setting: RateSetting) => void;
}

/**
 * What the page shows beside the download. A chunk of its own, since the page has to be small at first; a module of the
 * page imported here would become a chunk too.
 */
export default function ReceiverDetails(props: ReceiverDetailsProps) {
  const { snapshot, fileSize, loadEngine, onLimit } = props;
  const isRunning = snapshot?.state !== 'completed' && snapshot?.state !== 'error';
  // Called for every new session: the limit of this device applies before its connection is open.
  useEffect(() => {
    const stored = storedLimit('receive');
    if (isLimited(stored)) onLimit(stored);
  }, [onLimit]);
  return (
    <>
      {snapshot?.state !== 'completed' && (
        <BeforeDownload fileSize={fileSize} loadEngine={loadEngine} isReady={snapshot === null} />
      )}
      {snapshot !== null && isRunning && (
        <ConnectionDetails
          facts={snapshot.connection}
          route={snapshot.connectionType}
          side="recipient"
        >
          <LimitControl direction="receive" onChange={onLimit} />
        </ConnectionDetails>
      )}
    </>
  );
}
