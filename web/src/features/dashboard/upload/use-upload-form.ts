import { useEffect, useReducer, useRef, useState } from 'react';
import { toast } from '../../../components/toast/index.js';
import { useSignedInUser } from '../../../lib/account/user-api.js';
import { hasWebRtc } from '../../../lib/browser/device/web-rtc.js';
import type { ChosenFile } from '../../../lib/files/one-file.js';
import { messageOf } from '../../../lib/http/http.js';
import { recordShare } from '../../../lib/links/share-link.js';
import { failureText, notLoadedText } from '../../../lib/texts/failure-texts.js';
import { fieldsOf } from '../../../lib/unchecked.js';
import { sharesApi, type FileShare } from '../api.js';
import type { CreatedShares } from '../details/created-shares-modal.js';
import { useTransfers } from '../sending/transfers-context.js';
import { texts } from '../texts.js';
import { createShareRequest, isLimitError, type ShareChoice } from './create-share.js';
import { useUploadDraft } from './upload-draft-context.js';
import { formResetDelayMs, idle, nextUploadForm } from './upload-form.state.js';

/** Repeating the call under its key would get the same answer; not so after 5xx, and after 429 (too many requests). */
const isFinal = (error: unknown): boolean => {
  const { status } = fieldsOf(error);
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
};

/** Runs a callback after a delay unless the component has unmounted. */
const useDelay = () => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (run: () => void, delayMs: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, delayMs);
  };
};

/** The upload form: the chosen files, the state and the actions. `limitText` describes the monthly limit. */
export const useUploadForm = (onCreated: (created: CreatedShares) => void, limitText: string) => {
  const [state, send] = useReducer(nextUploadForm, idle);
  const chosen = useUploadDraft();
  const { remove, keys } = chosen;
  const inCreation = useRef<readonly ChosenFile[]>([]);
  // A card that is opened again must not offer files whose shares are being created.
  useEffect(() => () => remove(inCreation.current), [remove]);
  const [createShare] = sharesApi.useCreateShareMutation();
  const user = useSignedInUser();
  const transfers = useTransfers();
  const delay = useDelay();
  const [isCodeMissing, setIsCodeMissing] = useState(false);

  /** The chosen files stay. */
  const reset = (): void => send({ type: 'reset' });

  /** Why there is no further share. */
  const refuse = (cause: unknown): { title: string; reason: string } => {
    const notLoaded = notLoadedText(cause);
    setIsCodeMissing(notLoaded !== null);
    const error = notLoaded === null ? cause : new Error(notLoaded, { cause });
    const message = messageOf(error, texts.createFailed.fallback);
    const { reason } = fieldsOf(error);
    if (isLimitError({ message, ...(typeof reason === 'string' && { reason }) })) {
      send({ type: 'limit-reached' });
      return { title: texts.limit.title, reason: limitText };
    }
    send({ type: 'failed', message });
    return { title: texts.createFailed.title, reason: message };
  };

  const finish = (files: readonly ChosenFile[], shares: readonly FileShare[]): void => {
    send({ type: 'created' });
    chosen.noteShared(files);
    // Files that were chosen in the meantime are for the next share.
    delay(() => {
      send({ type: 'reset' });
      chosen.remove(files);
    }, formResetDelayMs);
    toast({ variant: 'success', ...texts.created(shares.length) });
    onCreated({ shares, shortfall: '' });
  };

  /** One toast for both: a second one would replace the failure. */
  const fallShort = (
    files: readonly ChosenFile[],
    shares: readonly FileShare[],
    failure: unknown,
  ): void => {
    inCreation.current = [];
    chosen.remove(files.slice(0, shares.length));
    chosen.putBack(files.slice(shares.length));
    const { title, reason } = refuse(failure);
    const shortfall =
      shares.length === 0 ? '' : texts.createdShares.shortfall(shares.length, files.length, reason);
    toast({ variant: 'destructive', title, description: shortfall || reason });
    if (shares.length > 0) onCreated({ shares, shortfall });
  };

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

  /** One share after the other; the first failure ends it. @returns whether all of them exist. */
  const create = async (choice: ShareChoice): Promise<boolean> => {
    const { files } = chosen;
    if (files.length === 0 || state.kind !== 'idle') return false;
    const shares: FileShare[] = [];
    let failure: unknown = null;
    send({ type: 'create', total: files.length });
    inCreation.current = files;
    for (const one of files) {
      try {
        // First: a share that cannot be sent must not count.
        if (!hasWebRtc()) throw new Error(failureText({ code: 'webrtc-unavailable' }));
        await transfers.prepare();
        if (transfers.hasEnded()) return false;
        const share = await createOne(one, choice);
        // Signed out: the next user of this browser must not see the share.
        if (transfers.hasEnded()) return false;
        shares.push(share);
        send({ type: 'progressed' });
      } catch (error) {
        if (transfers.hasEnded()) return false;
        failure = error;
        break;
      }
    }
    const isDone = shares.length === files.length;
    if (isDone) finish(files, shares);
    else fallShort(files, shares, failure);
    return isDone;
  };

  return { state, isCodeMissing: state.kind === 'error' && isCodeMissing, chosen, create, reset };
};
