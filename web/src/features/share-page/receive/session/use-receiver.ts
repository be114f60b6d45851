import { useEffect, useState } from 'react';
import { toast } from '../../../../components/toast/index.js';
import { notLoadedText } from '../../../../lib/texts/failure-texts.js';
import type { HandOver, RateSetting, ReceiverSnapshot, Sink } from '../../../../transfer/api.js';
import { EngineFailure } from '../../../../transfer/pure.js';
import { receiverTexts } from '../../panel/texts.js';
import type { LoadEngine } from '../../session/engine-port.js';
import type { Access } from '../../session/flow.js';
import type { DownloaderInfo } from '../../session/share-api.js';
import { useOwnedSession } from '../../session/use-owned-session.js';
import { useSnapshot } from '../../session/use-snapshot.js';
import { isUnderWay, receiverToasts } from '../receiver-view.js';
import { forgetFile, rememberFile } from './arrived.js';
import { beginSession, type ReceivingSession } from './begin-session.js';
import { useRecordedOutcome } from './record-outcome.js';

/** From the click on Download to the session. */
interface Start {
  isStarting: boolean;
  /** The code that receives did not arrive. Browsers that keep a failed import need another document. */
  isCodeMissing: boolean;
  /** The last click on Download ended without a place to save, or without a dialog. */
  isUnchosen: boolean;
  /** Call it in a click handler: browsers open the save dialog only on a user gesture. */
  start: () => void;
}

/** Where the file goes. */
interface Place {
  /** Saves the complete file once more, without another transfer; null where it was streamed to its place. */
  saveAgain: (() => void) | null;
  /** Asks for another place, and tries again there; null where the browser chooses it. Call it in a click handler. */
  choosePlace: (() => void) | null;
  /** The name of the file in its place; null where only the browser knows it. */
  savedName: string | null;
  /** See `Sink`; null where the complete file is in its place. */
  handOver: HandOver | null;
}

export interface Receiving extends Start, Place {
  /** Null before the session. */
  snapshot: ReceiverSnapshot | null;
  /** Resolves when the server has the outcome and the receipt, or has refused them. */
  whenRecorded: () => Promise<unknown>;
  retry: () => void;
  /** Opens the share again and continues the session; rejects where the server refuses the password. */
  enterPassword: (password: string) => Promise<void>;
  pause: () => void;
  resume: () => void;
  setLimit: (setting: RateSetting) => void;
}

/** The user has closed the dialog. */
const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Nothing can be written in the place that the user has chosen. */
const isNotCreated = (error: unknown): boolean =>
  error instanceof EngineFailure && error.code === 'sink-failed';

const toastFailedStart = (error: unknown, notLoaded: string | null = null): void => {
  const { startFailed, notCreated } = receiverTexts.toasts;
  const { title } = startFailed;
  const description = isNotCreated(error) ? notCreated : startFailed.description;
  toast({ variant: 'destructive', title, description: notLoaded ?? description });
};

const useStart = (
  begin: () => Promise<ReceivingSession>,
  onBegun: (session: ReceivingSession) => void,
): Start => {
  const [isStarting, setIsStarting] = useState(false);
  const [isCodeMissing, setIsCodeMissing] = useState(false);
  const [isUnchosen, setIsUnchosen] = useState(false);

  const start = (): void => {
    setIsStarting(true);
    setIsUnchosen(false);
    begin().then(
      (session) => {
        onBegun(session);
        setIsStarting(false);
        toast(receiverTexts.toasts.started);
      },
      (error: unknown) => {
        setIsStarting(false);
        setIsUnchosen(isCancelled(error));
        if (isCancelled(error)) return;
        const notLoaded = notLoadedText(error);
        setIsCodeMissing(notLoaded !== null);
        toastFailedStart(error, notLoaded);
      },
    );
  };

  return { isStarting, isCodeMissing, isUnchosen, start };
};

const saveAgain = (sink: Sink): void => {
  const toastGone = (): void => {
    toast({ ...receiverTexts.toasts.gone, variant: 'destructive' });
  };
  sink.saveAgain?.().then((isHere) => {
    if (!isHere) toastGone();
  }, toastGone);
};

const choosePlace = (session: ReceivingSession): void => {
  session.sink.choosePlace?.().then(
    () => session.retry(),
    (error: unknown) => {
      if (!isCancelled(error)) toastFailedStart(error);
    },
  );
};

/** Read on every render: what the sink offers may change while it receives. */
const placeOf = (session: ReceivingSession | null): Place => {
  const sink = session?.sink;
  return {
    saveAgain: sink?.saveAgain ? () => saveAgain(sink) : null,
    choosePlace: session?.sink.choosePlace ? () => choosePlace(session) : null,
    savedName: sink?.savedName ?? null,
    handOver: sink?.handOver ?? null,
  };
};

/** Several times in the last minutes of a grant, in which it is renewed. */
const renewalCheckMs = 30_000;

/** A transfer may outlive the grant that its receipt is submitted with. */
const useRenewal = ({ grantKeeper }: Access, isRunning: boolean): void => {
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => void grantKeeper.withoutPassword(), renewalCheckMs);
    return () => clearInterval(timer);
  }, [grantKeeper, isRunning]);
};

/** Remembers which file is being received until it is complete. */
const useFileRecord = (shareId: string, snapshot: ReceiverSnapshot | null): void => {
  const fileId = snapshot?.file?.fileId ?? '';
  const totalBytes = snapshot?.file?.totalBytes ?? 0;
  const isComplete = snapshot?.state === 'completed';
  useEffect(() => {
    if (isComplete) forgetFile(shareId);
    else if (fileId !== '') rememberFile(shareId, { fileId, totalBytes });
  }, [shareId, fileId, totalBytes, isComplete]);
};

const useToasts = (session: ReceivingSession | null): void => {
  useEffect(() => {
    if (session === null) return undefined;
    let before: ReceiverSnapshot | null = null;
    const onChange = (): void => {
      const now = session.getSnapshot();
      const isOffered = session.sink.handOver !== undefined;
      const { savedName } = session.sink;
      for (const message of receiverToasts(before, now, { isOffered, savedName })) toast(message);
      before = now;
    };
    onChange();
    return session.subscribe(onChange);
  }, [session]);
};

/** Receives one file, from the click to the record on the server. */
export const useReceiver = (
  access: Access,
  downloader: DownloaderInfo,
  loadEngine: LoadEngine,
): Receiving => {
  const [session, setSession] = useOwnedSession<ReceivingSession>();
  const snapshot = useSnapshot(session);
  useRenewal(access, snapshot !== null && isUnderWay(snapshot.state));
  useFileRecord(access.share.shareId, snapshot);
  useToasts(session);
  const whenRecorded = useRecordedOutcome(session, access, downloader);
  const start = useStart(() => beginSession(access, downloader, loadEngine), setSession);
  return {
    snapshot,
    ...start,
    ...placeOf(session),
    whenRecorded,
    retry: () => session?.retry(),
    enterPassword: async (password) => session?.enterPassword(password),
    pause: () => session?.pause(),
    resume: () => session?.resume(),
    setLimit: (setting) => session?.setLimit(setting),
  };
};
