import { useSignedInUser } from '../../../lib/account/user-api.js';
import { hasWebRtc } from '../../../lib/browser/device/web-rtc.js';
import type { ChosenFile } from '../../../lib/files/one-file.js';
import { recordShare } from '../../../lib/links/share-link.js';
import { failureText } from '../../../lib/texts/failure-texts.js';
import { fieldsOf } from '../../../lib/unchecked.js';
import { sharesApi, type FileShare } from '../api.js';
import { useTransfers } from '../sending/transfers-context.js';
import { texts } from '../texts.js';
import type { CreateKeys } from './create-keys.js';
import { createShareRequest, type ShareChoice } from './create-share.js';

interface Creation {
  /** Of the first files. */
  shares: readonly FileShare[];
  /** Why the next file has no share; null when all files have one. */
  failure: unknown;
}

type CreateShares = (
  files: readonly ChosenFile[],
  choice: ShareChoice,
  onCreated: () => void,
) => Promise<Creation | null>;

/** Repeating the call under its key would get the same answer; not so after 5xx, and after 429 (too many requests). */
const isFinal = (error: unknown): boolean => {
  const { status } = fieldsOf(error);
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
};

/**
 * Creates a share for each file, one after the other, and starts to send it; the first failure ends it. The result is
 * null when the user has signed out before its end: the next user of this browser must not see the shares.
 */
export const useCreateShares = (keys: CreateKeys): CreateShares => {
  const [createShare] = sharesApi.useCreateShareMutation();
  const user = useSignedInUser();
  const transfers = useTransfers();

  const createOne = async (one: ChosenFile, choice: ShareChoice): Promise<FileShare> => {
    const { file } = one;
    try {
      const share = await createShare({
        idempotencyKey: keys.keyOf(one, JSON.stringify(choice)),
        body: createShareRequest(file, user, choice),
      }).unwrap();
      keys.settle(one);
      if (transfers.hasEnded()) return share;
      const asksFirst = choice.asksFirst === true;
      const own = { filename: file.name, fileBytes: file.size, asksFirst };
      if (!(await recordShare(share.shareId, own))) throw new Error(texts.createFailed.known);
      void transfers.start({ shareId: share.shareId, filename: file.name, asksFirst }, one);
      return share;
    } catch (error) {
      if (isFinal(error)) keys.settle(one);
      throw error;
    }
  };

  return async (files, choice, onCreated) => {
    const shares: FileShare[] = [];
    for (const one of files) {
      try {
        // First: a share that cannot be sent must not count.
        if (!hasWebRtc()) throw new Error(failureText({ code: 'webrtc-unavailable' }));
        await transfers.prepare();
        if (transfers.hasEnded()) return null;
        const share = await createOne(one, choice);
        if (transfers.hasEnded()) return null;
        shares.push(share);
        onCreated();
      } catch (failure) {
        return transfers.hasEnded() ? null : { shares, failure };
      }
    }
    return { shares, failure: null };
  };
};
