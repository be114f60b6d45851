import { toast } from '../../../components/toast/index.js';
import { useSignedInUser } from '../../../lib/account/user-api.js';
import { messageOf } from '../../../lib/http/http.js';
import { texts } from '../texts.js';
import { useShareCommands } from './use-share-commands.js';

const { actions } = texts;

const fail = (title: string, description: string): void => {
  toast({ variant: 'destructive', title, description });
};

/** Stop, restart and delete, with their toasts. */
export const useShareActions = () => {
  const user = useSignedInUser();
  const { stopOne, restartOne, deleteOne } = useShareCommands();

  const stop = async (shareId: string): Promise<void> => {
    if (user === null) {
      fail(actions.stopFailed, actions.signInToStop);
      return;
    }
    try {
      await stopOne(shareId);
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
    try {
      const isSending = await restartOne(shareId);
      const { title, description } = actions.restarted;
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
      await deleteOne(shareId);
      toast({ variant: 'success', ...actions.deleted });
    } catch (error) {
      fail(actions.deleteFailed, messageOf(error, actions.fallback));
    }
  };

  return { stop, restart, remove };
};
