import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../../components/parts/lazy-part.js';
import { PartBoundary } from '../../../components/parts/part-boundary.js';
import { ReceiptButton } from '../../../components/receipt/receipt-button.js';
import { texts as componentTexts } from '../../../components/texts.js';
import { isInsideApp } from '../../../lib/browser/device/inside-app.js';
import { hasWebRtc } from '../../../lib/browser/device/web-rtc.js';
import { useLeaveWarning } from '../../../lib/browser/leave-warning.js';
import { useTitleProgress, type TitleProgress } from '../../../lib/browser/title-progress.js';
import { failureText } from '../../../lib/texts/failure-texts.js';
import { formatBytes } from '../../../lib/texts/format.js';
import type { ReceiverSnapshot, SilentSide } from '../../../transfer/api.js';
import { linkEnd } from '../../../transfer/links.js';
import { Callout, PanelStatus } from '../panel/panel-parts.js';
import { ProgressMeter } from '../panel/progress-meter.js';
import { receiverTexts } from '../panel/texts.js';
import { TransferLine, type LineState } from '../panel/transfer-line.js';
import type { LoadEngine } from '../session/engine-port.js';
import type { Access } from '../session/flow.js';
import type { DownloaderInfo } from '../session/share-api.js';
import { useBackgroundGuard } from '../session/use-background-guard.js';
import shared from '../shared.module.css';
import { texts } from '../texts.js';
import { NewPassword } from './after/new-password.js';
import { SignUpInvitation } from './after/sign-up-invitation.js';
import {
  blockedView,
  isIdle,
  isInterrupted,
  isKept,
  isUnderWay,
  isUnsaved,
  mayClose,
  receiverView,
  type ReceiverPanelState,
} from './receiver-view.js';
import { checkConnection, useReceiver, type Receiving } from './session/use-receiver.js';

const ReceiverDetails = lazyPart(() => import('./receiver-details.js'));

interface ReceiverPanelProps {
  access: Access;
  downloader: DownloaderInfo;
  isVisitor: boolean;
  loadEngine: LoadEngine;
}

const words = receiverTexts;
const { crash } = componentTexts;

/** The page shows that the sender is offline after this time without a connection. */
const absentAfterMs = 8_000;

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

const useIsSenderAbsent = (isConnecting: boolean): boolean => {
  const [isAbsent, setIsAbsent] = useState(false);
  useEffect(() => {
    if (!isConnecting) return undefined;
    const timer = setTimeout(() => setIsAbsent(true), absentAfterMs);
    return () => {
      clearTimeout(timer);
      setIsAbsent(false);
    };
  }, [isConnecting]);
  return isAbsent;
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
  const [isToldByPush, setIsToldByPush] = useState(false);
  const canClose = mayClose(snapshot, isToldByPush);
  const { wasHidden } = useBackgroundGuard(isUnderWay(state), {
    mayClose: canClose,
    isIdle: isIdle(state),
  });
  const hasUnkept = isInterrupted(snapshot);
  useLeaveWarning('unsaved', isUnsaved(snapshot) || hasUnkept);
  // Said before the click, which would ask for a place to save first.
  const isBlocked = snapshot === null && !hasWebRtc();
  const silentSide = snapshot?.silentSide ?? null;
  const isSenderAbsent = useIsSenderAbsent(state === 'connecting') && silentSide !== 'server';
  return (
    <div className={shared.panel} data-state={state}>
      <TransferLine
        state={lines[state]}
        percent={snapshot?.stats.progressPercent ?? 0}
        from={sender || words.other}
        to={words.you}
        own="to"
      />
      <PanelStatus
        view={isBlocked ? blockedView : receiverView(snapshot, sender, isSenderAbsent)}
        detail={failureText(isBlocked ? { code: 'webrtc-unavailable' } : (snapshot?.error ?? null))}
      >
        {snapshot?.isVerified === true && (
          <p className={shared.verified}>{snapshot.isProven ? words.verified : words.intact}</p>
        )}
      </PanelStatus>
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
      <PartBoundary>
        <Suspense fallback={null}>
          <ReceiverDetails
            snapshot={snapshot}
            share={access.share}
            sender={sender}
            isSenderAbsent={isSenderAbsent}
            isInsideApp={isInsideApp()}
            isUnchosen={receiving.isUnchosen}
            isKept={snapshot === null || isKept(snapshot)}
            linkEnd={access.linkKey && linkEnd(access.linkKey)}
            describeError={failureText}
            getGrant={access.grantKeeper}
            buttonClass={shared.button}
            loadEngine={loadEngine}
            onCheck={(signal) => checkConnection(access, loadEngine, signal)}
            onLimit={receiving.setLimit}
            onToldByPush={setIsToldByPush}
          />
        </Suspense>
      </PartBoundary>
      {snapshot?.isSilent === true && (
        <TryAgain
          receiving={receiving}
          className={isSenderAbsent ? shared.button : shared.mainButton}
        />
      )}
      <Callouts
        silentSide={silentSide}
        isSenderAbsent={isSenderAbsent}
        wasHidden={wasHidden}
        mustStayOpen={isUnderWay(state) && !canClose}
        hasUnkept={hasUnkept}
      />
    </div>
  );
}

function Progress({ snapshot }: { snapshot: ReceiverSnapshot }) {
  const { stats, state } = snapshot;
  if (state === 'completed' || (stats.bytesTransferred === 0 && state !== 'receiving')) return null;
  return <ProgressMeter stats={stats} isMoving={state === 'receiving'} hasBar={false} />;
}

interface DeliveredProps {
  snapshot: ReceiverSnapshot;
  access: Access;
  downloader: DownloaderInfo;
  isVisitor: boolean;
  receiving: Receiving;
}

/** The complete file, its receipt and the invitation to sign up, which waits while the receipt is read. */
function Delivered({ snapshot, access, downloader, isVisitor, receiving }: DeliveredProps) {
  const [isReading, setIsReading] = useState(false);
  const isComplete = snapshot.state === 'completed';
  return (
    <>
      {isComplete && <Completion snapshot={snapshot} receiving={receiving} />}
      {isComplete && receiving.saveAgain !== null && (
        <button type="button" className={shared.button} onClick={receiving.saveAgain}>
          {words.saveAgain}
        </button>
      )}
      {snapshot.receipt !== null && (
        <ReceiptButton
          receipt={snapshot.receipt}
          getGrant={access.grantKeeper.withoutPassword}
          label={texts.page.viewReceipt}
          className={shared.button}
          onOpen={() => setIsReading(true)}
        />
      )}
      {isComplete && isVisitor && (
        <SignUpInvitation
          downloader={downloader}
          handOver={receiving.handOver}
          isHeld={isReading}
        />
      )}
    </>
  );
}

const completionText = (receiving: Receiving, size: string, filename?: string): string => {
  const { handOver, saveAgain, savedName } = receiving;
  if (handOver !== null) return saveAgain === null ? words.streamed(size) : words.offered(size);
  const isRenamed = savedName !== null && savedName !== filename;
  return isRenamed ? words.savedAs(savedName, size) : words.saved(size);
};

interface CompletionProps {
  snapshot: ReceiverSnapshot;
  receiving: Receiving;
}

function Completion({ snapshot, receiving }: CompletionProps) {
  const size = formatBytes(snapshot.stats.bytesTransferred);
  const route = texts.connection[snapshot.connectionType];
  return (
    <Callout tone="good">
      <p>
        {completionText(receiving, size, snapshot.file?.filename)} {route}
      </p>
    </Callout>
  );
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

/** Another place can have what this one lacks. */
const placeErrors: ReadonlySet<string | undefined> = new Set([
  'storage-full',
  'no-room-to-save',
  'not-saved-there',
  'permission-lost',
  'sink-failed',
]);

interface AfterErrorProps {
  code: string | undefined;
  receiving: Receiving;
}

function AfterError({ code, receiving }: AfterErrorProps) {
  const [isAsking, setIsAsking] = useState(false);
  const ask = (): void => setIsAsking(true);
  if (isAsking) return <NewPassword enter={receiving.enterPassword} />;
  if (code === 'password-changed')
    return <MainButton onClick={ask}>{words.newPassword}</MainButton>;
  if (code === 'blocked-here') return null;
  if (receiving.choosePlace !== null && placeErrors.has(code)) {
    return (
      <div className={shared.actions}>
        <TryAgain receiving={receiving} />
        <button type="button" className={shared.button} onClick={receiving.choosePlace}>
          {words.otherPlace}
        </button>
      </div>
    );
  }
  if (code !== 'access-denied') return <TryAgain receiving={receiving} />;
  // The password was changed or the share has ended: the server does not say which.
  return (
    <div className={shared.actions}>
      <MainButton onClick={ask}>{words.passwordAgain}</MainButton>
      <TryAgain receiving={receiving} className={shared.button} />
    </div>
  );
}

interface MainButtonProps {
  onClick: () => void;
  children: string;
}

function MainButton({ onClick, children }: MainButtonProps) {
  return (
    <button type="button" className={shared.mainButton} onClick={onClick}>
      {children}
    </button>
  );
}

interface TryAgainProps {
  receiving: Receiving;
  className?: string | undefined;
}

function TryAgain({ receiving, className = shared.mainButton }: TryAgainProps) {
  return (
    <button type="button" className={className} onClick={receiving.retry}>
      {words.tryAgain}
    </button>
  );
}

interface CalloutsProps {
  silentSide: SilentSide | null;
  isSenderAbsent: boolean;
  wasHidden: boolean;
  mustStayOpen: boolean;
  hasUnkept: boolean;
}

function Callouts(props: CalloutsProps) {
  const { silentSide, isSenderAbsent, wasHidden, mustStayOpen, hasUnkept } = props;
  return (
    <>
      {silentSide !== null && !isSenderAbsent && (
        <Callout tone="warning" isUrgent>
          {words.silent[silentSide]}
        </Callout>
      )}
      {wasHidden && (
        <Callout tone="warning" isUrgent>
          {words.wasHidden}
        </Callout>
      )}
      {mustStayOpen && !wasHidden && <Callout tone="plain">{words.keepOpen}</Callout>}
      {hasUnkept && (
        <Callout tone="warning" isUrgent>
          {words.failedOpen}
        </Callout>
      )}
    </>
  );
}
