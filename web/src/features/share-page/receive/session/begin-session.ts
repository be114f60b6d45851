import { isLimited, storedLimit } from '../../../../components/connection/limit-memory.js';
import { signedInUser } from '../../../../lib/account/session.js';
import { hasWebRtc } from '../../../../lib/browser/device/web-rtc.js';
import { loadCode } from '../../../../lib/code-not-loaded.js';
import { matchesShare, storedName } from '../../../../lib/files/matches-share.js';
import { parseBytes } from '../../../../lib/texts/format.js';
import { submitReceipts } from '../../../../lib/transfer-api/countersign.js';
import type {
  ConnectionCheck,
  Person,
  ReceiverOptions,
  ReceiveSession,
  Sink,
} from '../../../../transfer/api.js';
import { importLinkKey, type LinkKey } from '../../../../transfer/link-keys.js';
import { connectionOptions } from '../../session/connection-options.js';
import type { LoadEngine } from '../../session/engine-port.js';
import type { Access } from '../../session/flow.js';
import { endsGrant } from '../../session/grant-keeper.js';
import type { DownloaderInfo } from '../../session/share-api.js';
import { arrivedFile } from './arrived.js';

/** The session and where its file goes. */
export interface ReceivingSession extends ReceiveSession {
  sink: Sink;
  /** Resolves when the log has this side's receipt, or it is given up. */
  whenReceiptKept: () => Promise<unknown>;
  enterPassword: (password: string) => Promise<void>;
}

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

/** Whether an announced file is the one that the share names. */
const isFileOf =
  ({ share, linkKey }: Access): NonNullable<ReceiverOptions['isExpected']> =>
  ({ filename: name, totalBytes: size }) => {
    if (size !== null) return matchesShare({ name, size }, share);
    // A plain peer of protocol version 1 may announce the size as text.
    return linkKey === null && storedName(name) === storedName(share.filename);
  };

/**
 * Asks for a place for the file and joins the share. Call it in a click handler: browsers open the save dialog only on a
 * user gesture.
 *
 * @throws CodeNotLoaded; an AbortError when the user closes the dialog
 */
export const beginSession = async (
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
    isExpected: isFileOf(access),
  });
  const whenReceiptKept = submitReceipts(
    session,
    ({ receipt }) => [receipt],
    grantKeeper.withoutPassword,
  );
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
    whenReceiptKept,
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
