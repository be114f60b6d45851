import { useCallback, useEffect } from 'react';
import { isLimited, storedLimit } from '../../../components/connection/limit-memory.js';
import { toast } from '../../../components/toast/index.js';
import { senderPerson } from '../../../lib/account/sender-person.js';
import { holdTabLock, sendLock } from '../../../lib/browser/tab-locks.js';
import { loadCode } from '../../../lib/code-not-loaded.js';
import type { ChosenFile } from '../../../lib/files/one-file.js';
import { findLinkKey } from '../../../lib/links/share-link.js';
import { notLoadedText } from '../../../lib/texts/failure-texts.js';
import { receiptsOf, submitReceipts } from '../../../lib/transfer-api/countersign.js';
import { sendDeliveryReport } from '../../../lib/transfer-api/delivery-report.js';
import { sendTransferReport } from '../../../lib/transfer-api/transfer-report.js';
import type { RateSetting, SendSession, SenderSnapshot } from '../../../transfer/api.js';
import { importLinkKey, type LinkKey } from '../../../transfer/link-keys.js';
import { connectionOptions } from '../session/connection-options.js';
import type { LoadEngine } from '../session/engine-port.js';
import type { Access } from '../session/flow.js';
import { endsGrant } from '../session/grant-keeper.js';
import { useOwnedSession } from '../session/use-owned-session.js';
import { useSnapshot } from '../session/use-snapshot.js';
import { senderToasts } from './sender-view.js';
import { senderTexts } from './texts.js';
import { useAsksFirst } from './use-asks-first.js';

export interface Sending {
  snapshot: SenderSnapshot | null;
  send: (chosen: ChosenFile) => void;
  /** Admits or refuses a recipient that has not proven that it has the link. */
  answer: (peerId: string, isAllowed: boolean) => void;
  /** Admits or declines a recipient of a share that asks before each download. */
  approve: (peerId: string, isAllowed: boolean) => void;
  setLimit: (setting: RateSetting) => void;
  /** Joins the share again; recipients that save the file keep their connections. */
  retry: () => void;
  /** Returns to idle. */
  reset: () => void;
}

/** This device's own key always wins: a server can redirect this page to an address with another one. */
const keyOf = async ({ linkKey, share: { shareId } }: Access): Promise<LinkKey | null> => {
  const own = await findLinkKey(shareId);
  return own ?? (linkKey === null ? null : importLinkKey(linkKey, shareId));
};

/** Sends one share from this page, for its owner. */
export const useSender = (access: Access, loadEngine: LoadEngine): Sending => {
  const [session, setSession] = useOwnedSession<SendSession>();
  const snapshot = useSnapshot(session);
  const isSending = snapshot !== null && snapshot.state !== 'error' && snapshot.error === null;
  const findAsksFirst = useAsksFirst(access.share, isSending);

  const send = useCallback(
    ({ file, isUnchanged }: ChosenFile) => {
      const begin = async (): Promise<SendSession> => {
        const engine = await loadCode(loadEngine);
        const { share, grantKeeper } = access;
        const created = engine.createSender({
          ...(await connectionOptions(access)),
          file,
          isUnchanged,
          linkKey: await keyOf(access),
          person: senderPerson(),
          asksFirst: await findAsksFirst(),
          onDelivery: (report) => void sendDeliveryReport(share.shareId, report),
          onReport: (report) =>
            void grantKeeper().then(
              (grant) => sendTransferReport(report, grant),
              () => sendTransferReport(report),
            ),
        });
        submitReceipts(created, receiptsOf);
        const limit = storedLimit('send');
        if (isLimited(limit)) created.setLimit(limit);
        return created;
      };
      begin().then(setSession, (error: unknown) => {
        const { title, description } = senderTexts.toasts.failedToStart;
        const text = notLoadedText(error) ?? description;
        toast({ variant: 'destructive', title, description: text });
      });
    },
    [access, loadEngine, setSession, findAsksFirst],
  );

  useEffect(() => {
    if (session === null) return undefined;
    let before: SenderSnapshot | null = null;
    const onChange = (): void => {
      const now = session.getSnapshot();
      for (const message of senderToasts(before, now)) toast(message);
      before = now;
    };
    onChange();
    return session.subscribe(onChange);
  }, [session]);

  const { shareId } = access.share;
  useEffect(() => (isSending ? holdTabLock(sendLock(shareId)) : undefined), [isSending, shareId]);

  return {
    snapshot,
    send,
    answer: useCallback(
      (peerId, isAllowed) => session?.answerUnproven(peerId, isAllowed),
      [session],
    ),
    approve: useCallback((peerId, isAllowed) => session?.approve(peerId, isAllowed), [session]),
    setLimit: useCallback((setting) => session?.setLimit(setting), [session]),
    retry: useCallback(() => {
      if (endsGrant(session?.getSnapshot().error)) access.grantKeeper.drop();
      session?.retry();
    }, [session, access]),
    reset: useCallback(() => {
      if (endsGrant(session?.getSnapshot().error)) access.grantKeeper.drop();
      setSession(null);
    }, [session, access, setSession]),
  };
};
