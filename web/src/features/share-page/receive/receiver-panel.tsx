import { Suspense, useState } from 'react';
import { lazyPart } from '../../../components/parts/lazy-part.js';
import { PartBoundary } from '../../../components/parts/part-boundary.js';
import { texts as componentTexts } from '../../../components/texts.js';
import { isInsideApp } from '../../../lib/browser/device/inside-app.js';
import { hasWebRtc } from '../../../lib/browser/device/web-rtc.js';
import { useTitleProgress, type TitleProgress } from '../../../lib/browser/title-progress.js';
import { failureText } from '../../../lib/texts/failure-texts.js';
import type { ReceiverSnapshot } from '../../../transfer/api.js';
import { linkEnd } from '../../../transfer/links.js';
import { PanelStatus } from '../panel/panel-parts.js';
import { ProgressMeter } from '../panel/progress-meter.js';
import { receiverTexts as words } from '../panel/texts.js';
import { TransferLine, type LineState } from '../panel/transfer-line.js';
import type { LoadEngine } from '../session/engine-port.js';
import type { Access } from '../session/flow.js';
import type { DownloaderInfo } from '../session/share-api.js';
import shared from '../shared.module.css';
import { AfterError, TryAgain } from './after/after-error.js';
import { Delivered } from './after/delivered.js';
import { useIsSenderAbsent } from './away/use-is-sender-absent.js';
import { Callouts } from './callouts.js';
import { useLeaveGuard } from './leave-guard.js';
import { blockedView, isKept, receiverView, type ReceiverPanelState } from './receiver-view.js';
import { checkConnection } from './session/begin-session.js';
import { useReceiver, type Receiving } from './session/use-receiver.js';

const ReceiverDetails = lazyPart(() => import('./receiver-details.js'));

interface ReceiverPanelProps {
  access: Access;
  downloader: DownloaderInfo;
  isVisitor: boolean;
  loadEngine: LoadEngine;
}

const { crash } = componentTexts;

const lines: Record<ReceiverPanelState, LineState> = {
  ready: 'apart',
  connecting: 'searching',
  waiting: 'joined',
  receiving: 'moving',
  paused: 'held',
  saving: 'moving',
  completed: 'done',
  retrying: 'searching',
  error: 'broken',
};

const titleProgress = (snapshot: ReceiverSnapshot | null): TitleProgress => {
  if (snapshot === null || snapshot.state === 'error') return null;
  if (snapshot.state === 'completed') return 'done';
  return snapshot.stats.bytesTransferred === 0 ? null : snapshot.stats.progressPercent;
};

/** Step 3 for recipients: from the click to a verified file. */
export function ReceiverPanel(props: ReceiverPanelProps) {
  const { access, downloader, isVisitor, loadEngine } = props;
  const receiving = useReceiver(access, downloader, loadEngine);
  const { snapshot } = receiving;
  const state = snapshot?.state ?? 'ready';
  const sender = access.share.senderName || snapshot?.sender?.name || '';
  useTitleProgress(titleProgress(snapshot));
  const [isNotifiedByPush, setIsNotifiedByPush] = useState(false);
  const guard = useLeaveGuard(snapshot, isNotifiedByPush);
  const silentSide = snapshot?.silentSide ?? null;
  const isSenderAbsent = useIsSenderAbsent(state === 'connecting' && snapshot?.isAlone === true);
  return (
    <div className={shared.panel} data-state={state}>
      <TransferLine
        state={lines[state]}
        percent={snapshot?.stats.progressPercent ?? 0}
        from={sender || words.other}
        to={words.you}
        own="to"
      />
      <Status snapshot={snapshot} sender={sender} isSenderAbsent={isSenderAbsent} />
      {snapshot !== null && <Progress snapshot={snapshot} />}
      {snapshot !== null && (
        <Delivered
          snapshot={snapshot}
          access={access}
          downloader={downloader}
          isVisitor={isVisitor}
          receiving={receiving}
        />
      )}
      {state === 'error' ? (
        <AfterError code={snapshot?.error?.code} receiving={receiving} />
      ) : (
        <Actions state={state} snapshot={snapshot} receiving={receiving} />
      )}
      <Details
        receiving={receiving}
        access={access}
        sender={sender}
        isSenderAbsent={isSenderAbsent}
        loadEngine={loadEngine}
        onPushChange={setIsNotifiedByPush}
      />
      {snapshot?.isSilent === true && (
        <TryAgain
          receiving={receiving}
          className={isSenderAbsent ? shared.button : shared.mainButton}
        />
      )}
      <Callouts silentSide={isSenderAbsent ? null : silentSide} {...guard} />
    </div>
  );
}

interface StatusProps {
  snapshot: ReceiverSnapshot | null;
  sender: string;
  isSenderAbsent: boolean;
}

function Status({ snapshot, sender, isSenderAbsent }: StatusProps) {
  // Said before the click, which would ask for a place to save first.
  const isBlocked = snapshot === null && !hasWebRtc();
  return (
    <PanelStatus
      view={isBlocked ? blockedView : receiverView(snapshot, sender, isSenderAbsent)}
      detail={failureText(isBlocked ? { code: 'webrtc-unavailable' } : (snapshot?.error ?? null))}
    >
      {snapshot?.isVerified === true && (
        <p className={shared.verified}>{snapshot.isProven ? words.verified : words.intact}</p>
      )}
      {snapshot?.receiptFault === 'clocks' && <p>{words.clocksDiffer}</p>}
    </PanelStatus>
  );
}

interface DetailsProps {
  receiving: Receiving;
  access: Access;
  sender: string;
  isSenderAbsent: boolean;
  loadEngine: LoadEngine;
  onPushChange: (isNotified: boolean) => void;
}

function Details(props: DetailsProps) {
  const { receiving, access, sender, isSenderAbsent, loadEngine, onPushChange } = props;
  const { snapshot } = receiving;
  return (
    <PartBoundary>
      <Suspense fallback={null}>
        <ReceiverDetails
          snapshot={snapshot}
          share={access.share}
          sender={sender}
          isSenderAbsent={isSenderAbsent}
          isInsideApp={isInsideApp()}
          canConnect={hasWebRtc()}
          isUnchosen={receiving.isUnchosen}
          isKept={snapshot === null || isKept(snapshot)}
          linkEnd={access.linkKey && linkEnd(access.linkKey)}
          describeError={failureText}
          getGrant={access.grantKeeper}
          buttonClass={shared.button}
          loadEngine={loadEngine}
          onCheck={(signal) => checkConnection(access, loadEngine, signal)}
          onLimit={receiving.setLimit}
          onPushChange={onPushChange}
        />
      </Suspense>
    </PartBoundary>
  );
}

function Progress({ snapshot }: { snapshot: ReceiverSnapshot }) {
  const { stats, state } = snapshot;
  if (state === 'completed' || (stats.bytesTransferred === 0 && state !== 'receiving')) return null;
  return <ProgressMeter stats={stats} isMoving={state === 'receiving'} hasBar={false} />;
}

interface ActionsProps {
  state: ReceiverPanelState;
  snapshot: ReceiverSnapshot | null;
  receiving: Receiving;
}

function Actions({ state, snapshot, receiving }: ActionsProps) {
  if (state === 'ready') {
    return (
      <div className={shared.actions}>
        <button
          type="button"
          className={shared.mainButton}
          disabled={receiving.isStarting || !hasWebRtc()}
          autoFocus
          onClick={receiving.start}
        >
          {receiving.isStarting ? words.starting : words.download}
        </button>
        {receiving.isCodeMissing && (
          <button type="button" className={shared.button} onClick={() => window.location.reload()}>
            {crash.reload}
          </button>
        )}
      </div>
    );
  }
  // The sender's pause cannot be ended here.
  const canResume = state === 'paused' && snapshot?.pausedBy !== 'there';
  const canPause = state === 'receiving' && snapshot?.canPause === true;
  if (canPause || canResume) {
    // One element, so that it keeps the focus.
    return (
      <button
        type="button"
        className={canResume ? shared.mainButton : shared.button}
        onClick={canResume ? receiving.resume : receiving.pause}
      >
        {canResume ? words.resume : words.pause}
      </button>
    );
  }
  return null;
}
