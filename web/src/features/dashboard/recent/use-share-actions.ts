import { toast } from '../../../components/toast/index.js';
import { messageOf } from '../../../lib/http/http.js';
import { getIdToken } from '../../../lib/account/session.js';
import { useSignedInUser } from '../../../lib/account/user-api.js';
import { sharesApi } from '../api.js';
import { texts } from '../texts.js';
import { useTransfers } from '../sending/transfers-context.js';

const { actions } = texts;

const fail = (title: string, description: string): void => {
  toast({ variant: 'destructive', title, description });
};

/** The ID token; null after a toast if the user has to sign in again. */
const tokenOr = async (title: string): Promise<string | null> => {
  try {
    return await getIdToken();
  } catch {
    fail(title, actions.authentication);
    return null;
  }
};

/** Stop, restart and delete, with their toasts. */
export const useShareActions = () => {
  const user = useSignedInUser();
  const transfers = useTransfers();
  const [stopShare] = sharesApi.useStopShareMutation();
  const [restartShare] = sharesApi.useRestartShareMutation();
  const [deleteShare] = sharesApi.useDeleteShareMutation();

  const stop = async (shareId: string): Promise<void> => {
    if (user === null) {
      fail(actions.stopFailed, actions.signInToStop);
      return;
    }
    const idToken = await tokenOr(actions.stopFailed);
    if (idToken === null) return;
    try {
      await stopShare({ shareId, idToken }).unwrap();
      transfers.end(shareId);
      toast({ variant: 'success', ...actions.stopped });
    } catch (error) {
      fail(actions.stopFailed, messageOf(error, actions.fallback));
    }
  };

  const restart = async (shareId: string): Promise<void> => {
    if (user === null) {
      fail(actions.restartFailed, actions.signInToRestart);
      return;
    }
    const idToken = await tokenOr(actions.restartFailed);
    if (idToken === null) return;
    try {
      await restartShare({ shareId, idToken }).unwrap();
      const { title, description } = actions.restarted;
      const isSending = transfers.restart(shareId);
      toast({
        variant: 'success',
        title,
        description: isSending ? actions.restartedSending : description,
      });
    } catch (error) {
      fail(actions.restartFailed, messageOf(error, actions.fallback));
    }
  };

  const remove = async (shareId: string): Promise<void> => {
    try {
      await deleteShare(shareId).unwrap();
      transfers.forget(shareId);
      toast({ variant: 'success', ...actions.deleted });
    } catch (error) {
      fail(actions.deleteFailed, messageOf(error, actions.fallback));
    }
  };

  return { stop, restart, remove };
};
