import { useEffect, useReducer, useRef, useState } from 'react';
import { toast } from '../../../components/toast/index.js';
import type { ChosenFile } from '../../../lib/files/one-file.js';
import { messageOf } from '../../../lib/http/http.js';
import { notLoadedText } from '../../../lib/texts/failure-texts.js';
import { fieldsOf } from '../../../lib/unchecked.js';
import type { FileShare } from '../api.js';
import type { CreatedShares } from '../details/created-shares-modal.js';
import { texts } from '../texts.js';
import { isLimitError, type ShareChoice } from './create-share.js';
import { useUploadDraft } from './upload-draft-context.js';
import { formResetDelayMs, idle, nextUploadForm } from './upload-form.state.js';
import { useCreateShares } from './use-create-shares.js';

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
  const { remove } = chosen;
  const createShares = useCreateShares(chosen.keys);
  const inCreation = useRef<readonly ChosenFile[]>([]);
  // A card that is opened again must not offer files whose shares are being created.
  useEffect(() => () => remove(inCreation.current), [remove]);
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

  /** @returns whether every file has a share. */
  const create = async (choice: ShareChoice): Promise<boolean> => {
    const { files } = chosen;
    if (files.length === 0 || state.kind !== 'idle') return false;
    send({ type: 'create', total: files.length });
    inCreation.current = files;
    const creation = await createShares(files, choice, () => send({ type: 'progressed' }));
    if (creation === null) return false;
    const { shares, failure } = creation;
    const isDone = shares.length === files.length;
    if (isDone) finish(files, shares);
    else fallShort(files, shares, failure);
    return isDone;
  };

  return { state, isCodeMissing: state.kind === 'error' && isCodeMissing, chosen, create, reset };
};
