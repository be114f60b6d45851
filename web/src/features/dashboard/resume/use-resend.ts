import { useEffect, useRef, useState } from 'react';
import { hasWebRtc } from '../../../lib/browser/device/web-rtc.js';
import { useLeaveWarning } from '../../../lib/browser/leave-warning.js';
import type { PickKind } from '../../../lib/files/dialogs.js';
import type { Packing } from '../../../lib/files/packing.js';
import type { Selection } from '../../../lib/files/selection.js';
import { sharePath } from '../../../lib/paths.js';
import { failureText, notLoadedText } from '../../../lib/texts/failure-texts.js';
import type { FileShare } from '../api.js';
import type { RememberedFile } from '../sending/file-memory.js';
import { useTransfers } from '../sending/transfers-context.js';
import { texts } from '../texts.js';
import { refuse, sendChosen, sendStored, type Attempt } from './send-again.js';

export interface Resend {
  /** The browser stores a handle: resuming takes one click and at most a permission prompt. */
  isRemembered: boolean;
  /** The share is a folder. */
  isFolder: boolean;
  /** No dialog can choose it: it has to be dropped on the share's page. */
  isDropped: boolean;
  /** Call it in a click handler. Resumes with the stored file, or opens the file dialog or the share's page. */
  start: () => Promise<void>;
  /** Sends the selection if it matches the share. */
  choose: (selecting: Promise<Selection>) => Promise<void>;
  /** Several files or a folder are being packed again, which reads all of them. */
  packing: Packing | null;
  /** Ends the packing. */
  cancel: () => void;
}

/**
 * Resumes an active share that no tab of this browser sends, for example after a reload.
 * @param confirm whether the user wants to send from here, asked before the start
 */
export const useResend = (
  share: FileShare,
  openDialog: (kind: PickKind) => Promise<void>,
  confirm = () => Promise.resolve(true),
): Resend => {
  const transfers = useTransfers();
  const { shareId } = share;
  const [packing, setPacking] = useState<Packing | null>(null);
  const [known, setKnown] = useState<RememberedFile | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => {
    let isUnmounted = false;
    void transfers.memory.find(shareId).then((found) => {
      if (!isUnmounted) setKnown(found);
    });
    return () => {
      isUnmounted = true;
    };
  }, [transfers, shareId]);

  useEffect(() => () => running.current?.abort(), []);
  useLeaveWarning(`packing ${shareId}`, packing !== null);

  const cancel = (): void => {
    running.current?.abort();
    setPacking(null);
  };

  /** Aborts the previous selection; otherwise a slow one would restart the transfer of the next. */
  const begin = (): Attempt => {
    cancel();
    running.current = new AbortController();
    const { signal } = running.current;
    return { share, known, transfers, confirm, onPacking: setPacking, signal };
  };

  /** Without the app's code nothing is known about the file, so its handles stay. */
  const run = async (act: (attempt: Attempt) => Promise<void>): Promise<void> => {
    if (!hasWebRtc()) {
      const description = failureText({ code: 'webrtc-unavailable' });
      refuse({ title: texts.createFailed.title, description });
      return;
    }
    const attempt = begin();
    const { signal } = attempt;
    try {
      await act(attempt);
    } catch (error) {
      const description = notLoadedText(error);
      if (description === null) throw error;
      if (!signal.aborted) refuse({ title: texts.createFailed.title, description });
    } finally {
      if (!signal.aborted) setPacking(null);
    }
  };

  const choose = (selecting: Promise<Selection>): Promise<void> =>
    run((attempt) => sendChosen(attempt, selecting));

  const resumeStored = async (
    attempt: Attempt,
    handles: readonly FileSystemHandle[],
  ): Promise<void> => {
    if (await sendStored(attempt, handles)) return;
    // The next click opens the file dialog.
    setKnown((before) => before && { ...before, handles: [] });
  };

  const isRemembered = known !== null && known.handles.length > 0;
  const isFolder = known?.isFolder ?? false;
  const isDropped = !isRemembered && known?.isMixed === true;
  const start = async (): Promise<void> => {
    if (isRemembered) await run((attempt) => resumeStored(attempt, known.handles));
    // In a new tab: this one may be sending other shares.
    else if (isDropped) window.open(sharePath(shareId), '_blank', 'noopener');
    else await openDialog(isFolder ? 'folder' : 'files');
  };

  return { isRemembered, isFolder, isDropped, packing, start, choose, cancel };
};
