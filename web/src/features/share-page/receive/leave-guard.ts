import { useLeaveWarning } from '../../../lib/browser/leave-warning.js';
import type { ReceiverSnapshot } from '../../../transfer/api.js';
import { useBackgroundGuard } from '../session/use-background-guard.js';
import { isIdle, isInterrupted, isUnderWay, isUnsaved, mayClose } from './receiver-view.js';

export interface LeaveGuard {
  /** The tab was in the background during the transfer. */
  wasHidden: boolean;
  /** Closing the page now would interrupt the transfer, or lose what has arrived. */
  mustStayOpen: boolean;
  /** The transfer has failed, and only this page has what has arrived. */
  hasUnkept: boolean;
}

/** Protects a running transfer, and what only this page has of the file, from leaving the page. */
export const useLeaveGuard = (
  snapshot: ReceiverSnapshot | null,
  isNotifiedByPush: boolean,
): LeaveGuard => {
  const state = snapshot?.state ?? 'ready';
  const canClose = mayClose(snapshot, isNotifiedByPush);
  const { wasHidden } = useBackgroundGuard(isUnderWay(state), {
    mayClose: canClose,
    isIdle: isIdle(state),
  });
  const hasUnkept = isInterrupted(snapshot);
  useLeaveWarning('unsaved', isUnsaved(snapshot) || hasUnkept);
  return { wasHidden, mustStayOpen: isUnderWay(state) && !canClose, hasUnkept };
};
