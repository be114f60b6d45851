import { useEffect, useReducer, useRef, useState } from 'react';
import { toast } from '../../../components/toast/index.js';
import { messageOf } from '../../../lib/http/http.js';
import { fieldsOf } from '../../../lib/unchecked.js';
import { recordShare } from '../../../lib/links/share-link.js';
import type { ChosenFile } from '../../../lib/files/one-file.js';
import { useSignedInUser } from '../../../lib/account/user-api.js';
import { sharesApi, type FileShare } from '../api.js';
import { createKeys } from './create-keys.js';
import { createShareRequest, isLimitError, type ShareChoice } from './create-share.js';
import { texts } from '../texts.js';
import { useTransfers } from '../sending/transfers-context.js';
import { formResetDelayMs, idle, nextUploadForm } from './upload-form.state.js';
import { useOneFile } from './use-one-file.js';

const reportFailure = (error: unknown): void => {
  const description = messageOf(error, texts.createFailed.fallback);
  toast({ variant: 'destructive', title: texts.createFailed.title, description });
};

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

/** The upload form: the chosen file, the state and the actions. */
export const useUploadForm = (onCreated: (share: FileShare) => void) => {
  const [state, send] = useReducer(nextUploadForm, idle);
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const { packing, choose, cancel: cancelPacking } = useOneFile(setChosen);
  const [createShare] = sharesApi.useCreateShareMutation();
  const user = useSignedInUser();
  const transfers = useTransfers();
  const delay = useDelay();
  const [keys] = useState(createKeys);

  /** The chosen file stays. */
  const reset = (): void => send({ type: 'reset' });

  const refuse = (error: unknown): void => {
    const message = messageOf(error, texts.createFailed.fallback);
    const { reason } = fieldsOf(error);
    if (isLimitError({ message, ...(typeof reason === 'string' && { reason }) })) {
      send({ type: 'limit-reached' });
      toast({ variant: 'destructive', ...texts.limit });
      return;
    }
    send({ type: 'failed', message });
    reportFailure(error);
  };

  /** @returns whether the share exists. */
  const create = async (choice: ShareChoice): Promise<boolean> => {
    if (chosen === null || state.kind !== 'idle') return false;
    const { file } = chosen;
    send({ type: 'create' });
    try {
      const share = await createShare({
        idempotencyKey: keys.keyOf(chosen, JSON.stringify(choice)),
        body: createShareRequest(file, user, choice),
      }).unwrap();
      keys.settle(chosen);
      if (!(await recordShare(share.shareId))) throw new Error(texts.createFailed.known);
      send({ type: 'created' });
      void transfers.start(
        { shareId: share.shareId, filename: file.name, asksFirst: choice.asksFirst === true },
        chosen,
      );
      toast({ variant: 'success', ...texts.created });
      onCreated(share);
      // Keep a file that was chosen in the meantime: it is the next one.
      delay(() => {
        send({ type: 'reset' });
        setChosen((current) => (current === chosen ? null : current));
      }, formResetDelayMs);
      return true;
    } catch (error) {
      if (isFinal(error)) keys.settle(chosen);
      refuse(error);
      return false;
    }
  };

  return {
    state,
    file: chosen?.file ?? null,
    packing,
    choose,
    cancelPacking,
    remove: () => setChosen(null),
    create,
    reset,
  };
};
