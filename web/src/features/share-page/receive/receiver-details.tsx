import { ConnectionDetails } from '../../../components/connection/connection-details.js';
import { LimitControl } from '../../../components/connection/limit-control.js';
import { texts } from '../../../components/connection/texts.js';
import type {
  ConnectionCheck,
  EngineError,
  RateSetting,
  ReceiverSnapshot,
  ReceiverState,
} from '../../../transfer/api.js';
import type { LoadEngine } from '../session/engine-port.js';
import { SenderAway } from './away/sender-away.js';
import { BeforeDownload } from './before/before-download.js';
import styles from './before/before-download.module.css';
import { CheckConnection } from './before/check-connection.js';
import { savingTexts as words } from './texts.js';

/** The sender answers. */
const connectedStates: readonly ReceiverState[] = ['waiting', 'receiving', 'saving', 'completed'];

interface ReceiverDetailsProps {
  /** Null before the click on Download. */
  snapshot: ReceiverSnapshot | null;
  share: { shareId: string; fileSize: string };
  /** Their name; empty when unknown. */
  sender: string;
  /** The sender has been away for some seconds. */
  isSenderAbsent: boolean;
  isInsideApp: boolean;
  /** This browser has WebRTC. */
  canConnect: boolean;
  /** The last click on Download ended without a place to save. */
  isUnchosen: boolean;
  /** Closing the page loses nothing that has arrived. */
  isKept: boolean;
  /** The last characters of the key; null for a plain link. */
  linkEnd: string | null;
  /** Of the page, like its other modules. */
  describeError: (error: EngineError) => string;
  getGrant: () => Promise<string>;
  buttonClass: string | undefined;
  loadEngine: LoadEngine;
  onCheck: (signal: AbortSignal) => Promise<ConnectionCheck>;
  /** Sets the limit of the session, if there is one. */
  onLimit: (setting: RateSetting) => void;
  onPushChange: (isNotified: boolean) => void;
}

function LinkKind({ linkEnd }: { linkEnd: string | null }) {
  if (linkEnd === null) return <p>{words.plainLink}</p>;
  return (
    <>
      <p>{words.protectedLink}</p>
      <p>{words.linkEnd(linkEnd)}</p>
    </>
  );
}

/**
 * What the page shows beside the download. A chunk of its own, since the page has to be small at first; a module of the
 * page imported here would become a chunk too. It only shows: the download must not depend on whether the chunk loads.
 */
export default function ReceiverDetails(props: ReceiverDetailsProps) {
  const { snapshot, share, isSenderAbsent, canConnect, loadEngine, onLimit } = props;
  const isRunning = snapshot?.state !== 'completed' && snapshot?.state !== 'error';
  return (
    <>
      {snapshot !== null && (
        <SenderAway
          shareId={share.shareId}
          sender={props.sender}
          isSenderAbsent={isSenderAbsent}
          isRunning={isRunning}
          isBack={connectedStates.includes(snapshot.state)}
          receivedBytes={snapshot.stats.bytesTransferred}
          missingBytes={snapshot.stats.totalBytes - snapshot.stats.bytesTransferred}
          isKept={props.isKept}
          isProtected={props.linkEnd !== null}
          getGrant={props.getGrant}
          buttonClass={props.buttonClass}
          onPushChange={props.onPushChange}
        />
      )}
      {snapshot === null && props.isUnchosen && (
        <p className={styles.plan} role="alert">
          {words.notChosen}
        </p>
      )}
      {snapshot === null && props.isInsideApp && (
        <p className={styles.shortage} role="alert">
          {words.insideApp}
        </p>
      )}
      {canConnect && snapshot?.state !== 'completed' && (
        <BeforeDownload
          shareId={share.shareId}
          fileSize={share.fileSize}
          loadEngine={loadEngine}
          isReady={snapshot === null}
        />
      )}
      {canConnect && snapshot === null && (
        <div className={styles.plan}>
          <p>{words.bothOnline}</p>
          <LinkKind linkEnd={props.linkEnd} />
          <CheckConnection
            check={props.onCheck}
            describeError={props.describeError}
            buttonClass={props.buttonClass}
          />
        </div>
      )}
      {snapshot !== null && isRunning && (
        // Of the last connection while there is none; hidden, so that they stay open for the next.
        <div hidden={isSenderAbsent}>
          <ConnectionDetails
            facts={snapshot.connection}
            route={snapshot.connectionType}
            side="recipient"
          >
            {snapshot.canLimit ? (
              <LimitControl direction="receive" onChange={onLimit} />
            ) : (
              <p>{texts.limit.noEffect}</p>
            )}
          </ConnectionDetails>
        </div>
      )}
    </>
  );
}
