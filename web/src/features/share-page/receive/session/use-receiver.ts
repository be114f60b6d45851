import { isFailureCode } from '@tandem/proto/browser/transfers';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isLimited, storedLimit } from '../../../../components/connection/limit-memory.js';
import { toast } from '../../../../components/toast/index.js';
import { signedInUser } from '../../../../lib/account/session.js';
import { hasWebRtc } from '../../../../lib/browser/device/web-rtc.js';
import { loadCode } from '../../../../lib/code-not-loaded.js';
import { matchesShare, storedName } from '../../../../lib/files/matches-share.js';
import { ApiError } from '../../../../lib/http/http.js';
import { notLoadedText } from '../../../../lib/texts/failure-texts.js';
import { parseBytes } from '../../../../lib/texts/format.js';
import { submitReceipts } from '../../../../lib/transfer-api/countersign.js';
import type {
  ConnectionCheck,
  HandOver,
  Person,
  RateSetting,
  ReceiveSession,
  ReceiverSnapshot,
  Sink,
} from '../../../../transfer/api.js';
import { importLinkKey, type LinkKey } from '../../../../transfer/link-keys.js';
import { EngineFailure } from '../../../../transfer/pure.js';
import { receiverTexts } from '../../panel/texts.js';
import { connectionOptions } from '../../session/connection-options.js';
import type { LoadEngine } from '../../session/engine-port.js';
import type { Access } from '../../session/flow.js';
import { endsGrant } from '../../session/grant-keeper.js';
import {
  recordDownload,
  recordFailedDownload,
  type RecordDetails,
  type DownloaderInfo,
} from '../../session/share-api.js';
import { useOwnedSession } from '../../session/use-owned-session.js';
import { useSnapshot } from '../../session/use-snapshot.js';
import { isUnderWay, receiverToasts } from '../receiver-view.js';
import { arrivedFile, forgetFile, rememberFile } from './arrived.js';

export interface Receiving {
  snapshot: ReceiverSnapshot | null;
  isStarting: boolean;
  /** The code that receives did not arrive. Browsers that keep a failed import need another document. */
  isCodeMissing: boolean;
  /** The last click on Download ended without a place to save, or without a dialog. */
  isUnchosen: boolean;
  /** Call it in a click handler: browsers open the save dialog only on a user gesture. */
  start: () => void;
  retry: () => void;
  /** Opens the share again and continues the session; rejects where the server refuses the password. */
  enterPassword: (password: string) => Promise<void>;
  pause: () => void;
  resume: () => void;
  setLimit: (setting: RateSetting) => void;
  /** Saves the complete file once more, without another transfer; null where it was streamed to its place. */
  saveAgain: (() => void) | null;
  /** Asks for another place, and tries again there; null where the browser chooses it. Call it in a click handler. */
  choosePlace: (() => void) | null;
  /** The name of the file in its place; null where only the browser knows it. */
  savedName: string | null;
  /** See `Sink`; null where the complete file is in its place. */
  handOver: HandOver | null;
}

/** The session and where its file goes. */
interface ReceivingSession extends ReceiveSession {
  sink: Sink;
  enterPassword: (password: string) => Promise<void>;
}

/** The user has closed the dialog. */
const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Nothing can be written in the place that the user has chosen. */
const isNotCreated = (error: unknown): boolean =>
  error instanceof EngineFailure && error.code === 'sink-failed';

const record = { completed: recordDownload, failed: recordFailedDownload } as const;

/** Errors that can mean that the password has been changed. */
const passwordErrors: ReadonlySet<string> = new Set(['password-changed', 'access-denied']);

/** The outcome for the owner's audit log; null while the transfer has none. */
const outcomeOf = ({ state, error }: ReceiverSnapshot): 'completed' | 'failed' | null => {
  if (state === 'completed') return 'completed';
  // The report would count as an attempt with a wrong password.
  if (passwordErrors.has(error?.code ?? '')) return null;
  return state === 'error' ? 'failed' : null;
};

const detailsOf = ({ deliveryId, error }: ReceiverSnapshot): RecordDetails => ({
  deliveryId,
  ...(error !== null && isFailureCode(error.code) && { reason: error.code }),
});

/**
 * The owner may have changed the password during the transfer. The password is not sent again after the server has
 * refused it: each time would be another refused attempt in the owner's log.
 */
const recordOutcome = async (
  { share: { shareId }, grantKeeper }: Access,
  outcome: 'completed' | 'failed',
  downloader: DownloaderInfo,
  details: RecordDetails,
): Promise<void> => {
  if (!grantKeeper.isPasswordRefused()) {
    try {
      await record[outcome](shareId, { password: grantKeeper.password() }, downloader, details);
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.failure.status !== 403) throw error;
      grantKeeper.refuse(error);
    }
  }
  await record[outcome](
    shareId,
    { grant: await grantKeeper.withoutPassword() },
    downloader,
    details,
  );
};

/** A key that cannot be read must not become a plain link. */
const importPageKey = async (text: string, shareId: string): Promise<LinkKey> => {
  const key = await importLinkKey(text, shareId);
  if (key === null) throw new Error('link key');
  return key;
};

/** The page fills in the account's details, which the recipient may change. */
const personOf = ({ name, email }: DownloaderInfo): Person => {
  const isAccount = signedInUser()?.email === email;
  return { name, email, basis: isAccount ? 'signed-in' : 'self-declared' };
};

const beginSession = async (
  access: Access,
  downloader: DownloaderInfo,
  loadEngine: LoadEngine,
): Promise<ReceivingSession> => {
  const engine = await loadCode(loadEngine);
  const { share, linkKey, grantKeeper } = access;
  const { shareId, filename, fileSize } = share;
  const sink = await engine.chooseSink({
    filename,
    totalBytes: parseBytes(fileSize),
    fileId: arrivedFile(shareId)?.fileId ?? null,
  });
  // No `onReport`: the sender reports the transfer, and a second report would count it twice.
  const session = engine.createReceiver({
    ...(await connectionOptions(access)),
    sink,
    person: personOf(downloader),
    linkKey: linkKey === null ? null : await importPageKey(linkKey, shareId),
    isExpected: ({ filename: name, totalBytes: size }) => {
      if (size !== null) return matchesShare({ name, size }, share);
      // A plain peer of protocol version 1 may announce the size as text.
      return linkKey === null && storedName(name) === storedName(filename);
    },
  });
  submitReceipts(session, ({ receipt }) => [receipt], grantKeeper.withoutPassword);
  const limit = storedLimit('receive');
  if (isLimited(limit)) session.setLimit(limit);
  const retry = async (): Promise<void> => {
    const { error } = session.getSnapshot();
    if (error?.code === 'permission-lost' && (await sink.askToWrite?.()) === false) return;
    if (endsGrant(error)) grantKeeper.drop();
    session.retry();
  };
  return {
    ...session,
    sink,
    retry: () => void retry(),
    enterPassword: async (password) => {
      await grantKeeper.enter(password);
      session.retry();
    },
  };
};

/** Whether the sender is there and how it can be reached; receives nothing. */
export const checkConnection = async (
  access: Access,
  loadEngine: LoadEngine,
  signal: AbortSignal,
): Promise<ConnectionCheck> => {
  if (!hasWebRtc()) return { result: 'refused', error: { code: 'webrtc-unavailable' } };
  const engine = await loadEngine();
  return engine.checkConnection({ ...(await connectionOptions(access)), signal });
};

const toastFailedStart = (error: unknown, notLoaded: string | null = null): void => {
  const { startFailed, notCreated } = receiverTexts.toasts;
  const { title } = startFailed;
  const description = isNotCreated(error) ? notCreated : startFailed.description;
  toast({ variant: 'destructive', title, description: notLoaded ?? description });
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
  const [isStarting, setIsStarting] = useState(false);
  const [isCodeMissing, setIsCodeMissing] = useState(false);
  const [isUnchosen, setIsUnchosen] = useState(false);
  const isRecorded = useRef({ completed: false, failed: false });

  const start = useCallback(() => {
    setIsStarting(true);
    setIsUnchosen(false);
    beginSession(access, downloader, loadEngine).then(
      (begun) => {
        setSession(begun);
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
  }, [access, downloader, loadEngine, setSession]);

  useEffect(() => {
    if (session === null) return undefined;
    let before: ReceiverSnapshot | null = null;
    const onChange = (): void => {
      const now = session.getSnapshot();
      const isOffered = session.sink.handOver !== undefined;
      const { savedName } = session.sink;
      for (const message of receiverToasts(before, now, { isOffered, savedName })) toast(message);
      before = now;
      const outcome = outcomeOf(now);
      if (outcome === null || isRecorded.current[outcome]) return;
      isRecorded.current[outcome] = true;
      recordOutcome(access, outcome, downloader, detailsOf(now)).catch((error: unknown) =>
        console.warn('could not record the download', error),
      );
    };
    onChange();
    return session.subscribe(onChange);
  }, [session, access, downloader]);

  const sink = session?.sink;
  const onSaveAgain = useCallback(() => {
    sink?.saveAgain?.().then(
      (isHere) => {
        if (!isHere) toast({ ...receiverTexts.toasts.gone, variant: 'destructive' });
      },
      () => toast({ ...receiverTexts.toasts.gone, variant: 'destructive' }),
    );
  }, [sink]);

  const onChoosePlace = useCallback(() => {
    sink?.choosePlace?.().then(
      () => session?.retry(),
      (error: unknown) => {
        if (!isCancelled(error)) toastFailedStart(error);
      },
    );
  }, [session, sink]);

  return {
    snapshot,
    isStarting,
    isCodeMissing,
    isUnchosen,
    start,
    retry: useCallback(() => session?.retry(), [session]),
    enterPassword: useCallback(async (password) => session?.enterPassword(password), [session]),
    pause: useCallback(() => session?.pause(), [session]),
    resume: useCallback(() => session?.resume(), [session]),
    setLimit: useCallback((setting) => session?.setLimit(setting), [session]),
    // Read on every render: what the sink offers may change while it receives.
    saveAgain: sink?.saveAgain === undefined ? null : onSaveAgain,
    choosePlace: sink?.choosePlace === undefined ? null : onChoosePlace,
    savedName: sink?.savedName ?? null,
    handOver: sink?.handOver ?? null,
  };
};
