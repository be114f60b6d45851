import { useState } from 'react';
import { SpeedLimit } from '../../../components/connection/limit-control.js';
import { hasWebRtc } from '../../../lib/browser/device/web-rtc.js';
import { sendLock, useIsTabLockHeld } from '../../../lib/browser/tab-locks.js';
import { useTitleProgress, type TitleProgress } from '../../../lib/browser/title-progress.js';
import { failureText } from '../../../lib/texts/failure-texts.js';
import type { SenderSnapshot, SenderState } from '../../../transfer/api.js';
import { Callout, PanelStatus } from '../panel/panel-parts.js';
import { receiverTexts } from '../panel/texts.js';
import { TransferLine, type LineState } from '../panel/transfer-line.js';
import type { LoadEngine } from '../session/engine-port.js';
import type { Access } from '../session/flow.js';
import { useBackgroundGuard } from '../session/use-background-guard.js';
import shared from '../shared.module.css';
import { FileChoice } from './file-choice.js';
import { DashboardLink } from './own-ended.js';
import { CopyLink, LinkCallout, LinkField, OtherKeyWarning } from './own-link.js';
import { ApprovalPrompts, UnprovenPrompts } from './recipient-prompts.js';
import { Recipients } from './recipients.js';
import {
  blockedView,
  canReset,
  hasQuestion,
  isOnlySaving,
  isSenderBusy,
  senderView,
} from './sender-view.js';
import { senderTexts as words } from './texts.js';
import { useSender } from './use-sender.js';

const lines: Record<SenderState, LineState> = {
  idle: 'apart',
  connecting: 'searching',
  waiting: 'searching',
  sending: 'moving',
  completed: 'done',
  retrying: 'searching',
  error: 'broken',
};

/** Of the recipients that still receive, as long as there are any: one that has the file says nothing about them. */
const furthest = (snapshot: SenderSnapshot | null): number => {
  const all = snapshot?.recipients ?? [];
  const running = all.filter(({ state }) => state !== 'completed' && state !== 'error');
  const shown = running.length > 0 ? running : all;
  return Math.max(0, ...shown.map(({ stats }) => stats.progressPercent));
};

const titleProgress = (snapshot: SenderSnapshot | null): TitleProgress => {
  if (hasQuestion(snapshot)) return 'question';
  if (snapshot?.state === 'completed') return 'done';
  return snapshot?.state === 'sending' ? furthest(snapshot) : null;
};

interface OtherTab {
  /** Another tab sends the share, and the owner has not decided to send from here. */
  isAsking: boolean;
  takeOver: () => void;
}

/** The decision holds for one sending. */
const useOtherTab = (shareId: string, state: SenderState): OtherTab => {
  const isHeld = useIsTabLockHeld(sendLock(shareId));
  const [isTakingOver, setIsTakingOver] = useState(false);
  if (isTakingOver && state !== 'idle') setIsTakingOver(false);
  return {
    isAsking: state === 'idle' && isHeld && !isTakingOver,
    takeOver: () => setIsTakingOver(true),
  };
};

/** Step 3 for the owner: send the file from this page. */
export function SenderPanel({ access, loadEngine }: { access: Access; loadEngine: LoadEngine }) {
  const sending = useSender(access, loadEngine);
  const { snapshot } = sending;
  const state = snapshot?.state ?? 'idle';
  useTitleProgress(titleProgress(snapshot));
  const { wasHidden } = useBackgroundGuard(isSenderBusy(state));
  const otherTab = useOtherTab(access.share.shareId, state);
  const [uncopied, setUncopied] = useState<string | null>(null);
  const isBlocked = snapshot === null && !hasWebRtc();
  const canChoose = state === 'idle' && !otherTab.isAsking && !isBlocked;
  return (
    <div className={shared.panel} data-state={state}>
      <TransferLine
        state={lines[state]}
        percent={furthest(snapshot)}
        from={words.you}
        to={words.other}
        own="from"
      />
      <PanelStatus
        view={isBlocked ? blockedView : senderView(snapshot, otherTab.isAsking)}
        detail={failureText(isBlocked ? { code: 'webrtc-unavailable' } : (snapshot?.error ?? null))}
      />
      {otherTab.isAsking && <TakeOver onAgree={otherTab.takeOver} />}
      {canChoose && <p className={shared.intro}>{words.intro}</p>}
      {canChoose && <FileChoice share={access.share} onChosen={sending.send} />}
      {snapshot !== null && <UnprovenPrompts snapshot={snapshot} onAnswer={sending.answer} />}
      {snapshot !== null && <ApprovalPrompts snapshot={snapshot} onAnswer={sending.approve} />}
      {snapshot !== null && <Recipients snapshot={snapshot} />}
      {state === 'sending' && <SpeedLimit direction="send" onChange={sending.setLimit} />}
      <div className={shared.actions}>
        {canReset(state) && (
          <button type="button" className={shared.mainButton} onClick={sending.reset}>
            {words.reset}
          </button>
        )}
        {isOnlySaving(snapshot) && (
          <button type="button" className={shared.mainButton} onClick={sending.retry}>
            {receiverTexts.tryAgain}
          </button>
        )}
        {state !== 'completed' && <CopyLink access={access} onRefused={setUncopied} />}
        {canReset(state) && <DashboardLink />}
      </div>
      {state !== 'completed' && uncopied !== null && <LinkField url={uncopied} />}
      <OtherKeyWarning access={access} />
      {state === 'idle' && <LinkCallout access={access} />}
      {isSenderBusy(state) && (
        <Callout tone={wasHidden ? 'warning' : 'plain'}>{words.keepOpen}</Callout>
      )}
    </div>
  );
}

/** Asks before the tab that sends the share loses it. */
function TakeOver({ onAgree }: { onAgree: () => void }) {
  return (
    <Callout tone="warning">
      <p>{words.takeOver}</p>
      <button type="button" className={shared.button} onClick={onAgree}>
        {words.sendHere}
      </button>
    </Callout>
  );
}
