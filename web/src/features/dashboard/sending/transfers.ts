import type { Dispatch } from '@reduxjs/toolkit';
import type { ToastMessage } from '../../../components/toast/index.js';
import type {
  DeliveryReport,
  EndReason,
  LinkKey,
  Person,
  RateSetting,
  SenderOptions,
  SendSession,
  SenderSnapshot,
  TransferReport,
} from '../../../transfer/api.js';
import type { ChosenFile } from '../../../lib/files/one-file.js';
import { createTabLock, sendLock } from '../../../lib/browser/tab-locks.js';
import type { FileMemory } from './file-memory.js';
import { noticesBetween } from './transfer-notices.js';
import { failedSnapshot, isDelivered } from './transfer-view.js';
import { transferChanged, transferEnded, transferStarted } from './transfers-slice.js';

/** Minimum interval between progress updates in the store; state changes are not delayed. */
const progressIntervalMs = 250;

export interface TransferDeps {
  dispatch: Dispatch;
  createSender: (options: SenderOptions) => Promise<SendSession>;
  /** For the sessions that run and those to come. */
  setLimit: (setting: RateSetting) => void;
  signallingUrl: () => Promise<string>;
  iceServers: (shareId: string) => Promise<RTCIceServer[]>;
  /** What this device proves itself with to recipients; null when it cannot make the share's link. */
  linkKey: (shareId: string) => Promise<LinkKey | null>;
  /** The user has chosen on this device to be asked before each download of the share. */
  asksHere: (shareId: string) => Promise<boolean>;
  /** The sender, as receipts name them. */
  person: () => Person;
  sendReport: (report: TransferReport) => void;
  /** For the audit log and the download count. */
  sendDelivery: (shareId: string, report: DeliveryReport) => void;
  notify: (message: ToastMessage) => void;
  /** The identity of a file; see `fileId` in docs/protocol.md. */
  identify: (file: File) => Promise<string>;
  memory: FileMemory;
  /** Called when a recipient has the whole file. */
  onDelivered: (share: { shareId: string; filename: string }) => void;
  now: () => number;
}

/** A share as its creation or the list has it. */
export interface SentShare {
  shareId: string;
  filename: string;
  /** Ask before the first byte to each recipient. */
  asksFirst?: boolean;
}

/** The shares this tab sends. Sessions and File objects stay here; the store holds summaries. */
export interface Transfers {
  readonly memory: FileMemory;
  readonly identify: (file: File) => Promise<string>;
  /**
   * Starts sending; replaces an existing session of the share. Stores the file's handles, so that a reloaded tab
   * can resume. Never rejects.
   */
  start(share: SentShare, chosen: ChosenFile): Promise<void>;
  /** Starts sending a stopped share again with the file of this tab. False if this tab has not sent it. */
  restart(shareId: string): boolean;
  /** The owner has changed the share. Another password ends its room, so its session starts again. */
  change(shareId: string, asksFirst: boolean, hasNewPassword: boolean): void;
  /** Reconnects after an error. */
  retry(shareId: string): void;
  /** A list of shares was loaded: recipients who connect from now on are asked about as it says. */
  follow(shares: readonly SentShare[]): void;
  pause(shareId: string): void;
  resume(shareId: string): void;
  /** Limits the rate of everything that this tab sends. */
  setLimit(setting: RateSetting): void;
  /** The user's answer about a recipient of a share that asks first. */
  approve(shareId: string, peerId: string, isAllowed: boolean): void;
  /** Ends the transfer to one recipient. */
  endRecipient(shareId: string, peerId: string): void;
  /** The user's answer about a recipient that has not proven to have the link. */
  answerUnproven(shareId: string, peerId: string, isAllowed: boolean): void;
  /** Ends the session of a share that was stopped. The file stays known for restart(). */
  end(shareId: string): void;
  /** Ends the session of a deleted share and deletes its stored file entry. */
  forget(shareId: string): void;
  /** On sign-out: ends all sessions and deletes all stored file entries. Nothing starts afterwards. */
  endAll(): void;
  /** The user has signed out. */
  hasEnded(): boolean;
}

const shapeOf = (snapshot: SenderSnapshot): string =>
  [
    snapshot.state,
    snapshot.attempt,
    ...snapshot.recipients.map((r) =>
      [
        r.peerId,
        r.state,
        r.proof,
        r.approval,
        r.pausedBy,
        r.isStalled,
        r.person?.name,
        r.receipt === null,
      ]
        .map(String)
        .join('/'),
    ),
  ].join();

const countCompleted = (snapshot: SenderSnapshot | null): number =>
  snapshot?.recipients.filter((link) => link.state === 'completed').length ?? 0;

interface Served {
  session: SendSession | null;
  unfollow: () => void;
  /** Holds or releases the lock that tells other tabs about the sending. */
  hold: (isSending: boolean) => void;
}

/** Publishes one session to store, toasts and lists. Returns the unsubscribe function. */
const publish = (
  deps: TransferDeps,
  share: { shareId: string; filename: string },
  session: SendSession,
  hold: Served['hold'],
): (() => void) => {
  let before: SenderSnapshot | null = null;
  let wasServed = true;
  let sentAtMs = Number.NEGATIVE_INFINITY;
  const onChange = (): void => {
    const snapshot = session.getSnapshot();
    // After an error this tab sends nothing; another tab may have taken over.
    hold(snapshot.state !== 'error');
    const isNews = before === null || shapeOf(before) !== shapeOf(snapshot);
    if (!isNews && deps.now() - sentAtMs < progressIntervalMs) return;
    sentAtMs = deps.now();
    deps.dispatch(transferChanged({ shareId: share.shareId, snapshot }));
    for (const notice of noticesBetween(share.filename, before, snapshot)) deps.notify(notice);
    if (countCompleted(snapshot) > countCompleted(before)) deps.onDelivered(share);
    // After the last delivery a reload interrupts no one.
    const isServed = !isDelivered(snapshot);
    if (isServed !== wasServed) void deps.memory.markServed(share.shareId, isServed);
    wasServed = isServed;
    before = snapshot;
  };
  onChange();
  return session.subscribe(onChange);
};

interface Sent {
  share: SentShare;
  chosen: ChosenFile;
  /** The choice on this device. A server can add the question to it, but not drop it. */
  asksHere: boolean;
}

export const createTransfers = (deps: TransferDeps): Transfers => {
  const served = new Map<string, Served>();
  let hasEnded = false;

  /** Shares without a session after a failed start: 'Try Again' starts over. */
  const failed = new Set<string>();
  /** The files of this tab. A File is a reference; its bytes are not in memory. */
  const sent = new Map<string, Sent>();

  const release = (shareId: string, reason?: EndReason): void => {
    failed.delete(shareId);
    const entry = served.get(shareId);
    served.delete(shareId);
    entry?.unfollow();
    entry?.session?.close(reason);
    entry?.hold(false);
  };

  const end = (shareId: string): void => {
    release(shareId);
    deps.dispatch(transferEnded(shareId));
    void deps.memory.markServed(shareId, false);
  };

  const forget = (shareId: string): void => {
    end(shareId);
    sent.delete(shareId);
    void deps.memory.forget(shareId);
  };

  /** A file that cannot be identified cannot be sent either; the session reports the error. */
  const remember = async (shareId: string, chosen: ChosenFile): Promise<void> => {
    const { file, handles, isFolder } = chosen;
    try {
      const fileId = await deps.identify(file);
      const entry = served.get(shareId);
      if (entry === undefined) return;
      const isServed = entry.session === null || !isDelivered(entry.session.getSnapshot());
      await deps.memory.remember({ shareId, fileId, handles, isFolder, isServed });
    } catch {
      return;
    }
  };

  const readChoice = async (shareId: string): Promise<void> => {
    const asksHere = await deps.asksHere(shareId);
    const now = sent.get(shareId);
    if (now !== undefined) sent.set(shareId, { ...now, asksHere });
  };

  const asksFirst = (shareId: string): boolean => {
    const { share, asksHere } = sent.get(shareId) ?? {};
    return asksHere === true || share?.asksFirst === true;
  };

  const start: Transfers['start'] = async (share, chosen) => {
    if (hasEnded) return;
    release(share.shareId);
    const hold = createTabLock(sendLock(share.shareId));
    hold(true);
    const entry: Served = { session: null, unfollow: () => undefined, hold };
    served.set(share.shareId, entry);
    sent.set(share.shareId, { share, chosen, asksHere: false });
    const { shareId, filename } = share;
    deps.dispatch(transferStarted({ shareId, filename, totalBytes: chosen.file.size }));
    try {
      await readChoice(shareId);
      const session = await deps.createSender({
        shareId: share.shareId,
        signallingUrl: await deps.signallingUrl(),
        credentials: { kind: 'cookie' },
        iceServers: () => deps.iceServers(share.shareId),
        person: deps.person(),
        onReport: deps.sendReport,
        onDelivery: (report) => deps.sendDelivery(share.shareId, report),
        file: chosen.file,
        linkKey: await deps.linkKey(share.shareId),
        asksFirst: () => asksFirst(shareId),
      });
      // Stopped or replaced while the engine was loading.
      if (served.get(share.shareId) !== entry) {
        session.close();
        return;
      }
      void remember(share.shareId, chosen);
      entry.session = session;
      entry.unfollow = publish(deps, share, session, hold);
    } catch {
      if (served.get(share.shareId) !== entry) return;
      // The engine's code or the configuration could not be loaded.
      const snapshot = failedSnapshot({ code: 'signalling-unavailable' });
      deps.dispatch(transferChanged({ shareId: share.shareId, snapshot }));
      for (const notice of noticesBetween(share.filename, null, snapshot)) deps.notify(notice);
      entry.session = null;
      hold(false);
      failed.add(share.shareId);
    }
  };

  const restart: Transfers['restart'] = (shareId) => {
    const before = sent.get(shareId);
    if (before === undefined) return false;
    void start(before.share, before.chosen);
    return true;
  };

  const follow: Transfers['follow'] = (shares) => {
    for (const { shareId, asksFirst: isAsking = false } of shares) {
      const before = sent.get(shareId);
      if (before === undefined) continue;
      sent.set(shareId, { ...before, share: { ...before.share, asksFirst: isAsking } });
      void readChoice(shareId);
    }
  };

  const change: Transfers['change'] = (shareId, isAsking, hasNewPassword) => {
    const before = sent.get(shareId);
    if (before === undefined) return;
    follow([{ ...before.share, asksFirst: isAsking }]);
    if (!hasNewPassword || !served.has(shareId)) return;
    release(shareId, 'password-changed');
    restart(shareId);
  };

  const retry = (shareId: string): void => {
    if (failed.has(shareId)) restart(shareId);
    else served.get(shareId)?.session?.retry();
  };

  const endAll = (): void => {
    hasEnded = true;
    for (const shareId of [...served.keys()]) end(shareId);
    sent.clear();
    void deps.memory.forgetAll();
  };

  const pause = (shareId: string): void => served.get(shareId)?.session?.pause();
  const resume = (shareId: string): void => served.get(shareId)?.session?.resume();

  const answerUnproven: Transfers['answerUnproven'] = (shareId, peerId, isAllowed) =>
    served.get(shareId)?.session?.answerUnproven(peerId, isAllowed);

  const approve: Transfers['approve'] = (shareId, peerId, isAllowed) =>
    served.get(shareId)?.session?.approve(peerId, isAllowed);
  const endRecipient: Transfers['endRecipient'] = (shareId, peerId) =>
    served.get(shareId)?.session?.endRecipient(peerId);

  const { memory, identify, setLimit } = deps;
  return {
    memory,
    identify,
    start,
    restart,
    change,
    retry,
    follow,
    pause,
    resume,
    setLimit,
    answerUnproven,
    approve,
    endRecipient,
    end,
    forget,
    endAll,
    hasEnded: () => hasEnded,
  };
};
