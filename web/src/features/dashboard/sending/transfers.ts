import type { ChosenFile } from '../../../lib/files/one-file.js';
import type { RateSetting } from '../../../transfer/api.js';
import type { FileMemory } from './file-memory.js';
import { Sending } from './share/sending.js';
import type { SentShare, TransferDeps } from './share/transfer-deps.js';
import { transferEnded } from './transfers-slice.js';

/** The shares this tab sends. Sessions and File objects stay here; the store holds summaries. */
export interface Transfers {
  readonly memory: FileMemory;
  readonly identify: TransferDeps['identify'];
  readonly prepare: TransferDeps['prepare'];
  /**
   * Starts sending; replaces an existing session of the share. Stores the file's handles, so that a reloaded tab
   * can resume. Never rejects.
   */
  start(share: SentShare, chosen: ChosenFile): Promise<void>;
  /** Starts sending a stopped share again with the file of this tab. False if this tab has not sent it. */
  restart(shareId: string): boolean;
  /** The owner has changed the share. Another password ends its room, so its session starts again. */
  change(shareId: string, asksFirst: boolean, hasNewPassword: boolean): void;
  /** Reconnects after an error. Loads the page again if the code that sends still does not arrive. */
  retry(shareId: string): void;
  /**
   * Call it when a list of shares has loaded: it says whether the user is asked about recipients who connect from now
   * on.
   */
  follow(shares: readonly SentShare[]): void;
  pause(shareId: string): void;
  resume(shareId: string): void;
  /** Limits the rate of everything that this tab sends. */
  setLimit(setting: RateSetting): void;
  /** Admits or declines a recipient of a share that asks before each download. */
  approve(shareId: string, peerId: string, isAllowed: boolean): void;
  /** Ends the transfer to one recipient. */
  endRecipient(shareId: string, peerId: string): void;
  /** Admits or refuses a recipient that has not proven that it has the link. */
  answerUnproven(shareId: string, peerId: string, isAllowed: boolean): void;
  /** Ends the session of a share that was stopped. The file stays known for restart(). */
  end(shareId: string): void;
  /** Ends the session of a deleted share and deletes its stored file entry. */
  forget(shareId: string): void;
  /** Ends all sessions. Their files stay known for restart(). */
  stopAll(): void;
  /** Starts again what stopAll() has ended. */
  startStopped(): void;
  /** On sign-out: ends all sessions and deletes all stored file entries. Nothing starts afterwards. */
  endAll(): void;
  /** The session has expired: ends all sessions. Stored file entries stay; after the next sign-in they are offered. */
  leave(): void;
  /** The user has signed out, or the session has expired. */
  hasEnded(): boolean;
}

export const createTransfers = (deps: TransferDeps): Transfers => {
  const { memory, identify, prepare, setLimit } = deps;
  /** By share. What has ended stays, to be restarted. */
  const sendings = new Map<string, Sending>();
  /** Shares whose sending stopAll() has ended. */
  const stopped = new Set<string>();
  let hasEnded = false;

  const sessionOf = (shareId: string) => sendings.get(shareId)?.session;

  const end = (shareId: string): void => {
    sendings.get(shareId)?.end();
    stopped.delete(shareId);
    deps.dispatch(transferEnded(shareId));
    void memory.markUnfinished(shareId, false);
  };

  const stopAll = (): void => {
    for (const [shareId, sending] of sendings) {
      if (sending.hasEnded) continue;
      end(shareId);
      stopped.add(shareId);
    }
  };

  return {
    memory,
    identify,
    prepare,
    setLimit,
    start: async (share, chosen) => {
      if (hasEnded) return;
      sendings.get(share.shareId)?.end();
      const sending = new Sending(deps, share, chosen);
      sendings.set(share.shareId, sending);
      await sending.start();
    },
    restart: (shareId) => {
      const sending = sendings.get(shareId);
      sending?.restart();
      return sending !== undefined;
    },
    change: (shareId, asksFirst, hasNewPassword) => {
      const sending = sendings.get(shareId);
      sending?.follow(asksFirst);
      if (hasNewPassword) sending?.changePassword();
    },
    follow: (shares) => {
      for (const { shareId, asksFirst } of shares)
        sendings.get(shareId)?.follow(asksFirst === true);
    },
    retry: (shareId) => sendings.get(shareId)?.retry(),
    pause: (shareId) => sessionOf(shareId)?.pause(),
    resume: (shareId) => sessionOf(shareId)?.resume(),
    approve: (shareId, ...answer) => sessionOf(shareId)?.approve(...answer),
    answerUnproven: (shareId, ...answer) => sessionOf(shareId)?.answerUnproven(...answer),
    endRecipient: (shareId, peerId) => sessionOf(shareId)?.endRecipient(peerId),
    end,
    forget: (shareId) => {
      end(shareId);
      sendings.delete(shareId);
      void memory.forget(shareId);
    },
    stopAll,
    startStopped: () => {
      for (const shareId of stopped) {
        const sending = sendings.get(shareId);
        if (sending?.hasEnded === true) void sending.start();
      }
      stopped.clear();
    },
    endAll: () => {
      hasEnded = true;
      stopAll();
      sendings.clear();
      void memory.forgetAll();
    },
    leave: () => {
      hasEnded = true;
      for (const [shareId, sending] of sendings) {
        sending.end();
        deps.dispatch(transferEnded(shareId));
      }
      sendings.clear();
    },
    hasEnded: () => hasEnded,
  };
};
